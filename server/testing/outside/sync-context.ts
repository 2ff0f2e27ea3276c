import pg from 'pg'
import type { SyncContext } from '../../integrations/sync-context.ts'
import { parserOf } from '../../platform/database/columns.ts'
import { handleOn } from '../../platform/database/handle.ts'
import { hashToken } from '../../platform/http/session-token.ts'
import { type CallRecord, createOutbound } from '../../platform/outbound/outbound.ts'
import { openKeyring } from '../../platform/secrets/keyring.ts'
import type { Client } from '../fixture.ts'
import type { TestServer } from '../server.ts'

/** Connections for syncs that a test runs itself, step by step; end it with the server. */
export const openSyncPool = (server: TestServer): pg.Pool =>
  new pg.Pool({
    ...{ connectionString: server.adminUrl, max: 4, options: '-c TimeZone=UTC' },
    types: { getTypeParser: parserOf } as never,
  })

type Options = {
  signal?: AbortSignal
  sleep?: (ms: number) => Promise<unknown>
  onCall?: (record: CallRecord) => void
}

/** What a sync of a company works with, without a worker. Waits between the tries of a call pass at once. */
export async function syncContextOf(
  server: TestServer,
  pool: pg.Pool,
  operator: Client,
  companyId: string,
  { signal = new AbortController().signal, sleep = async () => undefined, onCall = () => undefined }: Options = {},
): Promise<SyncContext> {
  return {
    ...{ companyId, signal, keyring: await openKeyring(server.config), appUrl: 'http://localhost:3000' },
    outbound: createOutbound({ allowLoopback: true, onCall, sleep }),
    baseUrls: server.config.baseUrls,
    async work(fn) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query('select app.enter($1, $2, null)', [hashToken(operator.person.token), companyId])
        const result = await fn(handleOn(client))
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
  }
}
