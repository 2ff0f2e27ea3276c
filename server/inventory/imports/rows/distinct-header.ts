// Takes the cells of a header, makes names that stand only once.

/** Adds to names that stand twice the letters of their columns in a spreadsheet, so that a mapping can name each: 'Cost (column D)'. */
export function distinctHeader(cells: string[]): string[] {
  const places = Map.groupBy(cells, (cell) => cell.trim())
  return cells.map((cell, at) => {
    const name = cell.trim()
    return name !== '' && (places.get(name)?.length ?? 0) > 1 ? `${name} (column ${lettersOf(at)})` : cell
  })
}

/** The name of a header without the letters of its column, in small letters. */
export const withoutColumn = (name: string): string => name.replace(/ \(column [a-z]{1,3}\)$/, '')

/** 'E' of the fifth column. */
export const lettersOf = (at: number): string =>
  (at < 26 ? '' : lettersOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
