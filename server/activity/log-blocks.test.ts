import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openSigner } from '../platform/secrets/signing-keys.ts'
import { useOwnServer } from '../testing/fixture.ts'
import { ask, useJobs } from '../testing/jobs.ts'
import { keyNamed, keyringOf } from '../testing/keys.ts'
import { purposeOfSeals } from './log-block.ts'
import { sealJobs } from './seal-log.ts'
import { verifyLog } from './verify-log.ts'

const { server, company, operator, firm, sbr } = useOwnServer()
const jobs = useJobs(() => server)

/**
 * Runs the job that seals, on a server with these keys, until it is not due any more. Transactions of other test files delay it, since the order
 * of all transactions is one.
 * @returns how many blocks it has added
 */
async function seal(...keys: string[]): Promise<number> {
  const { handlers, schedules } = sealJobs({ dataDir: server.dataDir, keyring: keys.map(keyNamed) })
  const before = await countOf('log_blocks')
  for (;;) {
    const found = await jobs.asked(firm.id, schedules[0])
    if (
      found.length === 0 &&
      (await countOf('change_sets s where not exists (select from log_blocks where s.id = any (set_ids))')) === 0
    )
      return (await countOf('log_blocks')) - before
    await jobs.settle(handlers)
    await jobs.asking(sbr, firm.id, async (db, enqueue) => {
      for (const { kind, payload } of found) await enqueue(db, kind, payload)
    })
    const worker = await jobs.work(handlers)
    if (found.length > 0) await jobs.until({ name: 'seal-log' }, ({ state }) => state === 'completed')
    await worker.stop()
  }
}

const countOf = async (what: string) =>
  Number((await server.given.sql<{ count: string }>(`select count(*) from ${what}`))[0]?.count)

const command = fileURLToPath(new URL('../activity-log.ts', import.meta.url))
/** `npm run log:verify`. */
const verify = (keyring = keyringOf('old'), ...rest: string[]) =>
  promisify(execFile)(process.execPath, [command, 'verify', ...rest], {
    env: {
      ...{ ...process.env, NODE_ENV: 'test', DATABASE_URL: server.adminUrl },
      ...{ DATA_DIR: server.dataDir, KEYRING: keyring },
    },
  }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  )
/** The faults that the command names. */
const faultsOf = async (...options: Parameters<typeof verify>) => {
  const { code, output } = await verify(...options)
  const found = [...output.matchAll(/^FAULT (.*)$/gm)].map(([, fault]) => fault)
  expect([code, output.split('\n').at(-2)]).toEqual(
    found.length > 0 ? [1, `${found.length} faults.`] : [0, 'The log is as it was sealed.'],
  )
  return found
}

/** The same faults, without a program of its own. @param keys those of KEYRING */
async function faults(...keys: string[]): Promise<string[]> {
  const client = await server.adminClient()
  const signer = openSigner({ dataDir: server.dataDir, keyring: keys.map(keyNamed) }, purposeOfSeals)
  try {
    await client.query('set role app_owner; begin isolation level repeatable read read only')
    return (await verifyLog(client, signer, [])).faults
  } finally {
    await client.end()
  }
}

const parts = () => `/api/companies/${company.id}/parts`
async function givenChange(name = 'Bolt') {
  const { id } = (await operator.post(parts(), { partNumber: `P-${name}`, name })).json()
  const where = [company.id, id]
  const found = await server.given.sql<{ id: string; change_set_id: string }>(
    'select id::text, change_set_id from activity_logs where company_id = $1 and entity_id = $2',
    where,
  )
  return { partId: id as string, entry: found[0]?.id ?? '', set: found[0]?.change_set_id ?? '' }
}
/** What an owner of the database may do. */
const asOwner = async (statement: string, values?: unknown[]) => {
  for (const table of ['activity_logs', 'log_blocks'])
    await server.given.sql(`alter table ${table} disable trigger append_only`)
  await server.given.sql(statement, values)
  for (const table of ['activity_logs', 'log_blocks'])
    await server.given.sql(`alter table ${table} enable trigger append_only`)
}
/** Puts the log of each test aside: its faults must not show in the next one. */
const startAnew = () =>
  asOwner(`truncate log_blocks; delete from activity_logs l where not exists (
    select from change_sets s where s.company_id = l.company_id and s.id = l.change_set_id)`)

test('what is committed is sealed once, and the log is as it was sealed', async () => {
  await givenChange()
  expect(await seal('old')).toBeGreaterThan(0)
  expect(await seal('old')).toBe(0)
  const { output } = await verify()
  expect(output).toMatch(new RegExp(`^company ${company.id} block 1 \\S{44}$`, 'm'))
  expect(output).toMatch(/\d+ blocks with \d+ change sets; 0 change sets wait for their block\./)
  const change = await givenChange('Nut')
  expect(await faults('old')).toEqual([])
  expect((await verify()).output).toContain('; 1 change sets wait for their block.')
  expect(await seal('old')).toBe(1)
  await operator.post(`/api/companies/${company.id}/change-sets/${change.set}/undo`, {})
  expect(await seal('old')).toBe(1)
  expect(await faults('old')).toEqual([])
})

