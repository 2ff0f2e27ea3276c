import { expect, test, vi } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { ask, errandKind, partsSeen, useJobs } from '../../testing/jobs.ts'
import { due, handle, type JobContext } from './job-kinds.ts'

const { server, company, operator, manager } = useOwnServer()
const jobs = useJobs(() => server)
const done = ({ state }: { state: string }) => state === 'completed'

test('a job exists if its transaction commits, and not otherwise', async () => {
  const kind = errandKind()
  await jobs.settle([handle(kind, async () => undefined)])
  const add = (note: string, fails: boolean) =>
    jobs.asking(operator, company.id, async (db, enqueue) => {
      await enqueue(db, kind, { companyId: company.id, note })
      if (fails) throw new Error('the change fails')
    })
  await expect(add('lost', true)).rejects.toThrow('the change fails')
  await add('kept', false)
  expect((await jobs.rows(kind.name)).map(({ data, state }) => [data.note, state])).toEqual([['kept', 'created']])
})

test('a worker hears of a job and runs it with its data', async () => {
  const heard: unknown[] = []
  const rows = await jobs.run(operator, company.id, async (payload, { companyId, jobId, signal }) => {
    heard.push([payload, companyId, jobId, signal.aborted])
  })
  expect(heard).toEqual([[{ companyId: company.id, note: '' }, company.id, rows[0]?.id, false]])
})

test('with a key, only one job at a time waits or runs in a company', async () => {
  const kind = errandKind({ policy: 'singleton per key' })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const handlers = [handle(kind, () => held)]
  await jobs.settle(handlers)
  const add = (key: string, note = '') => jobs.add(operator, kind, { companyId: company.id, note }, { key })
  expect(await add('shop', '1')).toEqual(expect.any(String))
  expect(await add('shop', '2')).toBeNull()
  expect(await add('books', '3')).toEqual(expect.any(String))
  const other = await server.given.company()
  const foreign = await server.signIn('company_operator', other)
  expect(await jobs.add(foreign, kind, { companyId: other.id, note: '4' }, { key: 'shop' })).toEqual(expect.any(String))
  await jobs.work(handlers)
  await vi.waitFor(async () => expect((await jobs.rows(kind.name)).some(({ state }) => state === 'active')).toBe(true))
  expect(await add('shop', '5')).toBeNull()
  release()
  await jobs.until(kind, done)
  expect(await add('shop', '6')).toEqual(expect.any(String))
})

test('companies with many long jobs of a kind leave a place for another company (X1)', async () => {
  const kind = errandKind()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const begun: string[] = []
  const handlers = [
    handle(kind, async ({ note }) => {
      begun.push(note)
      if (note !== 'neighbour') await held
    }),
  ]
  await jobs.settle(handlers)
  const home = async () => {
    const at = await server.given.company()
    return { companyId: at.id, person: await server.signIn('company_operator', at) }
  }
  const [one, another, neighbour] = [await home(), await home(), await home()]
  for (const { companyId, person } of [one, another])
    for (let turn = 0; turn < 3; turn++) await jobs.add(person, kind, { companyId, note: companyId })
  await jobs.add(neighbour.person, kind, { companyId: neighbour.companyId, note: 'neighbour' })
  await jobs.work(handlers)
  await vi.waitFor(() => expect(begun).toContain('neighbour'), { timeout: 20_000 })
  expect(begun.toSorted()).toEqual([one.companyId, another.companyId, 'neighbour'].toSorted())
  release()
})

test('a job can wait until a time', async () => {
  const kind = errandKind()
  const handlers = [handle(kind, async () => undefined)]
  await jobs.settle(handlers)
  await jobs.add(
    operator,
    kind,
    { companyId: company.id, note: 'later' },
    { startAfter: new Date(Date.now() + 3_600_000) },
  )
  await jobs.add(operator, kind, { companyId: company.id, note: 'now' })
  await jobs.work(handlers)
  await vi.waitFor(async () =>
    expect((await jobs.rows(kind.name)).map((row) => [row.data.note, row.state]).sort()).toEqual([
      ['later', 'created'],
      ['now', 'completed'],
    ]),
  )
})

test('a job reaches only the rows of its company (row 43)', async () => {
  await server.given.part(company, { name: 'Mine' })
  await server.given.part(await server.given.company(), { name: 'Foreign' })
  let parts: string[] = []
  const [row] = await jobs.run(operator, company.id, async (_, { work }) => {
    parts = await work(partsSeen)
  })
  expect([row?.state, parts]).toEqual(['completed', ['Mine']])
})

