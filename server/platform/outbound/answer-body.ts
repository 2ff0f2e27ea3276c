import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutboundError } from './outbound-error.ts'

/** What `clear` understands; sent as Accept-Encoding. */
export const encodings = 'gzip, deflate, br'

/** The body without its compression. @throws {OutboundError} 'cut' for a compression that we did not ask for */
export function clear(body: Readable, encoding: string): Readable {
  const unpack = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }
  if (encoding === '' || encoding === 'identity') return body
  const make = unpack[encoding as keyof typeof unpack]
  if (!make) throw new OutboundError('cut')
  return pipeline(body, make(), () => undefined)
}

/** The whole text. @param maxBytes after decompression; @throws {OutboundError} 'too_large' beyond it */
export async function textOf(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new OutboundError('too_large')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/**
 * The lines of a text, one at a time; empty ones are left out.
 * @param maxBytes of one line; @throws {OutboundError} 'too_large' beyond it
 */
export async function* linesOf(body: Readable, maxBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...rest, chunk.subarray(start, end)])
      if (line.length > maxBytes) throw new OutboundError('too_large')
      rest = []
      length = 0
      start = end + 1
      if (line.length > 0) yield decoder.decode(line)
    }
    rest.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > maxBytes) throw new OutboundError('too_large')
  }
  const last = Buffer.concat(rest)
  if (last.length > 0) yield decoder.decode(last)
}
