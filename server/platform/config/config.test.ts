import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyNamed, keyringOf } from '../../testing/keys.ts'
import { ConfigError, readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  APP_URL: 'https://operations.firm.example',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  KEYRING: keyringOf('1'),
}

test('with an empty environment the server is a demo on this machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    appUrl: 'http://localhost:3000',
    isDemo: true,
    signIn: null,
    databaseUrl: undefined,
    rateLimit: 1,
    databasePool: 8,
    drainMs: 0,
    metricsAddress: undefined,
  })
})

test('production listens on every address, is no demo and signs in with Google', () => {
  expect(readConfig(production)).toMatchObject({
    isProduction: true,
    host: '0.0.0.0',
    metricsAddress: undefined,
    isDemo: false,
    signIn: { issuer: 'https://accounts.google.com', clientId: 'id', clientSecret: 'secret' },
  })
})

test('an empty value counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('a database on a socket, without a host name, is an address', () => {
  const url = 'postgres://postgres@/sbr?host=%2Fsrv%2Fdata%2Fsocket'
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

test('the newest key comes first', () => {
  const { keyring } = readConfig({ KEYRING: keyringOf('b', 'a').replace(',', ', ') })
  expect(keyring).toEqual([keyNamed('b'), keyNamed('a')])
})

test.each([
  ['PORT', { PORT: 'abc' }],
  ['PORT', { PORT: '70000' }],
  ['APP_URL', { APP_URL: 'firm.example' }],
  ['APP_URL', { APP_URL: 'https://firm.example/operations' }],
  ['DEMO', { DEMO: 'yes' }],
  ['RUN_JOBS', { RUN_JOBS: 'no' }],
  ['METRICS_ADDRESS', { METRICS_ADDRESS: '9464' }],
  ['NODE_ENV', { NODE_ENV: 'staging' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/x' }],
  ['KEYRING', { KEYRING: 'a:c2hvcnQ=' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['DEFAULT_TIME_ZONE', { DEFAULT_TIME_ZONE: 'Mars/Olympus' }],
  ['DEFAULT_TIME_ZONE', { DEFAULT_TIME_ZONE: 'IST' }],
  ['RATE_LIMIT', { RATE_LIMIT: '-1' }],
  ['SBR_FIRM_ID', { SBR_FIRM_ID: '7' }],
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id' }],
  ['GOOGLE_CLIENT_ID', { OIDC_ISSUER: 'https://login.firm.example' }],
  ['GOOGLE_CLIENT_ID', { NODE_ENV: 'production', APP_URL: 'https://firm.example' }],
  ['APP_URL', { ...production, APP_URL: '' }],
  ['RATE_LIMIT', { ...production, RATE_LIMIT: '0' }],
  ['OPENAI_BASE_URL', { ...production, OPENAI_BASE_URL: 'http://localhost:4000' }],
  ['APP_URL', { ...production, APP_URL: 'http://operations.firm.example' }],
  ['AUTH_PASSWORD', { AUTH_PASSWORD: 'yes' }],
  ['SMTP_URL', { ...production, AUTH_PASSWORD: 'on' }],
  ['SMTP_URL', { SMTP_URL: 'mail.firm.example' }],
  ['KEYRING', { KEYRING: `${keyringOf('a')},a:${keyNamed('b').secret.toString('base64')}` }],
  ['KEYRING', { KEYRING: `${keyringOf('a')},b:${keyNamed('a').secret.toString('base64')}` }],
  ['KEYRING', { KEYRING: `a b:${keyNamed('a').secret.toString('base64')}` }],
  ['KEYRING', { KEYRING: keyringOf('a').replace(/.=$/, '!') }],
  ['KEYRING', { KEYRING: `${keyringOf('a')}:b` }],
  ['KEYRING', { ...production, KEYRING: '' }],
])('a wrong %s is named in one line: %o', (name, env) => {
  const read = () => readConfig(env)
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name}[^\\n]*$`))
})

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['S3_BUKCET', 'S3_BUCKET'],
  ['PROT', 'PORT'],
  ['port', 'PORT'],
  ['APPURL', 'APP_URL'],
])('a misspelt variable stops the start: %s', (name, meant) => {
  const read = () => readConfig({ [name]: 'x' })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name} is not a variable of this program: did you mean ${meant}\\?$`))
})

test('variables of other programs are ignored, also those with names near one of ours that is set', () => {
  const others = { HOME: '/root', PATH: '/bin', HOSTNAME: 'x', DEBUG: '1', AWS_REGION: 'x', PGHOST: 'x', MODE: 'test' }
  expect(readConfig({ ...others, PORT: '4000', PORTS: '1' }).port).toBe(4_000)
})

test('an address of this machine needs no https in production', () => {
  expect(readConfig({ ...production, APP_URL: 'http://localhost:3000' }).appUrl).toBe('http://localhost:3000')
})

test.each([
  ['zeros', Buffer.alloc(32)],
  ['one byte again and again', Buffer.alloc(32, 0x5a)],
  ['a pattern', Buffer.alloc(32, Buffer.from('9f03c177', 'hex'))],
  ['a counter', Buffer.from(Array.from({ length: 32 }, (_, at) => at))],
  ['words', Buffer.from('please-change-me-before-you-start')],
  ['letters and digits, as of openssl rand -hex 16', Buffer.from('8c6f0a1d93b24e57f1c08a36d4b97e25')],
])('a key that is an example is refused: %s', (_, secret) => {
  expect(() => readConfig({ KEYRING: `a:${secret.subarray(0, 32).toString('base64')}` })).toThrow(/^KEYRING .*guess/)
})

test('a new key for KEYRING is accepted as openssl writes it', () => {
  for (let round = 0; round < 200; round++) {
    const secret = randomBytes(32)
    expect(readConfig({ KEYRING: `2026-11:${secret.toString('base64')}` }).keyring).toEqual([{ id: '2026-11', secret }])
  }
})

test('a wrong secret is not repeated', () => {
  expect(() => readConfig({ KEYRING: 'a:hunter2' })).toThrow(/^(?!.*hunter2)KEYRING/)
})
