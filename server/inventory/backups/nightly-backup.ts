import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { filesOf } from '../../files/public.ts'
import { notify } from '../../notifications/public.ts'
import type { Config } from '../../platform/config/config.ts'
import { waitForFile } from '../../platform/database/changes.ts'
import { scalarsOf } from '../../platform/database/rows.ts'
import {
  due,
  type Handler,
  handle,
  type JobContext,
  type JobKind,
  type Schedule,
} from '../../platform/jobs/job-kinds.ts'
import { companySealsForBackup } from '../../platform/secrets/company-key.ts'
import { forNightlyBackup } from '../exports/exports.queries.ts'
import { fileTraits } from '../exports/file-traits.queries.ts'
import { expectManyRows } from '../imports/compared/classify.ts'
import { keepBackup, writeBackup } from './backup-file.ts'
import { hasNightlyBackup, insertBackup } from './backups.queries.ts'

const Payload = z.strictObject({ companyId: z.uuid() })

/** routines/61-nightly-backups.sql knows the name: it gives sealed bank data to no other job. */
const nightlyBackup: JobKind<z.infer<typeof Payload>> = {
  ...{ name: 'nightly-backup', payload: Payload, policy: 'singleton per key' },
  ...{ retryLimit: 4, retryDelay: 300, expireIn: 1_800 },
}

/** A backup of each active company after its midnight, as complete as one that a person makes; the sweep deletes it after 14 days. */
export const backupJobs = (config: Config): { handlers: Handler[]; schedules: Schedule[] } => ({
  handlers: [
    handle(nightlyBackup, async (_payload, job) => {
      try {
        await backUp(config, job)
      } catch (error) {
        if (job.isLastTry) await tellOfFailure(job)
        throw error
      }
    }),
  ],
  schedules: [
    {
      name: 'nightly-backup',
      cron: '4-59/15 * * * *',
      due: async (db) => {
        const companies = sql`select company_id from app.companies_without_nightly_backup()`
        return (await scalarsOf(db, z.uuid(), companies)).map((companyId) => due(nightlyBackup, { companyId }))
      },
    },
  ],
})

/** The file goes to the storage between two transactions: a slow storage holds no connection that other jobs need. */
async function backUp(config: Config, { companyId, keyring, work, bulk }: JobContext) {
  const { blobs } = filesOf(config)
  const key = `${companyId}/backups/${randomUUID()}.csv`
  const place = { blobs, keyring, companyId, key }
  const format = 'internal'
  const written = await bulk(async (db, client) => {
    if (await hasNightlyBackup(db, companyId)) return null
    await waitForFile(db)
    await expectManyRows(db)
    const seals = await companySealsForBackup(db, keyring, companyId)
    return writeBackup({ db, client }, place, format, {
      seals,
      ...(await fileTraits(db, companyId)),
      sources: forNightlyBackup,
    })
  })
  if (!written) return
  const { file, sealed, size, rowCount } = written
  try {
    await keepBackup(place, written)
  } finally {
    await file.discard()
  }
  const about = { format, key, sealed, size, rowCount, sha256: file.sha256 } as const
  await work((db) => insertBackup(db, companyId, about, true))
}

const tellOfFailure = ({ companyId, work }: JobContext) =>
  work((db) => notify(db, { companyId, topic: 'backup_failed', to: { may: 'backup.manage' } }))
