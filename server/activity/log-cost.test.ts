import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

// The cached plan of a trigger may be as old as the first rows of a new database, and the first large import uses it.

const { server, company } = useServer()

test('a statement that creates many records does not read its own log rows for each record', async () => {
  const admin = await server.adminClient()
  const add = (from: number, rows: number) =>
    admin.query(
      `insert into parts (company_id, part_number, name) select $1, 'L-' || n, 'Part ' || n from generate_series($2::int, $2::int + $3::int - 1) n`,
      [company.id, from, rows],
    )
  const readOfLog = async () => {
    await admin.query('select pg_stat_force_next_flush()')
    const { rows } = await admin.query(
      `select (select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes where relname = 'activity_logs')
        + (select seq_tup_read from pg_stat_user_tables where relname = 'activity_logs') as read`,
    )
    return Number(rows[0].read)
  }
  for (let turn = 0; turn < 8; turn++) await add(turn * 100, 100)
  const before = await readOfLog()
  await add(1_000, 1_000)
  expect((await readOfLog()) - before).toBeLessThan(10_000)
  await admin.end()
})
