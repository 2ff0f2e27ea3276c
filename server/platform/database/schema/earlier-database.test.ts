import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { emptyDatabase } from '../../../testing/postgres/databases.ts'
import { migrate } from './migrations.ts'

// A database of the build before the baseline: its history and some tables, as that build left them.
const earlier = readFileSync(new URL('../../../testing/given/earlier-build.sql', import.meta.url), 'utf8')
let url: string
let owner: pg.Client
beforeEach(async () => {
  url = await emptyDatabase(inject('postgresUrl'))
  owner = new pg.Client({ connectionString: url })
  await owner.connect()
})
afterEach(() => owner.end())

/** All objects and all rows, with the transactions that wrote them. */
async function everything() {
  const { rows } = await owner.query(
    `select (select json_agg(json_build_object('name', oid::regclass, 'by', xmin, 'rights', relacl) order by oid) from pg_class) as relations,
       (select json_agg(json_build_object('name', oid::regprocedure, 'by', xmin) order by oid) from pg_proc) as functions,
       (select json_agg(json_build_object('name', nspname, 'by', xmin) order by oid) from pg_namespace) as schemas,
       (select json_agg(json_build_object('name', extname) order by oid) from pg_extension) as extensions,
       (select json_agg(json_build_object('row', m, 'by', xmin) order by name) from schema_migrations m) as history,
       (select json_agg(json_build_object('row', p, 'by', xmin) order by id) from parts p) as parts,
       (select datacl::text from pg_database where datname = current_database()) as rights`,
  )
  return rows[0]
}

test('a database of an earlier build is refused in one sentence and stays as it is', async () => {
  await owner.query(earlier)
  const before = await everything()
  const name = (await owner.query('select current_database() as name')).rows[0].name
  await expect(migrate(url, { name: 'SBR' })).rejects.toThrow(
    `the database ${name} was made by an earlier build of SBR Operations, which this one cannot continue; nothing in it was changed. Use an empty database, or start the build that made it`,
  )
  expect(await everything()).toEqual(before)
})

test('a database whose first migration has the same name as ours is left as it is, too', async () => {
  await owner.query(`${earlier}; delete from schema_migrations where name > '0002'`)
  const before = await everything()
  await expect(migrate(url, { name: 'SBR' })).rejects.toThrow(/an earlier build/)
  expect(await everything()).toEqual(before)
})
