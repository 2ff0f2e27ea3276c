// Takes a file, makes the name of its encoding.

import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import { type EncodingName, encodingNames } from 'contract/inventory/import-files.ts'
import { refusal } from '../import-file-error.ts'
import { bytesOf, type ImportSource } from './import-source.ts'

/** `start`: where the text begins, after a byte-order mark. */
export type Encoding = { name: EncodingName | 'damaged-utf-8'; start: number }

/** The encoding that the user chose. Skips a byte-order mark of that encoding. */
export async function chosenEncoding(source: ImportSource, name: EncodingName): Promise<Encoding> {
  for await (const chunk of bytesOf(source)) {
    const marked = byMark(chunk)
    return { name, start: marked?.name === name ? marked.start : 0 }
  }
  throw refusal('empty_file', {})
}

/**
 * Reads the whole file once, since only the end shows whether it is UTF-8. Holds only a few pieces of it in memory. Other encodings are
 * guessed from the letters that languages use (chardet); the user may choose another one (decision 0053).
 * @throws ImportFileError when the file is empty
 */
export async function detectEncoding(source: ImportSource): Promise<Encoding> {
  const utf8 = utf8Check()
  const high = highBytes()
  let isFirst = true
  let start = 0
  const has = { cr: false, lf: false }
  for await (const chunk of bytesOf(source)) {
    if (isFirst) {
      const marked = byFirstBytes(chunk)
      if (marked?.name.startsWith('utf-16')) return marked
      start = marked?.start ?? 0
      isFirst = false
    }
    has.cr ||= chunk.includes(13)
    has.lf ||= chunk.includes(10)
    if (utf8.isBroken && high.isFull) break
    utf8.add(chunk)
    high.add(chunk)
  }
  if (isFirst) throw refusal('empty_file', {})
  if (utf8.isValid()) return { name: 'utf-8', start }
  const sample = high.bytes()
  if (start > 0 || isMostlyUtf8(sample.toString('latin1'))) return { name: 'damaged-utf-8', start }
  // Only old programs on a Mac end lines so.
  if (has.cr && !has.lf) return { name: 'macintosh', start }
  return { name: byFrequency(sample) ?? byLetters(sample.toString('latin1')), start }
}

// Below this confidence, the most common encoding of such files is the better guess.
const leastConfidence = 30
const western = new Set(['windows-1252', 'iso-8859-1'])
// These encodings differ from the western one in few letters, so a short file says little.
const otherLatin = new Set(['windows-1250', 'iso-8859-2', 'windows-1254'])
const clearlyMore = 20
const fewLetters = 12

/** The encoding whose letters are clearly more usual than those of the western one. */
function byFrequency(sample: Buffer): EncodingName | undefined {
  const found = analyse(sample).map(({ name, confidence }) => ({ name: name.toLowerCase(), confidence }))
  const [best] = found
  const name = encodingNames.find((each) => each === best?.name)
  if (!best || !name || best.confidence < leastConfidence) return undefined
  const ofWestern = Math.max(0, ...found.map((each) => (western.has(each.name) ? each.confidence : 0)))
  const isDoubtful =
    best.confidence < ofWestern + clearlyMore || sample.filter((byte) => byte > 127).length < fewLetters
  return western.has(name) || (otherLatin.has(name) && isDoubtful) ? undefined : name
}

/**
 * Where frequency says little, letters that no western language writes so: the Polish 'Pod³adka', the Czech 'tyè' beside a š, the Turkish 'Baðlantý'.
 * @param text the bytes as Latin-1, in which 9C is 'œ' of Windows-1252
 */
