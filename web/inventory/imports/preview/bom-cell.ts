/** A line of a bill of materials in a cell of a file. `quantity`: a text when the file has no number there, such as '1.5 m'. */
export type CellLine = { number?: string; name?: string; quantity: number | string }

/** The lines of a cell that holds a bill of materials; null for any other cell. */
export function linesIn(cell: string): CellLine[] | null {
  if (!/^\s*\[\s*\{/.test(cell)) return null
  try {
    const lines: CellLine[] = JSON.parse(cell)
    const areLines = lines.every((line) => ['number', 'string'].includes(typeof line.quantity) && nameOfLine(line))
    return areLines ? lines : null
  } catch {
    return null
  }
}

export const nameOfLine = ({ number, name }: CellLine): string => number ?? name ?? ''

/** As people read them: '2 × P-1, 1 × P-2'. */
export const linesAsText = (lines: CellLine[]): string =>
  lines.map((line) => `${line.quantity} × ${nameOfLine(line)}`).join(', ')

/** The cell with another quantity in one of its lines. @param typed by the user; a text that is no whole number stays a text */
export function withQuantity(lines: CellLine[], place: number, typed: string): string {
  const quantity = /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : typed
  return JSON.stringify(lines.map((line, index) => (index === place ? { ...line, quantity } : line)))
}

/** Whether a cell holds a bill of materials of which some quantity is no whole number. */
export const hasBadQuantity = (cell: string): boolean => linesIn(cell)?.some((line) => !isQuantity(line)) ?? false

export const isQuantity = ({ quantity }: CellLine): boolean => typeof quantity === 'number' && quantity >= 1
