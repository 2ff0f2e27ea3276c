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
import { tracedStatement } from '../tracing/traced.ts'
import { type Answer, Packet, type Statement } from './connections/packet.ts'
import { allowWait, sendPacket } from './connections/patience.ts'
import type { DB } from './database-types.gen.ts'

/** A transaction: the only handle on the database. It sees what its session may see. */
export type Db = Kysely<DB>

/** What a handle sends its statements with. */
type Send = (statement: Statement) => Promise<Answer>

const senders = new WeakMap<Db, Send>()
const clients = new WeakMap<Db, pg.PoolClient>()

/** Waits longer for the statements of this transaction. @param seconds that PostgreSQL allows a statement */
export function waitFor(db: Db, seconds: number): void {
  const client = clients.get(db)
  if (client) allowWait(client, seconds * 1_000 + 500)
}

/** A handle that sends with a function. It serves one transaction or read. */
export function handleFor(send: Send): Db {
  const sendWhileOpen: Send = async (statement) => {
    if (!senders.has(db)) throw new Error('This transaction has ended')
    return tracedStatement(statement.sql, () => send(statement))
  }
  const db: Db = new Kysely<DB>({ config: { dialect }, dialect, driver, executor: new Sender(sendWhileOpen) })
  senders.set(db, sendWhileOpen)
  return db
}

/** Ends a handle with its transaction: what its work still does by mistake must not reach the next transaction of the connection (T29). */
export const endHandle = (db: Db): boolean => senders.delete(db)

/**
 * The handle of a transaction that was begun on a connection. Statements are sent at once, so after the first failure the ones behind it
 * fail with 25P02, which says nothing. In a Promise.all that useless error may arrive first. So all of them report the first failure.
 */
export function handleOn(client: pg.PoolClient): Db {
  let cause: unknown
  const db = handleFor((statement) =>
    sendAlone(client, statement).catch((error) => {
      if (!(error instanceof pg.DatabaseError)) throw error
      if (error.code !== '25P02') cause = error
      throw cause ?? error
    }),
  )
  clients.set(db, client)
  return db
}

/** Sends a statement in a packet of its own. */
export function sendAlone(client: pg.PoolClient, statement: Statement): Promise<Answer> {
  const packet = new Packet()
  const answer = packet.add(statement)
  sendPacket(client, packet).catch(ignore) // the answer fails with it
  return answer
}

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()
const driver = new DummyDriver()
const dialect = {
  createAdapter: () => adapter,
  createQueryCompiler: () => compiler,
  createIntrospector: (of: Kysely<unknown>) => new PostgresIntrospector(of),
  createDriver: () => driver,
}
const nowhere = { provideConnection: () => Promise.reject(new Error('Streams go through COPY')) }
const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]

/**
 * Sends queries at once, so that they arrive in the order of the code, and names the columns of the answer itself: Kysely would wait a few
 * turns first, and copy each row once more.
 */
class Sender extends DefaultQueryExecutor {
  readonly #send: Send

  constructor(send: Send) {
    super(compiler, adapter, nowhere, plugins)
    this.#send = send
  }

  override async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, count } = await this.#send({ sql, parameters, name: nameOf(sql) })
    return { rows: rows as Row[], numAffectedRows: BigInt(count) }
  }
}

/** Sends a query. @returns the rows with names in camelCase, the columns as PostgreSQL describes them, and the statement */
export async function executeOn(db: Db, query: Compilable<unknown> | RawBuilder<unknown>) {
  const send = senders.get(db)
  if (!send) throw new Error('This transaction has ended')
  const { sql, parameters } = query.compile(db)
  const { rows, columns } = await send({ sql, parameters, name: nameOf(sql) })
  return { rows, columns, sql }
}

const names = new Map<string, string>()

/** A named statement keeps its plan; planning below policies costs more than running. Limited: the number of texts may have no end. */
function nameOf(sql: string): string | undefined {
  const storedName = names.get(sql)
  if (storedName || names.size >= 500 || sql.length > 20_000) return storedName
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 20)
  names.set(sql, name)
  return name
}

const ignore = () => undefined
