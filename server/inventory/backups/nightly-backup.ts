import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { filesOf } from '../../files/public.ts'
import { notify } from '../../notifications/public.ts'
import type { Config } from '../../platform/config/config.ts'
import { waitForFile } from '../../platform/database/changes.ts'
import { companyJobs } from '../../platform/jobs/company-jobs.ts'
import type { FeatureJobs, JobContext } from '../../platform/jobs/job-kinds.ts'
import { companySealsForBackup } from '../../platform/secrets/company-key.ts'
import { forNightlyBackup } from '../exports/exports.queries.ts'
import { fileTraits } from '../exports/file-traits.queries.ts'
import { expectManyRows } from '../imports/compared/classify.ts'
import { keepBackup, writeBackup } from './backup-file.ts'
import { hasNightlyBackup, insertBackup } from './backups.queries.ts'

/** A backup of each active company after its midnight, as complete as one that a person makes; the sweep deletes it after 14 days. */
export const backupJobs = (config: Config): FeatureJobs =>
  companyJobs({
    // routines/61-nightly-backups.sql knows the name: it gives sealed bank data to no other job.
    ...{ name: 'nightly-backup', cron: '4-59/15 * * * *', retryLimit: 4, retryDelay: 300, expireIn: 1_800 },
    companies: () => sql`app.companies_without_nightly_backup()`,
    run: async (job) => {
      try {
        await backUp(config, job)
      } catch (error) {
        if (job.isLastTry) await tellOfFailure(job)
        throw error
      }
    },
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