test.each([
  ['people', 'select * from profiles'],
  ['roles of people', 'select * from user_roles'],
  ['sessions', 'select * from sessions'],
  ['bank data', 'select * from vendor_private'],
  ['a table that it has no right to', `update parts set name = 'x'`],
  ['the keys of the fence', 'select * from app.context_key'],
  ['new tables', 'create table public.mine (id int)'],
])('a job does not reach %s', async (_, text) => {
  const [row] = await jobs.run(operator, company.id, (_payload, { work }) =>
    work(async (db) => void (await ask(db, text))),
  )
  expect(row).toMatchObject({
    state: 'failed',
    output: { message: expect.stringMatching(/permission denied|must be owner/) },
  })
})

test('nobody can enter the company of a job that does not run', async () => {
  const kind = errandKind()
  await jobs.settle([handle(kind, async () => undefined)])
  const other = await server.given.company()
  const foreign = await server.signIn('company_operator', other)
  const waiting = await jobs.add(foreign, kind, { companyId: other.id, note: '' })
  await server.given.part(other, { name: 'Foreign' })
  let rows: unknown
  await jobs.run(operator, company.id, async (_, { work }) => {
    rows = await work(async (db) => {
      await ask(db, `select app.enter_job('${kind.name}', '${waiting}')`)
      return partsSeen(db)
    })
  })
  expect(rows).toEqual([])
})

test('a request adds no job to another company, and sees none of it (T92)', async () => {
  const kind = errandKind()
  await jobs.settle([handle(kind, async () => undefined)])
  const other = await server.given.company()
  const foreign = await server.signIn('company_operator', other)
  await jobs.add(foreign, kind, { companyId: other.id, note: 'theirs' })
  const smuggled = jobs.asking(operator, company.id, (db, enqueue) =>
    enqueue(db, kind, { companyId: other.id, note: 'mine' }),
  )
  await expect(smuggled).rejects.toMatchObject({ code: '42501' })
  const answer = await jobs.asking(manager, company.id, (db) => ask(db, 'select id from jobs.job_common'))
  expect(answer.rows).toEqual([])
  await expect(
    jobs.asking(operator, company.id, (db) => ask(db, `update jobs.job_common set data = '{}'`)),
  ).rejects.toMatchObject({ code: '42501' })
})

test('a job whose company was changed finds nothing there (T92)', async () => {
  const kind = errandKind({ retryLimit: 0 })
  const part = await server.given.part(company, { name: 'Mine' })
  const other = await server.given.company()
  const found = new Map<string, string | undefined>()
  const handlers = [
    handle(kind, async ({ note }, context) => {
      const row = await context.work((db) =>
        db.selectFrom('parts').select('name').where('id', '=', note).executeTakeFirst(),
      )
      found.set(context.companyId, row?.name)
    }),
  ]
  await jobs.settle(handlers)
  for (let job = 0; job < 2; job++) await jobs.add(operator, kind, { companyId: company.id, note: part.id })
  await server.given.sql(
    `update jobs.job_common set data = jsonb_set(data, '{companyId}', to_jsonb($1::text))
     where id = (select id from jobs.job_common where name = $2 limit 1)`,
    [other.id, kind.name],
  )
  await jobs.work(handlers)
  await jobs.until(kind, ({ state }) => state === 'completed')
  expect(found).toEqual(
    new Map([
      [company.id, 'Mine'],
      [other.id, undefined],
    ]),
  )
})

test.each([
  ['is no payload of its kind', `'{"companyId": "x"}'`],
  ['has no company', `'{"note": "x"}'`],
  ['names a company that does not exist', `'{"companyId": "00000000-0000-4000-8000-000000000000", "note": "x"}'`],
  ['is nothing', 'null'],
])('a job that %s is dead at once', async (_, data) => {
  const kind = errandKind()
  const run = vi.fn(async () => undefined)
  await jobs.settle([handle(kind, run)])
  await server.given.sql(
    `insert into jobs.job_common (name, data, retry_limit, dead_letter) values ('${kind.name}', ${data}, 2, 'dead-letters')`,
  )
  await jobs.work([handle(kind, run)])
  await jobs.until(kind, ({ state }) => state === 'failed')
  expect(await jobs.dead(kind)).toHaveLength(1)
  expect(run).not.toHaveBeenCalled()
})

