import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { ORPCError } from '@orpc/server'
import type { Role } from 'contract/permissions.ts'
import {
  CamelCasePlugin,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import { bulkShares, connectInTurn, sharesOf } from './connection-turns.ts'
import type { DB } from './database-types.gen.ts'
import { type Asker, FairQueue } from './fair-queue.ts'
import { KnownPeople, type KnownPerson } from './known-people.ts'

/** A transaction: the only handle on the database there is. It sees what the session that opened it may see. */
export type Db = Kysely<DB>

/** What the database answers about whoever asks, from app.ctx(); all null for an unknown or ended session. */
export type Identity = {
  userId: string | null
  role: Role | null
  companyId: string | null
  /** of the company asked for, else of the own one */
  companyStatus: 'active' | 'inactive' | 'sold' | null
  scope: string[]
  sessionId: string | null
  needsTouch: boolean
}

/**
 * Who opens a transaction. `tokenHash`: SHA-256 of the session token, null when signed out. `companyId`: the company of the
 * path. `kind`: what the change set is called. `admit` throws to refuse; nothing that was read leaves, nothing is written.
 * `address`: where the request came from; without one the server asks for itself. `onGone`: see Asker.
 */
export type Caller = {
  tokenHash: string | null
  companyId: string | null
  address?: string
  onGone?: Asker['onGone']
  kind?: 'edit' | 'bulk_delete' | 'bulk_edit' | 'import' | 'undo'
  admit?: (identity: Identity) => void
}

export type Database = ReturnType<typeof openDatabase>

/** A file may take longer than a click. Set in each transaction: a pooler may give every one of them another connection. */
const beginBulk = `begin; set local statement_timeout = '120s'; set local idle_in_transaction_session_timeout = '120s'`

/**
 * Opens the pools. Every use of the database goes through one of its transactions, and waits in a fair queue before it takes a
 * connection: each throws {NoPlace}. Time zone and time-outs are settings of the role that signs in (database-roles.ts), so that
 * they hold behind a pooler too.
 * @param url connection of the server's own login (see runtimeUrl in database-roles.ts)
 */
export function openDatabase(url: string, size = 8) {
  const people = new KnownPeople()
  const queue = new FairQueue(sharesOf(size))
  const bulkQueue = new FairQueue(bulkShares)
  const pool = openPool(url, size, { pipeline: true })
  const bulkPool = openPool(url, bulkShares.places, {}) // COPY cannot share a pipelined connection
  const countPool = openPool(url, 2, { query_timeout: 1_000 })
  const connect = (caller: Caller) => connectInTurn(pool, queue, people.askerOf(caller))
  const learn = (caller: Caller, identity: Identity) => people.learn(caller.tokenHash, identity)

  return {
    /** Where requests are counted for all servers, beside the queue: who may not pass should not wait either. */
    counts: { query: (query: pg.QueryConfig) => countPool.query(query) },

    isKnown: (tokenHash: string): boolean => people.of(tokenHash) !== undefined,

    /** Whom a token belongs to: asked once, as its address, then remembered. Undefined for one that is worth nothing. */
    async identify(tokenHash: string, address: string): Promise<KnownPerson | undefined> {
      return people.meet(tokenHash, () => this.read({ tokenHash, companyId: null, address }, async () => null))
    },

    /**
     * A read-only transaction in one round trip: BEGIN, context and the queries of `work` are sent together. `admit` decides
     * before anything is returned, not before it is read; the fence has limited what could be read.
     */
    async read<T>(caller: Caller, work: (db: Db, identity: Promise<Identity>) => Promise<T>): Promise<T> {
      const client = await connect(caller)
      sendTogether(client)
      const identity = enter(client, 'begin read only', caller, learn)
      const outcome = work(boundTo(client), identity)
      try {
        outcome.catch(ignore)
        await identity
        const result = await outcome
        client.query('commit').then(
          () => client.release(),
          (error) => client.release(error),
        )
        return result
      } catch (error) {
        await outcome.catch(ignore)
        await rollBack(client)
        throw error
      }
    },

    /** A writing transaction: `admit` has decided before `work` starts; committed, durably, before it returns. */
    async transact<T>(caller: Caller, work: (db: Db, identity: Identity) => Promise<T>): Promise<T> {
      return runTransaction(await connect(caller), 'begin', caller, learn, work)
    },

    /** The same on a connection that can COPY: for imports and exports. `client` speaks COPY, `db` everything else. */
    async transactBulk<T>(
      caller: Caller,
      work: (db: Db, identity: Identity, client: pg.PoolClient) => Promise<T>,
    ): Promise<T> {
      const client = await connectInTurn(bulkPool, bulkQueue, people.askerOf(caller))
      return runTransaction(client, beginBulk, caller, learn, (db, identity) => work(db, identity, client))
    },

    /** Whether PostgreSQL answers and has the migrations of this program. @throws when it does not */
    async ping(newestMigration: string): Promise<void> {
      const client = await connect(theServer)
      const { rowCount } = await client
        .query('select from schema_migrations where name = $1', [newestMigration])
        .finally(() => client.release())
      if (rowCount === 0)
        throw new ORPCError('UNAVAILABLE', { status: 503, message: `The database lacks ${newestMigration}` })
    },

    async close(): Promise<void> {
      await Promise.all([pool.end(), bulkPool.end(), countPool.end()])
    },
  }
}

const theServer: Caller = { tokenHash: null, companyId: null }

async function runTransaction<T>(
  client: pg.PoolClient,
  begin: string,
  caller: Caller,
  learn: Learn,
  work: (db: Db, identity: Identity) => Promise<T>,
) {
  try {
    sendTogether(client)
    const begun = performance.now()
    const identity = await enter(client, begin, caller, learn)
    const result = await work(boundTo(client), identity)
    if (caller.companyId && performance.now() - begun > longMs) await admitAgain(client, caller)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await rollBack(client)
    throw error
  }
}

/** Longer than nearly all; what takes a person's right away meanwhile must not wait for what they began (T85). */
const longMs = 250

const identityColumns = `user_id as "userId", role, company_id as "companyId", company_status as "companyStatus", scope,
  session_id as "sessionId", needs_touch as "needsTouch"`

/** Asks again, at the end of a long transaction, whether its caller may still do what it did. */
async function admitAgain(client: pg.PoolClient, caller: Caller): Promise<void> {
  const { rows } = await client.query<Record<string, unknown>>(`select ${identityColumns} from app.ctx()`)
  caller.admit?.(rows[0] as Identity)
}

type Learn = (caller: Caller, identity: Identity) => void

async function enter(client: pg.PoolClient, begin: string, caller: Caller, learn: Learn): Promise<Identity> {
  client.query(begin).catch(ignore) // a failure shows in the next statement too
  const { rows } = await client.query<Record<string, unknown>>({
    name: 'enter',
    text: `select ${identityColumns} from app.enter($1, $2, $3)`,
    values: [caller.tokenHash, caller.companyId, caller.kind ?? null],
  })
  const identity = rows[0] as Identity
  learn(caller, identity)
  caller.admit?.(identity)
  return identity
}

/** Holds back what is sent until this turn of the event loop ends: one system call instead of one for each statement. */
function sendTogether(client: pg.PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  setImmediate(() => stream.uncork())
}

/** Ends the transaction; a connection that cannot say that it is idle again is thrown away, so nothing leaks (T29). */
async function rollBack(client: pg.PoolClient) {
  causes.delete(client)
  try {
    await client.query('rollback')
    client.release()
  } catch (error) {
    client.release(error as Error)
  }
}

function openPool(url: string, max: number, extra: pg.PoolConfig & { pipeline?: boolean }) {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 3_000,
    types: { getTypeParser: parserOf as never },
    ...extra,
  })
  // A connection that breaks is replaced; without listeners it would end the process: idle ones speak through the pool,
  // those in use for themselves (security.md F5).
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

