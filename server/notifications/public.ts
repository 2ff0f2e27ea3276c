import type { NoticeParams, NoticeRecord, Topic } from 'contract/notifications/topics.ts'
import type { Action } from 'contract/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'

/**
 * A notice to people.
 * `to`: ids of persons, or `{ may }`: all members of the company whose role has that action.
 * `record`: its subject; the screen links to it, and only people who may see the record at that time see the notice.
 * `params`: facts for the sentence of the topic, beside the names of the record and of the person who acted. Nothing that a right protects.
 */
export type Notice = {
  companyId: string
  topic: Topic
  to: readonly string[] | { may: Action }
  record?: { type: NoticeRecord; id: string }
  params?: NoticeParams
}

/**
 * Notifies people, in the caller's transaction: they get the notice if that commits, at once on an open screen. It leaves out people who do
 * not reach the company, have muted the topic, or act themselves. The same notice again before it was read is one notice. Works in requests
 * and in jobs.
 * @throws an insufficient privilege in a company that the caller does not reach
 */
export async function notify(db: Db, { companyId, topic, to, record, params = {} }: Notice): Promise<void> {
  const [people, may] = 'may' in to ? [null, to.may] : [[...to], null]
  await sql`select app.notify_people(${companyId}, ${topic}, ${record?.type ?? null}, ${record?.id ?? null}, ${JSON.stringify(params)},
    ${people}::uuid[], ${may})`.execute(db)
}
