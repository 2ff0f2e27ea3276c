// Takes a row, finds a cell that a missing quote has filled with the rows below.

const separators = [',', ';', '\t', '|']

/**
 * Whether a cell of several lines holds other rows: its first line has a quote and then a separator, and its first and its last line
 * complete a row of this width. In the last cell the lines below the first are whole rows.
 */
export const holdsOtherRows = (cells: string[], width: number): boolean =>
  cells.length === width &&
  cells.some((cell, place) => {
    if (!cell.includes('"') || !/[\r\n]/.test(cell)) return false
    const lines = cell.split(/\r\n|\r|\n/)
    const [first = '', last = ''] = [lines[0], lines.at(-1)]
    const widthOf = (line: string, separator: string) => line.split(separator).length
    return separators.some((separator) => {
      if (place === width - 1)
        return first.includes('"') && lines.slice(1).every((line) => widthOf(line, separator) === width)
      return (
        first.includes(separator, first.indexOf('"') + 1) &&
        first.includes('"') &&
        place + widthOf(first, separator) === width &&
        widthOf(last, separator) + width - 1 - place === width
      )
    })
  })
