import { count, counted, kind, list, namesRow, quoted, text } from './problem-kind.ts'

const partsOf = (value: number) => `${counted(value)} ${value === 1 ? 'part gets' : 'parts get'}`
/** The examples, and how many more there are. */
const some = (records: number, examples: string[]) =>
  `${examples.join(', ')}${records > examples.length ? ` and ${counted(records - examples.length)} more` : ''}`

const are = ({ length }: string[]) => (length === 1 ? 'is' : 'are')

/** Columns that are left out, or taken, although they leave something open. */
export const columnProblemKinds = {
  other_columns: kind(
    { column: text, others: list, label: text },
    ({ column, others, label }) =>
      `'${column}' is taken as ${label}; ${quoted(others)} could be it too, and ${are(others)} left out`,
  ),
  factor_column: kind(
    { column: text, found: text },
    ({ column, found }) =>
      `'${column}' says how many the figures of a row are for ('${found}'). Figures are taken as they are: for one`,
  ),
  groups_left_open: kind(
    { column: text, rows: count },
    ({ column, rows }) =>
      `'${column}' is empty in ${counted(rows)} ${rows === 1 ? 'row' : 'rows'} below others: if their values are meant for these rows too, fill them in`,
  ),
  columns_without_header: kind(
    { columns: list },
    ({ columns }) => `Columns without a name in the header are left out: ${columns.join(', ')}`,
  ),
  stock_left_out: kind(
    { column: text },
    ({ column }) => `'${column}' is left out: choose Stock for the file, to keep what is at each place and in each lot`,
  ),
  unit_left_out: kind(
    { column: text, found: text },
    ({ column, found }) => `'${column}' is left out (${found}): figures are taken in the unit of each item`,
  ),
  unit_in_header: kind(
    { column: text, unit: text },
    ({ column, unit }) => `'${column}' names a unit (${unit}): its figures are taken in the unit of each part`,
  ),
  metre_or_thousand: kind(
    { column: text, found: text },
    ({ column, found }) =>
      `'${column}' holds '${found}', which is taken as metres. If it means a thousand, change it in the file`,
  ),
  columns_open: kind(
    { columns: list, label: text },
    ({ columns, label }) =>
      `${quoted(columns)} could be ${label}, and ${are(columns)} left out: choose ${columns.length === 1 ? 'it, if it is' : 'one'}`,
  ),
  components_side_by_side: kind(
    { columns: list },
    ({ columns }) =>
      `${quoted(columns)} are left out: give each component a row of its own, with the number of what contains it`,
  ),
  order_minimum: kind(
    { column: text, label: text },
    ({ column, label }) =>
      `'${column}' may be the least that one can order, so it does not become ${label} unless you choose that`,
  ),
  modifiers_left_out: kind(
    { columns: list },
    ({ columns }) => `${quoted(columns)} ${are(columns)} left out: figures are taken as they are`,
  ),
  line_days_left_out: kind(
    { columns: list },
    ({ columns }) => `${quoted(columns)} ${are(columns)} left out: every line counts, whatever its days`,
  ),
  line_choices_left_out: kind(
    { columns: list },
    ({ columns }) => `${quoted(columns)} ${are(columns)} left out: every line counts, whatever it says there`,
  ),
  words_left_out: kind(
    { columns: list },
    ({ columns }) => `${columns.join(', ')} ${are(columns)} left out: every row counts, whatever it says there`,
  ),
  validity_left_out: kind(
    { columns: list },
    ({ columns }) => `${quoted(columns)} ${are(columns)} left out: prices count from the import on`,
  ),
} as const

