import { createHash } from 'node:crypto'
import { isGroupWide, roles } from 'contract/permissions.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runtimeUrl } from '../../platform/database/schema/database-roles.ts'
import { useOwnServer } from '../fixture.ts'
import type { GivenCompany, GivenPerson } from '../given/given.ts'

// Definer functions run behind the fence. The web server calls them correctly; here the caller can run any SQL as the web server.

const { server } = useOwnServer()
let web: pg.Client
let mine: GivenCompany
let theirs: GivenCompany
let me: GivenPerson
let other: GivenPerson
beforeAll(async () => {
  web = new pg.Client({ connectionString: await runtimeUrl(server.adminUrl) })
  await web.connect()
  ;[mine, theirs] = [await server.given.company(), await server.given.company()]
  ;[me, other] = [await server.given.person('manager', mine), await server.given.person('manager', theirs)]
})
afterAll(async () => {
  await web?.end()
})

/** Runs a statement in a transaction of a person. @param person null: nobody is signed in */
async function as(person: GivenPerson | null, text: string, values: unknown[] = []) {
  const token = person && createHash('sha256').update(person.token).digest('hex')
  await web.query('begin')
  try {
    await web.query('select app.enter($1, null, null)', [token])
    const { rows } = await web.query(text, values)
    await web.query('commit')
    return rows
  } catch (error) {
    await web.query('rollback')
    throw error
  }
}

test('nobody keeps the session of somebody else alive', async () => {
  const [session] = await server.given.sql<{ id: string }>(
    `update sessions set last_seen_at = now() - interval '1 day', idle_expires_at = now() + interval '1 minute'
     where user_id = $1 returning id`,
    [other.id],
  )
  const readSession = () =>
    server.given.sql('select last_seen_at, idle_expires_at from sessions where id = $1', [session?.id])
  const before = await readSession()
  for (const asking of [me, null]) await as(asking, 'select app.touch_session($1)', [session?.id])
  expect(await readSession()).toEqual(before)
  await as(other, 'select app.touch_session($1)', [session?.id])
  expect(await readSession()).not.toEqual(before)
})

test('a number of a company that the session does not reach is unknown', async () => {
  const company = await server.given.company()
  const insider = await server.given.person('manager', company)
  const { part_number: number } = await server.given.part(company)
  const search = `select number from app.find_by_number($1, 'parts', array[lower($2)])`
  for (const asking of [me, other, null]) expect(await as(asking, search, [company.id, number])).toEqual([])
  expect(await as(insider, search, [company.id, number])).toEqual([{ number }])
  await expect(as(insider, `select from app.find_by_number($1, 'sessions', '{x}')`, [company.id])).rejects.toThrow()
})

test('whether a record has files is told only to who may read files of its company', async () => {
  const company = await server.given.company()
  const insider = await server.given.person('manager', company)
  const { id } = await server.given.part(company)
  await server.given.file(company, { part_id: id })
  const ask = 'select app.has_files($1, $2) as has, app.attached_files($1, $2) as files'
  for (const asking of [me, other, null])
    expect(await as(asking, ask, [company.id, id])).toEqual([{ has: false, files: [] }])
  expect(await as(insider, ask, [company.id, id])).toEqual([
    { has: true, files: [expect.objectContaining({ type: expect.any(String) })] },
  ])
})

test('the files of items are told as their policy tells them, to each role, and to nobody of another company', async () => {
  const company = await server.given.company()
  const insider = await server.given.person('manager', company)
  const [part, assembly] = [await server.given.part(company), await server.given.assembly(company)]
  const task = await server.given.task(company, insider, insider)
  await server.given.file(company, { part_id: part.id })
  await server.given.file(company, { part_id: part.id })
  await server.given.file(company, { assembly_id: assembly.id })
  await server.given.file(company, { task_id: task.id })
  const values = [company.id, [part.id, assembly.id, task.id]]
  const query = `select key as id, (value ->> 'files')::int as files from jsonb_each(app.files_of_items($1, $2, '{}')) order by 1`
  const byPolicy = `select parent_id as id, count(*)::int as files from files where company_id = $1 and parent_id = any ($2) and task_id is null group by 1 order by 1`
  const firm = await server.given.firm()
  const people = await Promise.all(roles.map((role) => server.given.person(role, isGroupWide(role) ? firm : company)))
  for (const asking of [...people, other, null])
    expect(await as(asking, query, values)).toEqual(await as(asking, byPolicy, values))
  expect(await as(insider, query, values)).toHaveLength(2)
})

