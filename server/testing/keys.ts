import { createHash } from 'node:crypto'

/** A key that looks random and is the same in each run. */
export const keyNamed = (id: string): { id: string; secret: Buffer } => ({
  id,
  secret: createHash('sha256').update(`a key for tests: ${id}`).digest(),
})

/** A value for KEYRING. */
export const keyringOf = (...ids: string[]): string =>
  ids.map((id) => `${id}:${keyNamed(id).secret.toString('base64')}`).join(',')