test('an entry that was altered, removed or put in is named with its change set', async () => {
  await startAnew()
  const [altered, removed, filled] = [await givenChange('A'), await givenChange('B'), await givenChange('C')]
  await seal('old')
  await asOwner(`update activity_logs set description = 'Nothing' where id = $1`, [altered.entry])
  await asOwner('delete from activity_logs where id = $1', [removed.entry])
  await asOwner(
    `insert into activity_logs (company_id, entity_type, entity_id, action, description, change_set_id)
     values ($1, 'part', $2, 'updated', 'Never', $3)`,
    [company.id, filled.partId, filled.set],
  )
  const found = (await faultsOf()).join('\n')
  expect(found).toMatch(
    new RegExp(
      `block \\d+: change set ${altered.set} was altered, or its entries \\(edit of .* entries ${altered.entry}\\)`,
    ),
  )
  expect(found).toMatch(new RegExp(`change set ${removed.set} had 1 entries and has 0 \\(edit of .* entries none\\)`))
  expect(found).toMatch(new RegExp(`change set ${filled.set} had 1 entries and has 2`))
  expect(found.split('\n')).toHaveLength(3)
})

test('a change set that was removed, put in later or given to somebody else is named', async () => {
  await startAnew()
  const [gone, given] = [await givenChange('A'), await givenChange('B')]
  await seal('old')
  await asOwner('delete from change_sets where id = $1', [gone.set])
  await asOwner('update change_sets set user_id = null where id = $1', [given.set])
  const [late] = await server.given.sql<{ id: string }>(
    `insert into change_sets (company_id, kind, transaction_id) values ($1, 'edit', 3) returning id`,
    [company.id],
  )
  const sentences = (await faults('old')).map((fault) =>
    fault
      .replace(/^company \S+: /, '')
      .replace(/\(.*/, '')
      .trim(),
  )
  // Two change sets of the same millisecond may stand in either order.
  expect(sentences.toSorted()).toEqual(
    [
      `block 1: change set ${gone.set} with 1 entries was removed`,
      `block 1: change set ${given.set} was altered, or its entries`,
      `change set ${late?.id} was put in after the blocks of its time`,
      `entry ${gone.entry} belongs to no change set`,
    ].toSorted(),
  )
})

test('blocks made up by an owner of the database who has no KEYRING are named, and so are those that went', async () => {
  await startAnew()
  await givenChange('A')
  await seal('old')
  await givenChange('B')
  await seal('old')
  const kept = join(server.dataDir, 'kept.txt')
  await writeFile(kept, (await verify()).output)
  expect(await faultsOf(keyringOf('old'), kept)).toEqual([])
  // The forger computes all digests, and signs with a key of his own.
  await startAnew()
  await seal('forged')
  const forged = await faults('old')
  expect(forged).toContain(
    `company ${company.id}: block 1, the newest, has no valid signature: key "forged" of KEYRING`,
  )
  // The server goes on from the forged block, and says so.
  await givenChange('C')
  await seal('old')
  expect(await faults('old')).toContain(
    `company ${company.id}: block 2 does not vouch for the blocks before it: their signature could not be checked`,
  )
  // Somebody who has KEYRING too: only what was kept elsewhere shows it.
  await startAnew()
  await seal('old')
  expect(await faults('old')).toEqual([])
  expect(await faultsOf(keyringOf('old'), kept)).toContain(`company ${company.id}: block 2, which you kept, is gone`)
})

test('a key may leave KEYRING after the next block has the new one', async () => {
  await startAnew()
  await givenChange()
  await seal('old')
  expect(await seal('new', 'old')).toBeGreaterThan(0)
  expect(await seal('new', 'old')).toBe(0)
  expect(await faults('new')).toEqual([])
  expect((await faults('other')).some((fault) => fault.includes('has no valid signature: key "new"'))).toBe(true)
})

test('bank data that are given up with their key are no fault', async () => {
  await startAnew()
  const vendors = `/api/companies/${company.id}/vendors`
  await operator.post(vendors, { name: 'Acme', private: { iban: 'DE02 1203 0000 0000 2020 51' } })
  await seal('old')
  await asOwner(
    `update activity_logs set old_value = null, new_value = null, metadata = null where company_id = $1 and entity_type = 'vendor_private'`,
    [company.id],
  )
  expect(await faults('old')).toEqual([])
})

test('no session and no other job sees a block or adds one', async () => {
  const add = `select app.add_log_block('{}')`
  const asSession = (statement: string) => jobs.asking(operator, company.id, (db) => ask(db, statement))
  await expect(asSession('select from log_blocks')).rejects.toThrow('permission denied')
  await expect(asSession(add)).rejects.toThrow('permission denied')
  const asJob = async (statement: string) => {
    const [row] = await jobs.run(operator, company.id, (_, { work }) =>
      work((db) => ask(db, statement)).then(() => undefined),
    )
    return row?.output?.message
  }
  expect(await asJob('select from log_blocks')).toContain('permission denied')
  expect(await asJob(add)).toBe('only its job seals the log')
  await givenChange()
  const seen = `select 1 / (select count(*) from app.log_to_seal('${company.id}', 0, '${company.id}'))`
  expect(await asJob(seen)).toBe('division by zero')
})
