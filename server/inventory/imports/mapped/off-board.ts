/** A cell that says nothing but that a component stays off the board: 'DNP', '10k (DNF)', 'nicht bestückt'; 'Nm' and 'DNP resistor kit' do not. */
export const offBoard = (cell: string): boolean => shortMark.test(cell) || longMark.test(cell)
const shortMark = /^(?:DN[PIFSM]|N[FMP])$|^\d\S{0,20}[\s_/(-]{1,3}DN[PIFSM]\)?$|^DN[PIFSM][\s_/-]{1,3}\d\S{0,20}$/
const longMark =
  /^(?:do not (?:populate|place|fit|mount|stuff)|not (?:fitted|mounted|populated|placed)|unpopulated|nicht bestückt|unbestückt|n\. ?b\.|non monté|no montar)$/i
