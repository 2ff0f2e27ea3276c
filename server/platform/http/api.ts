import type { Readable } from 'node:stream'
import { implement } from '@orpc/server'
import { contract } from 'contract/index.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import type { Identity } from '../database/caller.ts'
import type { Db } from '../database/handle.ts'
import type { QueueClient } from '../fairness/fair-queue.ts'
import type { Limits } from '../fairness/rate-limits.ts'
import type { Jobs } from '../jobs/queue.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { DiskWatch } from '../storage/disk-space.ts'
import type { SpooledFile } from '../storage/spool.ts'
import type { Health } from './connections/server-health.ts'

/** The tools that a handler gets besides its input. The guard runs before `work` writes anything; the fence is inside. */
export type RequestContext = {
  /** A read-only transaction. Its queries are sent together with the check of the caller: one round trip. */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** A read-only transaction for work that depends on the caller: one more round trip. */
  readAs: <T>(work: (db: Db, identity: Identity) => Promise<T>) => Promise<T>
  /**
   * The transaction of a change, committed with its answer. Procedures that change nothing (GET, `readsOnly`) or take a body get
   * a separate one: to record a download, or to write after reading an upload.
   */
  write: <T>(work: (db: Db, identity: Identity) => Promise<T>) => Promise<T>
  /** Like `write`, on a connection that can COPY: the change's own where it `copies`, else a separate one, for `body` and `answer`. */
  bulk: <T>(work: (db: Db, identity: Identity, client: pg.PoolClient) => Promise<T>) => Promise<T>
  /** Writes the file that this request will send to the disk, so that the database is free before the client reads any of it. */
  spool: (source: AsyncIterable<Buffer | string>) => Promise<SpooledFile>
  /** The names by which this request waits in a fair queue. Known after the first transaction. */
  asker: () => QueueClient
  /** The version of If-Match, in `versioned` procedures: refuse the change when the record's version differs. null: overwrite. */
  expectedVersion: number | null
  /**
   * Call it when the work is found to be large, before anything of it is done: in a `long` procedure it ends the request, and a job calls the
   * procedure again. In the job, for a change that is only tried and for a company without jobs it does nothing.
   */
  takesLong: () => void
  /** How much of long work is done, 0 to 1. Call it as often as you like. */
  report: (progress: number) => Promise<void>
  /** The bytes of the request, for procedures with `body`. */
  upload: Readable | null
  /** SHA-256 of the caller's session token. */
  tokenHash: string | null
  config: Config
  /** The address that people use, without an ending slash. */
  appUrl: () => string
  jobs: Pick<Jobs, 'enqueue' | 'again' | 'runs'>
  /** Seals and opens credentials. */
  keyring: Keyring
  /** Calls to outside services; only in procedures with `asksOutside`, since a transaction must not wait for another server. */
  outbound: Outbound
  /** Counts what has a limit of its own, by a key such as an address. */
  limits: Limits
  /** The figures of this server in the last hour. */
  health: Health
  /** Replaces all data by the demo data, unless they are no demo's or another reset is running. Undefined where no demo is allowed. */
  resetDemo: (() => Promise<'done' | 'no demo' | 'running'>) | undefined
  /** Sets space on the disk aside for a file that comes in. @throws 503 when it would come out of the reserve */
  claimSpace: DiskWatch['claim']
  /** Whether the disk of the server is nearly full, so that changes are refused. */
  refusesChanges: () => boolean
  request: FastifyRequest
  reply: FastifyReply
}

/** The contract, for handlers to implement: `api.vendors.router({ list: api.vendors.list.handler(…) })`. */
export const api = implement(contract).$context<RequestContext>()
