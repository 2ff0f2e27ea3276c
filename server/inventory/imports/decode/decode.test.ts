import { expect, test } from 'vitest'
import { fileOnDisk } from '../../../testing/file-on-disk.ts'
import { decode, decodeBackup } from './decode.ts'
import { detectEncoding } from './encoding.ts'

async function chunksOf(bytes: Uint8Array) {
  const source = fileOnDisk(bytes)
  return Array.fromAsync(decode(source, await detectEncoding(source)))
}
const textOf = async (bytes: Uint8Array) => (await chunksOf(bytes)).join('')
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const sample = 'Name,Größe €\nSchraube,😀\n'

test.each([
  ['UTF-8', Buffer.from(sample)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${sample}`)],
  ['UTF-16 LE with a mark', Buffer.from(`\uFEFF${sample}`, 'utf16le')],
  ['UTF-16 BE with a mark', utf16be(`\uFEFF${sample}`)],
  ['UTF-16 LE without', Buffer.from(sample, 'utf16le')],
  ['UTF-16 BE without', utf16be(sample)],
])('%s', async (_, bytes) => {
  expect(await textOf(bytes)).toBe(sample)
})

test('bytes that are not UTF-8 are Latin-1', async () => {
  expect(await textOf(Buffer.from('Größe,caf\xE9\n', 'latin1'))).toBe('Größe,café\n')
  expect(await textOf(Buffer.from([0x80, 0x2c, 0x31]))).toBe('€,1')
})

test('a UTF-8 file with one broken character is not read as Latin-1', async () => {
  const bytes = Buffer.concat([Buffer.from('Größe,Länge\n'), Buffer.from([0x61, 0xff, 0x0a])])
  expect(await textOf(bytes)).toBe('Größe,Länge\na\uDCFF\n')
})

test('lone surrogates are kept, so that their row gets an error', async () => {
  expect(await textOf(Buffer.from('\uFEFFa,\uD800\n', 'utf16le'))).toBe('a,\uD800\n')
  expect((await textOf(Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x0a]))).isWellFormed()).toBe(false)
})

test.each([3, 5])('no character is split between chunks (file longer than a chunk, shifted by %i)', async (shift) => {
  const text = 'x'.repeat(shift) + '😀é'.repeat(100_000)
  for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`, 'utf16le')]) {
    for (const chunk of await chunksOf(bytes)) expect(chunk.isWellFormed()).toBe(true)
    expect(await textOf(bytes)).toBe(text)
  }
})

test('an empty file is refused', async () => {
  await expect(textOf(Buffer.alloc(0))).rejects.toThrow('The file is empty')
})

test.each([
  ['cut at its end', [Buffer.from('ä'.repeat(200_000)), [0xc3]], 'damaged-utf-8'],
  ['broken far behind the first pieces', ['ä', 'x'.repeat(600_000), [0xff]], 'damaged-utf-8'],
  ['Latin-1 only far behind the first pieces', ['x'.repeat(600_000), [0xe4, 0x2c]], 'windows-1252'],
  ['whole, its characters across pieces', ['x', 'äö€😀'.repeat(100_000)], 'utf-8'],
])('a file that is %s', async (_, parts, name) => {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  expect(await detectEncoding(fileOnDisk(bytes))).toEqual({ name, start: 0 })
})

test('a backup is decoded as UTF-8 without a guess, wherever its bytes are cut', async () => {
  async function* cut(bytes: Buffer) {
    for (const byte of bytes) yield Buffer.from([byte])
  }
  const textOfBackup = async (bytes: Buffer) => {
    let text = ''
    for await (const chunk of decodeBackup(cut(bytes))) text += chunk
    return text
  }
  expect(await textOfBackup(Buffer.from(sample))).toBe(sample)
  expect(await textOfBackup(Buffer.from(`\uFEFF${sample}`))).toBe(sample)
  await expect(textOfBackup(Buffer.from('Größe\n', 'latin1'))).rejects.toThrow(TypeError)
})
