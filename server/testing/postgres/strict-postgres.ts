import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts'
import { givenCluster } from './clusters.ts'
import { databaseNamed } from './databases.ts'

/** A PostgreSQL of its own that requires a password from everybody except its superuser. */
export async function startStrictPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'sbr-strict-'))
  givenCluster(folder)
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
  await ask(
    postgres.url,
    `do $$ begin execute format('copy (values (%L), (%L)) to %L', 'local all postgres trust', 'local all all scram-sha-256',
       current_setting('hba_file')); end $$`,
  )
  await ask(postgres.url, 'select pg_reload_conf()')
  return {
    superuserUrl: postgres.url,
    /**
     * A role and its database, as a provider of managed PostgreSQL creates them.
     * @param rights such as 'createrole'
     * @param template a database to copy
     */
    async givenOwner(name: string, rights: string, template = 'template1'): Promise<string> {
      await ask(postgres.url, `create role ${name} login ${rights} password 'secret'`)
      await ask(postgres.url, `create database ${name} owner ${name} template ${template}`)
      return databaseNamed(postgres.url, name).replace(/\/\/[^@]*@/, `//${name}:secret@`)
    },
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** One statement on a connection of its own. @returns its rows */
export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
