import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/database/handle.ts'
import { onlyRowOf, rowsOf, scalarOf, scalarsOf } from '../platform/database/rows.ts'
import { companyJobs } from '../platform/jobs/company-jobs.ts'
import type { FeatureJobs } from '../platform/jobs/job-kinds.ts'
import { openSigner, type Signer } from '../platform/secrets/signing-keys.ts'
import { digestOf, LogBlock, purposeOfSeals } from './log-block.ts'

/** Every few minutes a job of the firm seals the changes of all companies that are committed since the last time (decision 0380). */
export function sealJobs(config: Pick<Config, 'dataDir' | 'keyring'>): FeatureJobs {
  const signer = openSigner(config, purposeOfSeals)
  const waiting = async () => sql`app.companies_to_seal(${(await signer.sign([])).kid})`
  return companyJobs({
    // routines/85-log-blocks.sql knows the name.
    ...{ name: 'seal-log', cron: '3-59/5 * * * *', retryLimit: 4, expireIn: 1_800 },
    companies: async () => sql`(select app.firm() as company_id where exists (select from ${await waiting()})) f`,
    run: async ({ work, signal }) => {
      const unsealed = sql`select company_id from ${await waiting()}`
      for (const companyId of await work((db) => scalarsOf(db, z.uuid(), unsealed)))
        while (await work((db) => sealNext(db, signer, companyId))) signal.throwIfAborted()
    },
  })
}

const Unsealed = z.object({ changeSetId: z.uuid(), transactionId: z.int(), digest: z.string(), entries: z.int() })
const Mark = z.object({ database: z.string() })

/**
 * Adds the next block of a company. Without new changes it is made only when the key has changed: the newest block has to have a key of KEYRING.
 * In another database than before all is sealed anew, since its transactions have other numbers.
 * @returns whether there may be more to seal
 */
async function sealNext(db: Db, signer: Signer, companyId: string): Promise<boolean> {
  const { database } = await onlyRowOf(db, Mark, sql`select database from app.store_mark()`)
  const newest = sql`select newest from app.newest_log_block(${companyId}) newest where newest is not null`
  const last = await scalarOf(db, LogBlock, newest)
  const from = last?.database === database ? last : { at_transaction: 0, at_set: companyId }
  const unsealed = sql`select change_set_id, transaction_id, digest, entries
    from app.log_to_seal(${companyId}, ${from.at_transaction}, ${from.at_set})`
  const sets = await rowsOf(db, Unsealed, unsealed)
  const { kid } = await signer.sign([])
  if (sets.length === 0 && (!last || last.key_id === kid)) return false
  const end = sets.at(-1)
  const block = {
    ...{ company_id: companyId, number: (last?.number ?? 0) + 1, sealed_at: new Date().toISOString() },
    set_ids: sets.map(({ changeSetId }) => changeSetId),
    set_digests: sets.map(({ digest }) => digest),
    set_entries: sets.map(({ entries }) => entries),
    is_continued: !last || (await signer.isValid([last.digest], { kid: last.key_id, signature: last.signature })),
    ...{ database, at_transaction: end?.transactionId ?? from.at_transaction, at_set: end?.changeSetId ?? from.at_set },
  }
  const digest = digestOf(block, last?.digest ?? null)
  const { signature } = await signer.sign([digest])
  const added: LogBlock = { ...block, digest, key_id: kid, signature }
  await sql`select app.add_log_block(${JSON.stringify(added)})`.execute(db)
  return sets.length > 0
}
