import type { Readable } from 'node:stream'
import { implement } from '@orpc/server'
import { contract } from 'contract/index.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import type { Identity } from '../database/database.ts'
import type { Db } from '../database/handle.ts'
import type { SpooledFile } from '../storage/spool.ts'

/** What a handler gets besides its input. The guard has run before `work` writes anything; the fence is inside. */
export type RequestContext = {
  /** A read-only transaction. What `work` asks is sent together with the question who asks: one round trip. */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** The same for work that depends on who asks: one round trip more. */
  readAs: <T>(work: (db: Db, identity: Identity) => Promise<T>) => Promise<T>
  /**
   * The transaction of a change, committed with its answer. Procedures that are no change (GET, `readsOnly`) or take a body get
   * one of their own: to record a download, or after an upload was read.
   */
  write: <T>(work: (db: Db, identity: Identity) => Promise<T>) => Promise<T>
  /** As `write`, on a connection that can COPY: that of the change where it `copies`, else one of its own, for `body` and `answer`. */
  bulk: <T>(work: (db: Db, identity: Identity, client: pg.PoolClient) => Promise<T>) => Promise<T>
  /** Writes a file that this request will send to the disk, so that the database is free before anything is read of it. */
  spool: (source: AsyncIterable<Buffer | string>) => Promise<SpooledFile>
  /** The version of If-Match, in `versioned` procedures: refuse the change when the record has another one. null: overwrite. */
  expectedVersion: number | null
  /** The bytes of the request, for procedures with `body`. */
  upload: Readable | null
  /** SHA-256 of the caller's session token. */
  tokenHash: string | null
  config: Config
  request: FastifyRequest
  reply: FastifyReply
}

/** The contract, to be implemented: `api.vendors.router({ list: api.vendors.list.handler(…) })`. */
export const api = implement(contract).$context<RequestContext>()
