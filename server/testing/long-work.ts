import { afterEach } from 'vitest'
import { allJobs } from '../all-jobs.ts'
import { openDatabase } from '../platform/database/database.ts'
import { runtimeUrl, workerUrl } from '../platform/database/schema/database-roles.ts'
import { startWorker } from '../platform/jobs/worker.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { openKeyring } from '../platform/secrets/keyring.ts'
import type { Client } from './fixture.ts'
import type { TestServer } from './server.ts'
import { until } from './until.ts'

/** Does not wait for the end of long work. */
export const atOnce = { prefer: 'respond-async' }

/** Long work on a server that runs no jobs itself. */
export function useLongWork(server: TestServer) {
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  const jobAt = async (address: string, by: Client) => (await by.get(address)).json()
  return {
    jobAt,

    endOf: (address: string, by: Client) =>
      until(
        () => jobAt(address, by),
        ({ status }) => !['waiting', 'running'].includes(status),
      ),

    /** Starts a worker; with another one it is as two servers. @returns a function that stops it */
    async work() {
      const database = openDatabase(await runtimeUrl(server.adminUrl), 4)
      const worker = await startWorker({
        ...{ url: await workerUrl(server.adminUrl), ...allJobs(server.config), log: server.app.log, lookEvery: 1 },
        outbound: createOutbound({ allowLoopback: true, onCall: () => undefined }),
        requests: database,
        keyring: await openKeyring(server.config),
        mail: { send: async () => undefined },
      })
      const stop = () => worker.stop()
      ends.push(() => stop().then(() => database.close()))
      return stop
    },
  }
}
