import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Role } from 'contract/permissions.ts'
import { problemReasons } from 'contract/problem-reasons.ts'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { resetDemo } from '../../database/seeds/reset-demo.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../platform/config/config.ts'
import { runtimeUrl, workerUrl } from '../platform/database/schema/database-roles.ts'
import type { LogStream } from '../platform/logging/logging.ts'
import { openKeyring } from '../platform/secrets/keyring.ts'
import type { Space } from '../platform/storage/disk-space.ts'
import { type GivenCompany, makeGiven } from './given/given.ts'
import { sealsBy } from './keys.ts'
import { cloneDatabase } from './postgres/databases.ts'
import './inspect-rows.ts'

export const appUrl = 'http://localhost:3000'

/** With passwords, so that the generated tests meet every procedure. */
const usual = { NODE_ENV: 'test', LOG_LEVEL: 'silent', RATE_LIMIT: '0', DEMO: '0', AUTH_PASSWORD: 'on' }

/**
 * The product on a database of its own; tests send requests through inject.
 * @param env environment variables beside the defaults of a test; only RUN_JOBS=1 runs jobs
 * @param database the `adminUrl` of another test server, to start a second server on its database
 * @param measure the space of its disk
 * @param log receives its log; LOG_LEVEL in env sets how much
 */
export async function startTestServer(
  env: Record<string, string> = {},
  database?: string,
  measure?: (folder: string) => Promise<Space>,
  log?: LogStream,
) {
  const adminUrl = database ?? (await cloneDatabase(inject('postgresUrl')))
  const admin = new pg.Pool({ connectionString: adminUrl, max: 2 })
  admin.on('error', () => undefined)
  const dataDir = mkdtempSync(join(inject('folder'), 'files-'))
  const config = readConfig({ ...usual, DATA_DIR: dataDir, ...env })
  const end = async () => {
    await admin.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const keyring = await openKeyring(config)
  const databaseUrl = await runtimeUrl(adminUrl)
  const jobsUrl = env.RUN_JOBS === '1' ? await workerUrl(adminUrl) : undefined
  const app = await buildApp({
    config,
    databaseUrl,
    workerUrl: jobsUrl,
    resetDemo: config.isDemo ? () => resetDemo(adminUrl, { ...config, sealsOf: sealsBy(keyring) }) : undefined,
    ...(measure && { measure }),
    ...(log && { log }),
  }).catch(async (error) => {
    await end()
    throw error
  })
  const given = makeGiven(admin, keyring)

  const clientWith = clientsOf(app)

  return {
    app,
    given,
    adminUrl,
    /** A connection of the owner that stays open; the caller ends it. */
    async adminClient() {
      const client = new pg.Client({ connectionString: adminUrl })
      await client.connect()
      return client
    },
    /** The folder of its files. */
    dataDir: config.dataDir,
    config,
    /** Somebody without a session. */
    anonymous: clientWith({ origin: appUrl }),
    /** Somebody signed in with a role in a company; role null = signed in without a role. */
    async signIn(role: Role | null, company: GivenCompany) {
      const person = await given.person(role, company)
      return { ...clientWith({ authorization: `Bearer ${person.token}` }), person }
    },
    clientWith,
    /** Listens on this machine, from the first call on. @returns the port */
    async listen(): Promise<number> {
      if (!app.server.listening) await app.listen({ port: 0 })
      return (app.server.address() as AddressInfo).port
    },
    async close() {
      await app.close()
      await end()
    },
  }
}

/** Programs read in the document of the API which reasons there are. */
function expectListedReason({ headers, body }: LightMyRequestResponse) {
  if (!headers['content-type']?.toString().startsWith('application/problem+json') || body === '') return
  const reason = JSON.parse(body).data?.reason
  if (reason !== undefined) expect(problemReasons, 'the reasons of contract/problem-reasons.ts').toContain(reason)
}

/** Clients of a server, by the headers of all their requests. */
function clientsOf(app: FastifyInstance) {
  return (headers: Record<string, string>) => {
    const send =
      (method: InjectOptions['method']) =>
      async (url: string, body?: unknown, more: Record<string, string> = {}) => {
        const answer = await app.inject({
          method,
          url,
          headers: { host: 'localhost:3000', ...headers, ...more },
          ...(body === undefined ? {} : { payload: body as object }),
        } as InjectOptions)
        expectListedReason(answer)
        return answer
      }
    return {
      get: send('GET'),
      post: send('POST'),
      /** Overwrites on purpose unless the test names a version; `bare` sends no If-Match. */
      patch: (url: string, body?: unknown, more: Record<string, string> = {}) =>
        send('PATCH')(url, body, { 'if-match': '*', ...more }),
      bare: { patch: send('PATCH') },
      put: send('PUT'),
      delete: send('DELETE'),
      head: send('HEAD'),
      options: send('OPTIONS'),
    }
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>
