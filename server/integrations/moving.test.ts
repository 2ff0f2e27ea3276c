import { expect, test } from 'vitest'
import { typedFor, useServices } from '../testing/outside/services.ts'

const { server, company, operator, services } = useServices()

const sbr = async () => server.signIn('sbr_operator', await server.given.firm())
const at = (path: string, of = company) => `/api/companies/${of.id}/integrations/${path}`
const connect = async () => {
  await operator.patch(at('shopify'), { isEnabled: true, ...typedFor(services).shopify })
  await operator.post(at('shopify/test'), {})
}

test('an integration goes to another company with its configuration, and without its credentials and data', async () => {
  await connect()
  // The first sync has begun by itself.
  expect(await server.given.sql('select from sync_runs where company_id = $1', [company.id])).toHaveLength(1)
  const next = await server.given.company()
  const group = await sbr()
  const moved = await group.post(at('shopify/move'), { toCompanyId: next.id })
  expect(moved.json()).toMatchObject({ companyId: next.id, companyName: next.name, integrationName: 'shopify' })
  expect((await operator.get(at('shopify'))).json()).toMatchObject({ id: null, status: 'disconnected' })
  expect((await group.get(at('shopify', next))).json()).toMatchObject({
    ...{
      config: { store_url: 'north-supply.myshopify.com' },
      isEnabled: false,
      credentialsSaved: false,
      accountName: null,
      lastRun: null,
    },
  })
  for (const table of ['integration_secrets', 'sync_runs'])
    expect(await server.given.sql(`select from ${table} where company_id in ($1, $2)`, [company.id, next.id])).toEqual(
      [],
    )
})

test('only the operator of the group moves integrations; operators see those of their companies', async () => {
  await connect()
  const other = await server.given.company()
  await (await server.signIn('company_operator', other)).patch(at('openai', other), { config: { model: 'small' } })
  expect((await operator.post(at('shopify/move'), { toCompanyId: other.id })).statusCode).toBe(403)
  const seenBy = async (client: typeof operator) =>
    (await client.get('/api/integrations')).json().items.map(({ companyId }: { companyId: string }) => companyId)
  expect(await seenBy(operator)).toEqual([company.id])
  expect(await seenBy(await sbr())).toEqual(expect.arrayContaining([company.id, other.id]))
  expect((await (await server.signIn('manager', company)).get('/api/integrations')).statusCode).toBe(403)
})

test('a table that keeps what was fetched is emptied, for the company that loses it and no other', async () => {
  const next = await server.given.company()
  const other = await server.given.company()
  await connect()
  await server.given.sql('create table fetched (company_id uuid not null, title text)')
  await server.given.sql('alter table fetched owner to app_owner')
  await server.given.sql(`call app.caches_of('shopify', 'fetched')`)
  await server.given.sql('call app.allow_owner_all_rows()')
  await server.given.sql('insert into fetched select $1, n::text from generate_series(1, 3) n', [company.id])
  await server.given.sql(`insert into fetched values ($1, 'stays')`, [other.id])
  await (await sbr()).post(at('shopify/move'), { toCompanyId: next.id })
  expect(await server.given.sql('select title from fetched')).toEqual([{ title: 'stays' }])
  await server.given.sql('drop table fetched')
  await server.given.sql(`delete from app.integration_caches where table_name = 'fetched'`)
})

test('an integration that the other company has already is refused, as is a company that was sold or is not there', async () => {
  await connect()
  const group = await sbr()
  const next = await server.given.company()
  const move = async (toCompanyId: string) => (await group.post(at('shopify/move'), { toCompanyId })).json()
  await group.patch(at('shopify', next), typedFor(services).shopify)
  expect(await move(next.id)).toMatchObject({ message: 'That company has this integration already' })
  const sold = await server.given.company({ status: 'sold' })
  expect((await move(sold.id)).message).toBe('That company has been sold: nothing can be connected to it')
  expect((await move('00000000-0000-4000-8000-000000000000')).message).toBe('That company does not exist')
  expect((await group.post(at('openai/move'), { toCompanyId: next.id })).statusCode).toBe(404)
  expect((await operator.get(at('shopify'))).json()).toMatchObject({ status: 'connected', credentialsSaved: true })
  expect(await move(company.id)).toMatchObject({ companyId: company.id })
  expect((await operator.get(at('shopify'))).json()).toMatchObject({ status: 'connected' })
})

test('what Disconnect left at the other company blocks no move, and both histories tell of it', async () => {
  await connect()
  const next = await server.given.company()
  const group = await sbr()
  await group.patch(at('shopify', next), typedFor(services).shopify)
  await group.post(at('shopify/disconnect', next), {})
  const was = (await operator.get(at('shopify'))).json().id
  const moved = (await group.post(at('shopify/move'), { toCompanyId: next.id })).json()
  expect(moved).toMatchObject({ companyId: next.id })
  const toldOf = async (of: typeof company, id: string) =>
    (await group.get(`/api/companies/${of.id}/activity?entityId=${id}`)).json().items[0]
  expect(await toldOf(company, was)).toMatchObject({ description: 'Moved to another company', userId: group.person.id })
  expect(await toldOf(next, moved.id)).toMatchObject({ description: 'Came from another company' })
  const events = await server.given.sql(
    `select detail from security_events where kind = 'integration_moved' and detail ->> 'company' = $1`,
    [company.id],
  )
  expect(events).toMatchObject([{ detail: { company: company.id, to: next.id, integration: 'shopify' } }])
})
