import type { NoticeParams, NoticeRecord, Topic } from 'contract/notifications/topics.ts'
import type { Action } from 'contract/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'

/**
 * What people are told.
 * `to`: ids of persons, or `{ may }`: all members of the company whose role has that action.
 * `record`: what it is about; the screen links to it, and only people who may see it when they look find the notice.
 * `params`: facts for the sentence of the topic, beside the names of the record and of who did it. Nothing that a right protects.
 */
export type Notice = {
  companyId: string
  topic: Topic
  to: readonly string[] | { may: Action }
  record?: { type: NoticeRecord; id: string }
  params?: NoticeParams
}

/**
 * Tells people, in the caller's transaction: they learn of it if that commits, at once on an open screen. Who does not reach the company, has
 * muted the topic or does it themselves is left out. The same told again before it was read is one notice. Works in requests and in jobs.
 * @throws an insufficient privilege in a company that the caller does not reach
 */
export async function notify(db: Db, { companyId, topic, to, record, params = {} }: Notice): Promise<void> {
  const [people, may] = 'may' in to ? [null, to.may] : [[...to], null]
  await sql`select app.notify_people(${companyId}, ${topic}, ${record?.type ?? null}, ${record?.id ?? null}, ${JSON.stringify(params)},
    ${people}::uuid[], ${may})`.execute(db)
}
