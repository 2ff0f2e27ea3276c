import { createHash } from 'node:crypto'
import {
  CamelCasePlugin,
  type Compilable,
  type CompiledQuery,
  DefaultQueryExecutor,
  DummyDriver,
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
  const driver = dialect.createDriver()
  const db = new Kysely<DB>({ config: { dialect }, dialect, driver, executor: new Sender(client) })
  handles.set(client, db)
  clients.set(db, client)
  return db
}

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (of: Kysely<unknown>) => new PostgresIntrospector(of),
  createDriver: () => new DummyDriver(),
}

/**
 * Sends queries at once, so that they arrive in the order of the code, and names the columns of the answer itself: Kysely would wait a few
 * turns first, and copy each row once more.
 */
class Sender extends DefaultQueryExecutor {
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    const nowhere = { provideConnection: () => Promise.reject(new Error('Streams go through COPY')) }
    const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
    super(dialect.createQueryCompiler(), dialect.createAdapter(), nowhere, plugins)
    this.#client = client
  }

  override async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, count } = await send(this.#client, query)
    return { rows: rows as Row[], numAffectedRows: BigInt(count) }
  }
}

/** A column of an answer as PostgreSQL describes it: its name in SQL and the number of its type. */
export type Column = Pick<pg.FieldDef, 'name' | 'dataTypeID'>

/** Sends a query. @returns the rows with names in camelCase, the columns as PostgreSQL describes them, and the statement */
export async function executeOn(db: Db, query: Compilable<unknown> | RawBuilder<unknown>) {
  const client = clients.get(db)
  if (!client) throw new Error('This handle is on no connection')
  const compiled = query.compile(db)
  const { rows, columns } = await send(client, compiled)
  return { rows, columns, sql: compiled.sql }
}

async function send(client: pg.PoolClient, { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>) {
  const name = nameOf(sql)
  const config = {
    ...patient(client, sql),
    values: parameters as unknown[],
    ...(name && { name }),
    rowMode: 'array' as const,
  }
  const { rows, rowCount, fields } = await client.query<unknown[]>(config).catch((error) => {
    throw causeOf(client, error)
  })
  const keys = fields.map(({ name }) => keyOf(name))
  return { rows: rows.map((values) => rowFrom(keys, values)), columns: fields as Column[], count: rowCount ?? 0 }
}

function rowFrom(keys: string[], values: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let place = 0; place < keys.length; place += 1) row[keys[place] as string] = values[place]
  return row
}

const keysOfColumns = new Map<string, string>()

/** 'part_number' -> 'partNumber'. Limited like the statements: they name the columns. */
function keyOf(column: string): string {
  const known = keysOfColumns.get(column)
  if (known) return known
  const key = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  if (keysOfColumns.size < 5_000) keysOfColumns.set(column, key)
  return key
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
