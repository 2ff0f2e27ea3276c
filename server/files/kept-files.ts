/** Files that exports made in jobs, until their persons fetch them (decision 0550). They have no rows: the kept answer of the job opens them. */

import { randomUUID } from 'node:crypto'
import type { Config } from '../platform/config/config.ts'
import { filesOf } from './files.ts'
import { sealFile } from './storage/sealed-file.ts'
import type { StoredKind } from './storage/store.ts'

/** Stores the file of an export, sealed with a key of its own. */
export const keepFile = (config: Config) => async (companyId: string, bytes: AsyncIterable<Buffer | string>) => {
  const { blobs } = filesOf(config)
  const { file, size, secret } = await sealFile(buffersOf(bytes), blobs.incoming)
  const key = `${companyId}/exports/${randomUUID()}`
  await blobs.keep(key, file).finally(file.discard)
  return { key, sha256: file.sha256, secret: secret.toString('base64'), size }
}

async function* buffersOf(bytes: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) yield Buffer.from(chunk)
}

const key = /^[\da-f-]{36}\/exports\/[\da-f-]{36}$/

/** For the sweeper of the storage: it deletes them after a day, when nobody can open them any more. */
export const keptFiles: StoredKind = {
  isKey: (found) => key.test(found),
  unnamed: async () => [],
  named: async () => [],
  isTemporary: true,
}
