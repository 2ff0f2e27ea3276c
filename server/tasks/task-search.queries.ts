import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { rowOf } from '../platform/database/rows.ts'
import { anywhere, searchWords } from '../platform/database/search-words.ts'

export type TaskSearch = { q?: string | undefined }

/** The result of a search: the tasks themselves while they are few, else conditions for the query of the list. */
export type FoundTasks = {
  ids?: string[]
  /** LIKE patterns that title or description contain */
  texts?: string[]
  /** each of these begins one of their words */
  beginnings?: string[]
}

/** A word with more hits counts as frequent, and totals stop here. Below the fence tasks are slower to count than items: counting further costs too much. */
export const countCap = 2_000

const Hits = z.object({ ids: z.array(z.uuid()), isBeginning: z.boolean() })

/** Finds the tasks with all words of a search, in any order. A short word has to begin a word of the text, as in all lists (decision 0004). */
export async function searchTasks(db: Db, companyId: string, q: string | undefined): Promise<FoundTasks> {
  const { words, starts } = searchWords(q)
  if (words.length + starts.length === 0) return {}
  const row = await rowOf(
    db,
    Hits,
    sql`select ids, is_beginning from app.task_hits(${companyId}, ${words}::text[], ${starts}::text[], ${countCap + 1})`,
  )
  const { ids, isBeginning } = row ?? { ids: [], isBeginning: true }
  if (ids.length <= countCap) return { ids }
  return isBeginning ? { texts: words, beginnings: starts } : { texts: [...words, ...starts.map(anywhere)] }
}