const asIs = (text: string) => text
const parsers: Record<number, (text: string) => unknown> = {
  20: Number, // int8: our counts stay far below 2^53
  1700: Number, // numeric(14, 4): 14 digits are exact in a double
  1082: asIs,
  1184: (text) => `${text.slice(0, 10)}T${text.slice(11).replace('+00', 'Z')}`, // the session is in UTC
}
const parserOf = (oid: number, format?: 'text' | 'binary') =>
  parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')

const handles = new WeakMap<pg.PoolClient, Db>()

/** The Kysely instance of a connection; made once, since compiling its plugins costs more than a query. */
function boundTo(client: pg.PoolClient): Db {
  const known = handles.get(client)
  if (known) return known
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const query = { text: sql, values: parameters as unknown[], ...(nameOf(sql) && { name: nameOf(sql) }) }
      const result = await client.query(query as pg.QueryConfig).catch((error) => {
        throw causeOf(client, error)
      })
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
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
  return db
}

const causes = new WeakMap<pg.PoolClient, pg.DatabaseError>()

/**
 * Statements are sent together, so one that fails takes those behind it along with 25P02, which says nothing; of a
 * Promise.all that one can be the first to arrive. They all answer with what went wrong first.
 */
function causeOf(client: pg.PoolClient, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  if (error.code === '25P02') return causes.get(client) ?? error
  causes.set(client, error)
  return error
}

const names = new Map<string, string>()

/** A name makes PostgreSQL keep the plan; planning below policies costs more than running. Bounded: text may vary without end. */
function nameOf(sql: string): string | undefined {
  const known = names.get(sql)
  if (known || names.size >= 500 || sql.length > 20_000) return known
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 20)
  names.set(sql, name)
  return name
}

const ignore = () => undefined
const nothing = async () => undefined
