import { searchText } from 'contract/same-text.ts'
import { escaped } from '../platform/database/search-words.ts'

const maxWords = 8

/** The words of a search, for `search_text`, which holds the folded texts of a record. */
export type TypedWords = {
  /** LIKE patterns for words that may be anywhere. */
  patterns: string[]
  /** Words of two letters, which a trigram index finds only at the beginning of a word. */
  starts: string[]
  /** LIKE patterns for a text whose separators are blanks: each word begins one. */
  begun: string[]
}

/**
 * The words of a search, in any order. A trigram index cannot find a single letter or signs alone, so a word without two adjacent
 * letters or digits is left out, and so is one after a sign: searching for it would read the whole company.
 * @param q as typed; at most 200 characters
 */
export function typedWords(q: string): TypedWords {
  const words = [...new Set(searchText(q).split(/\s+/u))].filter(isFindable).slice(0, maxWords)
  const [short, long] = [words.filter(isShort), words.filter((word) => !isShort(word))]
  return {
    patterns: long.map((word) => `%${escaped(word)}%`),
    starts: short,
    begun: words.map((word) => `% ${escaped(apart(word))}%`),
  }
}

/** The characters that end a word, for `translate` in SQL and for `apart`. */
export const separators = '\n-/.,:;()[]_#'

const apart = (word: string) =>
  [...word]
    .map((sign) => (separators.includes(sign) ? ' ' : sign))
    .join('')
    .trimStart()
const isFindable = (word: string) => /[\p{L}\p{N}]{2}|[^\p{L}\p{N}][\p{L}\p{N}]/u.test(word)
const isShort = (word: string) => /^[\p{L}\p{N}]{2}$/u.test(word)
