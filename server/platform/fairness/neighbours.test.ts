import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given/given.ts'

const { server, company } = useOwnServer()
let other: GivenCompany
beforeEach(async () => {
  other = await server.given.company()
})

/** Sends changes of a part that another transaction has locked, one per token: each holds a connection until the lock is released. */
async function stuckChanges(tokens: string[]) {
  const part = await server.given.part(company)
  const client = await server.adminClient()
  await client.query('begin')
  await client.query('select from parts where id = $1 for update', [part.id])
  let answered = 0
  const changes = tokens.map(async (token) => {
    const { patch } = server.clientWith({ authorization: `Bearer ${token}` })
    const { statusCode } = await patch(`/api/companies/${company.id}/parts/${part.id}`, { name: 'New' })
    answered += 1
    return statusCode
  })
  return {
    answered: () => answered,
    async letGo() {
      await client.query('rollback')
      await client.end()
      return Promise.all(changes)
    },
  }
}

/** The answers that others get during that time. */
async function answersOfOthers() {
  const neighbour = await server.signIn('employee', other)
  const colleague = await server.signIn('employee', company)
  const answers = []
  for (let turn = 0; turn < 3; turn++) {
    answers.push(await neighbour.get(`/api/companies/${other.id}/parts`))
    answers.push(await colleague.get(`/api/companies/${company.id}/parts`))
  }
  return answers.map(({ statusCode }) => statusCode)
}

test('one person with 24 stuck requests stops neither another company nor a colleague (T106)', async () => {
  const { token } = await server.given.person('company_operator', company)
  const stuck = await stuckChanges(Array(24).fill(token))
  expect(await answersOfOthers()).toEqual(Array(6).fill(200))
  expect((await server.anonymous.get('/readyz')).statusCode).toBe(200)
  await stuck.letGo()
})

test('all tokens of a person queue as one (T106)', async () => {
  const { id } = await server.given.person('company_operator', company)
  const stuck = await stuckChanges(await Promise.all(Array.from({ length: 24 }, () => server.given.token(id))))
  expect(await answersOfOthers()).toEqual(Array(6).fill(200))
  await stuck.letGo()
})

test('a person with too many waiting requests is asked to wait, others are served (T106)', async () => {
  const { token } = await server.given.person('company_operator', company)
  const stuck = await stuckChanges(Array(150).fill(token))
  await expect.poll(() => stuck.answered()).toBeGreaterThan(30)
  expect(await answersOfOthers()).toEqual(Array(6).fill(200))
  const answers = await stuck.letGo()
  expect(answers).toContain(429)
})

test('a person who is asked to wait gets a sentence that says so (T106)', async () => {
  const { token } = await server.given.person('company_operator', company)
  const stuck = await stuckChanges(Array(130).fill(token))
  await expect.poll(() => stuck.answered()).toBeGreaterThan(20) // these found no place in the queue
  const { get } = server.clientWith({ authorization: `Bearer ${token}` })
  const refused = await get(`/api/companies/${company.id}/parts`)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'You have too many requests running; please wait for them to end',
  })
  await stuck.letGo()
})

test('downloads that nobody reads hold no connection that others need (decision 0057)', async () => {
  await server.given.sql(
    `insert into vendors (company_id, name, address) select $1, 'V-' || n, repeat('road ', 1000) from generate_series(1, 3000) n`,
    [company.id],
  )
  await server.app.listen({ port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const one = await server.signIn('company_operator', company)
  const sockets = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) {
    socket.write(
      `GET /api/companies/${company.id}/exports/vendors.csv HTTP/1.1\r\nhost: localhost:3000\r\nauthorization: Bearer ${one.person.token}\r\n\r\n`,
    )
    await once(socket, 'readable') // reads the first bytes and no more
  }
  const neighbour = await server.signIn('company_operator', other)
  const answers = [
    await neighbour.get(`/api/companies/${other.id}/exports/vendors.csv`),
    await neighbour.post(`/api/companies/${other.id}/backups`, { format: 'internal' }),
    await one.get(`/api/companies/${company.id}/exports/parts.csv`),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 201, 200])
  for (const socket of sockets) socket.destroy()
})

