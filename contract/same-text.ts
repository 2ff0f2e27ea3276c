/*
 * 'The same text' has one meaning, here and in the database (app.folded and app.searchable in database/templates/01-schema.sql; a test compares
 * them). Keys, headers, searches and comparisons use it.
 */

// Signs without a look.
const unseen =
  /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|\u034F|[\u180B-\u180F]|[\uFE00-\uFE0F]/g
const apostrophes = /[\u0060\u00B4\u2018\u2019\u201A\u201B\u2032]/g
const quotes = /[\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB]/g
const dashes = /[\u2010-\u2015\u2043\u2212]/g
const blanks = /[ \t\n\r\f\v\u0085\u1680\u2028\u2029]+/g
const accents = /[\u0300-\u036F]/g
const joiners = /[\u200C\u200D]/g

/** Letters and emoji that a joiner changes: Arabic and Persian, the scripts of India, Burmese, Khmer and Mongolian, pictures. */
const joined =
  '\\u0600-\\u08FF\\u0900-\\u0DFF\\u1000-\\u109F\\u1780-\\u18AF\\u2190-\\u2BFF\\uFB50-\\uFDFF\\uFE0F\\uFE70-\\uFEFC\\u{1F000}-\\u{1FAFF}'
const loneJoiner = new RegExp(`(?<![${joined}])[\\u200C\\u200D]|[\\u200C\\u200D](?![${joined}])`, 'gu')

/** Removes joiners that join nothing. Within Persian words and between emoji they change what people see, so they stay. */
export const withoutLoneJoiners = (text: string): string => text.replace(loneJoiner, '')

/**
 * The key of a text: equal for texts that nobody can tell apart. Case, width, blanks, dashes, quotes, ß and ss, both signs for micro and ohm
 * make no difference; signs that nobody sees count as nothing.
 */
export function foldText(text: string): string {
  if (/^[!-_a-~]+(?: [!-_a-~]+)*$/.test(text)) return text.toLowerCase()
  return foldSigns(text).replace(blanks, ' ').replace(/^ | $/g, '')
}

/** The text that a search looks in and for: folded, and without accents: 'Muller' and 'strasse' find 'Müller' and 'Straße'. */
export function searchText(text: string): string {
  return foldSigns(text)
    .replace(joiners, '')
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(/[øđłıħŧðæœ]/g, (letter) => plain[letter as keyof typeof plain])
}

const plain = { ø: 'o', đ: 'd', ł: 'l', ı: 'i', ħ: 'h', ŧ: 't', ð: 'd', æ: 'ae', œ: 'oe' }

const foldSigns = (text: string) =>
  foldCase(
    withoutLoneJoiners(text.replace(unseen, '')).replace(apostrophes, "'").replace(quotes, '"').normalize('NFKC'),
  )
    .normalize('NFKC')
    .replace(dashes, '-')

/** Case folding as Unicode has it, letter by letter: the last sigma of a word is one, the dotless i stays, Cherokee is folded to capitals. */
const foldCase = (text: string) =>
  Array.from(text, (letter) => {
    if (letter === 'ı') return letter
    return /\p{sc=Cherokee}/u.test(letter) ? letter.toUpperCase() : letter.toLowerCase().toUpperCase().toLowerCase()
  }).join('')
