import { areaOf } from 'contract/identity/token-areas.ts'
import { contract } from 'contract/index.ts'
import { beforeEach, expect, test } from 'vitest'
import { hashToken } from '../../platform/http/session-token.ts'
import { useServer } from '../../testing/fixture.ts'
import { appUrl } from '../../testing/server.ts'

const { server, company, operator } = useServer()
const path = (rest: string) => `/api/companies/${company.id}/${rest}`

let browser: ReturnType<typeof server.clientWith>
beforeEach(async () => {
  const secret = `secret-${operator.person.id}`
  await server.given.sql(
    `insert into sessions (token_hash, user_id, kind, idle_seconds, idle_expires_at, expires_at)
     values ($1, $2, 'browser', 3600, now() + interval '1 hour', now() + interval '1 day')`,
    [hashToken(secret), operator.person.id],
  )
  browser = server.clientWith({ cookie: `__Host-sid=${secret}`, origin: appUrl })
})

/** A program with a new token. */
async function programWith(fields: object) {
  const made = await browser.post('/api/tokens', { name: 'Program', ...fields })
  expect(made.statusCode).toBe(201)
  return server.clientWith({ authorization: `Bearer ${made.json().token}` })
}

test('every noun of the contract is in one area, belongs to the account, or is reached only without areas', () => {
  expect(Object.keys(areaOf).sort()).toEqual(Object.keys(contract).sort())
})

test('a token reads and changes in its areas, and is told what it lacks elsewhere', async () => {
  const program = await programWith({ areas: { inventory: 'read', tasks: 'write' } })
  expect((await program.get(path('parts'))).statusCode).toBe(200)
  expect((await program.post(path('tasks'), { title: 'Look', assignedTo: operator.person.id })).statusCode).toBe(201)
  const refused = await program.post(path('parts'), { name: 'Nut', partNumber: 'N-1' })
  expect(refused.statusCode).toBe(403)
  expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="inventory:write"')
  expect(refused.json()).toMatchObject({
    ...{ code: 'OUTSIDE_AREAS', data: { scope: 'inventory:write' } },
    message: 'This token may not change this: its areas lack Inventory (inventory:write)',
  })
  expect((await program.get(path('sops'))).json()).toMatchObject({ data: { scope: 'sops:read' } })
})

test('what shows or changes all areas is out of reach: search, exports of everything, people, companies, undo', async () => {
  const { id } = await server.given.part(company)
  const [change] = await server.given.sql('select change_set_id from activity_logs where entity_id = $1', [id])
  const program = await programWith({ areas: { inventory: 'write' } })
  const answers = [
    await program.get(path('search?q=bolt')),
    await program.get('/api/companies'),
    await program.get(path('dashboard')),
    await program.post(path(`change-sets/${change?.change_set_id}/undo`), {}),
    await program.get(path(`files?entityType=part&entityId=${id}`)),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403])
  expect((await program.get('/api/session')).statusCode).toBe(200)
})

test('a preview and a suggestion reach no further than the areas of the token', async () => {
  await server.given.sql('update companies set takes_suggestions = true where id = $1', [company.id])
  const program = await programWith({ areas: { changes: 'write', sops: 'read' } })
  const part = { name: 'Nut', partNumber: 'N-1' }
  expect((await program.post(path('parts'), part, { 'x-preview': '1' })).statusCode).toBe(403)
  const suggested = await program.post(path('suggestions'), { procedure: 'parts.create', input: part })
  expect([suggested.statusCode, suggested.json().code]).toEqual([403, 'OUTSIDE_AREAS'])
})

test('a token without areas reaches all of them, one that may only read stays so, and the list shows the areas', async () => {
  const [whole, reader] = [
    await programWith({}),
    await programWith({ areas: { inventory: 'write' }, isReadOnly: true }),
  ]
  expect((await whole.get(path('sops'))).statusCode).toBe(200)
  const refused = await reader.post(path('parts'), { name: 'Nut', partNumber: 'N-1' })
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'READ_ONLY_TOKEN'])
  const { items } = (await browser.get('/api/tokens')).json()
  expect(items.slice(0, 2).map(({ areas }: { areas: object }) => areas)).toEqual([{ inventory: 'write' }, null])
})

test('areas that do not exist, and none at all, are refused', async () => {
  for (const areas of [{ everything: 'read' }, { inventory: 'delete' }, {}, []]) {
    expect((await browser.post('/api/tokens', { name: 'Program', areas })).statusCode).toBe(400)
  }
})

test('nobody hears of changes outside the areas of the token: no stream, and a webhook only with the area of changes', async () => {
  const webhook = { name: 'ERP', url: 'https://hooks.example.com/sbr', kinds: ['part'] }
  const narrow = await programWith({ areas: { integrations: 'write' } })
  const refused = await narrow.post(path('webhooks'), webhook)
  expect([refused.statusCode, refused.json().data]).toEqual([403, { scope: 'changes:read' }])
  expect((await narrow.get('/api/live')).statusCode).toBe(403)
  const wider = await programWith({ areas: { integrations: 'write', changes: 'read' } })
  expect((await wider.post(path('webhooks'), webhook)).statusCode).toBe(201)
})
