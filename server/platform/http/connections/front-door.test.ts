import { request as rawRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { procedures } from '../../../testing/procedures.ts'
import { appUrl } from '../../../testing/server.ts'
import { hashToken } from '../session-token.ts'

const { server, company, operator } = useServer()

const path = (rest = '/parts') => `/api/companies/${company.id}${rest}`
const nut = { partNumber: 'N-1', name: 'Nut' }

/** Somebody in a browser: the session comes as a cookie, and the request names the page's origin. */
async function inBrowser(origin: string | undefined = appUrl) {
  const { id } = await server.given.person('company_operator', company)
  const secret = `secret-${id}`
  await server.given.sql(
    `insert into sessions (token_hash, user_id, kind, idle_seconds, idle_expires_at, expires_at)
     values ($1, $2, 'browser', 3600, now() + interval '1 hour', now() + interval '1 day')`,
    [hashToken(secret), id],
  )
  return server.clientWith({ cookie: `__Host-sid=${secret}`, ...(origin !== '' && { origin }) })
}

test('a page of this site may change something', async () => {
  const { post } = await inBrowser()
  expect((await post(path(), nut)).statusCode).toBe(201)
})

test.each(['null', 'https://localhost:3000.evil.example', 'http://localhost:3001', 'https://localhost:3000', ''])(
  'a page of another site may not: Origin %j (T58)',
  async (origin) => {
    const { post, patch, delete: remove, put } = await inBrowser(origin)
    for (const answer of [
      await post(path(), nut),
      await patch(path(), nut),
      await remove(path()),
      await put(path(), nut),
    ]) {
      expect(answer.statusCode).toBe(403)
      expect(answer.json().message).toBe('This request came from another site')
    }
    expect((await operator.get(path())).json().total).toBe(0)
  },
)

test('a program without a token is told so by every procedure, whether it names an origin or not', async () => {
  const answers = []
  for (const { name, method, path: address, meta } of procedures) {
    if (meta.needs === 'public') continue
    const url = address.replace(/\{\w+\}/g, company.id)
    for (const origin of [{}, { origin: appUrl }]) {
      const headers = { host: 'localhost:3000', 'content-type': 'application/json', ...origin }
      const payload = method === 'GET' ? undefined : '{}'
      const { statusCode } = await server.app.inject({ method, url, headers, ...(payload && { payload }) } as object)
      answers.push([name, statusCode])
    }
  }
  expect(answers.filter(([, status]) => status !== 401)).toEqual([])
})

test.each([
  ['text/plain', '{"partNumber":"N-1","name":"Nut"}'],
  ['application/x-www-form-urlencoded', 'partNumber=N-1&name=Nut'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nNut\r\n--x--'],
])('a form of the type %s changes nothing, even from an own page (T57)', async (type, body) => {
  const { post } = await inBrowser()
  expect((await post(path(), body, { 'content-type': type })).statusCode).toBe(415)
})

test.each(['application/json\tx', 'application/jsonx', 'text/json', 'application/problem+json', 'x', 'json'])(
  'the content type %j is no JSON (T104)',
  async (type) => {
    const answer = await operator.post(path(), JSON.stringify(nut), { 'content-type': type })
    expect(answer.statusCode).toBe(415)
    expect((await operator.get(path())).json().total).toBe(0)
  },
)

test.each([
  ['/imports?type=parts', 'text/csv'],
  ['/parts', 'application/json'],
])('a compressed body for %s is refused in words', async (to, type) => {
  const body = gzipSync(JSON.stringify(nut))
  const answer = await operator.post(path(to), body, { 'content-type': type, 'content-encoding': 'gzip' })
  expect(answer.statusCode).toBe(415)
  expect(answer.json().message).toBe('Send the body as it is, without compression (Content-Encoding)')
  expect(answer.headers['accept-encoding']).toBe('identity')
  const plain = await operator.post(path('/parts'), nut, { 'content-encoding': 'identity' })
  expect(plain.statusCode).toBe(201)
})

test('an unknown address does not read the body (T103)', async () => {
  const answer = await operator.post('/api/nothing', '{"broken', { 'content-type': 'application/json' })
  expect(answer.statusCode).toBe(404)
})

test('no other site gets the permission to read (T59)', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
  for (const answer of [
    await operator.options(path(), undefined, headers),
    await operator.get(path(), undefined, headers),
    await server.anonymous.get('/healthz', undefined, headers),
  ]) {
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test.each(['evil.example', 'localhost:3000.evil.example', 'evil.example:3000', 'localhost@evil.example'])(
  'a request for the host %s is not for us (T102)',
  async (host) => {
    const answer = await operator.get(path(), undefined, { host })
    expect(answer.statusCode).toBe(421)
  },
)

test('forwarded headers of a stranger are ignored (T102)', async () => {
  const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '1.2.3.4' }
  const answer = await server.anonymous.get('/api/auth/start', undefined, forged)
  expect(answer.statusCode).toBe(302)
  expect(JSON.stringify(answer.headers)).not.toContain('evil.example')
})

test.each([
  ['__proto__', '{"partNumber":"N","name":"n","__proto__":{"companyId":"x"}}', 400],
  ['a key given twice', '{"partNumber":"N","name":"n","name":"m"}', 400],
  ['constructor.prototype', '{"partNumber":"N","name":"n","constructor":{"prototype":{"x":1}}}', 400],
  ['nested a thousand deep', `{"partNumber":"N","name":${'['.repeat(1000)}${']'.repeat(1000)}}`, 400],
  ['nested half a million deep', `{"partNumber":"N","name":${'['.repeat(500_000)}${']'.repeat(500_000)}}`, 400],
  ['nested deep in objects', `{"partNumber":"N","name":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`, 400],
  ['wide', `{"partNumber":"N","name":"n"${Array.from({ length: 80_000 }, (_, at) => `,"k${at}":1`).join('')}}`, 400],
  ['a long list', `{"partNumber":"N","name":[${'[],'.repeat(300_000)}[]]}`, 400],
  ['larger than 1 MB', JSON.stringify({ ...nut, location: 'x'.repeat(1_100_000) }), 413],
  ['a list', '[]', 400],
  ['a word', '"x"', 400],
  ['broken', '{"name":', 400],
])('JSON that is %s is refused (T103)', async (_name, body, status) => {
  const answer = await operator.post(path(), body, { 'content-type': 'application/json' })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ status, message: expect.any(String) })
  expect((await operator.get(path())).json().total).toBe(0)
})

test('a key that occurs twice is refused by name (T28)', async () => {
  const body = '{"partNumber":"N-1","name":"First","name":"Second"}'
  const answer = await operator.post(path(), body, { 'content-type': 'application/json' })
  expect(answer.json().data.issues).toEqual([{ field: 'name', message: "The key 'name' is given twice" }])
})

/** Sends a request line unchanged; inject and fetch would clean it up. */
async function sendRaw(method: string, target: string, token?: string): Promise<number | undefined> {
  const port = await server.listen()
  return new Promise((resolve, reject) => {
    const headers = {
      host: `localhost:${port}`,
      ...(token && { authorization: `Bearer ${token}` }),
      connection: 'close',
    }
    const sent = rawRequest({ port, method, path: target, headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', reject).end()
  })
}

test('another method than those of an address is refused, and the answer names them', async () => {
  const part = await server.given.part(company)
  const put = await operator.put(`/api/companies/${company.id}/parts/${part.id}?x=1`)
  expect([put.statusCode, put.headers.allow]).toEqual([405, 'DELETE, GET, HEAD, PATCH'])
  expect(put.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED', status: 405 })
  const list = await operator.delete(`/api/companies/${company.id}/parts`)
  expect([list.statusCode, list.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
  expect((await operator.put('/api/nothing/here')).statusCode).toBe(404)
})

test('no other way leads to a list of another company (T22)', async () => {
  const port = await server.listen()
  const other = await server.given.company()
  const own = `/api/companies/${company.id}/parts`
  const foreign = `/api/companies/${other.id}/parts`
  const tricks = [
    ...[foreign, `${foreign}/`, `/${foreign}`, foreign.replace('/parts', '//parts'), foreign.toUpperCase()],
    ...[`${own}/../../${other.id}/parts`, `${own}/%2e%2e/%2e%2e/${other.id}/parts`, foreign.replace('api', '%61pi')],
    ...[`${foreign};x=1`, `${foreign}%23x`, `${foreign}?companyId=${company.id}`, `http://localhost:${port}${foreign}`],
    ...[
      `/api/companies/${company.id}%2f..%2f${other.id}/parts`,
      `${foreign}%00`,
      `/api/companies/${company.id}/parts/%2e%2e`,
    ],
  ]
  for (const target of tricks) {
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const status = await sendRaw(method, target, operator.person.token)
      expect([method, target, status]).toEqual([
        method,
        target,
        expect.toSatisfy((code) => [400, 404, 405].includes(code)),
      ])
      expect([401, 400, 403, 404, 405]).toContain(await sendRaw(method, target))
    }
  }
  expect(await sendRaw('GET', own, operator.person.token)).toBe(200)
  expect(await sendRaw('HEAD', own, operator.person.token)).toBe(200)
  expect(await sendRaw('HEAD', own)).toBe(401)
})

test('members of a company that was sold see nothing, and people who reach all may read but not write', async () => {
  const { id } = (await operator.post(path(), nut)).json()
  await server.given.sql(`update companies set status = 'sold' where id = $1`, [company.id])
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  for (const answer of [await operator.get(path()), await operator.get(path('')), await operator.post(path(), nut)]) {
    expect(answer.statusCode).toBe(404)
  }
  expect((await sbr.get(path())).json().items).toMatchObject([{ id }])
  for (const answer of [
    await sbr.post(path(), nut),
    await sbr.patch(path(`/parts/${id}`), { stockLevel: 1 }),
    await sbr.delete(path(`/parts/${id}`)),
    await sbr.post(path('/imports'), 'Part Number,Name\nB,Bolt\n', { 'content-type': 'text/csv' }),
  ]) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json().code).toBe('COMPANY_SOLD')
  }
  expect((await sbr.get(path())).json()).toMatchObject({ total: 1, items: [{ stockLevel: 0 }] })
})

test('a role that changes counts from the next request on (T51)', async () => {
  const { person, get, post } = await server.signIn('company_operator', company)
  await server.given.sql(`update user_roles set role = 'employee' where user_id = $1`, [person.id])
  expect((await post(path(), nut)).statusCode).toBe(403)
  await server.given.sql('update user_roles set company_id = $2 where user_id = $1', [
    person.id,
    (await server.given.company()).id,
  ])
  expect((await get(path())).statusCode).toBe(404)
  await server.given.sql('delete from user_roles where user_id = $1', [person.id])
  const answer = await get(path())
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'NO_ROLE'])
})
