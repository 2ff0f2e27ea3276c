/** A worker in a process of its own, for tests that kill it: its one job writes down that it began, and ends when the file is there. */
import { appendFileSync, existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { handle } from '../platform/jobs/job-kinds.ts'
import { startWorker } from '../platform/jobs/worker.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { createKeyring } from '../platform/secrets/keyring.ts'
import { keyNamed } from './keys.ts'

const [name = '', url = '', journal = '', mayEnd = ''] = process.argv.slice(2)
const payload = z.object({ companyId: z.uuid(), note: z.string() })
const run = async (_: unknown, { signal }: { signal: AbortSignal }) => {
  appendFileSync(journal, 'began\n')
  while (!existsSync(mayEnd)) await sleep(20, undefined, { signal })
  appendFileSync(journal, 'ended\n')
}
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const worker = await startWorker({
  ...{ url, schedules: [], log, lookEvery: 1 },
  handlers: [handle({ name, payload, retryLimit: 2, retryDelay: 0, expireIn: 60 }, run)],
  outbound: createOutbound({ allowLoopback: true, onCall: () => undefined }),
  keyring: createKeyring([keyNamed('1')]),
  mail: { send: async () => undefined },
})
process.once('SIGTERM', () => void worker.stop().then(() => process.exit(0)))
