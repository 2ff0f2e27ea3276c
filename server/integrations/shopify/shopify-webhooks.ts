import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { isTrue, rowsOf } from '../../platform/database/rows.ts'
import { limitNamed } from '../../platform/fairness/rate-limits.ts'
import type { Enqueue } from '../../platform/jobs/job-kinds.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { unsealFields } from '../secrets.ts'
import { shareAnswers, storeTogether } from './request-batching.ts'
import { noticesKind } from './shopify-job-kinds.ts'
import { topics } from './shopify-topics.ts'

type Parts = { database: Database; keyring: Keyring; jobs: { enqueue: Enqueue } }

/** Shopify sends at most a few hundred KB; a larger body is not from Shopify. */
const bodyLimit = 1_048_576

/**
 * `POST /api/webhooks/shopify/{integration}`: a store says that something changed. Only the signature over the raw bytes
 * proves that it is the store. The answer is quick, because a job reads the record itself (security.md 3, T90).
 */
export async function takeShopifyNotices(app: FastifyInstance, parts: Parts): Promise<void> {
  const door: Door = {
    targetOf: shareAnswers((integration) => targetOf(parts, integration)),
    keep: storeTogether((integration, notices) => keepAll(parts, integration, notices)),
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
    const config = { ...limitNamed('webhook'), takesNoOrigin: true, writes: true } as object
    scope.post('/api/webhooks/shopify/:integration', { config, bodyLimit }, async (request, reply) =>
      reply.code(await take(door, request)).send(),
    )
  })
}

const Headers = z.object({
  'x-shopify-hmac-sha256': z.string().max(100),
  'x-shopify-shop-domain': z.string().max(300),
  'x-shopify-topic': z.string().max(100),
  'x-shopify-webhook-id': z.string().min(1).max(200),
})

type Notice = { webhook: string; topic: string; kind: string; record: string; isDeleted: boolean }
type Target = { companyId: string; domain: string | null; keys: string[] }
type Door = {
  targetOf: (integration: string) => Promise<Target | undefined>
  keep: (integration: string, notice: Notice & { companyId: string }) => Promise<void>
}

/** @returns the status: 401 unless this store signed it; 202 if it did, whether we know the topic or not */
async function take({ targetOf, keep }: Door, request: FastifyRequest): Promise<number> {
  const integration = z.uuid().safeParse((request.params as { integration: string }).integration).data
  const headers = Headers.safeParse(request.headers).data
  const body = request.body
  if (!integration || !headers || !Buffer.isBuffer(body)) return 401
  const target = await targetOf(integration)
  const isSigned = target?.keys.some((key) => isSignature(headers['x-shopify-hmac-sha256'], key, body)) ?? false
  if (!target || !isSigned || headers['x-shopify-shop-domain'] !== target.domain) return 401
  const { 'x-shopify-topic': name, 'x-shopify-webhook-id': webhook } = headers
  const topic = Object.hasOwn(topics, name) ? topics[name] : undefined
  const record = topic && idIn(body, topic.idOf)
  if (!topic || !record) return 202
  const { kind, isDeleted } = topic
  await keep(integration, { webhook, topic: name, kind, record, isDeleted, companyId: target.companyId })
  return 202
}

/** Stores notices of one connection in the order of their ids, so that two servers with the same notices do not deadlock. */
async function keepAll({ database, jobs }: Parts, integration: string, notices: (Notice & { companyId: string })[]) {
  const [first] = notices
  if (!first) return
  const sorted = notices.toSorted((a, b) => (a.webhook < b.webhook ? -1 : 1))
  await database.transact(itself, async (db) => {
    const taken = sql`select bool_or(app.take_webhook(${integration}, n.webhook, n.topic, n.kind, n.record::bigint, n."isDeleted"))
      from jsonb_to_recordset(${JSON.stringify(sorted)}::jsonb) as n(webhook text, topic text, kind text, record text, "isDeleted" boolean)`
    if (await isTrue(db, taken)) await jobs.enqueue(db, noticesKind, { companyId: first.companyId })
  })
}

const itself = { tokenHash: null, companyId: null }

const TargetRow = z.object({
  companyId: z.uuid(),
  domain: z.string().nullable(),
  field: z.string(),
  sealed: z.string(),
})

async function targetOf({ database, keyring }: Parts, integration: string): Promise<Target | undefined> {
  const rows = await database.read(itself, (db) =>
    rowsOf(db, TargetRow, sql`select company_id, domain, field, sealed from app.webhook_target(${integration})`),
  )
  const [first] = rows
  if (!first) return undefined
  const secrets = rows.map(({ field, sealed }) => ({ field, sealed, expiresAt: null }))
  try {
    const { companyId, domain } = first
    return { companyId, domain, keys: [...unsealFields(keyring, companyId, 'shopify', secrets).values()] }
  } catch {
    return undefined // the key of the keyring is gone: nobody can be recognised
  }
}

function isSignature(sent: string, key: string, body: Buffer): boolean {
  const wanted = createHmac('sha256', key).update(body).digest()
  const signature = Buffer.from(sent, 'base64')
  return signature.length === wanted.length && timingSafeEqual(signature, wanted)
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
