import type { Readable } from 'node:stream'
import { implement } from '@orpc/server'
import { contract } from 'contract/index.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import type { Db, Identity } from '../database/database.ts'
import type { SpooledFile } from '../storage/spool.ts'

/** What a handler gets besides its input. The guard has run before `work` writes anything; the fence is inside. */
export type RequestContext = {
  /** Runs in the transaction of this request: read-only for GET and `readsOnly`, else the one that is committed with the answer. */
  inCompany: <T>(work: (db: Db, identity: Promise<Identity> | Identity) => Promise<T>) => Promise<T>
  /** The same for procedures that concern nobody but the signed-in person. */
  asSelf: RequestContext['inCompany']
  /** A transaction on a connection that can COPY: that of the request where it `copies`, else one of its own, for `body` and `answer`. */
  inBulk: <T>(work: (db: Db, identity: Identity, client: pg.PoolClient) => Promise<T>) => Promise<T>
  /** A writing transaction of its own, where the request has none: after an upload was read, or beside a GET. */
  toWrite: <T>(work: (db: Db, identity: Identity) => Promise<T>) => Promise<T>
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
