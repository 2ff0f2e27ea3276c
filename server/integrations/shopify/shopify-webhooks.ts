import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { isTrue, rowsOf } from '../../platform/database/rows.ts'
import { limitNamed } from '../../platform/fairness/rate-limits.ts'
import type { Enqueue } from '../../platform/jobs/job-kinds.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { unsealed } from '../secrets.ts'
import { noticesKind } from './shopify-job-kinds.ts'
import { topics } from './shopify-topics.ts'

type Parts = { database: Database; keyring: Keyring; jobs: { enqueue: Enqueue } }

/** Shopify sends at most a few hundred KB; more is nothing of its. */
const bodyLimit = 1_048_576

/**
 * `POST /api/webhooks/shopify/{integration}`: a store tells that something changed. Only the signature over the bytes as they came
 * proves that it is the store. The answer is quick: the record itself is read by a job (security.md 3, T90).
 */
export async function takeShopifyNotices(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
    const config = { ...limitNamed('webhook'), takesAnyOrigin: true, writes: true } as object
    scope.post('/api/webhooks/shopify/:integration', { config, bodyLimit }, async (request, reply) =>
      reply.code(await take(parts, request)).send(),
    )
  })
}

const Headers = z.object({
  'x-shopify-hmac-sha256': z.string().max(100),
  'x-shopify-shop-domain': z.string().max(300),
  'x-shopify-topic': z.string().max(100),
  'x-shopify-webhook-id': z.string().min(1).max(200),
})

/** @returns the status: 401 for whatever is not signed by this store; 202 for all that is, known or not */
async function take({ database, keyring, jobs }: Parts, request: FastifyRequest): Promise<number> {
  const integration = z.uuid().safeParse((request.params as { integration: string }).integration).data
  const headers = Headers.safeParse(request.headers).data
  const body = request.body
  if (!integration || !headers || !Buffer.isBuffer(body)) return 401
  const target = await targetOf(database, keyring, integration)
  const isSigned = target?.keys.some((key) => isSignature(headers['x-shopify-hmac-sha256'], key, body)) ?? false
  if (!target || !isSigned || headers['x-shopify-shop-domain'] !== target.domain) return 401
  const { 'x-shopify-topic': name, 'x-shopify-webhook-id': webhook } = headers
  const topic = Object.hasOwn(topics, name) ? topics[name] : undefined
  const id = topic && idIn(body, topic.idOf)
  if (!topic || !id) return 202
  const { kind, isDeleted } = topic
  await database.transact(itself, async (db) => {
    const taken = sql`select app.take_webhook(${integration}, ${webhook}, ${name}, ${kind}, ${id}, ${isDeleted})`
    if (await isTrue(db, taken)) await jobs.enqueue(db, noticesKind, { companyId: target.companyId })
  })
  return 202
}

const itself = { tokenHash: null, companyId: null }

const Target = z.object({ companyId: z.uuid(), domain: z.string().nullable(), field: z.string(), sealed: z.string() })

async function targetOf(database: Database, keyring: Keyring, integration: string) {
  const rows = await database.read(itself, (db) =>
    rowsOf(db, Target, sql`select company_id, domain, field, sealed from app.webhook_target(${integration})`),
  )
  const [first] = rows
  if (!first) return undefined
  const secrets = rows.map(({ field, sealed }) => ({ field, sealed, expiresAt: null }))
  try {
    return { ...first, keys: [...unsealed(keyring, first.companyId, 'shopify', secrets).values()] }
  } catch {
    return undefined // the key of the keyring is gone: nobody can be recognised
  }
}

function isSignature(sent: string, key: string, body: Buffer): boolean {
  const wanted = createHmac('sha256', key).update(body).digest()
  const given = Buffer.from(sent, 'base64')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** The id that a body names, as digits: numbers of a store stay below 2^53. */
function idIn(body: Buffer, field: string): string | undefined {
  try {
    const id: unknown = JSON.parse(body.toString('utf8'))?.[field]
    return /^\d{1,18}$/.test(String(id)) ? String(id) : undefined
  } catch {
    return undefined
  }
}
