import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/vendors${rest}`
const stored = (id: string) => server.given.sql('select * from vendors where id = $1', [id])
const acme = { name: 'Acme', email: 'sales@acme.example', website: 'https://acme.example', phone: '1' }
const bank = { iban: 'DE02120300000000202051', routingNumber: '021000021', taxId: 'TAX-1' }

test('a vendor is created, read, changed and deleted', async () => {
  const created = await operator.post(path(), { ...acme, private: bank })
  expect(created.statusCode).toBe(201)
  const { id, changeSetId } = created.json()
  expect(created.json()).toMatchObject({ ...acme, status: 'active', version: 1, private: bank, companyId: company.id })
  expect(changeSetId).toMatch(/^[0-9a-f-]{36}$/)
  const changed = await operator.patch(path(`/${id}`), { phone: '2', private: { iban: null } }, { 'if-match': '"1"' })
  expect(changed.json()).toMatchObject({ phone: '2', version: 2, private: { iban: null, taxId: 'TAX-1' } })
  expect((await operator.get(path(`/${id}`))).json()).toMatchObject({ phone: '2', private: { iban: null } })
  expect((await operator.delete(path(`/${id}`))).json()).toMatchObject({ count: 1 })
  expect((await operator.get(path(`/${id}`))).statusCode).toBe(404)
})

test('saving an unchanged vendor changes nothing', async () => {
  const { id } = (await operator.post(path(), acme)).json()
  const again = await operator.patch(path(`/${id}`), { name: 'Acme' })
  expect(again.json()).toMatchObject({ name: 'Acme', changeSetId: null })
})

test('empty account data are not recorded', async () => {
  const untouched = { accountNumber: null, iban: null, preferredShippingMethod: 'none' }
  const created = (await operator.post(path(), { name: 'Acme', private: untouched })).json()
  await operator.patch(path(`/${created.id}`), { phone: '1', private: untouched }, { 'if-match': '1' })
  const { items } = (
    await operator.get(`/api/companies/${company.id}/activity?entityType=vendor&entityId=${created.id}`)
  ).json()
  expect(JSON.stringify(items)).toContain('phone')
  expect(JSON.stringify(items)).not.toContain('vendor_private')
})

test('texts are cleaned of invisible characters (T62)', async () => {
  const { name, phone } = (await operator.post(path(), { name: ' A\u202Ec\u200Bme\u0007 ', phone: ' ' })).json()
  expect({ name, phone }).toEqual({ name: 'Acme', phone: null })
})

test('names are not markup: they come back as they were typed (T62)', async () => {
  const name = '<img src=x onerror=alert(1)>'
  const answer = await operator.post(path(), { name })
  expect(answer.json().name).toBe(name)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
})

test.each(['employee', 'manager'] as const)('a %s cannot see bank data or guess at them (T15, T20)', async (role) => {
  const { id } = (await operator.post(path(), { ...acme, private: bank })).json()
  await operator.patch(path(`/${id}`), { private: { iban: 'GB33BUKB20201555555555' } })
  const { get } = await server.signIn(role, company)
  const pages = [path(`/${id}`), path(), `/api/companies/${company.id}/activity?entityId=${id}`]
  for (const page of pages) {
    const { body, statusCode } = await get(page)
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(/DE0212|GB33|••••|iban|routing|taxId|private/)
  }
  for (const query of ['?sort=iban', '?iban=DE', '?sort=private', '?taxId=TAX-1']) {
    expect((await get(path(query))).statusCode).toBe(400)
  }
  expect((await get(path('?q=2051'))).json()).toMatchObject({ items: [], total: 0 })
})

test('operators see bank data, masked in the log', async () => {
  const { id } = (await operator.post(path(), { ...acme, private: bank })).json()
  await operator.patch(path(`/${id}`), { private: { iban: 'GB33BUKB20201555555555' } })
  expect((await operator.get(path(`/${id}`))).json().private.iban).toBe('GB33BUKB20201555555555')
  const { items } = (
    await operator.get(`/api/companies/${company.id}/activity?entityType=vendor&entityId=${id}`)
  ).json()
  const entry = items.find(({ fieldChanged }: { fieldChanged: string }) => fieldChanged === 'iban')
  expect(entry).toMatchObject({ oldValue: '••••2051', newValue: '••••5555' })
})

test('a website is stored with its scheme, whether it is typed or imported', async () => {
  const any = { 'if-match': '*' }
  const typed = await operator.post(path(), { name: 'Typed', website: ' acme.com ' })
  expect(typed.json()).toMatchObject({ website: 'https://acme.com' })
  const changed = await operator.patch(path(`/${typed.json().id}`), { website: 'www.acme.com/shop' }, any)
  expect(changed.json()).toMatchObject({ website: 'https://www.acme.com/shop' })
  const file = 'Name,Website\nImported,acme.com\n'
  const imports = `/api/companies/${company.id}/imports`
  const { id } = (await operator.post(`${imports}?type=vendors`, file, { 'content-type': 'text/csv' })).json()
  await operator.post(`${imports}/${id}/commit`, {})
  const { items } = (await operator.get(path('?q=Imported'))).json()
  expect(items).toMatchObject([{ website: 'https://acme.com' }])
  const long = await operator.patch(path(`/${typed.json().id}`), { website: `${'a'.repeat(490)}.com` }, any)
  expect(long.json().data.issues).toMatchObject([{ field: 'website', message: 'Must be at most 500 characters' }])
})

test.each<[object, string]>([
  [{}, 'name'],
  [{ name: ' \u200B ' }, 'name'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ name: 'x', email: 'nobody' }, 'email'],
  [{ name: 'x', website: 'javascript:alert(1)' }, 'website'],
  [{ name: 'x', website: 'https://user@evil.example' }, 'website'],
  [{ name: 'x', status: 'gone' }, 'status'],
  [{ name: 'x', private: { preferredShippingMethod: 'pigeon' } }, 'private.preferredShippingMethod'],
  [{ name: 'x', private: { pin: '1' } }, 'private.pin'],
  [{ name: 'x', companyId: randomUUID() }, 'companyId'],
  [{ name: 'x', id: randomUUID() }, 'id'],
  [{ name: 'x', version: 7 }, 'version'],
  [{ name: 'x', createdBy: randomUUID() }, 'createdBy'],
  [{ name: ['x'] }, 'name'],
])('what is not valid is refused by its key: %j (T23, T28, T39, T64)', async (body, field) => {
  const answer = await operator.post(path(), body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toContainEqual({ field, message: expect.any(String) })
})

test('a name in use is refused, with the field', async () => {
  await operator.post(path(), acme)
  const { id } = (await operator.post(path(), { name: 'Other' })).json()
  for (const answer of [await operator.post(path(), acme), await operator.patch(path(`/${id}`), { name: 'Acme' })]) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      message: 'This name is used already',
      data: { reason: 'duplicate', field: 'name' },
    })
    expect(answer.body).not.toMatch(/vendors_|constraint|Acme|sql/i) // T38
  }
})

test('the same name may be used in two companies', async () => {
  await server.given.vendor(await server.given.company(), { name: 'Acme' })
  expect((await operator.post(path(), acme)).statusCode).toBe(201)
})

test('the second of two saves of the same version is refused and gets the stored record (T94)', async () => {
  const { id } = (await operator.post(path(), { ...acme, private: bank })).json()
  const save = (phone: string) => operator.patch(path(`/${id}`), { phone }, { 'if-match': '1' })
  const answers = await Promise.all([save('2'), save('3')])
  const [won, lost] = answers.sort((one, two) => one.statusCode - two.statusCode)
  expect([won?.statusCode, lost?.statusCode]).toEqual([200, 409])
  expect(lost?.json().data).toMatchObject({ reason: 'stale', current: { phone: won?.json().phone, version: 2 } })
  expect(await stored(id)).toMatchObject([{ phone: won?.json().phone, version: 2 }])
})

test('an If-Match that is no version is refused', async () => {
  const { id } = (await operator.post(path(), acme)).json()
  const answer = await operator.patch(path(`/${id}`), { phone: '2' }, { 'if-match': 'W/"x"' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toMatchObject([{ field: 'If-Match' }])
})

test('a vendor in use is not deleted, alone or among others, and the answer names the parts (T99)', async () => {
  const used = await server.given.vendor(company)
  const free = await server.given.vendor(company)
  const part = await server.given.part(company, { vendor_id: used.id })
  for (const answer of [
    await operator.delete(path(`/${used.id}`)),
    await operator.post(path('/bulk-delete'), { selection: { ids: [free.id, used.id] } }),
    await operator.post(path('/bulk-delete'), { selection: { matching: {} } }),
  ]) {
    expect(answer.statusCode).toBe(409)
    const uses = [{ type: 'part', id: part.id, name: part.name }]
    expect(answer.json().data).toEqual({ reason: 'in_use', uses, count: 1, used: [used.id] })
  }
  expect(await stored(free.id)).toHaveLength(1)
})

test('a list with one foreign id deletes nothing (T2)', async () => {
  const mine = await server.given.vendor(company)
  const foreign = await server.given.vendor(await server.given.company())
  const answer = await operator.post(path('/bulk-delete'), { selection: { ids: [mine.id, foreign.id] } })
  expect(answer.statusCode).toBe(404)
  expect([...(await stored(mine.id)), ...(await stored(foreign.id))]).toHaveLength(2)
})

test('all vendors that match are deleted, also beyond the page, and no others', async () => {
  for (const name of ['Bolt 1', 'Bolt 2', 'Nut']) await server.given.vendor(company, { name })
  await server.given.vendor(company, { name: 'Bolt 3', status: 'inactive' })
  const foreign = await server.given.vendor(await server.given.company(), { name: 'Bolt 9' })
  const selection = { matching: { q: 'bolt', status: 'active' } }
  expect((await operator.post(path('/bulk-delete'), { selection })).json()).toMatchObject({ count: 2 })
  const { items } = (await operator.get(path())).json()
  expect(items.map(({ name }: { name: string }) => name)).toEqual(['Bolt 3', 'Nut'])
  expect(await stored(foreign.id)).toHaveLength(1)
})

test('the list counts, filters and searches', async () => {
  await server.given.vendor(company, { name: 'Acme', contact_person: 'Ann' })
  await server.given.vendor(company, { name: 'Bolt Ltd', status: 'inactive' })
  const list = async (query: string) => (await operator.get(path(query))).json()
  expect(await list('')).toMatchObject({ total: 2, activeCount: 1, isCapped: false })
  expect(await list('?status=inactive')).toMatchObject({ items: [{ name: 'Bolt Ltd' }], total: 1, activeCount: 1 })
  expect(await list('?status=active')).toMatchObject({ items: [{ name: 'Acme' }], total: 1 })
  expect(await list('?q=ANN')).toMatchObject({ items: [{ name: 'Acme' }], total: 1 })
})
