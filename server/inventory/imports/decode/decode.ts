// Takes a file and its encoding, makes its text in chunks.

import { StringDecoder } from 'node:string_decoder'
import type { Encoding } from './encoding.ts'
import { bytesOf, type ImportSource } from './import-source.ts'

/**
 * A file -> its text in chunks, read on demand; no chunk ends inside a character.
 * Bytes that cannot be decoded become a lone surrogate, which `parseRows` turns into an error of that row (T77).
 */
export async function* decode(source: ImportSource, { name, start }: Encoding): AsyncGenerator<string> {
  const { write, end } = decoderOf(name)
  for await (const chunk of bytesOf(source, start)) yield write(chunk)
  yield end()
}

/** The text of a backup: this server wrote it in UTF-8, so no encoding has to be guessed. */
export async function* decodeBackup(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true }) // removes the byte-order mark at the start
  for await (const bytes of source) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

type Decoder = { write: (bytes: Buffer) => string; end: () => string }

function decoderOf(name: Encoding['name']): Decoder {
  if (name === 'utf-16le' || name === 'utf-16be') return wideDecoder(name === 'utf-16be')
  const decoder = new TextDecoder(name === 'damaged-utf-8' ? 'utf-8' : name, { ignoreBOM: true })
  if (name === 'shift_jis') return yenDecoder(decoder)
  const marked = name === 'utf-8' ? asIs : markBroken
  return { write: (bytes) => marked(decoder.decode(bytes, { stream: true })), end: () => marked(decoder.decode()) }
}

const asIs = (text: string) => text
const markBroken = (text: string) => text.replaceAll('\uFFFD', '\uDCFF')

/** In Japan the yen sign is where others have a backslash: \1,200 is an amount, C:\12 a path. */
function yenDecoder(decoder: TextDecoder): Decoder {
  let rest = ''
  const withYen = (text: string) => markBroken(text).replace(/(?<![\w:\\])\\(?=\d)/g, '¥')
  return {
    write(bytes) {
      const all = rest + decoder.decode(bytes, { stream: true })
      rest = all.endsWith('\\') ? '\\' : ''
      return withYen(rest === '' ? all : all.slice(0, -1))
    },
    end: () => withYen(rest + decoder.decode()),
  }
}

// TextDecoder would silently replace lone surrogates; StringDecoder keeps them, so that the row gets its error.
function wideDecoder(isBigEndian: boolean): Decoder {
  const decoder = new StringDecoder('utf16le')
  let rest = Buffer.alloc(0)
  return {
    write(bytes) {
      const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
      const even = all.subarray(0, all.length & ~1)
      rest = Buffer.from(all.subarray(even.length))
      return decoder.write(isBigEndian ? Buffer.from(even).swap16() : even)
    },
    end: () => decoder.end(), // half a unit at the very end is dropped
  }
}
