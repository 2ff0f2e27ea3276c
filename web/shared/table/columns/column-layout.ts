/**
 * The facts about a column for the layout; widths in px. `natural`: the width of its content, of long content only so much that others have
 * room too; `whole`: all of it. `leaves`: 1 leaves first when there is no
 * room. `floor`: what it gives way to before the table scrolls.
 */
export type ColumnNeed = {
  key: string
  min: number
  natural: number
  whole?: number | undefined
  grows: boolean
  leaves?: number | undefined
  floor?: number | undefined
}

/**
 * Decides by the content which columns are shown, and how wide. Without room for the minimum of all, the least important ones leave;
 * the others are never narrower than their minimum, so that a table of too many columns is wider than its place, and scrolls.
 * @param available px for the columns
 * @param common px for the columns of the people with most controls: decides who leaves, so that everybody sees the same columns
 * @returns px by key, for the columns that stay
 */
export function layoutOf(columns: ColumnNeed[], available: number, common = available): Map<string, number> {
  const staying = givingWay(stayingOf(columns, common), available)
  const widths = new Map(staying.map(({ key, min }) => [key, min]))
  const give = (key: string, more: number) => widths.set(key, (widths.get(key) ?? 0) + more)
  let spare = Math.max(available - sumOf(staying, ({ min }) => min), 0)
  for (const wanted of [naturalWidth, wholeWidth]) {
    const wish = (column: ColumnNeed) => Math.max(wanted(column) - (widths.get(column.key) ?? 0), 0)
    // The narrowest content first: each column gets an equal share of the rest, and no more than it needs.
    for (const [index, column] of staying.toSorted((a, b) => wish(a) - wish(b)).entries()) {
      const more = Math.min(wish(column), spare / (staying.length - index))
      give(column.key, more)
      spare -= more
    }
  }
  const growing = staying.filter(({ grows }) => grows)
  for (const { key } of growing) give(key, spare / growing.length)
  return widths
}

/**
 * The grid columns of each row. Room that no column needs is shared by all.
 * @param widths px
 * @param actionsWidth CSS width of the buttons at the end
 */
export const tracksOf = (widths: Map<string, number>, isSelectable: boolean, actionsWidth: string | undefined) =>
  [isSelectable && '2.5rem', ...[...widths.values()].map((px) => `minmax(${px}px, ${px}fr)`), actionsWidth]
    .filter(Boolean)
    .join(' ')

const naturalWidth = ({ natural }: ColumnNeed) => natural
const wholeWidth = ({ natural, whole = natural }: ColumnNeed) => whole

function stayingOf(columns: ColumnNeed[], available: number): ColumnNeed[] {
  const leaving = columns.filter(({ leaves }) => leaves !== undefined)
  leaving.sort((a, b) => (a.leaves ?? 0) - (b.leaves ?? 0))
  let staying = columns
  for (const next of leaving) {
    if (sumOf(staying, ({ min }) => min) <= available) break
    staying = staying.filter((column) => column !== next)
  }
  return staying
}

/** With all that may leave gone, a name gives way rather than to be cut by the end of the table. */
function givingWay(columns: ColumnNeed[], available: number): ColumnNeed[] {
  let over = sumOf(columns, ({ min }) => min) - available
  return columns.map((column) => {
    const less = Math.min(Math.max(over, 0), column.min - (column.floor ?? column.min))
    over -= less
    return less > 0 ? { ...column, min: column.min - less } : column
  })
}

const sumOf = (columns: ColumnNeed[], of: (column: ColumnNeed) => number) =>
  columns.reduce((sum, column) => sum + of(column), 0)
