import { readEmail } from 'contract/identity/email.ts'
import { describe, expect, test } from 'vitest'
import { type ClaimRefused, readClaims } from './claims.ts'

const google = 'https://accounts.google.com'
const now = 1_800_000_000
const claims = (changes: Record<string, unknown>) => ({
  iss: google,
  sub: '1',
  iat: now,
  email: 'jo@gmail.com',
  email_verified: true,
  ...changes,
})
const read = (changes: Record<string, unknown>) => readClaims(claims(changes), now)

test('names and address of a verified person are taken', () => {
  expect(read({ given_name: 'Jo', family_name: 'Doe', name: 'Jo Doe', email: ' Jo@GMAIL.com ' })).toEqual({
    issuer: google,
    subject: '1',
    email: 'jo@gmail.com',
    firstName: 'Jo',
    lastName: 'Doe',
    fullName: 'Jo Doe',
    isManaged: true,
  })
})

test('invisible characters of a name are removed, and a long name is cut', () => {
  expect(read({ given_name: 'J\u202eo', family_name: 'x'.repeat(200) })).toMatchObject({
    firstName: 'Jo',
    lastName: 'x'.repeat(100),
  })
})

test.each([false, 'true', 1, undefined, null, {}])('email_verified %j is refused (T44)', (value) => {
  expect(() => read({ email_verified: value })).toThrow('email_unverified')
})

test('the log names a provider that never says whether an address was checked (docs/operations.md)', () => {
  const advice = (value: unknown) => {
    try {
      read({ email_verified: value })
    } catch (error) {
      return (error as ClaimRefused).advice
    }
    return 'it was taken'
  }
  expect(advice(undefined)).toMatch(`Nobody can sign in by ${google}: its ID tokens carry no email_verified`)
  expect(advice(false)).toBeUndefined()
})

test.each([
  ['60 seconds ahead', now + 60, true],
  ['61 seconds ahead', now + 61, false],
  ['missing', undefined, false],
  ['a text', String(now), false],
])('issued %s', (_name, iat, isFine) => {
  if (isFine) expect(read({ iat }).subject).toBe('1')
  else expect(() => read({ iat })).toThrow('issued_in_the_future')
})

test.each([undefined, '', 7, 'a b', 'x'.repeat(256), 'ä'])('the subject %j is refused', (sub) => {
  expect(() => read({ sub })).toThrow('subject_missing')
})

describe('the provider is the authority for an address (T45)', () => {
  test.each([
    ['jo@gmail.com', undefined, true],
    ['jo@firm.example', undefined, false],
    ['jo@firm.example', 'firm.example', true],
    ['jo@firm.example', 'FIRM.example', true],
    ['jo@firm.example', 'other.example', false],
    ['jo@mail.firm.example', 'firm.example', false],
    ['jo@gmail.com.evil.example', undefined, false],
    ['jo@firm.example', true, false],
  ])('%s with hd %j: %j', (email, hd, isManaged) => {
    expect(read({ email, hd }).isManaged).toBe(isManaged)
  })

  test('other providers are the authority for all their addresses', () => {
    expect(read({ iss: 'https://login.firm.example', email: 'jo@firm.example' }).isManaged).toBe(true)
  })
})

describe('addresses (T47)', () => {
  test.each([
    ['Admin@X.com', 'admin@x.com'],
    [' admin@x.com ', 'admin@x.com'],
    ['admin+parts@x-y.co.uk', 'admin+parts@x-y.co.uk'],
    ['admin@xn--bcher-kva.example', 'admin@xn--bcher-kva.example'],
    ['\u212aelvin@x.com', null], // Kelvin sign: lower-cases to k
    ['ad\uff4din@x.com', null], // full-width m
    ['adm\u0131n@x.com', null], // dotless i
    ['\ufb01rm@x.com', null], // ligature fi
    ['admin@b\u00fccher.example', null],
    ['\u00a0admin@x.com', null],
    ['admin@x.com\u200b', null],
    ['admin@x.com@y.com', null],
    ['admin@x', null],
    ['admin', null],
    ['@x.com', null],
    ['a dmin@x.com', null],
    [`${'a'.repeat(250)}@x.com`, null],
    [['admin@x.com'], null],
    [undefined, null],
  ])('%j is read as %j', (value, expected) => {
    expect(readEmail(value)).toBe(expected)
  })
})
