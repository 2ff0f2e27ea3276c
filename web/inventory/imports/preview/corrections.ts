/**
 * A cell that the user has corrected: its place, the text in the file (`was`) and the corrected text (`now`). `sheet`: of a workbook. `rowNumber`: negative of a derived row.
 * `place`: from 0.
 */
export type Correction = { sheet: string | null; rowNumber: number; place: number; was: string; now: string }

/** The cells that differ between a row and its corrected cells. */
export const correctionsOf = (
  { rowNumber, cells }: { rowNumber: number; cells: string[] },
  corrected: string[],
  sheet: string | null,
): Correction[] =>
  corrected.flatMap((now, place) => {
    const was = cells[place] ?? ''
    return now === was ? [] : [{ sheet, rowNumber, place, was, now }]
  })

/** Adds corrections: the later one of a cell counts, and the text of the file stays known. */
export function withCorrections(before: Correction[], more: Correction[]): Correction[] {
  const first = (one: Correction) => before.find((other) => isSameCell(one, other))
  const others = before.filter((one) => !more.some((other) => isSameCell(one, other)))
  return [...others, ...more.map((one) => ({ ...one, was: first(one)?.was ?? one.was }))]
}

const isSameCell = (one: Correction, other: Correction) =>
  one.sheet === other.sheet && one.rowNumber === other.rowNumber && one.place === other.place

/**
 * Applies corrections to a row of a file that was read again. A cell is the same if its place and its text are the same: another separator
 * may move it, and another encoding may change its letters, but not digits and signs. `lost`: corrections whose cell is not there.
 */
export function placedIn(cells: string[], corrections: Correction[]): { cells: string[]; lost: Correction[] } {
  const placed = [...cells]
  const lost: Correction[] = []
  for (const correction of corrections) {
    const place = placeOf(cells, correction)
    if (place === undefined) lost.push(correction)
    else placed[place] = correction.now
  }
  return { cells: placed, lost }
}

function placeOf(cells: string[], { place, was }: Correction): number | undefined {
  const isSame = (cell: string) => plain(cell) === plain(was)
  if (isSame(cells[place] ?? '')) return place
  const indexes = cells.flatMap((cell, index) => (isSame(cell) ? [index] : []))
  return was !== '' && indexes.length === 1 ? indexes[0] : undefined
}

/** Without the letters that depend on the encoding. */
const plain = (text: string) => text.replace(/[^\u0000-\u007f]/g, '').trim()
