// Takes a workbook, makes the texts that its cells share.

import { refusal } from '../../import-file-error.ts'
import type { Archive } from './archive.ts'
import { maxCellCharacters, maxSharedCharacters } from './workbook-limits.ts'
import { readWholeXml } from './xml-events.ts'

/** The texts by their number. A text in several styles is one text; phonetic readings are left out. */
export async function sharedTextsOf(archive: Archive, path: string): Promise<string[]> {
  const texts: string[] = []
  const text = textCollector('si')
  let total = 0
  await readWholeXml(archive.bytesOf(path), {
    ...text,
    close(name) {
      text.close(name)
      if (name !== 'si') return
      const found = text.take()
      total += found.length + 16 // a short text takes memory too
      if (total > maxSharedCharacters) throw refusal('too_much_memory', {})
      texts.push(found)
    },
  })
  return texts
}

/** Collects the text of the <t> elements of a shared text ('si') or of a cell ('is'). */
export function textCollector(container: 'si' | 'is') {
  let parts = ''
  let isInside = false
  let isText = false
  let isPhonetic = false
  return {
    open(name: string) {
      if (name === container) isInside = true
      else if (name === 'rPh') isPhonetic = true
      else if (name === 't') isText = isInside && !isPhonetic
    },
    text(text: string) {
      if (!isText) return
      parts += text
      if (parts.length > maxCellCharacters) throw refusal('long_cell', { max: maxCellCharacters })
    },
    close(name: string) {
      if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === container) isInside = false
    },
    /** The text so far; the next one begins empty. */
    take() {
      const text = unescaped(parts)
      parts = ''
      return text
    },
  }
}

/** Excel writes characters that XML does not allow as '_x000D_'. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
