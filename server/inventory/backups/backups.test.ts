import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { filesOf } from '../../files/public.ts'
import { sweepStore } from '../../files/storage/sweep.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { runtimeUrl } from '../../platform/database/schema/database-roles.ts'
import { type Client, useServer } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given/given.ts'
import { backupFiles } from './backup-sweep.ts'

const { server } = useServer()
let company: GivenCompany
let operator: Client
beforeEach(async () => {
  company = await server.given.company({ time_zone: 'Asia/Tokyo' })
  operator = await server.signIn('company_operator', company)
})

const path = (rest = '') => `/api/companies/${company.id}/backups${rest}`
const create = async (format = 'internal') => (await operator.post(path(), { format })).json()
const list = async () => (await operator.get(path())).json().items
const linkTo = async (id: string) => (await operator.get(path(`/${id}/url`))).json().url as string
const blobPath = () => {
  const folder = join(server.dataDir, 'files', 'blobs', company.id, 'backups')
  return join(folder, readdirSync(folder)[0] ?? '')
}

test('a backup holds the whole inventory; its name is the minute in the time zone of the company', async () => {
  const part = await server.given.part(company, { part_number: 'P-1', name: 'Bolt\nlong' })
  const kit = await server.given.product(company, { sku: 'S-1' })
  await server.given.bomLine(company, { product_id: kit.id }, { part_id: part.id }, 3)
  const backup = await create()
  const [now] = await server.given.sql<{ minute: string }>(
    `select to_char($1::timestamptz at time zone 'Asia/Tokyo', 'YYYY-MM-DD-HH24MI') as minute`,
    [backup.createdAt],
  )
  expect(backup).toMatchObject({ name: `inventory_${now?.minute}.csv`, format: 'internal', rowCount: 2 })
  expect(backup.path).toBe(`company/${company.id}/backups/${backup.name}`)
  const answer = await server.anonymous.get(await linkTo(backup.id))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toBe(`attachment; filename=${backup.name}`)
  expect(answer.body).toBe((await operator.get(`/api/companies/${company.id}/exports/inventory.csv`)).body)
  expect(Buffer.byteLength(answer.body)).toBe(backup.size)
})

test('a company id in capitals is the same id, and the file lies where the sweeper looks', async () => {
  const address = path().replace(company.id, company.id.toUpperCase())
  const { id } = (await operator.post(address, {})).json()
  const [stored] = await server.given.sql<{ key: string }>('select key from backups where id = $1', [id])
  expect(stored?.key).toMatch(new RegExp(`^${company.id}/backups/[0-9a-f-]{36}\\.csv$`))
  const link = (await operator.get(`${address}/${id.toUpperCase()}/url`)).json().url
  expect((await server.anonymous.get(link)).statusCode).toBe(200)
})

test('the newest come first, and two backups of one minute have two names', async () => {
  const made = [await create(), await create(), await create('shopify')]
  expect(new Set(made.map(({ name }) => name)).size).toBe(3)
  expect(made[2].name).toMatch(/^inventory_shopify_\d{4}-\d\d-\d\d-\d{4}\.csv$/)
  expect((await list()).map(({ id }: { id: string }) => id)).toEqual(made.map(({ id }) => id).reverse())
})

test('importing a backup brings lost records back', async () => {
  const part = await server.given.part(company, { part_number: 'P-1', name: 'Bolt' })
  await server.given.assembly(company, { assembly_number: 'A-1' })
  const { id } = await create()
  await operator.delete(`/api/companies/${company.id}/parts/${part.id}`)
  const preview = (await operator.post(path(`/${id}/import`), {})).json()
  expect(preview).toMatchObject({ status: 'previewed', summary: { create: 1, update: 0, unchanged: 1, error: 0 } })
  const done = await operator.post(`/api/companies/${company.id}/imports/${preview.id}/commit`, {})
  expect(done.json()).toMatchObject({ success: 2, summary: { create: 1 } })
})

test('importing a backup shows exactly what changed since, and brings it all back', async () => {
  const [bolt, nut] = [
    await server.given.part(company, { part_number: 'P-1', name: 'Bolt', cost: 0.0125, stock_level: 7 }),
    await server.given.part(company, { part_number: 'P-2', name: '=Nut "M5"' }),
  ]
  const set = await server.given.assembly(company, { assembly_number: 'A-1' })
  const kit = await server.given.product(company, { sku: 'S-1' })
  const components = [{ type: 'part', id: bolt.id, quantity: 3 }]
  const at = (rest: string) => `/api/companies/${company.id}/${rest}`
  await operator.patch(at(`assemblies/${set.id}`), { components })
  await operator.patch(at(`products/${kit.id}`), { bom: [{ type: 'assembly', id: set.id, quantity: 2 }] })
  const bank = { iban: 'DE02 1203 0000 0000 2020 51', notes: 'Line 1\nLine 2' }
  const acme = (await operator.post(at('vendors'), { name: 'Acme', private: bank })).json()
  await operator.post(at('vendors'), { name: 'Untouched' })
  const before = (await operator.get(at('exports/inventory.csv'))).body
  const { id } = await create()

  await operator.patch(at(`parts/${bolt.id}`), { stockLevel: 1, cost: 9 })
  await operator.delete(at(`parts/${nut.id}`))
  await operator.patch(at(`assemblies/${set.id}`), { components: [] })
  await operator.patch(at(`vendors/${acme.id}`), { private: { iban: null } })
  const preview = (await operator.post(path(`/${id}/import`), {})).json()
  expect(preview.summary).toEqual({ create: 1, update: 3, unchanged: 2, error: 0 })
  const rows = (await operator.get(at(`imports/${preview.id}/rows?action=update`))).json().items
  expect(rows.map(({ label, changes }: { label: string; changes: object[] }) => [label, changes])).toEqual([
    ['P-1 · Bolt', expect.arrayContaining([{ field: 'stockLevel', oldValue: '1', newValue: '7' }])],
    [expect.stringContaining('A-1'), [{ field: 'components', oldValue: null, newValue: '3 × P-1' }]],
    ['Acme', [{ field: 'iban', oldValue: null, newValue: bank.iban }]],
  ])
  await operator.post(at(`imports/${preview.id}/commit`), {})
  expect((await operator.get(at('exports/inventory.csv'))).body).toBe(before)
})

