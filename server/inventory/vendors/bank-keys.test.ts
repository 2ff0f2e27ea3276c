import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeyring } from '../../platform/secrets/keyring.ts'
import { countSeals, rotateSeals } from '../../platform/secrets/stored-seals.ts'
import type { GivenCompany } from '../../testing/given/given.ts'
import { keyNamed, keyringOf } from '../../testing/keys.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { discardLost } from './discard-lost.ts'

// Three servers on one database: before a change of keys, after it, and one whose key was lost (decision 0103).
const bank = { iban: 'DE02 1203 0000 0000 2020 51', notes: 'Ask for Jo', paymentTerms: 'Net 30' }
const csv = { 'content-type': 'text/csv' }
let before: TestServer
let after: TestServer
let robbed: TestServer
let company: GivenCompany
let vendorId: string
let backupId: string
let token: string

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const on = (server: TestServer) => server.clientWith({ authorization: `Bearer ${token}` })
const vendorOn = async (server: TestServer) => (await on(server).get(path(`vendors/${vendorId}`))).json()
const upload = (server: TestServer, type: string, text: string) =>
  on(server).post(path(`imports?type=${type}&fileName=x.csv`), text, csv)

beforeAll(async () => {
  before = await startTestServer({ KEYRING: keyringOf('old') })
  company = await before.given.company()
  const operator = await before.signIn('company_operator', company)
  token = operator.person.token
  vendorId = (await operator.post(path('vendors'), { name: 'Acme', private: bank })).json().id
  await operator.patch(path(`vendors/${vendorId}`), { private: { taxId: 'T-123456789' } })
  backupId = (await operator.post(path('backups'), {})).json().id
  const meanwhile = createKeyring([keyNamed('new'), keyNamed('old')])
  expect(await rotateSeals(before.adminUrl, meanwhile)).toMatchObject({ unreadable: 0 })
  const [after_, robbed_] = await Promise.all(
    ['new', 'other'].map((key) =>
      startTestServer({ KEYRING: keyringOf(key), DATA_DIR: before.dataDir }, before.adminUrl),
    ),
  )
  after = after_ as TestServer
  robbed = robbed_ as TestServer
})
afterAll(() => Promise.all([robbed?.close(), after?.close()]).then(() => before?.close()))

test('after a change of keys everything can be read, and the old key can go', async () => {
  expect((await vendorOn(after)).private).toMatchObject({ ...bank, taxId: 'T-123456789' })
  const { body } = await on(after).get(path('exports/vendors.csv'))
  expect(body).toContain(bank.iban)
  expect((await upload(after, 'vendors', body)).json().summary).toMatchObject({ unchanged: 1, update: 0 })
  const restored = await on(after).post(path(`backups/${backupId}/import`), {})
  expect(restored.json().summary).toMatchObject({ unchanged: 1, update: 0 })
  const counts = await countSeals(before.adminUrl, createKeyring([keyNamed('new')]))
  expect(counts.map(({ place, keyId, unreadable }) => [place, keyId, unreadable])).toEqual(
    expect.arrayContaining([
      ['company_keys.sealed', 'new', 0],
      ['backups.sealed', 'new', 0],
      ['imports.sealed_sections', 'new', 0],
    ]),
  )
})

test('every request that needs a lost key says so, and nothing is overwritten', async () => {
  const words =
    'This is sealed with a key that is missing on this server: an administrator must put it back. Nothing was changed'
  const told = (answer: { statusCode: number; json: () => { message: string } }) => [
    answer.statusCode,
    answer.json().message,
  ]
  const vendor = await vendorOn(robbed)
  expect(vendor).toMatchObject({ name: 'Acme', isPrivateUnreadable: true })
  expect(vendor).not.toHaveProperty('private')
  const client = on(robbed)
  expect(told(await client.patch(path(`vendors/${vendorId}`), { private: { iban: null } }))).toEqual([409, words])
  expect(told(await client.patch(path(`vendors/${vendorId}`), { private: { iban: 'DE99' } }))).toEqual([409, words])
  const only = (await on(after).post(path('vendors'), { name: 'Only', private: { iban: 'DE01' } })).json()
  expect(told(await client.patch(path(`vendors/${only.id}`), { private: { iban: null } }))).toEqual([409, words])
  expect((await on(after).delete(path(`vendors/${only.id}`))).statusCode).toBe(200)
  expect(told(await client.post(path('vendors'), { name: 'New', private: { iban: 'DE99' } }))).toEqual([409, words])
  expect(told(await client.get(path('exports/vendors.csv')))).toEqual([409, words])
  expect(told(await client.post(path('backups'), {}))).toEqual([409, words])
  expect(told(await client.post(path(`backups/${backupId}/import`), {}))).toEqual([409, words])
  expect((await client.get(path('backups'))).json().items).toMatchObject([{ id: backupId }])
  const { url } = (await client.get(path(`backups/${backupId}/url`))).json()
  expect(told(await robbed.anonymous.get(url))).toEqual([409, words])
  expect(told(await upload(robbed, 'vendors', 'Name,IBAN\nAcme,DE99\n'))).toEqual([
    422,
    `Vendors cannot be imported: ${words}`,
  ])
  const timeline = await client.get(path(`activity?entityType=vendor&entityId=${vendorId}`))
  expect(timeline.json().items).toContainEqual(expect.objectContaining({ fieldChanged: 'tax_id', newValue: '••••' }))

  // Requests that need no key work as before.
  expect((await client.patch(path(`vendors/${vendorId}`), { phone: '555' })).statusCode).toBe(200)
  expect((await upload(robbed, 'parts', 'Part Number,Name\nP-1,Bolt\n')).statusCode).toBe(201)
  expect((await client.get(path('exports/parts.csv'))).statusCode).toBe(200)
  expect((await client.get(path('imports'))).json().items).toMatchObject([{ type: 'parts' }])

  expect((await vendorOn(after)).private).toMatchObject({ ...bank, taxId: 'T-123456789' })
})

test('a repeated request is not run again when its first answer cannot be read any more', async () => {
  const once = { 'idempotency-key': 'once' }
  const create = (server: TestServer) => on(server).post(path('vendors'), { name: 'Once' }, once)
  expect((await create(after)).statusCode).toBe(201)
  expect((await create(robbed)).statusCode).toBe(409)
  expect((await on(after).get(path('vendors?q=Once'))).json().total).toBe(1)
})

test('when a key is gone for good, people enter the bank data again, and undo brings none back', async () => {
  const [change] = await before.given.sql<{ id: string }>(
    `select change_set_id as id from activity_logs where entity_id = $1 and field_changed = 'tax_id'`,
    [vendorId],
  )
  expect(await discardLost(before.adminUrl, 'new')).toBe(1)
  const client = on(robbed)
  expect((await vendorOn(robbed)).private).toMatchObject({ iban: null, taxId: null, paymentTerms: 'Net 30' })
  await client.post(path(`change-sets/${change?.id}/undo`), {})
  const again = await client.patch(path(`vendors/${vendorId}`), { private: { iban: 'DE77' } })
  expect(again.json().private).toMatchObject({ iban: 'DE77', taxId: null })
  expect((await client.get(path('exports/vendors.csv'))).body).toContain('DE77')
})
