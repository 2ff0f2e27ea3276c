import { createHash } from 'node:crypto'
import type pg from 'pg'
import { companySealsOfOwner } from '../platform/secrets/company-key.ts'
import { createKeyring, type Keyring } from '../platform/secrets/keyring.ts'

/** A key that looks random and is the same in each run. */
export const keyNamed = (id: string): { id: string; secret: Buffer } => ({
  id,
  secret: createHash('sha256').update(`a key for tests: ${id}`).digest(),
})

/** A value for KEYRING. */
export const keyringOf = (...ids: string[]): string =>
  ids.map((id) => `${id}:${keyNamed(id).secret.toString('base64')}`).join(',')

/** The seals of companies, for the demo data. */
export const sealsBy = (keyring: Keyring) => (client: pg.Client, companyId: string) =>
  companySealsOfOwner(client, keyring, companyId)
export const sealsOf = sealsBy(createKeyring([keyNamed('demo')]))
