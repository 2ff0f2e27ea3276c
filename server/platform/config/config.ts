import { resolve } from 'node:path'
import { TimeZone } from 'contract/time-zone.ts'
import { z } from 'zod'
import { faultInKeyring, parseKeyring } from './keyring-text.ts'
import { misspeltIn } from './misspelt.ts'

/** A wrong environment variable. The message is one line for the person who starts the server, and names the variable. */
export class ConfigError extends Error {}

export type Config = ReturnType<typeof shape>

/**
 * Reads the whole configuration from environment variables (docs/configuration.md lists them). An empty value counts as
 * unset. Nothing else in the product reads the environment.
 * @throws {ConfigError} when a value is wrong or a required one is missing
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const misspelt = misspeltIn(Object.keys(set), Object.keys(Environment.shape))
  if (misspelt) throw new ConfigError(misspelt)
  const { success, data, error } = Environment.safeParse(set)
  if (!success) throw new ConfigError(error.issues.map((issue) => describe(issue, set)).join('; '))
  const conflict = conflictIn(data)
  if (conflict) throw new ConfigError(conflict)
  return shape(data)
}

const url = (protocols: string[], example: string) =>
  z
    .string()
    .refine(
      (value) =>
        URL.canParse(value.replace('@/', '@localhost/')) &&
        protocols.includes(new URL(value.replace('@/', '@localhost/')).protocol),
      {
        error: `must be an address like ${example}`,
      },
    )
const webUrl = (example: string) => url(['http:', 'https:'], example)

const baseUrlNames = [
  'SHOPIFY_BASE_URL',
  'QUICKBOOKS_BASE_URL',
  'SHIPSTATION_BASE_URL',
  'GOOGLE_API_BASE_URL',
  'OPENAI_BASE_URL',
  'WEBHOOK_BASE_URL',
] as const
const secretNames = ['DATABASE_URL', 'GOOGLE_CLIENT_SECRET', 'SMTP_URL', 'KEYRING', 'AWS_SECRET_ACCESS_KEY']

const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
    .default('development'),
  PORT: z
    .string()
    .refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65535, {
      error: 'must be a whole number from 0 to 65535',
    })
    .transform(Number)
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'must be a host name or an IP address' })
    .optional(),
  APP_URL: webUrl('https://operations.firm.example')
    .refine((value) => !URL.canParse(value) || isOriginOnly(new URL(value)), {
      error: 'must have no path: only scheme, host and port',
    })
    .optional(),
  TRUSTED_PROXY: z
    .string()
    .regex(/^[\da-fA-F.:/, ]+$/, { error: 'must be IP addresses or networks, separated by commas' })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database').optional(),
  DATABASE_POOLER: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, { error: 'must be host:port of a pooler such as PgBouncer' })
    .optional(),
  DATABASE_POOL: z
    .string()
    .refine((value) => /^\d{1,3}$/.test(value) && Number(value) >= 2, { error: 'must be a whole number from 2 to 999' })
    .transform(Number)
    .default(8),
  WAL_ARCHIVE: z.string().optional(),
  WAL_ARCHIVE_DAYS: z
    .string()
    .refine((value) => /^[1-9]\d{0,2}$/.test(value), { error: 'must be a whole number of days from 1 to 999' })
    .transform(Number)
    .optional(),
  DRAIN_SECONDS: z
    .string()
    .refine((value) => /^\d{1,2}$/.test(value) && Number(value) <= 15, {
      error: 'must be a whole number of seconds from 0 to 15',
    })
    .transform(Number)
    .optional(),
  DEMO: z.enum(['0', '1'], { error: 'must be 0 or 1' }).optional(),
  RUN_JOBS: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('1'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: webUrl('https://accounts.google.com').optional(),
  AUTH_PASSWORD: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.firm.example').optional(),
  KEYRING: z
    .string()
    .superRefine((value, context) => {
      const message = faultInKeyring(value)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: webUrl('https://s3.eu-central-1.amazonaws.com').optional(),
  S3_REGION: z.string().default('us-east-1'),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .optional(),
  DEFAULT_TIME_ZONE: z
    .string()
    .refine((name) => isTimeZone(name), { error: 'must be a time zone like Europe/Berlin' })
    .optional(),
  METRICS_ADDRESS: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, { error: 'must be host:port, such as 127.0.0.1:9464' })
    .transform((value) => ({ host: value.replace(/:\d+$/, ''), port: Number(value.replace(/^.*:/, '')) }))
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl('http://127.0.0.1:4318').optional(),
  RATE_LIMIT: z
    .string()
    .refine((value) => /^\d+(\.\d+)?$/.test(value), { error: 'must be a number, 0 or more' })
    .transform(Number)
    .default(1),
  SBR_FIRM_ID: z.uuid({ error: 'must be a UUID' }).optional(),
  SBR_FIRM_NAME: z.string().trim().default('SBR'),
  ...(Object.fromEntries(baseUrlNames.map((name) => [name, webUrl('http://localhost:4000').optional()])) as Record<
    (typeof baseUrlNames)[number],
    z.ZodOptional<z.ZodString>
  >),
})
type Environment = z.infer<typeof Environment>

function describe(issue: z.core.$ZodIssue, set: Record<string, unknown>) {
  const name = String(issue.path[0])
  const quoted = secretNames.includes(name) ? '' : `, but it is "${set[name]}"`
  return `${name} ${issue.message}${quoted}`
}

/** Browsers keep secure cookies of a page from this machine, whether it is http or https. */
const isPrivate = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)

