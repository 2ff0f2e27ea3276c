import type { ProblemCode } from '../import-problems.ts'

/** What a program does about a problem (`ImportProblem`). `answer`: the parameters that answer a question. */
export type ProblemUse = { kind: 'question' | 'retry' | 'final' | 'notice'; answer?: string[] }

/** The problems that a parameter answers. */
const questions = {
  type: ['unknown_type', 'nothing_but_left_out', 'section_left_out', 'stock_left_out', 'looks_like_products'],
  mapping: [
    ...(['unknown_field', 'columns_clash', 'field_without_column', 'close_name', 'behind_empty_column'] as const),
    ...(['other_columns', 'columns_without_header', 'columns_open', 'order_minimum', 'names_kept'] as const),
    ...(['looks_like_bom', 'looks_like_order', 'bom_counts_one', 'bom_counts_references'] as const),
  ],
  decimals: ['mixed_marks', 'open_marks', 'mixed_decimals', 'other_decimals'],
  inDollars: ['other_currencies', 'other_currency'],
  withoutUnits: ['words_for_nothing'],
  encoding: ['read_as_windows_1252', 'read_as'],
  sheet: ['no_such_sheet', 'other_sheets', 'hidden_sheets'],
  headerRow: ['rows_above_header'],
  repeats: ['rows_repeat', 'row_repeats', 'more_repeat', 'stock_twice'],
  places: ['unknown_places'],
  components: ['unknown_record'],
  bomLike: ['looks_like_bom', 'bom_of_what'],
  bomOf: ['bom_of_what', 'bom_top_lines'],
  only: ['row_not_in_file', 'gives_way_to_unchosen', 'needs_unchosen'],
} as const satisfies Record<string, ProblemCode[]>

const others = {
  retry: ['key_missing', 'changed_since', 'added_since', 'deleted_since'],
  final: [
    // of the file
    ...(['no_csv', 'empty_file', 'no_table', 'other_spreadsheet', 'no_workbook', 'workbook_broken'] as const),
    ...(['workbook_protected', 'workbook_too_large', 'workbook_too_complex', 'too_many_cells'] as const),
    ...(['too_many_empty_cells', 'too_many_sheets', 'no_rows', 'header_below_rows', 'too_slow'] as const),
    ...(['too_much_memory', 'too_many_sections', 'too_many_rows', 'too_many_lines', 'too_many_columns'] as const),
    ...(['long_row', 'long_cell', 'open_quote', 'open_quote_or_long_cell', 'header_with_nul'] as const),
    'header_unreadable',
    // of a row
    ...(['nul_character', 'unreadable_character', 'rows_in_cell', 'group_heading', 'cell_count'] as const),
    ...(['cell_count_of_variant', 'other_table', 'columns_turn', 'name_needed'] as const),
    // of a cell
    ...(['required', 'too_long', 'not_amount', 'error_value', 'not_whole', 'not_quantity', 'excess_decimals'] as const),
    ...(['too_few_decimals', 'not_unit', 'not_decimals', 'each_decimals', 'unit_moved', 'other_unit'] as const),
    ...([
      'lot_missing',
      'place_short',
      'number_of_several',
      'number_of_rows',
      'line_decimals',
      'too_large',
      'not_email',
    ] as const),
    ...(['not_web_address', 'not_sop_id', 'not_yes_or_no', 'not_a_choice', 'not_lines', 'not_storable'] as const),
    ...(['faulty_record', 'store_product_taken', 'ambiguous_name', 'too_many_of', 'contains_itself'] as const),
    ...(['bom_quantities', 'bom_units', 'bom_too_long', 'too_deep', 'part_of_faulty_row'] as const),
  ],
  notice: [
    ...(['told', 'quotes_mended', 'files_not_imported', 'files_missing', 'marks_as_written'] as const),
    ...(['numbers_shortened', 'routing_zero_lost', 'days_for_codes', 'exponents_for_codes'] as const),
    ...(['codes_of_several', 'guards_removed', 'garbled_texts', 'formulas_kept', 'signs_for_same'] as const),
    ...(['first_address', 'amounts_rounded', 'currencies_mixed', 'factor_column', 'groups_left_open'] as const),
    ...([
      'unit_left_out',
      'unit_in_header',
      'metre_or_thousand',
      'components_side_by_side',
      'modifiers_left_out',
      'value_divided',
    ] as const),
    ...(['line_days_left_out', 'line_choices_left_out', 'words_left_out', 'validity_left_out'] as const),
    ...(['factor_above', 'currency_of_sheet', 'currency_above', 'hidden_rows', 'hidden_columns'] as const),
    ...(['units_shown', 'struck_rows', 'coloured_rows', 'notes_unread', 'links_unread', 'pictures_unread'] as const),
    ...(['units_taken', 'no_records', 'bom_rows_left_out', 'bom_groups_unread', 'bom_fitting_unread'] as const),
    ...(['bom_names_kept', 'bom_known_kept', 'bom_items_differ', 'bom_other_bill', 'bom_rows_unread'] as const),
    ...(['headings_left_out', 'bom_positions_repeat', 'bom_lines_with_dash', 'bom_lines_not_fitted'] as const),
    ...(['bom_lines_aside', 'bom_total_quantity', 'bom_phantoms', 'bom_references_differ'] as const),
    ...(['bom_references_unread', 'bom_level_gap', 'bom_twins', 'bom_lines_summed', 'bom_lists_differ'] as const),
    ...(['bom_units_converted', 'bom_other_units', 'bom_lists_mixed', 'bom_strays', 'stock_lowered'] as const),
    ...(['stock_kept', 'stock_rows_lower', 'stock_totals_rise', 'stock_raised', 'number_of_other'] as const),
    ...(['number_but_for_zeros', 'number_looks_like_other', 'costs_unknown', 'names_change'] as const),
    ...(['units_change', 'units_kept', 'records_return', 'bom_changes'] as const),
  ],
} as const satisfies Record<string, ProblemCode[]>

/** By code. */
export const problemUses: ReadonlyMap<string, ProblemUse> = new Map([
  ...Object.values(questions)
    .flat()
    .map((code): [string, ProblemUse] => [code, { kind: 'question', answer: answersTo(code) }]),
  ...Object.entries(others).flatMap(([kind, codes]) =>
    codes.map((code): [string, ProblemUse] => [code, { kind: kind as keyof typeof others }]),
  ),
])

function answersTo(code: string): string[] {
  return Object.entries(questions).flatMap(([parameter, codes]) =>
    codes.some((each) => each === code) ? [parameter] : [],
  )
}
