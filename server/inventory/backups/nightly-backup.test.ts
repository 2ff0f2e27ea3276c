import { beforeEach, expect, test } from 'vitest'
import { filesOf } from '../../files/public.ts'
import { sweepStore } from '../../files/storage/sweep.ts'
import { openDatabase } from '../../platform/database/database.ts'
import type { Db } from '../../platform/database/handle.ts'
import { runtimeUrl } from '../../platform/database/schema/database-roles.ts'
import type { Due } from '../../platform/jobs/job-kinds.ts'
import type { WorkerOptions } from '../../platform/jobs/worker.ts'
import { createKeyring, openKeyring } from '../../platform/secrets/keyring.ts'
import { useOwnServer } from '../../testing/fixture.ts'
import { ask, useJobs } from '../../testing/jobs.ts'
import { keyNamed } from '../../testing/keys.ts'
import { backupFiles } from './backup-sweep.ts'
import { backupJobs } from './nightly-backup.ts'

const { server, company, operator, manager } = useOwnServer()
const jobs = useJobs(() => server)

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const list = async () => (await operator.get(at('backups'))).json().items
const dueOf = (companyId: string) => jobs.asked(companyId, backupJobs(server.config).schedules[0])
const dueNow = () => dueOf(company.id)

/** Adds the jobs, runs them, and waits for their end. @param found those that are due @returns the rows of their queue */
async function runNight(found: Due[], more: Partial<WorkerOptions> = {}) {
  const handlers = backupJobs(server.config).handlers.map((each) => ({
    ...each,
    kind: { ...each.kind, retryLimit: 0 },
  }))
  await jobs.settle(handlers)
  await jobs.asking(operator, company.id, async (db, enqueue) => {
    for (const { kind, payload } of found) await enqueue(db, kind, payload)
  })
  await jobs.work(handlers, { keyring: await openKeyring(server.config), ...more })
  const isOther = ({ data }: { data: { companyId: string } }) => data.companyId !== company.id
  const isOver = ({ state }: { state: string }) => state === 'completed' || state === 'failed'
  const rows = await jobs.until({ name: 'nightly-backup' }, (row) => isOther(row) || isOver(row))
  return rows.filter((row) => !isOther(row)).map(({ state, output }) => ({ state, message: output?.message ?? '' }))
}
const success = { state: 'completed', message: '' }

beforeEach(async () => {
  await server.given.sql(`update companies set created_at = now() - interval '5 days' where id = $1`, [company.id])
})

test('the backup of the night is as complete as one made by hand, bank data, SOPs and places included, and it is made once', async () => {
  const sop = await server.given.sop(company)
  await operator.post(at('locations'), { code: 'A-1', name: 'Shelf' })
  await server.given.part(company, { part_number: 'P-2', location: 'A-1', stock_level: 5 })
  const bolt = await server.given.part(company, { part_number: 'P-1', sop_id: sop.id })
  const kit = await server.given.assembly(company, { assembly_number: 'A-1' })
  await server.given.bomLine(company, { assembly_id: kit.id }, { part_id: bolt.id }, 3)
  const bank = { iban: 'DE02 1203 0000 0000 2020 51', notes: 'Line 1\nLine 2' }
  await operator.post(at('vendors'), { name: 'Acme', private: bank })
  const byHand = (await operator.post(at('backups'), {})).json()
  expect(await runNight(await dueNow())).toEqual([success])
  const [nightly, ...others] = await list()
  expect(others).toEqual([byHand])
  expect([byHand.keptUntil, nightly]).toEqual([
    null,
    {
      ...byHand,
      id: nightly.id,
      name: nightly.name,
      path: nightly.path,
      createdAt: nightly.createdAt,
      keptUntil: expect.any(String),
    },
  ])
  expect(new Date(nightly.keptUntil).getTime() - new Date(nightly.createdAt).getTime()).toBe(14 * 86_400_000)
  const { url } = (await operator.get(at(`backups/${nightly.id}/url`))).json()
  const { body } = await server.anonymous.get(url)
  expect(body).toBe((await operator.get(at('exports/inventory.csv'))).body)
  expect([body.includes(bank.iban), body.includes(sop.id)]).toEqual([true, true])
  await operator.delete(at(`assemblies/${kit.id}`))
  const preview = (await operator.post(at(`backups/${nightly.id}/import`), {})).json()
  expect(preview.summary).toMatchObject({ create: 1, error: 0 })
  expect(await dueNow()).toEqual([])
  await operator.delete(at(`backups/${nightly.id}`))
  expect(await dueNow()).toEqual([])
})

