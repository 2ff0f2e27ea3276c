import { Suggestion } from 'contract/suggestions/suggestions.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { countOf, rowOf, rowsOf, scalarOf } from '../platform/database/rows.ts'

const Listed = Suggestion.omit({ input: true })

/** Of a record that is there its name, else the one that it would get. */
const nameIn = (table: string) =>
  sql`select name from ${sql.table(table)} t where t.company_id = s.company_id and t.id = (s.input ->> 'id')::uuid`
const titleIn = (table: string) =>
  sql`select title from ${sql.table(table)} t where t.company_id = s.company_id and t.id = (s.input ->> 'id')::uuid`
const about = sql`coalesce((${nameIn('parts')}), (${nameIn('assemblies')}), (${nameIn('products')}), (${titleIn('tasks')}), (${titleIn('sops')}),
  s.input ->> 'name', s.input ->> 'title')`

const columns = sql`s.id, s.company_id, s.procedure, s.edited_version, s.reason, ${about} as about, s.status, s.created_by, app.shown_name(s.created_by) as created_by_name,
  s.created_at, s.decided_by, app.shown_name(s.decided_by) as decided_by_name, s.decided_at, s.change_set_id`

export const listSuggestions = (db: Db, companyId: string) =>
  rowsOf(
    db,
    Listed,
    sql`select ${columns} from suggestions s where s.company_id = ${companyId}
      order by s.status in ('open', 'accepting') desc, s.created_at desc, s.id desc limit 500`,
  )

export const countOpenSuggestions = (db: Db, companyId: string) =>
  countOf(db, sql`select count(*)::int from suggestions s where s.company_id = ${companyId} and s.status = 'open'`)

export const getSuggestion = (db: Db, companyId: string, id: string) =>
  rowOf(
    db,
    Suggestion,
    sql`select ${columns}, s.input from suggestions s where s.company_id = ${companyId} and s.id = ${id}`,
  )

type NewSuggestion = Pick<Suggestion, 'procedure' | 'input' | 'editedVersion' | 'reason'>

/** @throws {DatabaseError} SB001 when the company takes no suggestions, or too many wait */
export async function insertSuggestion(db: Db, companyId: string, suggestion: NewSuggestion): Promise<Suggestion> {
  const { procedure, input, editedVersion, reason } = suggestion
  const id = await scalarOf(
    db,
    z.uuid(),
    sql`insert into suggestions (company_id, procedure, input, edited_version, reason, created_by)
      values (${companyId}, ${procedure}, ${JSON.stringify(input)}::jsonb, ${editedVersion}, ${reason}, app.user_id()) returning id`,
  )
  return (await getSuggestion(db, companyId, id as string)) as Suggestion
}

type Key = Pick<Suggestion, 'companyId' | 'id'>

/** Moves a suggestion on. @param from the states that the step begins in @returns whether it was in one of them */
const move = (db: Db, { companyId, id }: Key, from: RawBuilder<unknown>, set: RawBuilder<unknown>) =>
  scalarOf(
    db,
    z.uuid(),
    sql`update suggestions s set ${set} where s.company_id = ${companyId} and s.id = ${id} and ${from} returning s.id`,
  ).then((moved) => moved !== undefined)

const isOpen = sql`s.status = 'open'`
const isMine = sql`s.status = 'accepting' and s.decided_by = app.user_id()`
/** The key of the request that accepts a suggestion. */
export const acceptingKey = (id: string) => `suggestion-${id}`

/**
 * Whoever began to accept it may press again when it is not known how that ended: the key of the request makes the change once, for the 24
 * hours in which it is kept.
 */
export const beginAccepting = (db: Db, key: Key) =>
  move(
    db,
    key,
    sql`(${isOpen} or (${isMine} and s.decided_at > now() - interval '23 hours'))`,
    sql`status = 'accepting', decided_by = app.user_id(), decided_at = coalesce(s.decided_at, now())`,
  )

/** The change is made, so it counts even if somebody has declined it meanwhile. */
export const endAccepting = (db: Db, key: Key, changeSetId: string | null) =>
  move(
    db,
    key,
    sql`s.status <> 'accepted'`,
    sql`status = 'accepted', change_set_id = ${changeSetId}, decided_by = app.user_id(), decided_at = coalesce(s.decided_at, now())`,
  )

/** For everybody again, unless an earlier try may have made the change. */
export const reopen = (db: Db, key: Key) =>
  move(
    db,
    key,
    sql`${isMine} and not exists (select from idempotency_keys k where k.user_id = app.user_id() and k.key = ${acceptingKey(key.id)})`,
    sql`status = 'open', decided_by = null, decided_at = null`,
  )

/** An hour is longer than any change takes: after it, one whose end is unknown can be put away. */
export const decline = (db: Db, key: Key) =>
  move(
    db,
    key,
    sql`(${isOpen} or (s.status = 'accepting' and s.decided_at < now() - interval '1 hour'))`,
    sql`status = 'declined', decided_by = app.user_id(), decided_at = now()`,
  )
