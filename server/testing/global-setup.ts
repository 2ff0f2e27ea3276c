import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { allJobs } from '../all-jobs.ts'
import type { Config } from '../platform/config/config.ts'
import { migrate } from '../platform/database/schema/migrations.ts'
import { settleQueues } from '../platform/jobs/queue.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'
import { openCluster } from '../platform/postgres/postgres-cluster.ts'
import { databaseNamed, emptyCluster, signedInAs } from './postgres/databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** the owner of the product's databases: not a superuser, as with managed PostgreSQL */
    postgresUrl: string
    superuserUrl: string
    /** a folder that is removed after all tests */
    folder: string
  }
}

/** One PostgreSQL for all test files; each clones the migrated template. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'sbr-test-'))
  const { folder } = await openCluster(dataDir, false)
  execFileSync('cp', ['-a', folder, emptyCluster(dataDir)])
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  const stop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    project.provide('postgresUrl', await makeTemplate(postgres.url))
    project.provide('superuserUrl', postgres.url)
    project.provide('folder', dataDir)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

async function makeTemplate(superuserUrl: string) {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  await client.query('create role plain_owner login createrole createdb')
  await client.query('grant pg_read_all_stats to plain_owner') // tests wait until somebody waits for a lock
  await client.query('create database template_sbr owner plain_owner')
  await client.end()
  const ownerUrl = signedInAs(superuserUrl, 'plain_owner')
  const template = databaseNamed(ownerUrl, 'template_sbr')
  await migrate(template, { name: 'SBR' })
  const { handlers, schedules } = allJobs({ baseUrls: {} } as Config)
  await settleQueues(template, handlers, schedules)
  return databaseNamed(ownerUrl, 'postgres')
}
