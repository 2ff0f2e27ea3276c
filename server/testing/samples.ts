import { deflateRawSync } from 'node:zlib'

/** The smallest PNG: one pixel. */
export const png: Buffer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const pdf: Buffer = Buffer.from('%PDF-1.7\n1 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj\n%%EOF\n')

/** A zip archive with these names; each file holds a megabyte of zeros in a few bytes. */
export function zip(...names: string[]): Buffer {
  const content = deflateRawSync(Buffer.alloc(1_000_000))
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const name of names) {
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(content.length, 14)
    fields.writeUInt32LE(1_000_000, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), content])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0'), fields, place, Buffer.from(name))
    locals.push(local)
    offset += local.length
  }
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\x05\x06'), Buffer.alloc(18)])
}
