import type { QueryKey, QueryOptions } from '@tanstack/react-query'
import { queries } from '../api/queries.ts'
import { companyIdFor, sessionQuery } from '../session/session.ts'
import { type InputOf, type ListProcedure, type ListSearch, listInput } from './list-search.ts'

/** Loads the data that `useList` of the same procedure will need at these search parameters. */
export async function prefetchList<Procedure extends ListProcedure, Data, Key extends QueryKey>(
  procedure: Procedure,
  search: ListSearch,
  queryOf: (input: InputOf<Procedure>) => QueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  const session = await queries.ensureQueryData(sessionQuery)
  const companyId = session && companyIdFor(session, search.company === undefined ? undefined : String(search.company))
  if (companyId) await queries.prefetchQuery(queryOf(listInput(procedure, search, companyId)) as never)
}
