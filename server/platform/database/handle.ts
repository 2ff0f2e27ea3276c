import { createHash } from 'node:crypto'
import {
  CamelCasePlugin,
  type Compilable,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
} from 'kysely'
import pg from 'pg'
import type { DB } from './database-types.gen.ts'
import { allowWait, patient } from './patience.ts'

/** A transaction: the only handle on the database. It sees what its session may see. */
export type Db = Kysely<DB>

const handles = new WeakMap<pg.PoolClient, Db>()
const clients = new WeakMap<Db, pg.PoolClient>()

/** Waits longer for the statements of this transaction. @param seconds that PostgreSQL allows a statement */
export function waitFor(db: Db, seconds: number): void {
  const client = clients.get(db)
  if (client) allowWait(client, seconds * 1_000 + 500)
}

/** The Kysely instance of a connection; made once, since compiling its plugins costs more than a query. */
export function handleOn(client: pg.PoolClient): Db {
  const known = handles.get(client)
  if (known) return known
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const query = {
        ...patient(client, sql),
        values: parameters as unknown[],
        ...(nameOf(sql) && { name: nameOf(sql) }),
      }
      const result = await client.query(query as pg.QueryConfig).catch((error) => {
        throw causeOf(client, error)
      })
      const answer = { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0), columns: result.fields }
      return answer // it has more fields than Kysely needs; Kysely passes them on (executeOn)
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for a generator; streams go through COPY instead
    async *streamQuery() {
      throw new Error('Streams go through COPY')
    },
  }
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        releaseConnection: nothing,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        destroy: nothing,
      }),
    },
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  handles.set(client, db)
  clients.set(db, client)
  return db
}

/** A column of an answer as PostgreSQL describes it: its name in SQL and the number of its type. */
export type Column = Pick<pg.FieldDef, 'name' | 'dataTypeID'>

/** Sends a query. @returns the rows with names in camelCase, the columns as PostgreSQL describes them, and the statement */
export async function executeOn(db: Db, query: Compilable<unknown> | RawBuilder<unknown>) {
  const compiled = query.compile(db)
  const { rows, columns } = (await db.executeQuery(compiled)) as QueryResult<Record<string, unknown>> & {
    columns: Column[]
  }
  return { rows, columns, sql: compiled.sql }
}

const causes = new WeakMap<pg.PoolClient, pg.DatabaseError>()

/** Call this when a transaction ends: its failure must not be reported as the cause of a later one. */
export const forgetCause = (client: pg.PoolClient): boolean => causes.delete(client)

/**
 * Statements are sent together, so after the first failure the ones behind it fail with 25P02, which says nothing. In a Promise.all that
 * useless error may arrive first. So all of them report the first failure.
 */
function causeOf(client: pg.PoolClient, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  if (error.code === '25P02') return causes.get(client) ?? error
  causes.set(client, error)
  return error
}

const names = new Map<string, string>()

/** A named statement keeps its plan; planning below policies costs more than running. Limited: the number of texts may have no end. */
function nameOf(sql: string): string | undefined {
  const known = names.get(sql)
  if (known || names.size >= 500 || sql.length > 20_000) return known
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 20)
  names.set(sql, name)
  return name
}

const nothing = async () => undefined

const asIs = (text: string) => text
/** The driver reads arrays letter by letter, and stops all other answers for half a second when there are 200,000 ids. */
const uuidsOf = (text: string) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((id) => (id === 'NULL' ? null : id))
const parsers: Record<number, (text: string) => unknown> = {
  20: Number, // int8: our counts stay far below 2^53
  1700: Number, // numeric(15, 6): a double holds 15 digits exactly
  1082: asIs,
  2951: uuidsOf,
  1184: (text) => `${text.slice(0, 10)}T${text.slice(11).replace('+00', 'Z')}`, // the session is in UTC
}
/** Converts values from PostgreSQL: times and dates to ISO texts, counts and amounts to numbers. */
export const parserOf = (oid: number, format?: 'text' | 'binary') =>
  parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')