function byLetters(text: string): EncodingName {
  if (polish.test(text) || (/[\x8A\x8E\x9A\x9E]/.test(text) && czech.test(text))) return 'windows-1250'
  if (/[õû]/i.test(text) && /[áéí]/i.test(text) && /[öü]/i.test(text) && !/[ãçäåâêàè]/i.test(text))
    return 'windows-1250'
  if (/[a-z][±¶¼¾][a-z]/i.test(text)) return 'iso-8859-2'
  // Icelandic writes ð, ý and þ, and more accents than Turkish.
  const isTurkish = /[a-z][ðýþ]|[ðýþÞ][a-z]/.test(text) && new Set(text.match(/[ðýþçü]/g)).size > 1
  return isTurkish && !/[áéíóúæ]/i.test(text) ? 'windows-1254' : 'windows-1252'
}

// ą, ł and ż within a word; Ł and Ż before one; ź; ś where French has no œ.
const polish =
  /[a-z][¹³¿][a-zêñæ]|[a-zêñæó¿][¹³¿][a-z]|³ó|£[a-zó][¿a-z¹]|¯[a-zó]{2}|\x9F[a-z]|[a-z]\x9F|\x8C[a-df-hj-tv-z]|\x9C[a-bdf-hj-mo-rv-zæ]|\x9C[ac]i/i
const czech = /[a-z][ìøùòèï]|[ìøùòèï][a-z]/

function byFirstBytes(bytes: Buffer): Encoding | undefined {
  const marked = byMark(bytes)
  if (marked) return marked
  const wide = wideByNuls(bytes.subarray(0, 4096))
  return wide && { name: wide, start: 0 }
}

function byMark(bytes: Buffer): Encoding | undefined {
  const mark = bytes.toString('hex', 0, 3)
  if (mark === 'efbbbf') return { name: 'utf-8', start: 3 }
  if (mark.startsWith('fffe')) return { name: 'utf-16le', start: 2 }
  return mark.startsWith('feff') ? { name: 'utf-16be', start: 2 } : undefined
}

function wideByNuls(sample: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const nuls = [0, 0]
  sample.forEach((byte, index) => {
    if (byte === 0) nuls[index % 2] = (nuls[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = nuls
  const many = sample.length * 0.15
  if (odd > many && even < odd / 8) return 'utf-16le'
  if (even > many && odd < even / 8) return 'utf-16be'
  return undefined
}

/** Whether the pieces of a file together are UTF-8. A character that is cut at the end of a piece waits for the next one. */
function utf8Check() {
  let rest: Uint8Array = Buffer.alloc(0)
  return {
    isBroken: false,
    add(chunk: Buffer) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      const end = bytes.length - cutCharacter(bytes)
      if (!isUtf8(bytes.subarray(0, end))) this.isBroken = true
      rest = Buffer.from(bytes.subarray(end))
    },
    isValid() {
      return !this.isBroken && rest.length === 0
    },
  }
}

/** How many bytes at the end belong to an incomplete character; at most 3. */
function cutCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

const sampleBytes = 256 * 1024

/** Collects a sample that begins before the first byte beyond ASCII. */
function highBytes() {
  const parts: Buffer[] = []
  let size = 0
  return {
    isFull: false,
    add(chunk: Buffer) {
      if (this.isFull) return
      const high = size > 0 ? 0 : chunk.findIndex((byte) => byte > 127)
      if (high < 0) return
      const from = Math.max(0, high - 1)
      const part = Buffer.from(chunk.subarray(from, from + sampleBytes - size))
      parts.push(part)
      size += part.length
      this.isFull = size >= sampleBytes
    },
    bytes: () => Buffer.concat(parts),
  }
}

// A broken character in a UTF-8 file must not turn the whole file into mojibake. UTF-8 sequences hardly ever occur in
// Latin-1 text; an encoded surrogate (ED A0..BF) never does.
function isMostlyUtf8(text: string): boolean {
  const sequences =
    text.match(/[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3}/g)?.length ?? 0
  const high = text.match(/[\xC0-\xFF][\x80-\xBF]*|[\x80-\xBF]/g)?.length ?? 0
  return sequences > high / 2
}
