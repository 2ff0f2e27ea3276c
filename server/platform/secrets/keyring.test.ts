import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyNamed, keyringOf } from '../../testing/keys.ts'
import { readConfig } from '../config/config.ts'
import { createKeyring, openKeyring, type SecretPlace, UnreadableSecret } from './keyring.ts'

const place: SecretPlace = { companyId: 'c1', owner: 'integration:shopify', field: 'access_token' }
const ring = createKeyring([keyNamed('new')])

test('a secret comes back as it was, whatever its letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (secret) => {
      expect(ring.open(ring.seal(secret, place), place)).toBe(secret)
    }),
  )
})

test('a seal holds neither the secret nor its key, and no two seals are alike', () => {
  const sealed = ring.seal('shpat_canary', place)
  expect(sealed).toMatch(/^v1\.new\.[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(sealed).not.toContain('canary')
  expect(Buffer.from(sealed.split('.').join(''), 'base64url').includes('canary')).toBe(false)
  expect(ring.seal('shpat_canary', place)).not.toBe(sealed)
})

test.each<[string, Partial<SecretPlace>]>([
  ['company', { companyId: 'c2' }],
  ['owner', { owner: 'integration:quickbooks' }],
  ['field', { field: 'client_secret' }],
  ['owner and field that read the same together', { owner: 'integration:shopifyaccess', field: '_token' }],
])('a seal that was moved to another %s does not open (T93)', (_, other) => {
  const sealed = ring.seal('secret', place)
  expect(() => ring.open(sealed, { ...place, ...other })).toThrow(UnreadableSecret)
})

test('parts of two seals do not make a third (T93)', () => {
  const seals = [ring.seal('one', place), ring.seal('two', { ...place, companyId: 'c2' })].map((text) =>
    text.split('.'),
  ) as [string[], string[]]
  for (const at of [2, 3, 4]) {
    const mixed = seals[0].map((part, index) => (index === at ? seals[1][at] : part)).join('.')
    expect(() => ring.open(mixed, place)).toThrow(UnreadableSecret)
  }
})

test('a seal with any letter changed, missing or added does not open', () => {
  const sealed = ring.seal('secret', place)
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.constantFrom('', 'A', 'z', '.', '-', '\n'), (at, letter) => {
      const damaged = sealed.slice(0, at) + letter + sealed.slice(at + 1)
      // The last letter of a base64 part can hold bits that mean nothing.
      const isSame = damaged
        .split('.')
        .every((part, index) =>
          Buffer.from(part, 'base64url').equals(Buffer.from(sealed.split('.')[index] ?? '', 'base64url')),
        )
      if (!isSame) expect(() => ring.open(damaged, place)).toThrow(UnreadableSecret)
    }),
    { numRuns: 500 },
  )
  for (const text of ['', 'v1', 'secret', sealed.replace('v1', 'v2'), `${sealed}.x`, `x${sealed}`])
    expect(() => ring.open(text, place)).toThrow(expect.objectContaining({ reason: 'damaged' }))
})

test('with a new key first, old and new seals open, and the new key seals', () => {
  const old = createKeyring([keyNamed('old')]).seal('secret', place)
  const both = createKeyring([keyNamed('new'), keyNamed('old')])
  expect(both.open(old, place)).toBe('secret')
  const sealed = both.seal('secret', place)
  expect([both.currentKeyId, both.keyIdOf(sealed), both.keyIdOf(old), both.keyIdOf('plain')]).toEqual([
    ...['new', 'new', 'old'],
    undefined,
  ])
  expect(ring.open(sealed, place)).toBe('secret')
})

test('a seal moves to the new key without being opened', () => {
  const old = createKeyring([keyNamed('old')]).seal('secret', place)
  const both = createKeyring([keyNamed('new'), keyNamed('old')])
  const moved = both.rewrap(old)
  expect(ring.open(moved, place)).toBe('secret')
  expect(moved.split('.').slice(3)).toEqual(old.split('.').slice(3))
  expect(both.rewrap(moved)).toBe(moved)
  expect(() => ring.rewrap(old)).toThrow(UnreadableSecret)
})

test('the errors of a missing and of a wrong key differ, and none contains the secret', () => {
  const old = createKeyring([keyNamed('old')]).seal('secret', place)
  expect(() => ring.open(old, place)).toThrow(expect.objectContaining({ reason: 'unknown key', keyId: 'old' }))
  const impostor = createKeyring([{ id: 'old', secret: randomBytes(32) }])
  expect(() => impostor.open(old, place)).toThrow(expect.objectContaining({ reason: 'damaged' }))
})

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sbr-keys-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))
const configured = (KEYRING = '') => readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, KEYRING })

test('without KEYRING a key is made once in the data folder, readable only by the account of the server', async () => {
  const sealed = (await openKeyring(configured())).seal('secret', place)
  const file = join(dataDir, 'secrets.key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await openKeyring(configured())).open(sealed, place)).toBe('secret')
  // KEYRING comes later: old secrets still open, new ones are sealed with KEYRING.
  const later = await openKeyring(configured(keyringOf('a')))
  expect(later.open(sealed, place)).toBe('secret')
  expect(later.keyIdOf(later.seal('secret', place))).toBe('a')
  // The file is lost: another key replaces it, with another id.
  rmSync(file)
  const other = await openKeyring(configured())
  expect(() => other.open(sealed, place)).toThrow(expect.objectContaining({ reason: 'unknown key' }))
})

test('two servers that start at the same time share one key', async () => {
  const rings = await Promise.all(Array.from({ length: 5 }, () => openKeyring(configured())))
  expect(new Set(rings.map(({ currentKeyId }) => currentKeyId)).size).toBe(1)
})

test('with KEYRING no key is made', async () => {
  await openKeyring(configured(keyringOf('a')))
  expect(existsSync(join(dataDir, 'secrets.key'))).toBe(false)
})

test('a damaged key stops the start, and the file stays as it is', async () => {
  const file = join(dataDir, 'secrets.key')
  writeFileSync(file, 'c2hvcnQ=')
  chmodSync(file, 0o600)
  await expect(openKeyring(configured())).rejects.toThrow(/secrets\.key is damaged/)
  expect(readFileSync(file, 'utf8')).toBe('c2hvcnQ=')
})
