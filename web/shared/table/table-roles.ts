/** The roles of a table, said aloud: laid out as grids or cards, tables and their rows lose them in Safari. */
export const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const