function isOriginOnly(address: URL) {
  return address.pathname === '/' && address.search === '' && address.hash === '' && address.username === ''
}

const isTimeZone = (name: string) => TimeZone.safeParse(name).success

/** The machine's time zone; UTC when its name is not a valid one. */
function zoneOfHost(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}

/** Rules between variables, and those of production. Returns the first violation as a sentence. */
function conflictIn(env: Environment): string | undefined {
  const pairs = [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  ] as const
  for (const [one, other] of pairs) {
    if (env[one] && !env[other]) return `${other} is missing: ${one} is set`
    if (env[other] && !env[one]) return `${one} is missing: ${other} is set`
  }
  if (env.OIDC_ISSUER && !env.GOOGLE_CLIENT_ID) return 'GOOGLE_CLIENT_ID is missing: OIDC_ISSUER is set'
  if (env.S3_ENDPOINT && !env.S3_BUCKET) return 'S3_BUCKET is missing: S3_ENDPOINT is set'
  if (env.DATABASE_POOLER && !env.DATABASE_URL) return 'DATABASE_URL is missing: DATABASE_POOLER is set'
  if (env.WAL_ARCHIVE && env.DATABASE_URL)
    return 'WAL_ARCHIVE must not be set with DATABASE_URL: that PostgreSQL has an archive of its own'
  if (env.WAL_ARCHIVE_DAYS && !env.WAL_ARCHIVE) return 'WAL_ARCHIVE is missing: WAL_ARCHIVE_DAYS is set'
  if (env.NODE_ENV !== 'production') return undefined

  if (!env.GOOGLE_CLIENT_ID) {
    return 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are missing: with NODE_ENV=production people sign in with Google'
  }
  if (env.RATE_LIMIT === 0) return 'RATE_LIMIT must be above 0 with NODE_ENV=production'
  if (!env.APP_URL) return 'APP_URL is missing: with NODE_ENV=production the public address must be known'
  if (!isPrivate(new URL(env.APP_URL)))
    return 'APP_URL must begin with https:// with NODE_ENV=production: browsers keep no session without it'
  if (!env.KEYRING)
    return 'KEYRING is missing: with NODE_ENV=production stored secrets need a key; make one with: echo "1:$(openssl rand -base64 32)"'
  if (env.AUTH_PASSWORD === 'on' && !env.SMTP_URL)
    return 'SMTP_URL is missing: AUTH_PASSWORD is on, and with NODE_ENV=production links to set a password go by mail'
  const fake = baseUrlNames.find((name) => env[name])
  return fake && `${fake} must not be set with NODE_ENV=production`
}

