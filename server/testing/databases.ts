import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The address of another database on the same server. */
export const databaseNamed = (url: string, name: string): string => url.replace(/(@[^/]*\/)[^?]*/, `$1${name}`)

/** The address of the same database for another role. */
export const signedInAs = (url: string, role: string): string => url.replace(/\/\/[^/]*@/, `//${role}@`)

/** A new copy of the migrated template. @returns its owner's connection */
export const cloneDatabase = (postgresUrl: string): Promise<string> => makeDatabase(postgresUrl, 'template_sbr')

/** An empty database. @returns its owner's connection */
export const emptyDatabase = (postgresUrl: string): Promise<string> => makeDatabase(postgresUrl, 'template0')

async function makeDatabase(postgresUrl: string, template: string) {
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    // Copying the files takes half the time of writing each page into the log, which nothing here reads.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await client.end()
  }
  return databaseNamed(postgresUrl, name)
}
