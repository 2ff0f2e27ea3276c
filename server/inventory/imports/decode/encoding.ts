// Takes a file, makes the name of its encoding.

import { isUtf8 } from 'node:buffer'
import { refusal } from '../import-file-error.ts'
import { bytesOf, type ImportSource } from './import-source.ts'

/** `start` is where the text begins, after a byte-order mark. */
export type Encoding = { name: 'utf-8' | 'damaged-utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'; start: number }

/**
 * Reads the whole file once, since only the end shows whether it is UTF-8. Holds only a few pieces of it in memory.
 * @throws ImportFileError when the file is empty or an Excel workbook
 */
export async function detectEncoding(source: ImportSource): Promise<Encoding> {
  const utf8 = utf8Check()
  const high = highBytes()
  let isFirst = true
  let start = 0
  for await (const chunk of bytesOf(source)) {
    if (isFirst) {
      const marked = byFirstBytes(chunk)
      if (marked?.name.startsWith('utf-16')) return marked
      start = marked?.start ?? 0
      isFirst = false
    }
    if (utf8.isBroken && high.isFull) break
    utf8.add(chunk)
    high.add(chunk)
  }
  if (isFirst) throw refusal('empty_file', {})
  if (utf8.isValid()) return { name: 'utf-8', start }
  return { name: start > 0 || isMostlyUtf8(high.text()) ? 'damaged-utf-8' : 'windows-1252', start }
}

function byFirstBytes(bytes: Buffer): Encoding | undefined {
  if (bytes.indexOf('PK\u0003\u0004', 0, 'latin1') === 0) {
    throw refusal('excel_workbook', {})
  }
  const mark = bytes.toString('hex', 0, 3)
  if (mark === 'efbbbf') return { name: 'utf-8', start: 3 }
  if (mark.startsWith('fffe')) return { name: 'utf-16le', start: 2 }
  if (mark.startsWith('feff')) return { name: 'utf-16be', start: 2 }
  const wide = wideByNuls(bytes.subarray(0, 4096))
  return wide && { name: wide, start: 0 }
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

/** Collects a sample that begins at the first byte beyond ASCII. */
function highBytes() {
  const parts: Buffer[] = []
  let size = 0
  return {
    isFull: false,
    add(chunk: Buffer) {
      if (this.isFull) return
      const from = size > 0 ? 0 : chunk.findIndex((byte) => byte > 127)
      if (from < 0) return
      const part = Buffer.from(chunk.subarray(from, from + sampleBytes - size))
      parts.push(part)
      size += part.length
      this.isFull = size >= sampleBytes
    },
    text: () => Buffer.concat(parts).toString('latin1'),
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
