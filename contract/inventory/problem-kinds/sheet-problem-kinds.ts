import { column, count, counted, instead, kind, list, quoted, rowsOf, text } from './problem-kind.ts'

/** Why a workbook cannot be read. */
export const workbookProblemKinds = {
  no_workbook: kind({}, () => 'This is not an Excel workbook (.xlsx) with sheets'),
  no_such_sheet: kind(
    { sheet: text, sheets: list.default([]) },
    ({ sheet, sheets }) =>
      `The workbook has no sheet '${sheet}'${sheets.length > 0 ? `: it has ${quoted(sheets)}` : ''}`,
  ),
  workbook_broken: kind({}, () => 'The workbook is damaged and cannot be read'),
  workbook_protected: kind({}, () => 'The workbook has a password: save it without one, as .xlsx'),
  workbook_too_large: kind({ max: count }, ({ max }) => `The workbook unpacks to more than ${max} MB: ${instead}`),
  workbook_too_complex: kind({}, () => `The workbook has too many parts, styles or merged cells: ${instead}`),
  too_many_cells: kind({ max: count }, ({ max }) => `The sheet has more than ${counted(max)} cells: ${instead}`),
  too_many_empty_cells: kind(
    { max: count },
    ({ max }) => `The sheet has more than ${counted(max)} empty cells: delete its unused rows and columns`,
  ),
  too_many_sheets: kind({ max: count }, ({ max }) => `The workbook has more than ${counted(max)} sheets`),
} as const

const rowsNamed = (rows: string[]) => `${rows.length === 1 ? 'row' : 'rows'} ${rows.join(', ')}`

/** What a sheet hides, and what it says by its look or beside its cells. */
export const lookProblemKinds = {
  other_sheets: kind(
    { sheet: text, others: list },
    ({ sheet, others }) => `Only the sheet '${sheet}' is read, not ${quoted(others)}`,
  ),
  hidden_sheets: kind({ sheets: list }, ({ sheets }) => `Hidden sheets are not read: ${quoted(sheets)}`),
  hidden_rows: kind(
    { count, rows: list },
    ({ count: hidden, rows }) =>
      `${counted(hidden)} hidden ${hidden === 1 ? 'row' : 'rows'} of the sheet ${hidden === 1 ? 'is' : 'are'} included: ${rows.join(', ')}`,
  ),
  hidden_columns: kind(
    { columns: list },
    ({ columns }) => `Hidden columns of the sheet are read like the others: ${quoted(columns)}`,
  ),
  units_shown: kind(
    { ...column, cells: list },
    ({ cells, ...params }) =>
      `${params.column} shows units or words, and its numbers are taken without them: ${cells.join(', ')}`,
  ),
  struck_rows: kind(
    { rows: list },
    ({ rows }) => `Crossed-out cells of the sheet are read like the others: ${rowsNamed(rows)}`,
  ),
  coloured_rows: kind(
    { rows: list },
    ({ rows }) => `Colours of the sheet are not read. Rows in another colour than most: ${rows.join(', ')}`,
  ),
  notes_unread: kind({ cells: list }, ({ cells }) => `Notes of cells are not read: ${cells.join(', ')}`),
  links_unread: kind(
    { cells: list },
    ({ cells }) => `Links behind cells are not read, only what the cells show: ${cells.join(', ')}`,
  ),
  pictures_unread: kind(
    { rows: list },
    ({ rows }) => `Pictures and text boxes of the sheet are not read: ${rowsNamed(rows)}`,
  ),
} as const

/** What stands above the header. */
export const aboveProblemKinds = {
  rows_above_header: kind(
    { rows: count, header: count },
    ({ rows, header }) => `${rowsOf(rows)} above the header in row ${header} ${rows === 1 ? 'is' : 'are'} left out`,
  ),
  factor_above: kind(
    { row: count, label: text, found: text },
    ({ row, label, found }) =>
      `Row ${row} says how many the figures below are for ('${label}': ${found}). Figures are taken as they are: for one`,
  ),
  currency_of_sheet: kind(
    { currency: text, sheet: text },
    ({ currency, sheet }) =>
      `The sheet '${sheet}' names ${currency}. Amounts are taken as dollars: convert them first if they are none`,
  ),
  currency_above: kind(
    { currency: text, row: count },
    ({ currency, row }) =>
      `Row ${row} names ${currency}. Amounts are taken as dollars: convert them first if they are none`,
  ),
} as const
