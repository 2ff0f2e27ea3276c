import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import type { Blobs } from './storage.ts'
import { ForeignStore, ownershipOf, type StoredKind } from './store.ts'

const patience = 10_000 // ms

/**
 * Checks the storage before the server listens (decision 0040): it must answer, and its files must belong to this
 * installation. A copied or restored database may serve its files, but nothing is swept.
 * @throws {Error} one line for the person who starts the server
 */
export async function settleStore(
  database: Database,
  blobs: Blobs,
  kinds: StoredKind[],
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  await reach(blobs)
  const ownership = await ownershipOf(database, blobs, kinds)
  if (ownership.state === 'foreign') throw new ForeignStore(ownership.reason)
  if (ownership.state === 'copy') log.error(`Files are served, but nothing is swept: ${ownership.reason}`)
}

async function reach(blobs: Blobs): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${patience / 1_000} seconds`)), patience)
  })
  try {
    await Promise.race([blobs.readMarker(), late])
  } catch (error) {
    throw new Error(`${blobs.place} cannot be used: ${reasonOf(error as NodeJS.ErrnoException)}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Names the variable that is probably wrong, as far as the error shows. */
function reasonOf(error: NodeJS.ErrnoException): string {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  if (error.name === 'NoSuchBucket') return 'there is no such bucket; check S3_BUCKET and S3_REGION'
  if (error.name === 'CredentialsProviderError')
    return 'there is no account for it; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
  if (status === 301 || error.name === 'PermanentRedirect') return 'it lies in another region; check S3_REGION'
  if (status === 401 || status === 403 || error.name === 'InvalidAccessKeyId')
    return `the account may not read it (${error.name}); check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the rights of the account`
  if (error.code?.startsWith('E') && 'path' in error) return `${error.message}; check DATA_DIR`
  const first = error instanceof AggregateError ? error.errors[0] : error
  const what = (first as Error).message || (first as { code?: string }).code || error.name
  return `the storage does not answer (${what.split('\n')[0]}); check S3_ENDPOINT and S3_REGION`
}
