import { createCipheriv, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyNamed } from '../../testing/keys.ts'
import { comparableSeals } from './comparable-seals.ts'
import { UnreadableSecret } from './keyring.ts'

const { seal, open } = comparableSeals(keyNamed('company 1'))

test('the cipher is that of RFC 8452, by its first vector with a text (C.2)', () => {
  const hex = (text: string) => Buffer.from(text, 'hex')
  const [key, nonce] = [hex(`01${'00'.repeat(31)}`), hex(`03${'00'.repeat(11)}`)]
  const coder = createCipheriv('aes-256-gcm-siv' as 'aes-256-gcm', key, nonce, { authTagLength: 16 })
  const text = Buffer.concat([coder.update(hex('0100000000000000')), coder.final(), coder.getAuthTag()])
  expect(text.toString('hex')).toBe('c2ef328e5c71c83b843122130f7364b761e0b97427e3df28')
})

test('a value comes back as it was, whatever its letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (value) => {
      expect(open(seal(value, 'iban'), 'iban')).toBe(value)
    }),
  )
})

test('equal values of a field have equal seals, and only those', () => {
  expect(seal('DE02 1203', 'iban')).toBe(comparableSeals(keyNamed('company 1')).seal('DE02 1203', 'iban'))
  const others = [
    seal('DE02 1204', 'iban'),
    seal('DE02 1203', 'taxId'),
    comparableSeals(keyNamed('company 2')).seal('DE02 1203', 'iban'),
    comparableSeals({ id: 'company 1', secret: randomBytes(32) }).seal('DE02 1203', 'iban'),
  ]
  expect(new Set([seal('DE02 1203', 'iban'), ...others]).size).toBe(5)
  expect(Buffer.from(seal('DE02 1203', 'iban').slice(3), 'base64url').includes('1203')).toBe(false)
})

test('a seal opens for its company and field only (T93)', () => {
  const sealed = seal('secret', 'iban')
  expect(() => open(sealed, 'taxId')).toThrow(UnreadableSecret)
  expect(() => comparableSeals(keyNamed('company 2')).open(sealed, 'iban')).toThrow(UnreadableSecret)
  const { secret } = keyNamed('company 1')
  expect(() => comparableSeals({ id: 'company 2', secret }).open(sealed, 'iban')).toThrow(UnreadableSecret)
})

test('a seal with a bit changed or missing does not open, nor does a text in clear', () => {
  const bytes = Buffer.from(seal('a secret', 'iban').slice(3), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => open(`s1.${changed.toString('base64url')}`, 'iban')).toThrow(UnreadableSecret)
    expect(() => open(`s1.${bytes.subarray(0, at).toString('base64url')}`, 'iban')).toThrow(UnreadableSecret)
  }
  for (const text of ['', 's1.', 's1.x', 'DE02 1203']) expect(() => open(text, 'iban')).toThrow(UnreadableSecret)
})
