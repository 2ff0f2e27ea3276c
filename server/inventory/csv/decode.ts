import { isUtf8 } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ImportFileError } from './import-file-error.ts'

const maxBytes = 32 * 1024 * 1024
/** What to do with a file that is too large for an upload. */
export const instead = 'split it into several, or import a backup from the list of Backup Files'

const chunkBytes = 256 * 1024

/**
 * Bytes of an upload -> text in chunks; no chunk ends inside a character. The bytes are held until the end because only
 * then it is known whether they are UTF-8; the text never is.
 * What cannot be decoded becomes a lone surrogate, which `parseRows` turns into an error of that row (security.md T77).
 * @param warn told when the encoding had to be guessed
 * @throws ImportFileError when the file is empty, over 32 MB or an Excel workbook
 */
export async function* decode(
  source: AsyncIterable<Uint8Array> | Uint8Array,
  warn: (sentence: string) => void = () => undefined,
): AsyncGenerator<string> {
  const bytes = await collect(source)
  if (bytes.length === 0) throw new ImportFileError('The file is empty')
  if (bytes.indexOf('PK\u0003\u0004', 0, 'latin1') === 0) {
    throw new ImportFileError('This is an Excel workbook: save it as CSV first')
  }
  const { encoding, start } = detect(bytes)
  if (encoding === 'windows-1252')
    warn('The file is not UTF-8 and was read as Windows-1252: check its accented letters')
  const toText = decoderOf(encoding)
  for (let from = start; from < bytes.length; from += chunkBytes) {
    const to = Math.min(from + chunkBytes, bytes.length)
    yield toText(bytes.subarray(from, to), to === bytes.length)
    // The bytes are all here, so nothing else would let other requests have their turn.
    await nextTurn()
  }
}

/** The same for a backup: this server wrote it in UTF-8, so that nothing needs to be held and any size will do. */
export async function* decodeBackup(source: AsyncIterable<Uint8Array> | Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  for await (const bytes of source instanceof Uint8Array ? [source] : source)
    yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

/** The bytes of an upload in one piece. @throws ImportFileError when there are more than 32 MB */
export async function collect(source: AsyncIterable<Uint8Array> | Uint8Array): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of source instanceof Uint8Array ? [source] : source) {
    size += part.length
    if (size > maxBytes) throw new ImportFileError(`The file is larger than 32 MB: ${instead}`)
    parts.push(part)
  }
  return parts.length === 1 && parts[0] ? Buffer.from(parts[0].buffer, parts[0].byteOffset, size) : Buffer.concat(parts)
}

type Encoding = 'utf-8' | 'damaged-utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** `start` is where the text begins, after a byte-order mark. */
function detect(bytes: Buffer): { encoding: Encoding; start: number } {
  const mark = bytes.toString('hex', 0, 3)
  if (mark === 'efbbbf') return { encoding: isUtf8(bytes) ? 'utf-8' : 'damaged-utf-8', start: 3 }
  if (mark.startsWith('fffe')) return { encoding: 'utf-16le', start: 2 }
  if (mark.startsWith('feff')) return { encoding: 'utf-16be', start: 2 }
  const wide = wideByNuls(bytes.subarray(0, 4096))
  if (wide) return { encoding: wide, start: 0 }
  if (isUtf8(bytes)) return { encoding: 'utf-8', start: 0 }
  return { encoding: isMostlyUtf8(bytes) ? 'damaged-utf-8' : 'windows-1252', start: 0 }
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

// A broken character in a UTF-8 file must not turn the whole file into mojibake. UTF-8 sequences hardly ever occur in
// Latin-1 text; an encoded surrogate (ED A0..BF) never does.
function isMostlyUtf8(bytes: Buffer): boolean {
  const from = Math.max(
    0,
    bytes.findIndex((byte) => byte > 127),
  )
  const text = bytes.toString('latin1', from, from + chunkBytes)
  const sequences =
    text.match(/[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3}/g)?.length ?? 0
  const highBytes = text.match(/[\xC0-\xFF][\x80-\xBF]*|[\x80-\xBF]/g)?.length ?? 0
  return sequences > highBytes / 2
}

/** @returns a function of a piece of the bytes and whether it is the last one */
function decoderOf(encoding: Encoding): (bytes: Buffer, isLast: boolean) => string {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    // TextDecoder would silently replace lone surrogates; StringDecoder keeps them for the row's error.
    const decoder = new StringDecoder('utf16le')
    return (bytes, isLast) => {
      const even = isLast ? bytes.subarray(0, bytes.length & ~1) : bytes
      return decoder.write(encoding === 'utf-16be' ? Buffer.from(even).swap16() : even)
    }
  }
  const decoder = new TextDecoder(encoding === 'windows-1252' ? encoding : 'utf-8', { ignoreBOM: true })
  if (encoding === 'damaged-utf-8') {
    return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast }).replaceAll('\uFFFD', '\uDCFF')
  }
  return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast })
}
