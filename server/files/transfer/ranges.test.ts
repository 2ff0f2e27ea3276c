import type { FileAttachment } from 'contract/files/files.ts'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator, employee } = useServer()

const film = Buffer.concat([Buffer.from('\0\0\0\u0018ftypisom', 'latin1'), Buffer.from('<script>0123456789</script>')])
const at = (rest: string) => `/api/companies/${company.id}/${rest}`

async function stored(name = 'cutter.mp4', body = film) {
  const { id } = await server.given.sop(company)
  const query = new URLSearchParams({ entityType: 'sop', entityId: id, name })
  const sent = await operator.post(at(`files?${query}`), body as never, { 'content-type': 'application/octet-stream' })
  return sent.json() as FileAttachment
}
const linkOf = async ({ id }: FileAttachment, disposition = 'inline') =>
  (await employee.get(at(`files/${id}/url?disposition=${disposition}`))).json().url as string
const part = (url: string, headers: Record<string, string>) => server.anonymous.get(url, undefined, headers)

test('a video is sent in parts, and no part of it can run', async () => {
  const file = await stored()
  const url = await linkOf(file)
  const whole = await part(url, {})
  expect([whole.statusCode, whole.body.length]).toEqual([200, film.length])
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    etag: `"${file.sha256}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  const some = await part(url, { range: 'bytes=20-29', 'if-range': `"${file.sha256}"` })
  expect([some.statusCode, some.body]).toEqual([206, film.toString('latin1', 20, 30)])
  expect(some.headers).toMatchObject({
    'content-range': `bytes 20-29/${film.length}`,
    'content-length': '10',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect((await part(url, { range: 'bytes=20-29', 'if-range': '"another"' })).statusCode).toBe(200)
  const beyond = await part(url, { range: `bytes=${film.length}-` })
  expect([beyond.statusCode, beyond.headers['content-range'], beyond.body]).toEqual([416, `bytes */${film.length}`, ''])
})

test('a part needs the same right as the whole', async () => {
  const file = await stored()
  const url = await linkOf(file)
  expect((await part(`${url.slice(0, -1)}x`, { range: 'bytes=0-1' })).statusCode).toBe(403)
  await server.given.sql('delete from user_roles where user_id = $1', [employee.person.id])
  expect((await part(url, { range: 'bytes=0-1' })).statusCode).toBe(404)
})

test('a PDF and all other files stay downloads, whatever the request', async () => {
  for (const [name, body] of [
    ['plan.pdf', Buffer.from('%PDF-1.7 <script>')],
    ['page.txt', Buffer.from('<script>alert(1)</script>')],
  ] as const) {
    const answer = await part(await linkOf(await stored(name, body)), { range: 'bytes=0-3' })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([206, 'application/octet-stream'])
    expect(answer.headers['content-disposition']).toMatch(/^attachment/)
  }
})

test('a neighbour gets a file while two people of two companies ask for parts of large ones (X1)', async () => {
  const linkIn = async (body: Buffer) => {
    const home = await server.given.company()
    const { post, get } = await server.signIn('company_operator', home)
    const { id } = await server.given.sop(home)
    const query = new URLSearchParams({ entityType: 'sop', entityId: id, name: 'cutter.mp4' })
    const sent = await post(`/api/companies/${home.id}/files?${query}`, body, {
      'content-type': 'application/octet-stream',
    })
    return (await get(`/api/companies/${home.id}/files/${sent.json().id}/url?disposition=inline`)).json().url as string
  }
  const large = Buffer.concat([film, Buffer.alloc(20 * 2 ** 20)])
  const [one, another, neighbour] = [await linkIn(large), await linkIn(large), await linkIn(film)]
  let answered = 0
  const all = Array.from({ length: 16 }, async (_, turn) => {
    const { statusCode } = await part(turn % 2 ? one : another, { range: 'bytes=0-0' })
    answered += 1
    return statusCode
  })
  await expect.poll(() => answered, { timeout: 10_000 }).toBeGreaterThan(0)
  expect((await part(neighbour, {})).statusCode).toBe(200)
  expect(answered).toBeLessThan(12)
  expect(new Set(await Promise.all(all))).toEqual(new Set([206]))
})
