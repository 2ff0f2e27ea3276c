import { createCipheriv, createDecipheriv } from 'node:crypto'
import { deriveKey, type Key } from './derived-keys.ts'
import { UnreadableSecret } from './keyring.ts'

/** `s1.<ciphertext and tag>`, in base64url. */
export type ComparableSeal = string

/**
 * Seals values so that equal values of one field have equal seals: the database compares, logs and restores them without knowing
 * any of them. A seal opens only for its company and field.
 */
export type ComparableSeals = {
  seal(value: string, field: string): ComparableSeal
  /** @throws {UnreadableSecret} when the seal is damaged, or belongs to another company or field */
  open(seal: ComparableSeal, field: string): string
}

/**
 * AES-256-GCM-SIV (RFC 8452) with a key for each company and field, and one nonce for all. The cipher allows a repeated nonce; it then
 * reveals only which values are equal, and how long they are.
 * @param key the data key of a company; `id`: of the company
 */
export function comparableSeals(key: Key): ComparableSeals {
  const secrets = new Map<string, Buffer>()
  const secretOf = (field: string) => {
    const storedSecret = secrets.get(field)
    if (storedSecret) return storedSecret
    const { secret } = deriveKey(key, `comparable seals of ${key.id}, ${field}`)
    secrets.set(field, secret)
    return secret
  }
  return {
    seal(value, field) {
      const coder = createCipheriv(cipher, secretOf(field), nonce, options)
      const text = coder.update(value, 'utf8')
      coder.final()
      return `${mark}${Buffer.concat([text, coder.getAuthTag()]).toString('base64url')}`
    },

    open(seal, field) {
      if (!seal.startsWith(mark)) throw new UnreadableSecret('damaged')
      const bytes = Buffer.from(seal.slice(mark.length), 'base64url')
      try {
        const coder = createDecipheriv(cipher, secretOf(field), nonce, options)
        const opened = coder.setAuthTag(bytes.subarray(-tagBytes)).update(bytes.subarray(0, -tagBytes))
        coder.final() // checks the text before anybody sees it
        return opened.toString('utf8')
      } catch {
        throw new UnreadableSecret('damaged')
      }
    },
  }
}

/** A record as it is stored. @param fields those that are sealed @throws {UnreadableSecret} when the key is missing */
export const sealFields = <Of extends object>(seals: ComparableSeals, fields: Fields, record: Of): Of =>
  mapFields(record, fields, seals.seal)

/** A record as people read it. @param fields those that are sealed @throws {UnreadableSecret} */
export const openFields = <Of extends object>(seals: ComparableSeals, fields: Fields, stored: Of): Of =>
  mapFields(stored, fields, seals.open)

type Fields = { has(field: string): boolean }

const mapFields = <Of extends object>(record: Of, fields: Fields, change: ComparableSeals['seal']): Of =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) =>
      typeof value === 'string' && fields.has(field) ? [field, change(value, field)] : [field, value],
    ),
  ) as Of

const mark = 's1.'
const cipher = 'aes-256-gcm-siv' as 'aes-256-gcm'
const nonce = Buffer.alloc(12)
const tagBytes = 16
const options = { authTagLength: tagBytes }
