import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { chunksOf } from './exports.stream.ts'

test('rows are counted, also when PostgreSQL tells their number only after the last of them', async () => {
  const rows = Object.assign(Readable.from([Buffer.from('Bolt\n'), Buffer.from('Nut\n')]), { rowCount: 0 })
  const tell = () => Promise.resolve(Object.assign(rows, { rowCount: 2 }))
  const client = { query: (asked: unknown) => (typeof asked === 'string' ? tell() : rows) }
  const counts: number[] = []
  const chunks: Buffer[] = []
  const sections = [{ title: null, copy: 'copy parts to stdout', count: '' }]
  const onSection = (count: number) => counts.push(count)
  for await (const chunk of chunksOf({} as never, client as never, sections, { onSection })) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).toBe('\uFEFFBolt\nNut\n')
  expect(counts).toEqual([2])
})
