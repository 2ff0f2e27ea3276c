import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server } = useServer()

test('what happened, what was posted, published, read and corrected can only be added to, even by the owner of the tables', async () => {
  const found = await server.given.sql(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'append_only' order by 1`,
  )
  const tables = found.map(({ name }) => name)
  expect(tables).toEqual([
    ...['activity_logs', 'log_blocks', 'sop_readings', 'sop_versions', 'stock_movements', 'time_entry_revisions'],
  ])
  for (const table of tables)
    for (const change of [`update ${table} set company_id = company_id`, `delete from ${table}`, `truncate ${table}`])
      await expect(server.given.sql(change), change).rejects.toThrow(`${table} is append-only`)
})