test('two servers that ask in the same night make one backup', async () => {
  const found = await dueNow()
  await runNight(found)
  expect(await runNight(found)).toEqual([success, success])
  expect(await list()).toHaveLength(1)
})

test('after nights without a server one backup is due; none in a new, an inactive or a sold company', async () => {
  expect(await dueNow()).toHaveLength(1)
  const fresh = await server.given.company()
  expect(await dueOf(fresh.id)).toEqual([])
  await runNight(await dueNow())
  expect(await dueNow()).toEqual([])
  await server.given.sql('update backups set night = night - 3 where company_id = $1', [company.id])
  expect(await dueNow()).toHaveLength(1)
  for (const status of ['inactive', 'sold']) {
    await server.given.sql('update companies set status = $2 where id = $1', [company.id, status])
    expect([status, await dueNow()]).toEqual([status, []])
  }
})

test('when it fails for good, operators are told, no backup is listed, and it waits for the next night', async () => {
  await operator.post(at('vendors'), { name: 'Acme', private: { iban: 'DE02 1203 0000 0000 2020 51' } })
  const [row] = await runNight(await dueNow(), { keyring: createKeyring([keyNamed('another')]) })
  expect([row?.state, await list()]).toEqual(['failed', []])
  const told = async (client: typeof operator) =>
    (await client.get(at('notifications?topic=backup_failed'))).json().items
  expect(await told(operator)).toMatchObject([{ topic: 'backup_failed', actorName: null }])
  expect(await told(manager)).toEqual([])
  expect(await dueNow()).toEqual([])
})

test('no other job and no request reads sealed bank data by the functions of the nightly backup (row 43)', async () => {
  await operator.post(at('vendors'), { name: 'Acme', private: { iban: 'DE02 1203 0000 0000 2020 51' } })
  await server.given.sop(company)
  const count = async (db: Db) => {
    const { rows } = await ask(
      db,
      `select (select count(*)::int from app.bank_data_for_backup()) as bank, app.company_key_for_backup() as key,
        (select count(*)::int from app.sops_for_backup()) as sops`,
    )
    return rows[0]
  }
  const seen: unknown[] = []
  await jobs.run(operator, company.id, async (_, { work }) => {
    seen.push(await work(count))
    const forge = `select set_config('app.job', repeat('0', 64) || 'nightly-backup', true)`
    seen.push(await work(async (db) => ask(db, forge).then(() => count(db))))
  })
  const nothing = { bank: 0, key: null, sops: 0 }
  expect(seen).toEqual([nothing, nothing])
  for (const name of ['bank_data_for_backup', 'company_key_for_backup', 'sops_for_backup']) {
    const asked = jobs.asking(operator, company.id, (db) => ask(db, `select * from app.${name}()`))
    await expect(asked).rejects.toMatchObject({ code: '42501' })
  }
})

test('after 14 days the sweep deletes it, and leaves those made by hand; a deleted one stays 30 days in the trash', async () => {
  const byHand = (await operator.post(at('backups'), {})).json()
  await runNight(await dueNow())
  const sweep = async () => {
    const database = openDatabase(await runtimeUrl(server.adminUrl), 2)
    const log = { info: () => undefined, error: () => undefined }
    await sweepStore(database, filesOf(server.config).blobs, [backupFiles], log).finally(() => database.close())
  }
  const ids = async () => (await list()).map(({ id }: { id: string }) => id)
  const [nightly] = await list()
  await sweep()
  expect(await ids()).toEqual([nightly.id, byHand.id])
  await operator.delete(at(`backups/${nightly.id}`))
  const age = () =>
    server.given.sql(
      `update backups set created_at = created_at - interval '15 days', kept_until = kept_until - interval '15 days' where company_id = $1`,
      [company.id],
    )
  await age()
  await sweep()
  await operator.post(at(`backups/${nightly.id}/restore`), {})
  await sweep()
  expect(await ids()).toEqual([nightly.id, byHand.id])
  await age()
  await sweep()
  expect(await ids()).toEqual([byHand.id])
})
