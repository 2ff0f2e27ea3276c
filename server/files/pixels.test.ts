import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'
import { pixelsOf } from './pixels.ts'

const { server, company, operator } = useServer()

/** The head of a PNG that says it is so large. A few bytes are enough for a bomb. */
function png(width: number, height: number) {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', deflateSync(Buffer.alloc(9)))])
}

const upload = async (bytes: Buffer) => {
  const { id } = await server.given.sop(company)
  const query = new URLSearchParams({ entityType: 'sop', entityId: id, name: 'cutter.png' })
  const headers = { 'content-type': 'application/octet-stream' }
  return operator.post(`/api/companies/${company.id}/files?${query}`, bytes as never, headers)
}

test('a picture that browsers would run out of memory with is refused, and the answer says why', async () => {
  const answer = await upload(png(10_000, 5_000))
  expect(answer.statusCode).toBe(422)
  expect(answer.json().message).toBe(
    'This picture has 50 megapixels, and browsers run out of memory with more than 40: make it smaller first',
  )
  expect((await upload(png(8_000, 5_000))).statusCode).toBe(201)
})

test('a picture that does not say how large it is is kept', async () => {
  expect((await upload(png(1, 1).subarray(0, 12))).statusCode).toBe(201)
})

test('what lies in memory behind a short picture is not read as its size', () => {
  const memory = Buffer.alloc(64, 0xff)
  memory.write('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')
  expect(pixelsOf({ head: memory.subarray(0, 16) })).toBe(0)
})
