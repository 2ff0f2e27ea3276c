import { z } from 'zod'
import { route } from '../route.ts'

/**
 * The figures of half a minute. `requests` and `failures` (answers with status 500 and above): per minute. `p95Ms`: 95 of 100
 * requests took less. `delayMs`: the delay of the event loop (99 of 100). `memory`: the bytes of the process. `inUse` and `waiting`: the
 * connections to PostgreSQL in use, and the requests that wait for one. `waitingJobs`, of all servers, and `freeBytes`, on the disk of the
 * data folder: at the end; null when nobody answered.
 */
export const HealthSample = z.object({
  at: z.string(),
  requests: z.number(),
  failures: z.number(),
  p95Ms: z.number(),
  delayMs: z.number(),
  memory: z.number(),
  inUse: z.number(),
  waiting: z.number(),
  waitingJobs: z.number().nullable(),
  freeBytes: z.number().nullable(),
})
export type HealthSample = z.infer<typeof HealthSample>

/**
 * How safe a loss of the machine is: the last export of everything, and the last restore drill that succeeded. `drillFailure`: why the last drill
 * failed; null when it succeeded, or when there was none. `archive`, of the embedded PostgreSQL: up to when its log is there, the last copy of the
 * database, and why a later one failed; null without an archive.
 */
export const Safety = z.object({
  exportedAt: z.string().nullable(),
  drilledAt: z.string().nullable(),
  drillSeconds: z.number().nullable(),
  drillFailure: z.string().nullable(),
  archive: z
    .object({ archivedAt: z.string(), copiedAt: z.string().nullable(), copyFailure: z.string().nullable() })
    .nullable(),
})
export type Safety = z.infer<typeof Safety>

const hour = 3_600_000

/** Whether what happens each night is missing since the night before the last one. What never happened is not late: nobody has set it up. */
export const isLate = (at: string | null, now: number) => at !== null && now - Date.parse(at) > 36 * hour

/** Whether changes are missing in the archive: a segment of the log is closed after a minute. */
export const isBehind = (archivedAt: string, now: number) => now - Date.parse(archivedAt) > hour / 4

const JobCounts = z.object({ waiting: z.int(), running: z.int(), failed: z.int() })

/**
 * How the server that answers is doing: `samples` of its last hour, oldest first, `connections` it may open, `disk` of its data folder
 * (null when it does not answer), and the jobs and the safety of all servers. The last sample is of now. Sizes are bytes.
 */
export const SystemHealth = z.object({
  startedAt: z.string(),
  samples: z.array(HealthSample),
  connections: z.int(),
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  jobs: JobCounts,
  safety: Safety,
})
export type SystemHealth = z.infer<typeof SystemHealth>

/** `rows`: as PostgreSQL estimates them. `size`: bytes, indexes included. */
export const TableSize = z.object({ name: z.string(), rows: z.int(), size: z.int() })

/**
 * What the database is made of. `connections`: of all its users. `lastBackup`: the newest one of an inventory. `commands`: what somebody types
 * on the machine of the server to export or restore everything.
 */
export const DatabaseFacts = z.object({
  version: z.string(),
  size: z.int(),
  tables: z.array(TableSize),
  connections: z.object({ open: z.int(), most: z.int() }),
  migrations: z.object({ count: z.int(), newest: z.string(), appliedAt: z.string() }),
  lastBackup: z.object({ name: z.string(), companyName: z.string(), createdAt: z.string() }).nullable(),
  jobs: z.array(JobCounts.extend({ kind: z.string() })),
  commands: z.object({ export: z.string(), restore: z.string() }),
})
export type DatabaseFacts = z.infer<typeof DatabaseFacts>

/** What somebody has to type before the demo data are put back. */
export const resetWord = 'RESET'

export const systemContract = {
  health: route
    .meta({ needs: 'system.read', refusal: 'see the state of the system' })
    .route({ method: 'GET', path: '/system/health', summary: 'How this server is doing, and was in the last hour' })
    .output(SystemHealth),
  database: route
    .meta({ needs: 'system.read', refusal: 'see the state of the system' })
    .route({ method: 'GET', path: '/system/database', summary: 'Sizes, connections, migrations and jobs' })
    .output(DatabaseFacts),
  reset: route
    .meta({ needs: 'system.write', refusal: 'reset the system', asksOutside: true })
    .route({
      method: 'POST',
      path: '/system/reset',
      summary: 'Put the demo data back in place of everything; only on a demo server',
      successStatus: 204,
    })
    .input(z.strictObject({ confirmation: z.literal(resetWord, { error: `Type ${resetWord} to confirm` }) }))
    .errors({
      NO_DEMO: { status: 409, message: 'System reset is only available on a demo server' },
      RESET_RUNS: { status: 409, message: 'The demo data are being put back already' },
    }),
}
