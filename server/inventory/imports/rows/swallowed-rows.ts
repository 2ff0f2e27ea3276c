// Takes a row, finds a cell that a missing quote has filled with the rows below.

const separators = [',', ';', '\t', '|']

/**
 * Whether a cell of several lines holds other rows: its first line has a quote and then a separator, and its first and its last line
 * complete a row of this width.
 */
export const holdsOtherRows = (cells: string[], width: number): boolean =>
  cells.length === width &&
  cells.some((cell, place) => {
    if (!cell.includes('"') || !/[\r\n]/.test(cell)) return false
    const lines = cell.split(/\r\n|\r|\n/)
    const [first = '', last = ''] = [lines[0], lines.at(-1)]
    return separators.some(
      (separator) =>
        first.includes(separator, first.indexOf('"') + 1) &&
        first.includes('"') &&
        place + first.split(separator).length === width &&
        last.split(separator).length + width - 1 - place === width,
    )
  })
