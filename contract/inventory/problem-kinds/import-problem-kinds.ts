import { z } from 'zod'
import { amountWords } from '../../amounts.ts'
import { decimalMarks } from '../../decimals.ts'
import { ruleErrors } from '../../errors.ts'
import { codeProblemKinds } from './code-problem-kinds.ts'
import {
  bad,
  cell,
  column,
  count,
  counted,
  inColumn,
  instead,
  kind,
  list,
  namesRow,
  quoted,
  rowsOf,
  text,
} from './problem-kind.ts'
import { inHalfWidth, misreadLines, quantityProblemKinds, repeatProblemKinds } from './quantity-problem-kinds.ts'
import { aboveProblemKinds, lookProblemKinds, workbookProblemKinds } from './sheet-problem-kinds.ts'
import {
  bomProblemKinds,
  chosenRowProblemKinds,
  columnProblemKinds,
  effectProblemKinds,
} from './table-problem-kinds.ts'

/** Every code, its parameters and its English words. `told`: a finished sentence, of an import that was stored before there were codes. */
export const problemKinds = {
  told: kind({ sentence: text }, ({ sentence }) => sentence, namesRow),

  // The file as a whole.
  no_csv: kind({}, () => 'Please select a CSV file'),
  empty_file: kind({}, () => 'The file is empty'),
  no_table: kind(
    { what: text },
    ({ what }) => `The file holds ${what}, not a table: save the table as CSV or as .xlsx`,
  ),
  other_spreadsheet: kind(
    { what: text, how: text },
    ({ what, how }) => `This is ${what}, which cannot be read: ${how} as .xlsx or CSV`,
  ),
  ...workbookProblemKinds,
  no_rows: kind({}, () => 'The file has a header but no rows'),
  header_below_rows: kind(
    { row: count },
    ({ row }) => `The names of the columns seem to stand below the rows, in row ${row}: move them above`,
  ),
  nothing_but_left_out: kind(
    { title: text, rows: count },
    ({ title, rows }) => `Nothing to import: The section '${title}' was left out (${rowsOf(rows)})`,
  ),
  key_missing: kind({}, () => `Vendors cannot be imported: ${ruleErrors.key_missing.message}`),
  too_slow: kind({}, () => `This file takes too long to read: ${instead}`),
  too_much_memory: kind({}, () => `This file takes too much memory to read: ${instead}`),
  too_many_sections: kind({ max: count }, ({ max }) => `The file has more than ${counted(max)} sections`),
  too_many_rows: kind({ max: count }, ({ max }) => `The file has more than ${rowsOf(max)}: ${instead}`),
  too_many_lines: kind({ max: count }, ({ max }) => `The file has more than ${counted(max)} lines`),
  too_many_columns: kind({ max: count }, ({ max }) => `more than ${counted(max)} columns`),
  long_row: kind({ max: count }, ({ max }) => `the row is longer than ${counted(max)} characters`),
  long_cell: kind({ max: count }, ({ max }) => `a field is longer than ${counted(max)} characters`),
  open_quote: kind({}, () => 'a quoted field is never closed'),
  open_quote_or_long_cell: kind(
    { max: count },
    ({ max }) => `a quoted field is never closed, or is longer than ${counted(max)} characters`,
  ),
  header_with_nul: kind({}, () => 'the header contains a NUL character'),
  header_unreadable: kind({}, () => 'the header contains a character that cannot be read'),
  unknown_field: kind(
    { name: text, known: list.default([]) },
    ({ name, known }) =>
      `The column mapping names an unknown field: ${name}${known.length > 0 ? `. Known are ${known.join(', ')}` : ''}`,
  ),

  // Only a mapping or a type solves these.
  unknown_type: kind({}, () => 'Nothing in the file says what it holds: choose what it contains, then its columns'),
  columns_clash: kind(
    { columns: list, label: text },
    ({ columns, label }) => `The columns ${quoted(columns)} both feed ${label}: choose one`,
  ),
  field_without_column: kind({ label: text }, ({ label }) => `No column feeds ${label}`),

  // The user should know these before the import.
  read_as_windows_1252: kind({}, () => 'The file has an old encoding (Windows-1252): check letters such as ä and é'),
  read_as: kind(
    { encoding: text },
    ({ encoding }) => `The file is not UTF-8 and was read as ${encoding}: check its letters`,
  ),
  quotes_mended: kind(
    { rows: list },
    ({ rows }) => `Quotes inside cells are not doubled; please check how these rows are read: ${rows.join(', ')}`,
  ),
  section_left_out: kind(
    { title: text, rows: count },
    ({ title, rows }) => `The section '${title}' was left out (${rowsOf(rows)})`,
  ),
  files_not_imported: kind(
    column,
    (params) => `The column '${params.column}' is not imported: files stay with their records`,
  ),
  files_missing: kind(
    { files: list },
    ({ files }) => `Files that this company does not have are left out: ${files.join(', ')}`,
  ),
  close_name: kind(
    { ...column, labels: list },
    ({ labels, ...params }) => `The column '${params.column}' is taken as ${labels.join(', ')}`,
  ),
  marks_as_written: kind(
    { ...column, examples: list },
    ({ examples, ...params }) =>
      `${params.column} has decimal points and decimal commas (${quoted(examples)}): each is read as written`,
  ),
  mixed_marks: kind(
    { ...column, examples: list },
    ({ examples, ...params }) =>
      `${params.column} has decimal points and decimal commas, and ${quoted(examples)} may have either: choose one for such values`,
  ),
  open_marks: kind(
    { ...column, examples: list, decimals: z.enum(decimalMarks).default('point') },
    ({ examples, decimals, ...params }) =>
      `${params.column} is read with a decimal ${decimals}, but ${quoted(examples)} may have a decimal ${decimals === 'point' ? 'comma' : 'point'}: choose one`,
  ),
  ...codeProblemKinds,
  garbled_texts: kind(
    { ...column, cells: list },
    ({ cells, ...params }) =>
      `${params.column} holds letters that another program has broken: ${cells.join(', ')}. Save the file there again, as UTF-8`,
  ),
  formulas_kept: kind(
    { ...column, cells: list },
    ({ cells, ...params }) =>
      `${params.column} holds formulas, which are kept as text: ${cells.join(', ')}. Save the file with their values`,
  ),
  words_for_nothing: kind(
    { ...column, cells: list },
    ({ cells, ...params }) => `${params.column} keeps words for 'nothing' as text: ${cells.join(', ')}`,
  ),
  signs_for_same: kind(
    { ...column, cells: list },
    ({ cells, ...params }) =>
      `${params.column} holds signs for 'the same as above', which are kept as text: ${cells.join(', ')}`,
  ),
  first_address: kind(
    { ...column, cells: list },
    ({ cells, ...params }) => `${params.column} holds several addresses, and the first one counts: ${cells.join(', ')}`,
  ),
  amounts_rounded: kind(
    { ...column, cells: list },
    ({ cells, ...params }) =>
      `${params.column} has amounts with more than 6 decimals, which are rounded: ${cells.join(', ')}`,
  ),
  behind_empty_column: kind(
    { ...column },
    (params) =>
      `An empty column stands before '${params.column}'. If another table begins there, leave its columns out`,
  ),
  currencies_mixed: kind(
    { ...column, currencies: list },
    ({ currencies, ...params }) =>
      `${params.column} has amounts in several currencies (${currencies.join(', ')}), and all are taken as dollars`,
  ),
  other_currencies: kind(
    { ...column, currencies: list },
    ({ currencies, ...params }) =>
      `${params.column} has other currencies than dollars (${currencies.join(', ')}): convert them, or take the amounts as dollars`,
  ),
  ...columnProblemKinds,
  ...aboveProblemKinds,
  ...lookProblemKinds,
  ...repeatProblemKinds,
  no_records: kind({ rows: list }, ({ rows }) =>
    rows.length === 1
      ? `Row ${rows[0]} is a total or a comment, so it is left out`
      : `Rows ${rows.join(', ')} are totals or comments, so they are left out`,
  ),
  ...bomProblemKinds,
  ...effectProblemKinds,
  records_return: kind({ records: count, files: count }, returning),

  // A row.
  nul_character: kind({}, () => 'contains a NUL character'),
  unreadable_character: kind({}, () => 'contains a character that cannot be read'),
  rows_in_cell: kind(
    {},
    () => 'a quote is missing or too many, so rows below are inside one of its cells: double the quotes inside a cell',
  ),
  group_heading: kind({}, () => 'looks like the heading of a group, so it is no record'),
  cell_count: kind({ expected: count, found: count }, ({ expected, found }) => cellsCounted(expected, found)),
  cell_count_of_variant: kind(
    { line: count, expected: count, found: count },
    ({ line, expected, found }) => `row ${line}: ${cellsCounted(expected, found)}`,
  ),
  other_table: kind({ row: count }, ({ row }) => `another table begins in row ${row}: import it as a file of its own`),
  columns_turn: kind(
    { row: count },
    ({ row }) => `below row ${row} the columns stand in another order: import that part as a file of its own`,
  ),
  name_needed: kind({ ...column, noun: text, number: text }, ({ number }) => `${number} is new and has no name`),
  changed_since: kind({}, () => 'changed by someone else since the preview'),
  added_since: kind({}, () => 'added by someone else since the preview'),
  deleted_since: kind({}, () => 'deleted by someone else since the preview'),

  // A cell.
  required: kind(column, (params) => `${params.column} is required`),
  too_long: kind({ ...cell, max: count }, (params) => bad(params, `must be at most ${counted(params.max)} characters`)),
  not_amount: kind(cell, (params) =>
    /\d/.test(params.found) || params.found === ''
      ? bad(params, amountWords)
      : inHalfWidth(params.found)
        ? bad(params, inHalfWidth(params.found) ?? '')
        : `${params.column}: '${params.found}' is not a price. Enter an amount, or leave the cell empty`,
  ),
  error_value: kind(cell, (params) => bad(params, 'holds the error of a formula: correct the formula')),
  other_currency: kind(cell, (params) =>
    bad(params, 'must be in dollars: convert it, or take the amounts of the column as dollars'),
  ),
  ...quantityProblemKinds,
  mixed_decimals: kind(cell, (params) =>
    bad(params, 'may have a decimal point or a decimal comma: choose one of them'),
  ),
  other_decimals: kind({ ...cell, decimals: z.enum(decimalMarks) }, (params) =>
    bad(params, `must have a decimal ${params.decimals}`),
  ),
  not_email: kind(cell, (params) => bad(params, 'must be an e-mail address')),
  not_web_address: kind(cell, (params) => bad(params, 'must be a web address starting with https://')),
  not_sop_id: kind(cell, (params) => bad(params, 'must be the id of a SOP')),
  not_yes_or_no: kind(cell, (params) => bad(params, 'must be Yes or No')),
  not_a_choice: kind({ ...cell, choices: list }, (params) =>
    bad(params, `must be one of ${params.choices.join(', ')}`),
  ),
  not_lines: kind(cell, (params) => bad(params, 'must be a JSON list of {type, id, number or name, quantity}')),
  not_storable: kind(cell, (params) => bad(params, 'contains a character that cannot be stored')),
  unknown_record: kind({ ...column, name: text }, ({ name }) => `${name} does not exist`, inColumn),
  faulty_record: kind(
    { ...column, name: text, faulty: count },
    ({ name, faulty }) => `${name} is in row ${faulty}, which has a problem of its own`,
    inColumn,
  ),
  part_of_faulty_row: kind(
    { number: text, faulty: count },
    ({ number, faulty }) => `${number} is only used in row ${faulty}, which has a problem of its own: correct that row`,
  ),
  store_product_taken: kind(
    { ...column, name: text, other: text },
    ({ name, other }) => `the product ${name} of the store is linked already, to ${other}`,
    inColumn,
  ),
  ambiguous_name: kind(
    { ...column, name: text, nouns: text, matches: count },
    ({ name, nouns, matches }) => `${name} is the name of ${matches} ${nouns}: give the number`,
    inColumn,
  ),
  too_many_of: kind(
    { ...column, name: text, max: count },
    ({ name, max }) => `more than ${counted(max)} of ${name}`,
    inColumn,
  ),
  contains_itself: kind(
    { ...column, path: list },
    ({ path }) => `${ruleErrors.bom_loop.message}: ${path.join(' > ')}`,
    inColumn,
  ),
  bom_quantities: kind({ ...column, cells: list }, ({ column: name, cells }) => misreadLines(name, cells)),
  bom_units: kind(
    { ...column, cells: list },
    ({ cells, ...params }) => `${params.column} must be in the unit of the component: ${cells.join(', ')}`,
  ),
  bom_too_long: kind({ ...column, max: count }, ({ max }) => `more than ${counted(max)} lines`, inColumn),
  too_deep: kind(column, () => ruleErrors.bom_too_deep.message, inColumn),
  ...chosenRowProblemKinds,
} as const

/** A row with too many or too few cells, and the usual reason. */
const cellsCounted = (expected: number, found: number) =>
  `has ${found} cells, but the header has ${expected}: ${found > expected ? 'put a cell that contains a separator in quotes' : 'keep the separators of empty cells'}`

function returning({ records, files }: { records: number; files: number }): string {
  if (records === 1 && files === 0) return '1 deleted record comes back as it was; it had no files'
  const who =
    records === 1
      ? '1 deleted record comes back as it was'
      : `${counted(records)} deleted records come back as they were`
  if (files === 0) return `${who}, none of them had files`
  return `${who}, with ${files === 1 ? '1 file' : `${counted(files)} files`}`
}
