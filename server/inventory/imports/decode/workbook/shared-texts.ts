// Takes a workbook, makes the texts that its cells share.

import { refusal } from '../../import-file-error.ts'
import type { Archive } from './archive.ts'
import { isOn } from './cell-styles.ts'
import { maxCellCharacters, maxSharedCharacters } from './workbook-limits.ts'
import { readWholeXml } from './xml-events.ts'

/** A text of a cell; `isStruck`: some of it is crossed out. */
export type CellText = { text: string; isStruck: boolean }

/** The texts by their number, and the numbers of those that are crossed out: an object for each would take twice the memory. */
export type SharedTexts = { texts: string[]; struck: Set<number> }

export const noTexts: SharedTexts = { texts: [], struck: new Set() }

/** A text in several styles is one text; phonetic readings are left out. */
export async function sharedTextsOf(archive: Archive, path: string): Promise<SharedTexts> {
  const texts: string[] = []
  const struck = new Set<number>()
  const text = textCollector('si')
  let total = 0
  await readWholeXml(archive.bytesOf(path), {
    ...text,
    close(name) {
      text.close(name)
      if (name !== 'si') return
      const found = text.take()
      total += found.text.length + (found.isStruck ? 48 : 16) // a short text takes memory too
      if (total > maxSharedCharacters) throw refusal('too_much_memory', {})
      if (found.isStruck) struck.add(texts.length)
      texts.push(found.text)
    },
  })
  return { texts, struck }
}

/** Collects the text of the <t> elements of a shared text ('si') or of a cell ('is'). */
export function textCollector(container: 'si' | 'is') {
  let parts = ''
  let isInside = false
  let isText = false
  let isPhonetic = false
  let isStruck = false
  let hasStruck = false
  let place = ''
  return {
    open(name: string, attributes: Record<string, string>) {
      if (name === container) isInside = true
      else if (name === 'rPh') isPhonetic = true
      else if (name === 't') isText = isInside && !isPhonetic
      else if (name === 'strike') isStruck = isInside && isOn(attributes)
      else if (name === 'vertAlign') place = attributes.val ?? ''
    },
    text(text: string) {
      if (!isText) return
      if (isStruck && text.trim() !== '') hasStruck = true
      parts +=
        place === '' ? text : text.replace(/[0-9+=()-]/g, (sign) => figures[place]?.[signs.indexOf(sign)] ?? sign)
      if (parts.length > maxCellCharacters) throw refusal('long_cell', { max: maxCellCharacters })
    },
    close(name: string) {
      if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'r') {
        isStruck = false
        place = ''
      } else if (name === container) isInside = false
    },
    /** The text so far; the next one begins empty. */
    take(): CellText {
      const found = { text: unescaped(parts), isStruck: hasStruck }
      parts = ''
      hasStruck = false
      return found
    },
  }
}

const signs = '0123456789+-=()'
/** A raised 2 is ²: without it '5' with a note 1 would be 51. */
const figures: Record<string, string> = { superscript: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾', subscript: '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎' }

/** Excel writes characters that XML does not allow as '_x000D_'. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
