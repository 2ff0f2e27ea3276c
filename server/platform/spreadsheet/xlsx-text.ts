import { escapeFormula, guardedText, isErrorValue, unescapeFormula } from './formula.ts'

/** The most characters that Excel takes in a cell. */
const longest = 32_767
// XML 1.0 has no control characters besides tab and line breaks, and turns a carriage return into a line feed.
const unknownToXml = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g

/**
 * A text as a workbook holds it, before XML escapes it: Excel writes '_x000D_' for characters that XML does not have, so a text like
 * 'PLATE_x1200_A' has its first underscore written so, too.
 */
export const xlsxText = (text: string): string =>
  text
    .slice(0, longest)
    .toWellFormed()
    .replace(unknownToXml, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

/** No text of a workbook is a formula. Only a text that an import would read as another one is escaped, as in a CSV file. */
export const importableText = (text: string): string =>
  unescapeFormula(text) === text && guardedText(text) === null && !isErrorValue(text) ? text : escapeFormula(text)
