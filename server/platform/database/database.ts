import type { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { bulkShares, connectInTurn, sharesOf } from '../fairness/connection-turns.ts'
import { FairQueue, type QueueClient } from '../fairness/fair-queue.ts'
import { KnownPeople, type KnownPerson } from '../fairness/known-people.ts'
import { Announcements } from './announcements.ts'
import { admit, askAgain, type Caller, enterAs, type Identity, type OnCaller } from './caller.ts'
import { parserOf } from './columns.ts'
import { allowWait, commit, isSilent, patient, quietMs, Silence } from './connections/patience.ts'
import { PrimaryClient } from './connections/primary-client.ts'
import { type Db, endHandle, handleOn, sendAlone, waitFor } from './handle.ts'
import { runRead } from './read.ts'
import { rowsOf } from './rows.ts'

// The answer of a read dies young. V8 guesses from a few early requests which objects live long, and then makes them in its old memory, with the
// rows and all else that they reach: those of each read lay there until the next full collection.
setFlagsFromString('--no-allocation-site-pretenuring')

export type Database = ReturnType<typeof openDatabase>

/** A file may take longer than a click. Set in each transaction: a pooler may give each of them another connection. */
const bulkSeconds = 120
const beginBulk = `begin; set local statement_timeout = '${bulkSeconds}s'; set local idle_in_transaction_session_timeout = '${bulkSeconds}s'`
/** The limit for a whole bulk transaction: longer than the longest allowed change (changes.ts). */
const bulkLimitMs = 1_800_000

/**
 * Opens the pools. Every use of the database goes through one of these transactions and waits in a fair queue before it takes a
 * connection; each throws {NoPlace}. Time zone and time-outs are settings of the login role (database-roles.ts), so that they
 * also hold behind a pooler.
 * @param url connection of the server's own login (see runtimeUrl in database-roles.ts)
 */
export function openDatabase(url: string, size = 8) {
  const people = new KnownPeople()
  const queue = new FairQueue(sharesOf(size))
  const bulkQueue = new FairQueue(bulkShares)
  const pool = openPool(url, size, { pipeline: true })
  const bulkPool = openPool(url, bulkShares.places, {}) // COPY cannot share a pipelined connection
  const countPool = openPool(url, 2, { query_timeout: 1_000 })
  const announcements = new Announcements((texts) =>
    countPool.query({ text: `select pg_notify('live', t) from unnest($1::text[]) t`, values: [texts] }),
  )
  const silence = new Silence()
  const connect = (caller: Caller) =>
    connectInTurn(pool, queue, people.askerOf(caller), silence.check).catch(silence.note)
  const learn = (caller: Caller, identity: Identity) => people.learn(caller.tokenHash, identity)

  return {
    /** The names by which a caller queues: person and company. */
    askerOf: (caller: Caller): QueueClient => people.askerOf(caller),

    /** Counts requests for all servers, beside the queue: a request over its limit should not wait first. */
    counts: { query: (query: pg.QueryConfig) => countPool.query(query) },

    /** The connections in use and the requests that wait for one, those for files included. */
    load: () => {
      const [most, files] = [queue.load, bulkQueue.load]
      return { running: most.running + files.running, waiting: most.waiting + files.waiting }
    },

    /**
     * The owner of a token. The first query queues by address, then the answer is remembered. Undefined for an invalid token.
     * @param count called once before the database is asked; it throws to refuse
     */
    async identify(tokenHash: string, address: string, count = noCount): Promise<KnownPerson | undefined> {
      return people.meet({ tokenHash, address, count }, (takeTokens) =>
        this.read({ ...theServer, address }, (db) => listOwners(db, takeTokens())),
      )
    },

    /**
     * Reads. The caller and the queries that `work` sends in one turn of the event loop are one round trip and one transaction; queries that
     * it sends later are another one, for which the caller is looked up anew. `admit` decides before anything is returned, not before it is
     * read; the fence has limited what could be read.
     */
    async read<T>(caller: Caller, work: (db: Db) => Promise<T>): Promise<T> {
      return runRead(await connect(caller), caller, learn, work).catch(silence.note)
    },

    /** A read-only transaction for work that depends on the caller, a cursor or a setting; it takes two more round trips. */
    async readAs<T>(caller: Caller, work: (db: Db, identity: Identity) => Promise<T>): Promise<T> {
      return runReadAs(await connect(caller), caller, learn, work).catch(silence.note)
    },

    /** A writing transaction: `admit` decides before `work` starts. Returns after a durable commit. */
    async transact<T>(caller: Caller, work: (db: Db, identity: Identity) => Promise<T>): Promise<T> {
      return runTransaction(await connect(caller), 'begin', caller, { learn, announcements }, work).catch(silence.note)
    },

    /** A writing transaction on a connection that can COPY: for imports and exports. `client` speaks COPY, `db` everything else. */
    async transactBulk<T>(
      caller: Caller,
      work: (db: Db, identity: Identity, client: pg.PoolClient) => Promise<T>,
    ): Promise<T> {
      const client = await connectInTurn(bulkPool, bulkQueue, people.askerOf(caller), silence.check)
      // COPY has no time limit of its own; a frozen PostgreSQL must not keep the connection for ever.
      const end = setTimeout(() => streamOf(client).destroy(), bulkLimitMs).unref()
      return runTransaction(client, beginBulk, caller, { learn, announcements }, async (db, identity) => {
        waitFor(db, bulkSeconds)
        return work(db, identity, client)
      }).finally(() => clearTimeout(end))
    },

    /** Whether PostgreSQL answers and has the migrations of this program. @throws when it does not */
    async ping(newestMigration: string): Promise<void> {
      const client = await connect(theServer)
      const query = { text: 'select from schema_migrations where name = $1', values: [newestMigration] }
      const { rowCount } = await client.query({ ...query, query_timeout: quietMs } as pg.QueryConfig).then(
        (answer) => {
          client.release()
          return answer
        },
        (error) => {
          client.release(true)
          throw error
        },
      )
      if (rowCount === 0)
        throw new ORPCError('UNAVAILABLE', { status: 503, message: `The database lacks ${newestMigration}` })
    },

    async close(): Promise<void> {
      await announcements.close()
      await Promise.all([pool.end(), bulkPool.end(), countPool.end()])
    },
  }
}

const theServer: Caller = { tokenHash: null, companyId: null }
const noCount = async (): Promise<void> => undefined

const Owner = z.object({ tokenHash: z.string(), userId: z.uuid().nullable(), companyId: z.uuid().nullable() })

/** The owners of tokens, without one for an invalid token. Nothing may follow in the same packet: its caller is the last of them. */
const listOwners = (db: Db, tokenHashes: string[]) =>
  rowsOf(
    db,
    Owner,
    sql`select token_hash, c.user_id, c.company_id from unnest(${tokenHashes}::text[]) token_hash, app.enter_read(token_hash, null) c`,
  )

async function runReadAs<T>(
  client: pg.PoolClient,
  caller: Caller,
  learn: OnCaller,
  work: (db: Db, identity: Identity) => Promise<T>,
): Promise<T> {
  try {
    sendTogether(client)
    const identity = await enter(client, 'begin read only', caller, learn)
    const db = handleOn(client)
    const result = await work(db, identity).finally(() => endHandle(db))
    // The answer does not wait for COMMIT: nothing was written.
    client.query(patient(client, 'commit')).then(
      () => client.release(),
      (error) => client.release(error),
    )
    return result
  } catch (error) {
    await rollBack(client, error)
    throw error
  }
}

async function runTransaction<T>(
  client: pg.PoolClient,
  begin: string,
  caller: Caller,
  { learn, announcements }: { learn: OnCaller; announcements: Announcements },
  work: (db: Db, identity: Identity) => Promise<T>,
) {
  try {
    sendTogether(client)
    const begun = performance.now()
    const identity = await enter(client, begin, caller, learn)
    const db = handleOn(client)
    const result = await work(db, identity).finally(() => endHandle(db))
    if (caller.job || (caller.companyId && performance.now() - begun > longMs)) await admitAgain(client, caller)
    announce(client, caller, announcements)
    await commit(client)
    client.release()
    return result
  } catch (error) {
    const reason = await reasonOf(error, client, caller, learn)
    await rollBack(client, reason)
    throw reason
  }
}

/** Tells the open screens, after the commit, what the transaction has changed. */
function announce(client: pg.PoolClient, caller: Caller, announcements: Announcements) {
  sendAlone(client, { sql: `select current_setting('app.news', true) as news`, parameters: [], name: 'news' }).then(
    ({ rows }) => {
      const texts = String(rows[0]?.news ?? '')
        .split('\n')
        .filter(Boolean)
      for (const text of texts) caller.changed?.texts.add(text)
      announcements.add(texts, caller.changed?.by ?? null)
    },
    ignore,
  )
}

/**
 * The fence refused a caller who was admitted: perhaps the session or role ended meanwhile. The answer then gives that reason, not that
 * something does not exist (T26). Ends the transaction to find out.
 */
async function reasonOf(error: unknown, client: pg.PoolClient, caller: Caller, learn: OnCaller): Promise<unknown> {
  if (!(error instanceof pg.DatabaseError && error.code === '42501')) return error
  try {
    await client.query(patient(client, 'rollback'))
    await enter(client, 'begin read only', caller, learn)
    return error
  } catch (refusal) {
    return refusal
  }
}

/** Longer than nearly all transactions. A right that was revoked must not hold for the rest of a long one (T85). */
const longMs = 250

/** Checks again, at the end of a long transaction, that the caller still has the right and the job was not cancelled. */
async function admitAgain(client: pg.PoolClient, caller: Caller): Promise<void> {
  const { rows } = await sendAlone(client, askAgain(caller))
  caller.admit?.(rows[0] as Identity)
}

async function enter(client: pg.PoolClient, begin: string, caller: Caller, learn: OnCaller): Promise<Identity> {
  allowWait(client, quietMs)
  client.query(patient(client, begin)).catch(ignore) // a failure shows in the next statement too
  return admit(await sendAlone(client, enterAs(caller)), caller, learn)
}

const streamOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Holds back writes until this turn of the event loop ends: one system call instead of one per statement. */
function sendTogether(client: pg.PoolClient) {
  const stream = streamOf(client)
  stream.cork()
  setImmediate(() => stream.uncork())
}

/** Ends the transaction. A connection that does not confirm that it is idle is thrown away, so nothing leaks (T29). */
export async function rollBack(client: pg.PoolClient, reason: unknown): Promise<void> {
  // A connection that did not answer would not answer a rollback either.
  if (isSilent(reason)) return client.release(true)
  try {
    await client.query(patient(client, 'rollback'))
    client.release()
  } catch (error) {
    client.release(error as Error)
  }
}

/** A pool whose broken connections are replaced; its values are converted as everywhere (parserOf). */
export function openPool(url: string, max: number, extra: pg.PoolConfig & { pipeline?: boolean }) {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 60_000, // a new connection plans all again: its first list takes 16 ms of PostgreSQL instead of 2
    // The declared type has an overload per format; only the text format is used.
    types: { getTypeParser: parserOf as never },
    Client: PrimaryClient,
    onConnect: (client) => (client as PrimaryClient).refuseReplica(),
    ...extra,
  })
  // A broken connection is replaced. Without listeners its error would end the process: idle connections report through the pool,
  // those in use report themselves (F5).
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

const ignore = () => undefined
