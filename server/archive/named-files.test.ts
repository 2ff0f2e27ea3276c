import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useOwnServer } from '../testing/fixture.ts'
import { namedFiles } from './named-files.ts'

const { server, company } = useOwnServer()

test('an archive carries a removed file exactly as long as the sweeper keeps it', async () => {
  const removals = ['90 days 23 hours', '91 days 1 hour'].map((ago) => ({ ago, key: `${company.id}/${randomUUID()}` }))
  for (const { ago, key } of removals)
    await server.given.sql(
      `with changes as (insert into change_sets (company_id, kind) values ($1, 'edit') returning id)
       insert into activity_logs (company_id, entity_type, entity_id, action, description, change_set_id, created_at, metadata)
       select $1, 'file', uuidv7(), 'deleted', 'Removed', id, now() - $2::interval,
         jsonb_build_object('row', jsonb_build_object('storage_key', $3::text, 'sha256', 'a')) from changes`,
      [company.id, ago, key],
    )
  const keys = removals.map(({ key }) => key)
  const swept = await server.given.sql<{ key: string }>('select key from app.unnamed_files($1::text[])', [keys])
  expect(swept.map(({ key }) => key)).toEqual([keys[1]])

  const client = await server.adminClient()
  try {
    await client.query('begin; set local role app_owner')
    const carried = await Array.fromAsync(namedFiles(client, new Date().toISOString()))
    expect(carried.map(({ key }) => key)).toEqual([keys[0]])
  } finally {
    await client.end()
  }
})
