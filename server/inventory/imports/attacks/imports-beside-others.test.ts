import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { useOwnCompany } from '../../../testing/fixture.ts'
import { budgets } from '../mapped/file-reader.ts'

const { server, company, operator } = useOwnCompany()
let port: number
beforeAll(async () => {
  port = await server.listen()
})

const csv = { 'content-type': 'text/csv' }
const address = (path: string) => `http://localhost:${port}${path}`

/** Sends a file. @returns its status, and how often /healthz answered in that time, one request after the other */
async function uploadWhileAsking(body: string) {
  let isDone = false
  const upload = fetch(address(`/api/companies/${company.id}/imports?type=parts`), {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${operator.person.token}`, ...csv },
  }).finally(() => {
    isDone = true
  })
  let answers = 0
  while (!isDone) {
    const health = await fetch(address('/healthz'))
    expect(await health.json()).toEqual({ status: 'up' })
    answers += 1
  }
  return { status: (await upload).status, answers }
}

const rows = (row: string, count: number) => `Part Number,Name,Cost\n${row.repeat(count)}`
test.each([
  ['cells of 240,000 digits', rows(`A,Nut,${'9'.repeat(240_000)}\n`, 8)],
  ['wide rows', `Part Number,Name${',x'.repeat(900)}\n${`A,Nut${',1'.repeat(900)}\n`.repeat(250)}`],
  ['fields of half a megabyte', rows(`A,"${'x'.repeat(440_000)}",1\n`, 8)],
  ['many blanks', rows(`A,Nut,${' '.repeat(400)}x\n`, 4_000)],
  ['many quotes', rows(`A,"${'""'.repeat(200)}",1\n`, 4_000)],
  ['many rows', rows('A,Nut,"1,234.50"\n', 12_000)],
  ['deep lists of components', `SKU,Name,BOM\n${`A,Nut,${'['.repeat(200_000)}\n`.repeat(8)}`],
])(
  'while a file with %s is imported, others are answered (T112)',
  async (_, body) => {
    const { status, answers } = await uploadWhileAsking(body)
    expect(status).toBe(201)
    expect(answers).toBeGreaterThan(20)
  },
  100_000,
)

test('a file that takes too long to read is refused with a sentence, and the next one is read (T112)', async () => {
  const { uploadSeconds } = budgets
  budgets.uploadSeconds = 0
  const refused = await operator.post(`/api/companies/${company.id}/imports`, rows('A,Nut,1\n', 50_000), csv)
  budgets.uploadSeconds = uploadSeconds
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({
    message: expect.stringMatching(/^This file takes too long to read: split it/),
    data: { reason: 'file' },
  })
  expect(await readdir(join(server.dataDir, 'files', 'incoming'))).toEqual([])
  const next = await operator.post(`/api/companies/${company.id}/imports`, rows('A,Nut,1\n', 1), csv)
  expect(next.statusCode).toBe(201)
})

test('two people of two companies with large files do not stop the import of a third (X2)', async () => {
  // The last row makes the file a wrong one: reading it is all the work.
  const large = `${rows(`A,"Nut, ${'x'.repeat(100)}",1\n`, 200_000)}A,"Nut`
  const importer = async () => {
    const home = await server.given.company()
    const { post } = await server.signIn('company_operator', home)
    return (body: string) => post(`/api/companies/${home.id}/imports?type=parts`, body, csv)
  }
  const [one, another, neighbour] = [await importer(), await importer(), await importer()]
  let answered = 0
  const all = [one, another].map(async (send) => {
    const { statusCode } = await send(large)
    answered += 1
    return statusCode
  })
  const received = async () => (await readdir(join(server.dataDir, 'files', 'incoming'))).length
  await expect.poll(received, { timeout: 20_000 }).toBe(2)
  expect((await neighbour(rows('A,Nut,1\n', 1))).statusCode).toBe(201)
  expect(answered).toBe(0)
  expect(await Promise.all(all)).toEqual([422, 422])
}, 100_000)
