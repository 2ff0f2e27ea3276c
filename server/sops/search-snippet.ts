// Takes a part of a SOP's text in which a search found its words, makes the passage to show in a list.

import { searchText } from 'contract/same-text.ts'

const wordsBefore = 6
const wordsInAll = 24

/**
 * The passage with the words of a search, each between \u0002 and \u0003, without the marks of Markdown. A word is found as the search finds it:
 * by its beginning, whatever its case and accents.
 * @param text begins with '…' where it is cut, perhaps within a word or a link
 * @param words folded (searchText)
 * @returns null when none of the words is in the text: the search found them elsewhere
 */
export function snippetOf(text: string, words: string[]): string | null {
  const isRest = text.startsWith('…')
  const plain = withoutMarks(text.replace(/^…\S*\s/, ''))
  const tokens = [...plain.matchAll(word)]
  const hit = tokens.findIndex(([token]) => isHit(token, words))
  if (hit < 0) return null
  const first = Math.max(0, hit - wordsBefore)
  const from = first > 0 ? tokens[first]?.index : 0
  const last = tokens[first + wordsInAll - 1]
  const isCut = first + wordsInAll < tokens.length
  const passage = plain.slice(from, isCut && last ? last.index + last[0].length : undefined)
  const marked = passage.replace(word, (token) => (isHit(token, words) ? `\u0002${token}\u0003` : token))
  return `${first > 0 || isRest ? '… ' : ''}${marked}${isCut ? ' …' : ''}`
}

const word = /[\p{L}\p{N}\p{M}]+/gu

const isHit = (token: string, words: string[]) => words.some((wanted) => searchText(token).startsWith(wanted))

/** The words as a reader sees them: links and pictures by their names, no marks of headings, lists, tables and emphasis. */
const withoutMarks = (text: string): string =>
  text
    .replace(/[\u0002\u0003]/g, '')
    .replace(/!?\[([^[\]\n]{0,200})\]\([^)\n]{0,600}\)?/g, '$1')
    .replace(/^[ \t>]*\[![A-Z]+\]/gm, '')
    .replace(/^[ \t>]*(?:(?:#{1,6}|[-*+])[ \t]+)?(?:\[[ xX]\][ \t]+)?/gm, '')
    .replace(/^[ |:-]{1,200}$/gm, '')
    .replace(/\*\*|__|~~|`+/g, '')
    .replace(/(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, '')
    .replaceAll('|', ' ')
    .replace(/\s+/g, ' ')
    .trim()
