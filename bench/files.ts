import { createHash } from 'node:crypto'
import type { BulkStep } from './bulk.ts'
import { authorization, type Subject } from './data.ts'
import { median } from './load.ts'
import type { Server } from './servers.ts'

const rounds = 9
const largest = Buffer.alloc(25 * 2 ** 20, 'A line of a file as large as one may be.\n')
const sha256 = createHash('sha256').update(largest).digest('hex')

/** Uploads and downloads a file of 25 MB, one after the other: at the speed of the disk, without more memory for the server. */
export async function measureFiles(
  { limit, product }: { limit: Server; product: Server },
  { companyId, ids }: Subject,
): Promise<BulkStep[]> {
  const files = `${product.origin}/api/companies/${companyId}/files`
  const name = new URLSearchParams({ entityType: 'part', entityId: ids[0] ?? '', name: 'large.txt' })
  const sent = { method: 'POST', headers: { authorization, 'content-type': 'application/octet-stream' }, body: largest }
  const { memory: before } = await product.usage()
  const up: Times = { limit: [], product: [] }
  let id = ''
  for (let round = 0; round < rounds; round++) {
    up.limit.push((await timed(`${limit.origin}/blob`, sent)).seconds)
    const { seconds, body } = await timed(`${files}?${name}`, sent)
    up.product.push(seconds)
    id = JSON.parse(body.toString()).id
  }
  const { highest: whileSent } = await product.usage()
  const { body } = await timed(`${files}/${id}/url`, { headers: { authorization } })
  const { url } = JSON.parse(body.toString())
  const down: Times = { limit: [], product: [] }
  for (let round = 0; round < rounds; round++) {
    down.limit.push((await timed(`${limit.origin}/blob`, {})).seconds)
    const got = await timed(product.origin + url, {})
    if (createHash('sha256').update(got.body).digest('hex') !== sha256) throw new Error('The file came back changed')
    down.product.push(got.seconds)
  }
  const { highest: whileFetched } = await product.usage()
  return [
    step(`upload of 25 MB (of ${rounds})`, up, { before, highest: whileSent }),
    step(`download of 25 MB (of ${rounds})`, down, { before, highest: whileFetched }),
  ]
}

type Times = { limit: number[]; product: number[] }

const step = (name: string, times: Times, memory: { before: number; highest: number }): BulkStep => ({
  ...{ step: name, seconds: median(times.product), limit: median(times.limit), memory },
})

async function timed(url: string, options: RequestInit) {
  const start = performance.now()
  const answer = await fetch(url, options)
  const body = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${body.toString('utf8', 0, 300)}`)
  return { seconds: (performance.now() - start) / 1_000, body }
}