/** What a table is, and what becomes of the lines of a bill of materials. */
export const bomProblemKinds = {
  looks_like_bom: kind(
    {},
    () => 'This looks like a bill of materials, so its quantities do not become stock levels unless you choose that',
  ),
  looks_like_products: kind({}, () => 'This looks like the products of a web shop'),
  looks_like_order: kind(
    {},
    () =>
      'This looks like an order, an offer or a list of sales, so its quantities do not become stock levels unless you choose that',
  ),
  bom_rows_left_out: kind(
    { rows: list },
    ({ rows }) => `Rows without a parent, a level or a component are left out: ${rows.join(', ')}`,
  ),
  bom_groups_unread: kind(
    {},
    () => 'Rows of the sheet are grouped. Groups are no levels: a column of levels or indented numbers are',
  ),
  bom_fitting_unread: kind(
    { lines: list },
    ({ lines }) =>
      `These lines count, though their mark says neither that they are fitted nor that they are not: ${lines.join(', ')}`,
  ),
  bom_changes: kind(
    { records: count, examples: list },
    ({ records, examples }) =>
      `Changes the bill of materials of ${records === 1 ? examples.join() : `${counted(records)} items: ${some(records, examples)}`}`,
  ),
  bom_names_kept: kind({ items: list }, ({ items }) => `Items that exist keep their names: ${items.join('; ')}`),
  bom_known_kept: kind(
    { columns: list, items: list },
    ({ columns, items }) =>
      `Items that exist keep what they have, ${quoted(columns)} ${columns.length === 1 ? 'is' : 'are'} read only for new ones: ${items.join(', ')}`,
  ),
  bom_items_differ: kind(
    { items: list },
    ({ items }) => `Rows of the same item describe it differently, and the first one counts: ${items.join('; ')}`,
  ),
  bom_other_bill: kind(
    { row: count },
    ({ row }) =>
      `Another bill of materials begins in row ${row}, so the rows from there on are left out: import it as a file of its own`,
  ),
  bom_rows_unread: kind(
    { rows: list },
    ({ rows }) => `Rows with more cells than the header, or with a broken one, are left out: ${rows.join(', ')}`,
  ),
  headings_left_out: kind({ rows: list }, ({ rows }) =>
    rows.length === 1
      ? `Row ${rows[0]} looks like the heading of a group, so it is left out`
      : `Rows ${rows.join(', ')} look like headings of groups, so they are left out`,
  ),
  bom_positions_repeat: kind(
    { lines: list },
    ({ lines }) =>
      `Several lines have the same item number, and each of them counts; if they are alternates, leave all but one out: ${lines.join('; ')}`,
  ),
  bom_lines_with_dash: kind(
    { lines: list },
    ({ lines }) => `Lines with a dash instead of a quantity are left out: ${lines.join(', ')}`,
  ),
  bom_lines_not_fitted: kind(
    { lines: list },
    ({ lines }) => `Lines marked as not fitted are left out: ${lines.join(', ')}`,
  ),
  bom_lines_aside: kind(
    { lines: list },
    ({ lines }) => `Lines marked as alternates, documents, work or deleted are left out: ${lines.join(', ')}`,
  ),
  bom_total_quantity: kind(
    { column: text },
    ({ column }) => `'${column}' may count for the whole product, but is taken as the quantity for one of the parent`,
  ),
  bom_phantoms: kind(
    { lines: list },
    ({ lines }) => `Phantoms are taken as items of their own, with stock of their own: ${lines.join(', ')}`,
  ),
  bom_of_what: kind(
    // One that was stored before names no item.
    { last: text.default('') },
    ({ last }) =>
      `This is read as a bill of materials: name the item that it describes${last && `, ${last} the last time`}, or say that it is a list`,
  ),
  bom_counts_one: kind({}, () => 'No column feeds Quantity: each line counts 1'),
  bom_counts_references: kind(
    {},
    () => 'No column feeds Quantity: each line counts its references, and 1 when it has none',
  ),
  bom_references_differ: kind(
    { lines: list },
    ({ lines }) => `The quantity differs from the number of references; the quantity counts: ${lines.join(', ')}`,
  ),
  bom_references_unread: kind(
    { lines: list },
    ({ lines }) => `References that cannot be counted, so their lines count 1: ${lines.join(', ')}`,
  ),
  bom_level_gap: kind(
    { rows: list },
    ({ rows }) =>
      `A level is missing above ${rows.length === 1 ? 'row' : 'rows'} ${rows.join(', ')}: they hang on the row above`,
  ),
  bom_top_lines: kind(
    { lines: list },
    ({ lines }) =>
      `No item stands above these lines, so their quantities count nowhere; if they belong to an item, name it: ${lines.join(', ')}`,
  ),
  bom_twins: kind(
    { items: list },
    ({ items }) =>
      `These numbers are parts, and become items with components too; the bill of materials uses the new items, not the stock of the parts: ${items.join(', ')}`,
  ),
  bom_lines_summed: kind(
    { lines: list },
    ({ lines }) => `The quantities of repeated lines are added: ${lines.join('; ')}`,
  ),
  bom_lists_differ: kind(
    { items: list },
    ({ items }) => `The file lists different components for the same item; the first list is used: ${items.join('; ')}`,
  ),
  bom_units_converted: kind(
    { lines: list },
    ({ lines }) => `Quantities are converted to the unit of the part: ${lines.join(', ')}`,
  ),
  bom_other_units: kind(
    { lines: list },
    ({ lines }) =>
      `Quantities are taken in the unit of the part, though their rows name another one: ${lines.join(', ')}`,
  ),
  bom_lists_mixed: kind(
    { items: list },
    ({ items }) => `These items have several lists of components, and the lines of all count: ${items.join('; ')}`,
  ),
  bom_strays: kind(
    { items: list },
    ({ items }) =>
      `These items have no parent and no components, so they are in no bill of materials: ${items.join(', ')}`,
  ),
} as const

