import { Webhook, WebhookDelivery, type WebhookFields } from 'contract/integrations/webhooks.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { isTrue, onlyRowOf, rowOf, rowsOf, scalarsOf } from '../../platform/database/rows.ts'
import { recordSecurityEvent } from '../../platform/database/security-events.ts'
import type { Message, Outcome } from './post.ts'

/** In a copy of its database a webhook is off, whatever it was there. */
const isEnabled = sql`w.is_enabled and w.database = (select m.database from app.store_mark() m)`

const shown = sql`w.id, w.company_id, w.name, w.url, w.kinds, ${isEnabled} as is_enabled, w.failing_since, w.next_try_at, w.switched_off_at,
  w.last_success_at, case when w.previous_until > now() then w.previous_until end as previous_until, w.version, w.created_at, w.updated_at`

export const listWebhooks = (db: Db, companyId: string): Promise<Webhook[]> =>
  rowsOf(
    db,
    Webhook,
    sql`select ${shown} from webhooks w where w.company_id = ${companyId} order by w.created_at, w.id`,
  )

export const getWebhook = (db: Db, companyId: string, id: string): Promise<Webhook | undefined> =>
  rowOf(db, Webhook, sql`select ${shown} from webhooks w where w.company_id = ${companyId} and w.id = ${id}`)

/** The place of the feed at which a webhook begins: now. */
const begins = {
  database: sql`(select m.database from app.store_mark() m)`,
  at_transaction: sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
  at_set: sql`'00000000-0000-0000-0000-000000000000'::uuid`,
  at_log: sql`0`,
}

export const insertWebhook = (
  db: Db,
  companyId: string,
  id: string,
  { name, url, kinds, isEnabled }: WebhookFields,
  sealed: string,
): Promise<unknown> =>
  sql`insert into webhooks (company_id, id, name, url, kinds, is_enabled, sealed, ${names(begins)})
    values (${companyId}, ${id}, ${name}, ${url}, ${kinds}::text[], ${isEnabled}, ${sealed}, ${sql.join(Object.values(begins))})`.execute(
    db,
  )

const names = (columns: object) => sql.join(Object.keys(columns).map((name) => sql.ref(name)))

/**
 * Changes a webhook. Switched on it goes on where it stopped; in a copy of its database it begins now.
 * @param version the version that was edited; null takes any
 */
export async function updateWebhook(
  db: Db,
  companyId: string,
  id: string,
  { name, url, kinds, isEnabled: on }: Partial<WebhookFields>,
  version: number | null,
): Promise<boolean> {
  const set: RawBuilder<unknown>[] = [sql`updated_at = now()`]
  if (name !== undefined) set.push(sql`name = ${name}`)
  if (url !== undefined) set.push(sql`url = ${url}`)
  if (kinds !== undefined) set.push(sql`kinds = ${kinds}::text[]`)
  if (on !== undefined) {
    set.push(sql`is_enabled = ${on}, switched_off_at = null, failing_since = null, tries = 0, next_try_at = now()`)
    for (const [column, now] of Object.entries(begins))
      set.push(
        sql`${sql.ref(column)} = case when w.database = ${begins.database} then w.${sql.ref(column)} else ${now} end`,
      )
  }
  return isTrue(
    db,
    sql`update webhooks w set ${sql.join(set)} where w.company_id = ${companyId} and w.id = ${id}
      and ${version === null ? sql`true` : sql`w.version = ${version}`} returning true as found`,
  )
}

export const deleteWebhook = (db: Db, companyId: string, id: string): Promise<boolean> =>
  isTrue(db, sql`delete from webhooks where company_id = ${companyId} and id = ${id} returning true as found`)

export const rollSecret = (db: Db, companyId: string, id: string, sealed: string): Promise<boolean> =>
  isTrue(db, sql`select app.roll_webhook_secret(${companyId}, ${id}, ${sealed})`)

/** The sealed secrets that sign, newest first. */
export const secretsOf = (db: Db, companyId: string, id: string): Promise<string[]> =>
  scalarsOf(db, z.string(), sql`select sealed from app.open_webhook(${companyId}, ${id})`)

/** A row of the activity log, which the operators of the company read, and of the security log. @param address of the person */
export async function recordWebhookEvent(
  db: Db,
  { companyId, id, name }: Pick<Webhook, 'companyId' | 'id' | 'name'>,
  kind: 'created' | 'changed' | 'removed' | 'secret_rolled',
  words: string,
  address: string,
): Promise<void> {
  await sql`select app.log_webhook(${companyId}, ${id}, ${`Webhook ${name}`}, ${words})`.execute(db)
  await recordSecurityEvent(db, `webhook_${kind}`, { company: companyId, webhook: id, name }, address)
}

const delivery = sql`d.id, d.webhook_id, d.event_id, d.type, d.is_success, d.http_status, d.message, d.body, d.answer, d.duration_ms, d.created_at`

export async function listDeliveries(
  db: Db,
  { companyId, id, before, pageSize }: { companyId: string; id: string; before?: string | undefined; pageSize: number },
): Promise<{ items: WebhookDelivery[]; next: string | null }> {
  const rows = await rowsOf(
    db,
    WebhookDelivery,
    sql`select ${delivery} from webhook_deliveries d where d.company_id = ${companyId} and d.webhook_id = ${id}
      and d.id < coalesce(${before ?? null}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff') order by d.id desc limit ${pageSize + 1}`,
  )
  const items = rows.slice(0, pageSize)
  return { items, next: rows.length > pageSize ? (items.at(-1)?.id ?? null) : null }
}

export const getDelivery = (db: Db, companyId: string, webhookId: string, id: string) =>
  rowOf(
    db,
    WebhookDelivery,
    sql`select ${delivery} from webhook_deliveries d where d.company_id = ${companyId} and d.webhook_id = ${webhookId} and d.id = ${id}`,
  )

/** Without a result for jobs, who may not read the log. */
export async function addDelivery(
  db: Db,
  companyId: string,
  webhookId: string,
  sent: Message & Outcome,
): Promise<void> {
  await insertion(companyId, webhookId, sent).execute(db)
}

export const insertDelivery = (db: Db, companyId: string, webhookId: string, sent: Message & Outcome) =>
  onlyRowOf(db, WebhookDelivery, sql`${insertion(companyId, webhookId, sent)} returning ${delivery}`)

function insertion(companyId: string, webhookId: string, sent: Message & Outcome) {
  const { eventId, type, body, isSuccess, httpStatus, message, answer, durationMs } = sent
  return sql`insert into webhook_deliveries as d
    (company_id, webhook_id, event_id, type, body, is_success, http_status, message, answer, duration_ms)
    values (${companyId}, ${webhookId}, ${eventId}, ${type}, ${body}, ${isSuccess}, ${httpStatus}, ${message}, ${answer}, ${durationMs})`
}