function shape(env: Environment) {
  const isProduction = env.NODE_ENV === 'production'
  return {
    isProduction,
    port: env.PORT,
    host: env.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    /** origin of the public address, without a trailing slash */
    appUrl: new URL(env.APP_URL ?? `http://localhost:${env.PORT}`).origin,
    /** addresses and networks whose X-Forwarded-For is trusted */
    trustedProxies: env.TRUSTED_PROXY?.split(/[, ]+/).filter(Boolean) ?? [],
    /** absolute path */
    dataDir: resolve(env.DATA_DIR),
    /** the URL of an external PostgreSQL; undefined = the embedded one in dataDir */
    databaseUrl: env.DATABASE_URL,
    /** the archive of the embedded PostgreSQL: its folder (absolute), and how far back it reaches; undefined = none */
    walArchive: env.WAL_ARCHIVE ? { folder: resolve(env.WAL_ARCHIVE), days: env.WAL_ARCHIVE_DAYS ?? 7 } : undefined,
    /** host:port of a pooler before that PostgreSQL, for requests; undefined = none */
    databasePooler: env.DATABASE_POOLER,
    /** connections for everything except files */
    databasePool: env.DATABASE_POOL,
    /** how long the server keeps serving after /readyz turns 503: a load balancer needs time to notice */
    drainMs: (env.DRAIN_SECONDS ?? (isProduction ? 3 : 0)) * 1_000,
    /** whether this process runs jobs beside its requests */
    runsJobs: env.RUN_JOBS === '1',
    isDemo: env.DEMO ? env.DEMO === '1' : !isProduction,
    /** null = the local provider with the demo people; never in production */
    signIn:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? {
            issuer: env.OIDC_ISSUER ?? 'https://accounts.google.com',
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
          }
        : null,
    /** whether people may also sign in by password */
    passwordsAreOn: env.AUTH_PASSWORD === 'on',
    /** undefined = mails are written to files in dataDir; never in production */
    smtpUrl: env.SMTP_URL,
    /** newest first; each secret has 32 bytes */
    keyring: env.KEYRING ? parseKeyring(env.KEYRING) : [],
    /** null = files are stored in dataDir */
    s3: env.S3_BUCKET
      ? {
          bucket: env.S3_BUCKET,
          endpoint: env.S3_ENDPOINT,
          region: env.S3_REGION,
          accessKeyId: env.AWS_ACCESS_KEY_ID,
          secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
        }
      : null,
    logLevel: env.LOG_LEVEL ?? (isProduction ? ('info' as const) : ('warn' as const)),
    /** where /metrics is served, apart from everything else; undefined = nowhere */
    metricsAddress: env.METRICS_ADDRESS,
    /** the collector of OpenTelemetry that gets traces; undefined = none */
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    defaultTimeZone: env.DEFAULT_TIME_ZONE ?? zoneOfHost(),
    /** factor on every rate limit; 0 = off */
    rateLimit: env.RATE_LIMIT,
    /** the parent firm; the first start creates it */
    firm: { id: env.SBR_FIRM_ID, name: env.SBR_FIRM_NAME },
    /** replacements for remote services, outside production */
    baseUrls: {
      shopify: env.SHOPIFY_BASE_URL,
      quickbooks: env.QUICKBOOKS_BASE_URL,
      shipstation: env.SHIPSTATION_BASE_URL,
      google: env.GOOGLE_API_BASE_URL,
      openai: env.OPENAI_BASE_URL,
      webhooks: env.WEBHOOK_BASE_URL,
    },
  }
}
