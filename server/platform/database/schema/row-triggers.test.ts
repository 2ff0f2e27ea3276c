import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../../testing/postgres/databases.ts'

// The text is as long as the movements are many. Read for each of their rows, it doubled the time of 1,000 movements, and that of more grew with the square.
test('no trigger of a row reads the text that names all movements', async () => {
  const owner = new pg.Client({ connectionString: await cloneDatabase(inject('postgresUrl')) })
  await owner.connect()
  onTestFinished(() => owner.end())
  const { rows } = await owner.query(`
    with recursive functions as materialized (
      select oid, proname as name, pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'app'::regnamespace and prokind = 'f'
    ), readers as (
      select oid, name from functions where text like '%app.stock\\_lines%'
      union
      select f.oid, f.name from readers r join functions f on f.text ~ ('\\mapp\\.' || r.name || '\\(')
    )
    select t.tgname as trigger, r.name as function from pg_trigger t
    join readers r on r.oid = t.tgfoid or pg_get_triggerdef(t.oid) ~ ('\\mapp\\.' || r.name || '\\(') where t.tgtype & 1 = 1`)
  expect(rows).toEqual([])
})
