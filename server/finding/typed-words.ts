import { escaped } from '../platform/database/search-words.ts'

const maxWords = 8

/** How the words of a search are looked for in `search_text`, which holds the texts of a record in lower case. */
export type TypedWords = {
  /** LIKE patterns: the word stands anywhere. */
  patterns: string[]
  /** Words of two letters, which a trigram index knows only where a word begins. */
  starts: string[]
  /** LIKE patterns for a text whose separators are blanks: each word begins one. */
  begun: string[]
}

/**
 * The words of a search, in any order. A trigram index knows nothing of a single letter or of signs alone, so a word without two
 * letters or digits side by side, or one after a sign, is left out: looking for it would read the whole company.
 * @param q as typed; at most 200 characters
 */
export function typedWords(q: string): TypedWords {
  const words = [...new Set(q.toLowerCase().split(/\s+/u))].filter(isFindable).slice(0, maxWords)
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
