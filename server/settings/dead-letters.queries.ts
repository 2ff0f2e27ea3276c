import type { WholeList } from 'contract/list.ts'
import { DeadLetter } from 'contract/settings/dead-letters.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { countOf, rowOf, rowsOf } from '../platform/database/rows.ts'
import { changedSince, slicePage } from '../platform/database/whole-list.ts'
import { deadLetters, sourceKind } from '../platform/jobs/queue.ts'

/** @param kind only jobs of this kind */
export async function listDeadLetters(
  db: Db,
  kind: string | undefined,
  page: { page: number; pageSize: number } & WholeList,
) {
  const mine = sql`from jobs.job_common j join companies c on c.id::text = j.data ->> 'companyId'
    where j.name = ${deadLetters} and j.state < 'active' and (${kind ?? null}::text is null or ${sourceKind} = ${kind ?? null})
    ${changedSince('j', page, 'createdOn')}`
  const [items, total] = await Promise.all([
    rowsOf(
      db,
      DeadLetter,
      sql`select j.id, ${sourceKind} as kind, c.id as company_id, c.name as company_name, j.created_on as failed_at,
        coalesce(j.source_retry_count, 0) + 1 as tries, coalesce(j.output ->> 'message', j.output -> 'value' ->> 'message', 'It failed') as message
        ${mine} ${slicePage(page, sql`j.created_on desc, j.id`, 'j')}`,
    ),
    countOf(db, sql`select count(*) as count ${mine}`),
  ])
  return { items, total, isCapped: false }
}

const Taken = z.object({ kind: z.string(), data: z.looseObject({ companyId: z.uuid() }), key: z.string().nullable() })

/** Takes a job from the list of failed ones. @returns undefined when it is not there, or the caller may not */
export const takeDeadLetter = (db: Db, id: string) =>
  rowOf(
    db,
    Taken,
    sql`delete from jobs.job_common where name = ${deadLetters} and id = ${id} and state < 'active'
      returning ${sourceKind} as kind, data, singleton_key as key`,
  )