test('files that many people of two companies wait for hold no connection that others need (X1)', async () => {
  await server.given.sql('create table slow_companies (id uuid)')
  await server.given.sql(`create function pass_gate(company uuid) returns boolean language plpgsql security definer as $$
    begin while exists (select from public.slow_companies where id = company) loop perform pg_sleep(0.02); end loop; return true; end $$`)
  for (const table of ['vendors', 'assemblies', 'imports'])
    await server.given.sql(`create policy slow on ${table} as restrictive for select using (pass_gate(company_id))`)
  const downloads = [...(await downloadsOf(company)), ...(await downloadsOf(other))]
  await server.given.sql('insert into slow_companies values ($1), ($2)', [company.id, other.id])
  let answered = 0
  const all = downloads.map(async (download) => {
    const { statusCode } = await download()
    answered += 1
    return statusCode
  })
  await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(1)
  const third = await server.given.company()
  const neighbour = await server.signIn('company_operator', third)
  const answers = []
  for (const path of ['members', 'parts', 'lists/vendors?format=csv'])
    answers.push((await neighbour.get(`/api/companies/${third.id}/${path}`)).statusCode)
  expect([answers, answered]).toEqual([[200, 200, 200], 0])
  await server.given.sql('delete from slow_companies')
  expect(await Promise.all(all)).toEqual(all.map(() => 200))
  for (const table of ['vendors', 'assemblies', 'imports']) await server.given.sql(`drop policy slow on ${table}`)
})

/** Files of each kind, for each of four people. */
async function downloadsOf(home: GivenCompany) {
  const { id } = await server.given.assembly(home)
  await server.given.vendor(home)
  const first = await server.signIn('company_operator', home)
  const file = 'Name,Part Number,Cost\nBolt,B-1,much\n'
  const imported = await first.post(`/api/companies/${home.id}/imports?type=parts`, file, {
    'content-type': 'text/csv',
  })
  const paths = [
    'lists/vendors?format=csv',
    `bom/${id}/tree.csv`,
    `bom/${id}/parts.csv`,
    `imports/${imported.json().id}/errors.csv`,
  ]
  const people = [first, ...(await Promise.all([1, 2, 3].map(() => server.signIn('company_operator', home))))]
  return people.flatMap(({ get }) => paths.map((path) => () => get(`/api/companies/${home.id}/${path}`)))
}

test('a person who makes backups keeps their connections for everything else', async () => {
  await server.given.sql(`create table gate (id int)`)
  await server.given.sql(`insert into gate values (1)`)
  await server.given.sql(`create function wait_at_gate() returns trigger language plpgsql security definer as
    $$ begin while exists (select from public.gate) loop perform pg_sleep(0.02); end loop; return new; end $$`)
  await server.given.sql('create trigger wait before insert on backups for each row execute function wait_at_gate()')
  const one = await server.signIn('company_operator', company)
  let answered = 0
  const backups = Array.from({ length: 4 }, async () => {
    const { statusCode } = await one.post(`/api/companies/${company.id}/backups`, { format: 'internal' })
    answered += 1
    return statusCode
  })
  await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
  const lists = await Promise.all(Array.from({ length: 3 }, () => one.get(`/api/companies/${company.id}/parts`)))
  expect([...lists.map(({ statusCode }) => statusCode), answered]).toEqual([200, 200, 200, 0])
  await server.given.sql('delete from gate')
  expect(await Promise.all(backups)).toEqual([201, 201, 201, 201])
})

test('uploads that never end leave room for those of colleagues and neighbours (X1)', async () => {
  const port = await server.listen()
  const uploadPath = async (home: GivenCompany) => {
    const part = await server.given.part(home)
    return `/api/companies/${home.id}/files?entityType=part&entityId=${part.id}&name=a.txt`
  }
  const sockets = []
  for (const home of [company, other]) {
    const { person } = await server.signIn('company_operator', home)
    const path = await uploadPath(home)
    for (let turn = 0; turn < 8; turn++) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      const head = `POST ${path} HTTP/1.1\r\nhost: localhost:${port}\r\nauthorization: Bearer ${person.token}\r\n`
      socket.write(`${head}content-type: text/plain\r\ncontent-length: 1000000\r\n\r\nsome`)
      sockets.push(socket)
    }
  }
  const incoming = () => readdirSync(join(server.dataDir, 'files', 'incoming')).length
  await expect.poll(incoming, { timeout: 10_000 }).toBe(12) // six of each person; the others wait
  for (const home of [company, await server.given.company()]) {
    const { post } = await server.signIn('company_operator', home)
    const answer = await post(await uploadPath(home), 'text', { 'content-type': 'text/plain' })
    expect(answer.statusCode).toBe(201)
  }
  for (const socket of sockets) socket.destroy()
})

/** The number of statements that wait at the gate. */
async function waiting() {
  const [row] = await server.given.sql<{ count: string }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
  )
  return Number(row?.count)
}
