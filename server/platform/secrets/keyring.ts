import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { deriveKey, type Key } from './derived-keys.ts'
import { foundKey, ownKey } from './own-key.ts'

/**
 * The place of a secret. It is part of the seal, so a seal that is copied to another row or column does not open.
 * `owner`: 'integration:shopify', 'vendor:<id>'
 */
export type SecretPlace = { companyId: string; owner: string; field: string }

/** `v1.<key id>.<wrapped data key>.<iv>.<ciphertext and tag>`, in base64url: a text that only the keyring can read. */
export type Sealed = string

/**
 * Seals secrets for the database and opens them again (security.md 5.3). Each secret has a data key of its own; a key of KEYRING
 * wraps the data key. So after a change of keys only the data keys are wrapped again, and no secret is opened.
 */
export type Keyring = {
  seal(secret: string, place: SecretPlace): Sealed
  /** @throws {UnreadableSecret} when no key fits, or the seal is damaged or belongs to another place */
  open(sealed: Sealed, place: SecretPlace): string
  /** The same secret under the current key; the same text when it is there already. @throws {UnreadableSecret} */
  rewrap(sealed: Sealed): Sealed
  /** Whether the key of a seal fits; the secret stays closed. @throws {UnreadableSecret} */
  check(sealed: Sealed): true
  /** The id of the key that a seal needs; undefined for a text that is no seal. */
  keyIdOf(sealed: string): string | undefined
  /** The first key of KEYRING: it seals. */
  currentKeyId: string
}

/** A seal that does not open. The secret has to be entered again, unless the missing key turns up. */
export class UnreadableSecret extends Error {
  readonly reason: 'unknown key' | 'damaged'
  readonly keyId: string | undefined

  constructor(reason: 'unknown key' | 'damaged', keyId?: string) {
    super(reason === 'unknown key' ? `no key "${keyId}" is in KEYRING` : 'the stored secret is damaged')
    this.reason = reason
    this.keyId = keyId
  }
}

/** The result; undefined when a seal could not be opened. */
export function unlessUnreadable<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined
    throw error
  }
}

const ownFile = 'secrets.key'
const loss = 'Stored credentials and bank data then have to be entered again'

/**
 * The keyring of this server: the keys of KEYRING, newest first. Without KEYRING (never in production): a key in the data folder,
 * made at the first start. After KEYRING is set, that key still opens its old seals, until `npm run keys:rotate` is done.
 * @throws when the file of the key is damaged
 */
export async function openKeyring({ keyring, dataDir }: Pick<Config, 'keyring' | 'dataDir'>): Promise<Keyring> {
  if (keyring.length === 0) return createKeyring([named(await ownKey(dataDir, ownFile, loss))])
  const own = await foundKey(dataDir, ownFile)
  return createKeyring([...keyring, ...(own ? [named(own)] : [])])
}

/** The id tells which key it was, so that a lost file is told from a damaged secret. Ids in KEYRING have no tilde. */
const named = (secret: Buffer): Key => ({
  id: `own~${createHash('sha256').update(secret).digest('base64url').slice(0, 8)}`,
  secret,
})

/** @param keys the first seals, all open; each secret has 32 bytes */
export function createKeyring(keys: readonly Key[]): Keyring {
  const derived = keys.map((key) => deriveKey(key, 'secrets at rest'))
  const [current] = derived
  if (!current) throw new Error('A keyring needs a key')
  const keyNamed = (id: string) => {
    const match = derived.find((key) => key.id === id)
    if (!match) throw new UnreadableSecret('unknown key', id)
    return match
  }
  const unwrap = ({ keyId, wrapped }: Parts) => decrypt(keyNamed(keyId).secret, wrapped, wrapPlace(keyId))
  const wrap = (dataKey: Buffer) => encrypt(current.secret, dataKey, wrapPlace(current.id))
  return {
    currentKeyId: current.id,

    seal(secret, place) {
      const dataKey = randomBytes(32)
      return written({ keyId: current.id, wrapped: wrap(dataKey), sealed: encrypt(dataKey, secret, placeOf(place)) })
    },

    open(text, place) {
      const parts = partsOf(text)
      return decrypt(unwrap(parts), parts.sealed, placeOf(place)).toString('utf8')
    },

    rewrap(text) {
      const parts = partsOf(text)
      if (parts.keyId === current.id) return text
      return written({ ...parts, keyId: current.id, wrapped: wrap(unwrap(parts)) })
    },

    check(text) {
      unwrap(partsOf(text))
      return true
    },

    keyIdOf: (text) => seal.exec(text)?.[1],
  }
}

const seal = /^v1\.([\w~-]{1,40})\.([\w-]{80})\.([\w-]{16})\.([\w-]{22,})$/

type Parts = { keyId: string; wrapped: Buffer; sealed: Buffer }

function partsOf(text: string): Parts {
  const [, keyId, wrapped, iv, rest] = seal.exec(text) ?? []
  if (!keyId || !wrapped || !iv || !rest) throw new UnreadableSecret('damaged')
  const bytes = (part: string) => Buffer.from(part, 'base64url')
  return { keyId, wrapped: bytes(wrapped), sealed: Buffer.concat([bytes(iv), bytes(rest)]) }
}

const written = ({ keyId, wrapped, sealed }: Parts): Sealed =>
  ['v1', keyId, ...[wrapped, sealed.subarray(0, ivBytes), sealed.subarray(ivBytes)].map(inText)].join('.')

const inText = (bytes: Buffer) => bytes.toString('base64url')
const placeOf = ({ companyId, owner, field }: SecretPlace) => JSON.stringify(['v1', companyId, owner, field])
const wrapPlace = (keyId: string) => JSON.stringify(['v1', 'data key', keyId])

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** @param place additional data: decryption fails unless it is the same @returns iv, ciphertext, tag */
function encrypt(key: Buffer, clear: string | Buffer, place: string): Buffer {
  const iv = randomBytes(ivBytes)
  const coder = createCipheriv(cipher, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(place))
  const first = typeof clear === 'string' ? coder.update(clear, 'utf8') : coder.update(clear)
  return Buffer.concat([iv, first, coder.final(), coder.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Buffer, place: string): Buffer {
  try {
    const coder = createDecipheriv(cipher, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    coder.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([coder.update(sealed.subarray(ivBytes, -tagBytes)), coder.final()])
  } catch {
    throw new UnreadableSecret('damaged')
  }
}
