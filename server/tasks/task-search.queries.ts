import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { rowOf } from '../platform/database/rows.ts'
import { anywhere, searchWords } from '../platform/database/search-words.ts'

export type SearchedFor = { q?: string | undefined }

/** What a search comes to: the tasks themselves while they are few, else the conditions on them. */
export type FoundTasks = {
  ids?: string[]
  /** LIKE patterns that title or description hold */
  texts?: string[]
  /** words with which one of their words begins */
  beginnings?: string[]
}

/** Below the fence, tasks are slower to count than items: counting further costs more than it tells. More hits of a word are frequent. */
export const countCap = 2_000

const Hits = z.object({ ids: z.array(z.uuid()), isBeginning: z.boolean() })

/** Looks for tasks with all words of a search, in any order. Short words are beginnings of words, as in all lists (decision 0165). */
export async function searchTasks(db: Db, companyId: string, q: string | undefined): Promise<FoundTasks> {
  const { words, starts } = searchWords(q)
  if (words.length + starts.length === 0) return {}
  const found = await rowOf(
    db,
    Hits,
    sql`select ids, is_beginning from app.task_hits(${companyId}, ${words}::text[], ${starts}::text[], ${countCap + 1})`,
  )
  const { ids, isBeginning } = found ?? { ids: [], isBeginning: true }
  if (ids.length <= countCap) return { ids }
  return isBeginning ? { texts: words, beginnings: starts } : { texts: [...words, ...starts.map(anywhere)] }
}
