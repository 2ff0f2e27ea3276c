import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { migrate } from '../platform/migrations.ts'
import { databaseNamed } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One PostgreSQL for all test files; each clones the migrated template. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'sbr-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('create database template_sbr')
  await client.end()
  await migrate(databaseNamed(postgres.url, 'template_sbr'), { name: 'SBR' })
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