test('a backup larger than the limit of uploads can be made and imported', async () => {
  const { seal } = await server.given.bankSeals(company)
  await server.given.sql(
    `with made as (insert into vendors (company_id, name) select $1, 'Vendor ' || n from generate_series(1, 3500) n returning id)
     insert into vendor_private (company_id, id, notes) select $1, id, $2 from made`,
    [company.id, seal(`ü${'A longer note,'.repeat(714)}`, 'notes')],
  )
  const backup = await create()
  expect(backup.size).toBeGreaterThan(32 * 1024 * 1024)
  await server.given.sql(
    `update vendor_private set notes = $1 from vendors v
    where v.company_id = vendor_private.company_id and v.id = vendor_private.id and v.name = 'Vendor 7'`,
    [seal('Lost', 'notes')],
  )
  const preview = (await operator.post(path(`/${backup.id}/import`), {})).json()
  expect(preview).toMatchObject({
    summary: { create: 0, update: 1, unchanged: 3499, error: 0 },
    warnings: [],
  })
})

test('a deleted backup leaves the list and its link stops working, until it is restored', async () => {
  const { id, name } = await create()
  const link = await linkTo(id)
  expect((await operator.delete(path(`/${name}`))).json()).toEqual({ count: 1, changeSetId: null })
  expect(await list()).toEqual([])
  expect((await server.anonymous.get(link)).statusCode).toBe(404)
  expect((await operator.delete(path(`/${id}`))).statusCode).toBe(404)
  expect((await operator.post(path(`/${id}/restore`), {})).json()).toMatchObject({ id, name })
  expect((await server.anonymous.get(link)).statusCode).toBe(200)
})

test('after 30 days the trash is emptied, files included', async () => {
  const { id } = await create()
  await operator.delete(path(`/${id}`))
  await server.given.sql(`update backups set deleted_at = now() - interval '31 days' where id = $1`, [id])
  expect((await operator.post(path(`/${id}/restore`), {})).statusCode).toBe(404)
  const blob = blobPath()
  utimesSync(blob, new Date(0), new Date(0))
  const database = openDatabase(await runtimeUrl(server.adminUrl), 2)
  await sweepStore(database, filesOf(server.config).blobs, [backupFiles], {
    info: () => undefined,
    error: () => undefined,
  })
  await database.close()
  expect(() => statSync(blob)).toThrow('ENOENT')
  expect(await server.given.sql('select from backups where id = $1', [id])).toEqual([])
})

test('a link stops working when its maker loses the right, and opens no other file', async () => {
  const { id } = await create()
  const link = await linkTo(id)
  expect((await server.anonymous.get(link.replace('/backups/', '/files/'))).statusCode).toBe(404)
  expect((await server.anonymous.get(link.replace(/expires=\d+/, 'expires=9999999999'))).statusCode).toBe(403)
  await server.given.sql(`update user_roles set role = 'manager' where user_id = $1`, [operator.person.id])
  expect((await server.anonymous.get(link)).statusCode).toBe(404)
})

test('a damaged file is never handed out', async () => {
  const { id } = await create()
  const link = await linkTo(id)
  writeFileSync(blobPath(), 'something else')
  expect((await server.anonymous.get(link)).statusCode).toBe(500)
  expect((await operator.post(path(`/${id}/import`), {})).statusCode).toBe(500)
})

test('backups of another company do not exist, by id, by name or by path (T14)', async () => {
  const { id, name } = await create()
  const other = await server.given.company()
  const stranger = await server.signIn('company_operator', other)
  const unknown = await stranger.get(`/api/companies/${other.id}/backups/01987654-3210-7000-8000-000000000000/url`)
  for (const word of [id, name, encodeURIComponent(`../../${company.id}/backups/${name}`), '..%2fx.csv', '%00']) {
    const answer = await stranger.get(`/api/companies/${other.id}/backups/${word}/url`)
    expect([answer.statusCode, word]).toEqual([404, word])
    if (word === id || word === name) expect(answer.body).toBe(unknown.body)
  }
  expect((await stranger.get(path())).statusCode).toBe(404)
})

test('only operators make backups, and only of known formats', async () => {
  const manager = await server.signIn('manager', company)
  const refused = await manager.post(path(), {})
  expect(refused.statusCode).toBe(403)
  expect(refused.json().message).toBe('You do not have permission to manage backups')
  expect((await operator.post(path(), { format: 'xlsx' })).statusCode).toBe(400)
})

test('the log records who makes, downloads and removes one', async () => {
  const { id } = await create()
  await linkTo(id)
  await operator.delete(path(`/${id}`))
  const events = await server.given.sql<{ event: string }>(
    `select * from security_events where user_id = $1 order by id`,
    [operator.person.id],
  )
  expect(JSON.stringify(events)).toMatch(/backup_made.*backup_link_made.*backup_deleted/)
})