test.each(['inactive', 'sold'] as const)('a job of a company that is %s does nothing', async (status) => {
  const kind = errandKind()
  const run = vi.fn(async () => undefined)
  await jobs.settle([handle(kind, run)])
  await jobs.add(operator, kind, { companyId: company.id, note: '' })
  await server.given.sql('update companies set status = $2 where id = $1', [company.id, status])
  await jobs.work([handle(kind, run)])
  const [row] = await jobs.until(kind, done)
  expect(row?.output).toEqual({ message: `The company is ${status}` })
  expect(run).not.toHaveBeenCalled()
})

test('a job that fails is tried again, then it is dead; its reason has one line and no secret', async () => {
  const kind = errandKind({ retryLimit: 2 })
  const ids = new Set<string>()
  let tries = 0
  const handlers = [
    handle(kind, async (_, { jobId }) => {
      ids.add(jobId)
      tries++
      throw new Error('Bearer shpat_0123456789 was refused\nat line 2')
    }),
  ]
  await jobs.settle(handlers)
  await jobs.add(operator, kind, { companyId: company.id, note: '' })
  await jobs.work(handlers)
  // The second try waits a second or two by itself; the test does not.
  await vi.waitFor(
    async () => {
      await server.given.sql('update jobs.job_common set start_after = now() where name = $1', [kind.name])
      expect(await jobs.dead(kind)).toHaveLength(1)
    },
    { timeout: 20_000 },
  )
  expect([tries, ids.size]).toEqual([3, 1])
  expect((await jobs.dead(kind))[0]?.output).toEqual({ message: 'Bearer [redacted] was refused' })
}, 30_000)

test('a job that is delivered twice has one effect (T91)', async () => {
  const part = await server.given.part(company, { name: 'Counted' })
  const effects: string[] = []
  const step = async ({ work, once }: JobContext) =>
    work(async (db) => {
      if (await once(db, 'count')) effects.push(part.id)
    })
  await jobs.run(operator, company.id, async (_, context) => {
    await Promise.all([step(context), step(context), step(context)])
    await step(context)
    await context
      .work((db) => context.once(db, 'undone').then(() => Promise.reject(new Error('rolled back'))))
      .catch(() => undefined)
    await context.work(async (db) => {
      if (await context.once(db, 'undone')) effects.push('after a rollback')
    })
  })
  expect(effects).toEqual([part.id, 'after a rollback'])
})

test('a job can add a job', async () => {
  const second = errandKind()
  const first = errandKind()
  const handlers = [
    handle(
      first,
      async ({ companyId }, { work, enqueue }) =>
        void (await work((db) => enqueue(db, second, { companyId, note: 'next' }))),
    ),
    handle(second, async () => undefined),
  ]
  await jobs.settle(handlers)
  await jobs.add(operator, first, { companyId: company.id, note: '' })
  await jobs.work(handlers)
  expect(await jobs.until(second, done)).toMatchObject([{ data: { note: 'next' } }])
})

test('a schedule adds due jobs once, however many workers there are', async () => {
  const kind = errandKind({ policy: 'singleton per key' })
  const handlers = [handle(kind, async () => undefined)]
  const schedule = {
    name: `often-${kind.name}`,
    cron: '* * * * *',
    due: async () => [due(kind, { companyId: company.id, note: 'due' }, 'shop')],
  }
  await jobs.settle(handlers, [schedule])
  await jobs.work(handlers, { schedules: [schedule] })
  await jobs.work(handlers, { schedules: [schedule] })
  const { rows } = {
    rows: await server.given.sql<{ cron: string }>('select cron from jobs.schedule where name = $1', [
      `every/${schedule.name}`,
    ]),
  }
  expect(rows).toEqual([{ cron: '* * * * *' }])
  await server.given.sql(`insert into jobs.job_common (name, data) values ($1, '{}')`, [`every/${schedule.name}`])
  expect(await jobs.until(kind, done)).toMatchObject([{ data: { note: 'due' } }])
})

test('a schedule that another version runs at another time takes the time of this one', async () => {
  const schedule = { name: errandKind().name, cron: '0 3 * * *', due: async () => [] }
  const name = `every/${schedule.name}`
  await jobs.settle([], [schedule])
  const crons = ['0 3 * * *', '0 4 * * *', '0 4 * * *']
  for (const cron of crons) await jobs.work([], { schedules: [{ ...schedule, cron }] })
  const rows = await server.given.sql('select cron, timezone from jobs.schedule where name = $1', [name])
  expect(rows).toEqual([{ cron: '0 4 * * *', timezone: 'UTC' }])
})
