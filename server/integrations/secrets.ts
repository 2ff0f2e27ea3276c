import type { IntegrationName } from 'contract/integrations/catalogue.ts'
import { type Keyring, UnreadableSecret } from '../platform/secrets/keyring.ts'
import { unreadable } from './calls/service-error.ts'
import type { SealedSecret, SecretRow } from './integrations.queries.ts'
import type { Tokens } from './provider.ts'

/** The tokens that a service gave for the credentials. No screen shows them. */
export const tokenFields: readonly string[] = ['access_token', 'refresh_token']

const placeOf = (companyId: string, name: IntegrationName, field: string) => ({
  ...{ companyId, owner: `integration:${name}`, field },
})

/** @param values by field */
export const sealTyped = (
  keyring: Keyring,
  companyId: string,
  name: IntegrationName,
  values: Record<string, string>,
): SealedSecret[] =>
  Object.entries(values).map(([field, value]) => ({
    field,
    sealed: keyring.seal(value, placeOf(companyId, name, field)),
    last4: lastFour(value),
    expiresAt: null,
  }))

/** Four characters would give much of a short secret away. The client IDs of Google all end alike. */
function lastFour(value: string) {
  const own = value.replace(/\.apps\.googleusercontent\.com$/, '')
  return own.length >= 12 ? own.slice(-4) : null
}

export function sealTokens(keyring: Keyring, companyId: string, name: IntegrationName, tokens: Tokens): SealedSecret[] {
  const seal = (field: string, value: string, expiresAt: Date | undefined) => ({
    ...{ field, last4: null, expiresAt: expiresAt?.toISOString() ?? null },
    sealed: keyring.seal(value, placeOf(companyId, name, field)),
  })
  const { accessToken, expiresAt, refreshToken, refreshExpiresAt } = tokens
  const access = seal('access_token', accessToken, expiresAt)
  return refreshToken ? [access, seal('refresh_token', refreshToken, refreshExpiresAt)] : [access]
}

/** The values by field. @throws {ServiceError} 'credentials must be re-entered' when one of them cannot be opened */
export function unsealFields(
  keyring: Keyring,
  companyId: string,
  name: IntegrationName,
  rows: SecretRow[],
): Map<string, string> {
  try {
    return new Map(rows.map(({ field, sealed }) => [field, keyring.open(sealed, placeOf(companyId, name, field))]))
  } catch (error) {
    throw error instanceof UnreadableSecret ? unreadable() : error
  }
}

/** The verifier of a consent that somebody is giving (PKCE). */
export const sealVerifier = (keyring: Keyring, companyId: string, name: IntegrationName, verifier: string): string =>
  keyring.seal(verifier, placeOf(companyId, name, 'consent'))
export const openVerifier = (keyring: Keyring, companyId: string, name: IntegrationName, sealed: string): string =>
  keyring.open(sealed, placeOf(companyId, name, 'consent'))
