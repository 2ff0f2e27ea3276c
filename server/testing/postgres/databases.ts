import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'

/** The address of another database on the same server. */
export const databaseNamed = (url: string, name: string): string => url.replace(/(@[^/]*\/)[^?]*/, `$1${name}`)

/** The address of the same database for another role. */
export const signedInAs = (url: string, role: string): string => url.replace(/\/\/[^/]*@/, `//${role}@`)

/** In the folder of all tests: a cluster that was never started. */
export const emptyCluster = (folder: string): string => join(folder, 'empty-cluster')

/** A new copy of the migrated template. @returns its owner's connection */
export const cloneDatabase = (postgresUrl: string): Promise<string> => makeDatabase(postgresUrl, 'template_sbr')

/** An empty database. @returns its owner's connection */
export const emptyDatabase = (postgresUrl: string): Promise<string> => makeDatabase(postgresUrl, 'template0')

async function makeDatabase(postgresUrl: string, template: string) {
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    // Files that the kernel copies take a third of the time of those that PostgreSQL reads and writes, or writes into its log.
    await client.query('set file_copy_method = clone')
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await client.end()
  }
  return databaseNamed(postgresUrl, name)
}
