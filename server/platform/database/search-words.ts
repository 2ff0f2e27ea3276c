import { searchText } from 'contract/same-text.ts'

const mostWords = 8

/** The words of the search of a list; a row contains them in any order. */
export type SearchWords = {
  /** LIKE patterns for words that may be anywhere. */
  words: string[]
  /** Words of one or two letters: a word of the row begins with each. A trigram index supports no more (`app.word_begins`). */
  starts: string[]
}

/** @param q as typed; at most 200 characters */
export function searchWords(q: string | undefined): SearchWords {
  const typed = [...new Set(searchText(q ?? '').split(/\s+/u))].filter(Boolean).slice(0, mostWords)
  return {
    words: typed.filter((word) => !isShort(word)).map(anywhere),
    starts: typed.filter(isShort),
  }
}

/** A LIKE pattern for a substring. */
export const patternOf = (q: string | undefined) => (q ? anywhere(searchText(q)) : null)

/** A LIKE pattern for a text anywhere. @param text folded (searchText) */
export const anywhere = (text: string) => `%${escaped(text)}%`

/** Escapes the wildcards of LIKE (T34). */
export const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

// In scripts without blanks, the beginnings of words cannot be found.
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u

const isShort = (word: string) => /^[\p{L}\p{N}]{1,2}$/u.test(word) && !unspaced.test(word)
