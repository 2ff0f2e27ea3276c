import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { useCompany } from '../testing/fixture.ts'
import { pdf, png } from '../testing/given/samples.ts'
import { keyringOf } from '../testing/keys.ts'

const { server, company, operator, employee } = useCompany()
afterEach(() => void vi.useRealTimers())

async function given(name = 'plan.pdf', body: Buffer = pdf) {
  const part = await server.given.part(company)
  const query = new URLSearchParams({ entityType: 'part', entityId: part.id, name })
  const answer = await operator.post(`/api/companies/${company.id}/files?${query}`, body, {
    'content-type': 'application/octet-stream',
  })
  return answer.json() as { id: string }
}

const sign = async ({ id }: { id: string }, disposition = 'attachment', by = employee) =>
  (await by.get(`/api/companies/${company.id}/files/${id}/url?disposition=${disposition}`)).json() as {
    url: string
    expiresAt: string
  }

const open = (url: string) => server.anonymous.get(url, undefined, { 'accept-encoding': 'gzip, deflate, br' })

test('a link opens the bytes as they are, without a session, as a download of known length', async () => {
  const { url } = await sign(await given('Größe "A".pdf'), 'inline')
  const answer = await open(url)
  expect([answer.statusCode, answer.rawPayload.equals(pdf)]).toEqual([200, true])
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(pdf.length),
    'content-disposition': `attachment; filename="Gr??e \\"A\\".pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22A%22.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  })
})

test('a file name cannot split a header (T68)', async () => {
  const { url } = await sign(await given('a\r\nSet-Cookie: x=1\u0007.pdf'))
  const answer = await open(url)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.headers['content-disposition']).toContain('attachment; filename=')
})

test('only pictures are shown in the browser', async () => {
  const picture = await open((await sign(await given('a.png', png), 'inline')).url)
  expect([picture.headers['content-type'], picture.headers['content-disposition']]).toEqual([
    'image/png',
    'inline; filename=a.png',
  ])
  expect((await open((await sign(await given('a.png', png))).url)).headers['content-type']).toBe(
    'application/octet-stream',
  )
})

describe('a link is valid for nothing else (T71)', () => {
  let url: string
  let other: string
  beforeAll(async () => {
    other = (await given()).id
    ;({ url } = await sign(await given()))
  })
  const changed = (name: string, edit: (value: string) => string) => {
    const link = new URL(url, 'http://localhost')
    link.searchParams.set(name, edit(link.searchParams.get(name) ?? ''))
    return link.pathname + link.search
  }
  /** Changes one bit in the middle of a text. */
  const flip = (text: string) => {
    const middle = text.length >> 1
    return text.slice(0, middle) + String.fromCharCode(text.charCodeAt(middle) ^ 1) + text.slice(middle + 1)
  }

  test.each(['company', 'user', 'disposition', 'expires', 'proof', 'kid', 'signature'])('%s changed', async (name) => {
    expect((await open(changed(name, flip))).statusCode).toBe(403)
  })

  test('every part of the signature counts', async () => {
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      const guess = changed('signature', (text) => text.slice(0, -1) + last)
      expect((await open(guess)).statusCode).toBe(
        new URL(guess, 'http://x').search === new URL(url, 'http://x').search ? 200 : 403,
      )
    }
  })

  test('another file, a missing parameter, another server, HEAD', async () => {
    const id = /files\/([^/]+)/.exec(url)?.[1] ?? ''
    expect((await open(url.replace(id, other))).statusCode).toBe(403)
    expect((await open(url.replace(id, 'x'))).statusCode).toBe(404)
    expect((await open(url.split('&signature')[0] as string)).statusCode).toBe(403)
    expect((await open(`/api/files/${id}/content`)).statusCode).toBe(403)
    const elsewhere = server.clientWith({ host: 'evil.example' })
    expect((await elsewhere.get(url)).statusCode).toBe(421)
    expect((await server.clientWith({ host: '127.0.0.1:3000' }).get(url)).statusCode).toBe(403)
    expect((await server.anonymous.head(url)).statusCode).toBe(404)
  })

  test('a file of another company, without a signature from there', async () => {
    const foreign = await server.given.company()
    const part = await server.given.part(foreign)
    const file = await server.given.file(foreign, { part_id: part.id })
    expect((await employee.get(`/api/companies/${company.id}/files/${file.id}/url`)).statusCode).toBe(404)
    expect((await employee.get(`/api/companies/${foreign.id}/files/${file.id}/url`)).statusCode).toBe(404)
  })
})

test('a link ends after an hour, by the clock of the server and by that of the database', async () => {
  const file = await given()
  const { url, expiresAt } = await sign(file)
  const left = Date.parse(expiresAt) - Date.now()
  expect([left > 3_590_000, left <= 3_600_000]).toEqual([true, true])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
  expect((await open(url)).statusCode).toBe(403)
  vi.setSystemTime(Date.now() - 3 * 3_600_000)
  const old = (await sign(file)).url
  expect((await open(old)).statusCode).toBe(404)
})

describe('a link ends when one of its conditions ends', () => {
  test('the company of its maker, when it is sold; who reaches all still reads (T71)', async () => {
    const file = await given()
    const member = await server.signIn('employee', company)
    const sbr = await server.signIn('sbr_operator', await server.given.firm())
    const links = [(await sign(file, 'attachment', member)).url, (await sign(file, 'attachment', sbr)).url]
    const statuses = async () => [(await open(links[0] ?? '')).statusCode, (await open(links[1] ?? '')).statusCode]
    expect(await statuses()).toEqual([200, 200])
    await server.given.sql(`update companies set status = 'sold' where id = $1`, [company.id])
    const sold = await statuses()
    await server.given.sql(`update companies set status = 'active' where id = $1`, [company.id])
    expect(sold).toEqual([404, 200])
  })

  test('the file', async () => {
    const file = await given()
    const { url } = await sign(file)
    await operator.delete(`/api/companies/${company.id}/files/${file.id}`)
    expect((await open(url)).statusCode).toBe(404)
  })

  test.each<[what: string, change: string]>([
    ['role', 'delete from user_roles where user_id = $1'],
    [
      'place in the company',
      `update user_roles set company_id = (select id from companies where id <> company_id and not is_sbr limit 1) where user_id = $1`,
    ],
  ])('the %s of its maker', async (_what, change) => {
    const file = await given()
    const leaver = await server.signIn('employee', company)
    await server.given.company()
    const { url } = await sign(file, 'attachment', leaver)
    expect((await open(url)).statusCode).toBe(200)
    await server.given.sql(change, [leaver.person.id])
    expect((await open(url)).statusCode).toBe(404)
  })
})

test('nobody can act as somebody else without a proof, even with the server’s own functions', async () => {
  const file = await given()
  const expires = Math.floor(Date.now() / 1_000) + 600
  const enter = 'select app.enter_link($1, $2, $3, $4, $5) as entered'
  for (const proof of ['', '0'.repeat(64), null]) {
    const [answer] = await server.given.sql<{ entered: boolean }>(enter, [
      operator.person.id,
      company.id,
      file.id,
      expires,
      proof,
    ])
    expect(answer?.entered).toBe(false)
  }
})

test('making a link is logged, without the link', async () => {
  const file = await given()
  const { url } = await sign(file)
  const events = await server.given.sql<{ user_id: string; detail: object }>(
    `select user_id, detail from security_events where kind = 'file_link_made' and detail ->> 'fileId' = $1`,
    [file.id],
  )
  expect(events).toEqual([
    {
      user_id: employee.person.id,
      detail: { companyId: company.id, fileId: file.id, name: 'plan.pdf', disposition: 'attachment' },
    },
  ])
  expect(JSON.stringify(events)).not.toContain(new URLSearchParams(url).get('signature'))
})

test('the key is made once, readable only by the server’s account; KEYRING replaces it', async () => {
  const key = join(server.dataDir, 'signing.key')
  expect(statSync(key).mode & 0o777).toBe(0o600)
  const file = await given()
  const { url } = await sign(file)
  expect(new URLSearchParams(url.split('?')[1]).get('kid')).toBe('own')
  expect(url).not.toContain(readFileSync(key, 'utf8').trim())

  const signWith = async (keyring: string) => {
    const { openLinks } = await import('./files.ts')
    const { readConfig } = await import('../platform/config/config.ts')
    return openLinks(readConfig({ NODE_ENV: 'test', KEYRING: keyring }))
  }
  const link = {
    company: 'c',
    user: 'u',
    disposition: 'inline',
    expires: String(Math.floor(Date.now() / 1_000) + 60),
    proof: 'p',
  }
  const made = Object.fromEntries(
    new URLSearchParams((await (await signWith(keyringOf('old'))).sign('h', 'f', link)).split('?')[1]),
  )
  const signed = { ...link, kid: made.kid ?? '', signature: made.signature ?? '' }
  const both = await signWith(keyringOf('new', 'old'))
  expect(await both.isValid('h', 'f', signed)).toBe(true)
  expect(await (await signWith(keyringOf('new'))).isValid('h', 'f', signed)).toBe(false)
})

test('damaged or missing bytes are never sent (F17)', async () => {
  const file = await given()
  const { url } = await sign(file)
  const folder = join(server.dataDir, 'files', 'blobs', company.id)
  const [{ storage_key: storageKey }] = (await server.given.sql<{ storage_key: string }>(
    'select storage_key from files where id = $1',
    [file.id],
  )) as [{ storage_key: string }]
  const path = join(server.dataDir, 'files', 'blobs', storageKey)
  const damaged = readFileSync(path)
  damaged[10] = (damaged[10] ?? 0) ^ 1
  writeFileSync(path, damaged)
  const answer = await open(url)
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'FILE_DAMAGED'])
  expect(readdirSync(folder).length).toBeGreaterThan(0)
  const { rmSync } = await import('node:fs')
  rmSync(path)
  expect((await open(url)).json().code).toBe('FILE_DAMAGED')
})

test('no path leads to blobs or keys (T73)', async () => {
  for (const path of [
    '/files/blobs',
    '/assets/..%2f..%2fdata%2fsigning.key',
    '/api/files',
    '/data/signing.key',
    '/assets/../signing.key',
  ])
    expect((await open(path)).headers['content-type']).not.toContain('octet-stream')
  expect((await open('/assets/..%2f..%2fsigning.key')).statusCode).toBe(404)
})
