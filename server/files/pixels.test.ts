import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'
import { pngOf } from '../testing/samples.ts'
import { sizeOf } from './pixels.ts'

const { server, company, operator } = useServer()

const upload = async (bytes: Buffer) => {
  const { id } = await server.given.sop(company)
  const query = new URLSearchParams({ entityType: 'sop', entityId: id, name: 'cutter.png' })
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

test('a picture that does not state its size is kept', async () => {
  const taken = await upload(pngOf(1, 1).subarray(0, 12))
  expect([taken.statusCode, taken.json().width, taken.json().height]).toEqual([201, null, null])
})

test('the memory behind a short picture is not read as its size', () => {
  const memory = Buffer.alloc(64, 0xff)
  memory.write('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')
  expect(sizeOf({ head: memory.subarray(0, 16) })).toBeUndefined()
})
