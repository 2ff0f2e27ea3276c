import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** An SQL file of database/. `name` is its name in the folder; `hash` is the SHA-256 of its bytes. */
export type SqlFile = { name: string; hash: string; sql: string }

/** The sources of a database: numbered migrations, each run once; templates and routines, applied again when one changes. */
export type SchemaFiles = { migrations: SqlFile[]; templates: SqlFile[]; routines: SqlFile[] }

const database = new URL('../../../../database/', import.meta.url)

/** The files of this program, in the order in which they run. @throws when a folder cannot be read */
export async function readSchemaFiles(): Promise<SchemaFiles> {
  const [migrations, templates, routines] = await Promise.all(
    ['migrations', 'templates', 'routines'].map((folder) => readFolder(folder)),
  )
  return { migrations, templates, routines } as SchemaFiles
}

const namesIn = async (folder: string) =>
  (await readdir(new URL(`${folder}/`, database))).filter((name) => name.endsWith('.sql')).sort()

async function readFolder(folder: string): Promise<SqlFile[]> {
  return Promise.all(
    (await namesIn(folder)).map(async (name) =>
      sqlFile(name, await readFile(new URL(`${folder}/${name}`, database), 'utf8')),
    ),
  )
}

/** An SQL file made of a text, as if it were in one of the folders. */
export const sqlFile = (name: string, sql: string): SqlFile => ({
  name,
  sql,
  hash: createHash('sha256').update(sql).digest('hex'),
})

/** The file name of the last migration this program has. */
export const newestMigration = async (): Promise<string> => (await namesIn('migrations')).at(-1) ?? ''
