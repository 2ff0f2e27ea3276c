import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { filesOf, receive } from '../../files/public.ts'
import { useOwnServer } from '../../testing/fixture.ts'
import { dump, filesIn } from '../../testing/postgres/dump.ts'
import { sealBackups } from '../backups/seal-backups.ts'
import { sealStored } from './seal-stored.ts'

const { server, company, operator } = useOwnServer()

const check = `check (iban like 's1.%' and notes like 's1.%' and tax_id like 's1.%')`
const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const seal = () => sealStored(server.adminUrl, server.given.keyring)

/** Writes as an earlier version did: unsealed, also in the activity log. */
async function inClear(statement: string, values: unknown[]) {
  await server.given.sql('alter table vendor_private drop constraint vendor_private_sealed')
  await server.given.sql(statement, values)
  await server.given.sql(`alter table vendor_private add constraint vendor_private_sealed ${check} not valid`)
}

async function clearVendor(name: string) {
  const { id } = await server.given.vendor(company, { name })
  const columns = '(company_id, id, iban, notes, payment_terms, tax_id)'
  const values = [company.id, id, `clear-iban of ${name}`, 'clear "notes" äöü', `clear-tax of ${name}`]
  await inClear(`insert into vendor_private ${columns} values ($1, $2, $3, $4, 'Net 30', $5)`, values)
  await inClear(`update vendor_private set iban = 'clear-changed' where company_id = $1 and id = $2`, [company.id, id])
  return id as string
}
const bankOf = async (id: string) => (await operator.get(path(`vendors/${id}`))).json().private

test('bank data that an earlier version stored in clear are sealed in rows, history and deleted records', async () => {
  const kept = await clearVendor('Kept')
  const gone = await clearVendor('Gone')
  await server.given.sql('delete from vendors where id = $1', [gone])
  expect(await dump(server.adminUrl)).toContain('clear-')

  expect(await seal()).toBeGreaterThan(0)

  expect(await dump(server.adminUrl)).not.toMatch(/clear-|clear \\*"notes/)
  expect(await bankOf(kept)).toMatchObject({
    ...{ iban: 'clear-changed', notes: 'clear "notes" äöü', taxId: 'clear-tax of Kept', paymentTerms: 'Net 30' },
  })
  const { items } = (await operator.get(path(`activity?entityType=vendor&entityId=${kept}`))).json()
  const change = items.find(({ fieldChanged }: { fieldChanged: string }) => fieldChanged === 'iban')
  expect(change).toMatchObject({ oldValue: '••••Kept', newValue: '••••nged' })
  const undo = (id: string) => operator.post(path(`change-sets/${id}/undo`), {})
  expect((await undo(change.changeSetId)).json()).toMatchObject({ conflictCount: 0 })
  expect(await bankOf(kept)).toMatchObject({ iban: 'clear-iban of Kept' })
  const [deletion] = await server.given.sql<{ id: string }>(
    `select change_set_id as id from activity_logs where entity_id = $1 and entity_type = 'vendor' and action = 'deleted'`,
    [gone],
  )
  expect((await undo(deletion?.id ?? '')).json()).toMatchObject({ conflictCount: 0 })
  expect(await bankOf(gone)).toMatchObject({ iban: 'clear-changed', taxId: 'clear-tax of Gone' })
  // From now on no unsealed value gets in.
  const intrude = server.given.sql(`update vendor_private set iban = 'clear' where id = $1`, [kept])
  await expect(intrude).rejects.toThrow('vendor_private_sealed')
})

test('an interrupted run goes on with the rest, and seals nothing twice', async () => {
  const first = await clearVendor('First')
  await seal()
  const [sealed] = await server.given.sql<{ iban: string }>('select iban from vendor_private where id = $1', [first])
  const second = await clearVendor('Second') // stands for the part that the first run did not reach
  await seal()
  expect(await server.given.sql('select iban from vendor_private where id = $1', [first])).toEqual([sealed])
  expect((await bankOf(second)).iban).toBe('clear-changed')
  expect(await seal()).toBe(0)
})

test('a backup file in clear is written anew, sealed, and reads as before', async () => {
  const { blobs } = filesOf(server.config)
  const text = '# VENDORS\nName,IBAN,Tax ID\nAcme,clear-iban,clear-tax\n'
  const key = `${company.id}/backups/${randomUUID()}.csv`
  const file = await receive(Readable.from([Buffer.from(text)]), blobs.incoming, 1_000)
  await blobs.keep(key, file)
  await file.discard()
  const [made] = await server.given.sql<{ id: string }>(
    `insert into backups (company_id, name, format, key, size, row_count, sha256, created_by)
     values ($1, 'inventory_2026-01-02-0304.csv', 'internal', $2, $3, 1, $4, $5) returning id`,
    [company.id, key, text.length, file.sha256, operator.person.id],
  )
  expect(filesIn(server.dataDir)).toContain('clear-iban')

  expect(await sealBackups(server.adminUrl, server.given.keyring, blobs)).toBe(1)
  expect(await sealBackups(server.adminUrl, server.given.keyring, blobs)).toBe(0)

  expect(filesIn(server.dataDir)).not.toContain('clear-')
  const [listed] = (await operator.get(path('backups'))).json().items
  expect(listed).toMatchObject({ id: made?.id, size: text.length, sha256: file.sha256 })
  const { url } = (await operator.get(path(`backups/${made?.id}/url`))).json()
  expect((await server.anonymous.get(url)).body).toBe(text)
  const preview = (await operator.post(path(`backups/${made?.id}/import`), {})).json()
  expect(preview.summary).toMatchObject({ create: 1 })
})
