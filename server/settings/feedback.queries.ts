import type { WholeList } from 'contract/list.ts'
import { Feedback, feedbackPriorities, feedbackStatuses, type NewFeedback } from 'contract/settings/feedback.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { countOf, rowOf, rowsOf } from '../platform/database/rows.ts'
import { patternOf } from '../platform/database/search-words.ts'
import { changedSince, slicePage } from '../platform/database/whole-list.ts'

/** Stores it for the person signed in, who may not read it afterwards. @param companyId their company */
export const insertFeedback = (db: Db, companyId: string, fields: NewFeedback) =>
  sql`insert into feedback (company_id, submitted_by, type, title, description)
    values (${companyId}, app.user_id(), ${fields.type}, ${fields.title}, ${fields.description})`.execute(db)

type FeedbackQuery = WholeList & {
  q?: string | undefined
  sort: keyof typeof sorted
  order: 'asc' | 'desc'
  page: number
  pageSize: number
} & { [Filter in 'type' | 'status' | 'priority' | 'companyId']?: string | undefined }

const rank = (column: string, words: readonly string[]) =>
  sql`array_position(${[...words]}::text[], ${sql.ref(column)})`

const sorted = {
  createdAt: sql`f.created_at`,
  title: sql`f.title`,
  type: sql`f.type`,
  status: rank('f.status', feedbackStatuses),
  priority: rank('f.priority', feedbackPriorities),
  companyName: sql`c.name`,
  submittedByName: sql`p.sort_name`,
}

const columns = sql`f.id, f.type, f.title, f.description, f.status, f.priority, app.shown_name(f.submitted_by) as submitted_by_name,
  p.email as submitted_by_email, f.company_id, c.name as company_name, f.version, f.created_at, f.updated_at`
const source = sql`feedback f join companies c on c.id = f.company_id join profiles p on p.user_id = f.submitted_by`

/** A page of the inbox; the fence shows it to those who may read it. */
export async function listFeedback(
  db: Db,
  { q, sort, order, page, pageSize, cursor, updatedSince, ...filters }: FeedbackQuery,
) {
  const wanted = Object.entries(filters).filter(([, value]) => value !== undefined)
  const conditions = [
    sql`true`,
    ...wanted.map(([field, value]) => sql`${sql.ref(`f.${field}`)} = ${value}`),
    ...(q ? [sql`app.searchable(f.title || chr(10) || f.description || chr(10) || p.email) like ${patternOf(q)}`] : []),
  ]
  const matching = sql`${source} where ${sql.join(conditions, sql` and `)} ${changedSince('f', { updatedSince })}`
  const inOrder = sql`${sorted[sort]} ${order === 'desc' ? sql`desc` : sql`asc`}, f.created_at desc, f.id`
  const [items, total] = await Promise.all([
    rowsOf(
      db,
      Feedback,
      sql`select ${columns} from ${matching} ${slicePage({ page, pageSize, cursor }, inOrder, 'f')}`,
    ),
    countOf(db, sql`select count(*) as count from ${matching}`),
  ])
  return { items, total, isCapped: false }
}

export const getFeedback = (db: Db, id: string): Promise<Feedback | undefined> =>
  rowOf(db, Feedback, sql`select ${columns} from ${source} where f.id = ${id}`)

/** @param version the version that was edited; null takes any. @returns false when there is no such feedback in that version */
export async function updateFeedback(
  db: Db,
  id: string,
  { status, priority }: Partial<Pick<Feedback, 'status' | 'priority'>>,
  version: number | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update feedback set status = coalesce(${status ?? null}, status),
    priority = coalesce(${priority ?? null}, priority) where id = ${id} and (${version}::int is null or version = ${version})`.execute(
    db,
  )
  return numAffectedRows === 1n
}