/** What an import changes in existing records, that a person should know before it. */
export const effectProblemKinds = {
  stock_lowered: kind(
    { records: count, examples: list },
    ({ records, examples }) => `${partsOf(records)} a lower stock level: ${some(records, examples)}`,
  ),
  stock_kept: kind(
    { records: count, examples: list },
    ({ records, examples }) =>
      `${counted(records)} ${records === 1 ? 'part keeps its stock' : 'parts keep their stock'}, which is at several places or in lots now: ${some(records, examples)}`,
  ),
  stock_rows_lower: kind(
    { records: count, examples: list },
    ({ records, examples }) =>
      `${counted(records)} ${records === 1 ? 'row lowers' : 'rows lower'} the stock of an item: ${some(records, examples)}`,
  ),
  stock_totals_rise: kind(
    { records: count, examples: list },
    ({ records, examples }) =>
      `${records === 1 ? 'The total of 1 item rises' : `The totals of ${counted(records)} items rise`}, since stock outside these rows stays: ${some(records, examples)}`,
  ),
  unknown_places: kind(
    { records: count, examples: list },
    ({ records, examples }) =>
      `${counted(records)} ${records === 1 ? 'place does' : 'places do'} not exist yet: ${some(records, examples)}`,
  ),
  stock_raised: kind(
    { records: count, examples: list },
    ({ records, examples }) =>
      `${partsOf(records)} at least a hundred times the stock level: ${some(records, examples)}`,
  ),
  number_of_other: kind(
    { type: text, other: text, records: count, examples: list },
    ({ type, other, records, examples }) =>
      `${counted(records)} of the new ${type} ${records === 1 ? 'has' : 'have'} the number of existing ${other}: ${some(records, examples)}`,
  ),
  number_but_for_zeros: kind(
    { type: text, records: count, examples: list },
    ({ type, records, examples }) =>
      `${counted(records)} of the new ${type} ${records === 1 ? 'has' : 'have'} the number of existing ${type} but for zeros: ${some(records, examples)}`,
  ),
  number_looks_like_other: kind(
    { type: text, records: count, examples: list },
    ({ type, records, examples }) =>
      `${counted(records)} of the new ${type} ${records === 1 ? 'looks' : 'look'} like other ${type}, but some of their letters are Cyrillic or Greek: ${some(records, examples)}`,
  ),
  costs_unknown: kind(
    { records: count, examples: list },
    ({ records, examples }) =>
      `${records === 1 ? '1 new part has no cost in the file and costs' : `${counted(records)} new parts have no cost in the file and cost`} 0 until somebody enters one: ${some(records, examples)}`,
  ),
  names_change: kind(
    { records: count, examples: list },
    ({ records, examples }) => `Name changes of existing records: ${counted(records)} (${some(records, examples)})`,
  ),
  units_change: kind(
    { records: count, examples: list },
    ({ records, examples }) =>
      `${partsOf(records)} another unit: ${some(records, examples)}. Costs, thresholds and bills of materials keep their figures`,
  ),
  units_kept: kind(
    { records: count, examples: list },
    ({ records, examples }) =>
      `${counted(records)} existing ${records === 1 ? 'part is' : 'parts are'} counted without a unit and ${records === 1 ? 'stays' : 'stay'} so: ${some(records, examples)}`,
  ),
  names_kept: kind(
    { column: text, records: count, examples: list },
    ({ records, examples, ...params }) =>
      `The column '${params.column}' is only probably the name, so ${counted(records)} existing ${records === 1 ? 'record keeps its name' : 'records keep their names'}: ${some(records, examples)}. Confirm the column to change them`,
  ),
} as const

/** Rows that were chosen one by one. */
export const chosenRowProblemKinds = {
  row_not_in_file: kind({}, (_, row) => `Row ${row} is not in this file`, namesRow),
  gives_way_to_unchosen: kind(
    { to: count },
    ({ to }, row) => `Row ${row} is replaced by row ${to}, which is not selected`,
    namesRow,
  ),
  needs_unchosen: kind(
    { needs: count, noun: text, number: text },
    ({ needs, noun, number }, row) => `Row ${row} needs row ${needs}, which is not selected: ${noun} ${number}`,
    namesRow,
  ),
}
