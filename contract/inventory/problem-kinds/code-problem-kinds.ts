import { column, kind, list } from './problem-kind.ts'

/** What a spreadsheet or a person has made of the numbers of records. */
export const codeProblemKinds = {
  numbers_shortened: kind(
    { ...column, cells: list },
    ({ cells, ...params }) =>
      `${params.column} holds numbers that a spreadsheet has shortened, and digits are lost: ${cells.join(', ')}. Format the column as text and save the file again`,
  ),
  routing_zero_lost: kind(
    { ...column, cells: list },
    ({ cells, ...params }) =>
      `${params.column} holds numbers without the zero at their beginning, which a spreadsheet drops: ${cells.join(', ')}. Format the column as text and enter them again`,
  ),
  days_for_codes: kind(
    { ...column, cells: list },
    ({ cells, ...params }) =>
      `${params.column} holds days: ${cells.join(', ')}. A spreadsheet makes days of numbers like 3-1 and MAR-1: if these were such numbers, format the column as text and enter them again`,
  ),
  exponents_for_codes: kind(
    { ...column, cells: list },
    ({ cells, ...params }) =>
      `${params.column} holds numbers with an exponent: ${cells.join(', ')}. A spreadsheet makes such numbers of codes like 1E5: if these were codes, format the column as text and enter them again`,
  ),
  codes_of_several: kind(
    { ...column, cells: list },
    ({ cells, ...params }) =>
      `${params.column} holds several numbers in one cell, or a sign that may be none of the number: ${cells.join(', ')}`,
  ),
  guards_removed: kind(
    { ...column, cells: list },
    ({ cells, ...params }) =>
      `${params.column} holds signs that keep a code as text (="00123" and '00123). They are taken off: ${cells.join(', ')}`,
  ),
} as const