test('a search finds nothing, and counts nothing, in a company that the session does not reach', async () => {
  await server.given.part(theirs)
  const search = `select ids, hits::int from app.search_page('parts', $1, '{}', '{}', null, '{}', 'name', false, 0, 10, 100)`
  for (const asking of [me, null]) expect(await as(asking, search, [theirs.id])).toEqual([{ ids: [], hits: 0 }])
  expect(await as(other, search, [theirs.id])).toEqual([{ ids: [expect.any(String)], hits: 1 }])
})

test('what uses an item is told only in a company that the session reaches', async () => {
  const [part, assembly] = [await server.given.part(theirs), await server.given.assembly(theirs)]
  await server.given.bomLine(theirs, { assembly_id: assembly.id }, { part_id: part.id }, 2)
  const ask = `select id, number, total::int from app.where_used($1, $2, 10)`
  for (const asking of [me, null]) expect(await as(asking, ask, [theirs.id, part.id])).toEqual([])
  expect(await as(other, ask, [theirs.id, part.id])).toEqual([
    { id: assembly.id, number: assembly.assembly_number, total: 1 },
  ])
})

test('people find only tasks that they may read, in a company that the session reaches', async () => {
  const { id } = await server.given.task(theirs, other, other, { title: 'Polish the rail' })
  const colleague = await server.given.person('employee', theirs)
  const ask = `select (app.task_hits($1, '{%polish%}', '{}', 10)).ids as hits, array(select app.tasks_about($1, gen_random_uuid())) as about`
  for (const asking of [me, null, colleague])
    expect(await as(asking, ask, [theirs.id])).toEqual([{ hits: [], about: [] }])
  expect(await as(other, ask, [theirs.id])).toEqual([{ hits: [id], about: [] }])
})

test('a link is proven only for a company that the session reaches', async () => {
  const prove = 'select app.prove_link($1, gen_random_uuid(), 9999999999) as proof'
  expect((await as(me, prove, [theirs.id]))[0]?.proof ?? null).toBeNull()
  expect((await as(me, prove, [mine.id]))[0]?.proof).toEqual(expect.any(String))
})

test('long work is added for nobody else, and nobody acts as its person without the proof of its worker', async () => {
  const add = (person: GivenPerson) =>
    as(
      me,
      `insert into jobs.job_common (name, data, state, started_on) values ('long-work', $1, 'active', now()) returning id`,
      [JSON.stringify({ companyId: mine.id, personId: person.id, request: { key: 'k' } })],
    )
  const colleague = await server.given.person('company_operator', mine)
  await expect(add(colleague)).rejects.toThrow(/row-level security/)
  const id = (await add(me))[0]?.id
  for (const proof of ['', 'x', null])
    expect(await as(null, 'select user_id from app.enter_long_job($1, $2, null)', [id, proof])).toEqual([
      { user_id: null },
    ])
  await expect(as(me, 'select app.prove_long_job($1)', [id])).rejects.toThrow(/permission denied/)
  await expect(as(me, 'select app.long_job_proof($1)', [id])).rejects.toThrow(/permission denied/)
  await expect(as(me, 'select app.long_job($1)', [id])).rejects.toThrow(/permission denied/)
  expect(await as(other, 'select app.cancel_long_job($1) as is_cancelled', [id])).toEqual([{ is_cancelled: false }])
  expect(await as(me, 'select app.cancel_long_job($1) as is_cancelled', [id])).toEqual([{ is_cancelled: true }])
})

test("a person without a role learns nobody's name", async () => {
  const ask = 'select app.shown_name($1) as name'
  expect(await as(null, ask, [me.id])).toEqual([{ name: null }])
  expect(await as(await server.given.person(null, mine), ask, [me.id])).toEqual([{ name: null }])
  expect((await as(other, ask, [me.id]))[0]?.name).toMatch(/^Test Person/)
})
