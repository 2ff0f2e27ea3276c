import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { pngOf } from '../../testing/given/samples.ts'
import { checkWork, openPicture, TooMuchWork } from './image-library.ts'
import { sizeOf } from './pixels.ts'

const { server, company, operator } = useServer()

const upload = async (bytes: Buffer) => {
  const { id } = await server.given.sop(company)
  const name = bytes[0] === 0xff ? 'cutter.jpg' : 'cutter.png'
  const query = new URLSearchParams({ entityType: 'sop', entityId: id, name })
  const headers = { 'content-type': 'application/octet-stream' }
  return operator.post(`/api/companies/${company.id}/files?${query}`, bytes as never, headers)
}

test('a picture that is too large for the memory of browsers is refused, and the answer says why', async () => {
  const answer = await upload(pngOf(10_000, 5_000))
  expect(answer.statusCode).toBe(422)
  expect(answer.json().message).toBe(
    'This picture has 50 megapixels, and browsers run out of memory with more than 40: make it smaller first',
  )
  const taken = await upload(pngOf(8_000, 5_000))
  expect([taken.statusCode, taken.json().width, taken.json().height]).toEqual([201, 8_000, 5_000])
})

test('a picture of which nobody can read the size is refused', async () => {
  const answer = await upload(pngOf(1, 1).subarray(0, 12))
  expect([answer.statusCode, answer.json().message]).toEqual([
    422,
    'This picture is damaged: its width and height cannot be read',
  ])
})

test.each([
  ['of 50 megapixels', 10_000, 5_000, 422],
  ['of 40 megapixels', 8_000, 5_000, 201],
])('the size of a JPEG %s is read behind any number of comments', async (_, width, height, status) => {
  const photo = await sized(width, height, 1)
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(65_533, 'x')])
  const answer = await upload(Buffer.concat([photo.subarray(0, 2), ...Array(5).fill(comment), photo.subarray(2)]))
  expect(answer.statusCode).toBe(status)
})

test('the memory behind a short picture is not read as its size', () => {
  const memory = Buffer.alloc(64, 0xff)
  memory.write('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')
  expect(sizeOf({ head: memory.subarray(0, 16) })).toBeUndefined()
})

/** A picture in a file of its own, as the image library wants it. */
async function stored(bytes: Buffer) {
  const path = join(server.dataDir, randomUUID())
  await writeFile(path, bytes)
  return { picture: await openPicture(path), path }
}

test.each([
  ['interlaced, of 40 megapixels', () => interlaced(pngOf(8_000, 5_000))],
  ['of 200 scans and 5 megapixels', async () => await sized(2_500, 2_000, 200)],
])('a picture %s is not decoded: it would take a processor for seconds (X1)', async (_, bytes) => {
  const { picture, path } = await stored(await bytes())
  await expect(checkWork(picture, path)).rejects.toThrow(TooMuchWork)
})

test.each([
  ['a plain PNG of 40 megapixels', () => pngOf(8_000, 5_000)],
  ['an interlaced PNG of 12 megapixels', () => interlaced(pngOf(4_000, 3_000))],
  ['a photo of 40 megapixels in ten scans', () => sized(8_000, 5_000, 10)],
])('%s is decoded', async (_, bytes) => {
  const { picture, path } = await stored(await bytes())
  await checkWork(picture, path)
})

function interlaced(bytes: Buffer): Buffer {
  bytes[28] = 1
  return bytes
}

/** A JPEG that states this size, and has this many scans. */
async function sized(width: number, height: number, scans: number): Promise<Buffer> {
  const photo = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const frame = photo.indexOf(Buffer.from([0xff, 0xc0]))
  photo.writeUInt16BE(height, frame + 5)
  photo.writeUInt16BE(width, frame + 7)
  const scan = photo.subarray(photo.indexOf(Buffer.from([0xff, 0xda])), -2)
  return Buffer.concat([photo.subarray(0, -2), ...Array(scans - 1).fill(scan), photo.subarray(-2)])
}
