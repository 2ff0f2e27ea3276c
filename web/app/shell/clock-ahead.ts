import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { api } from '../../shared/api/api.ts'
import { queries } from '../../shared/api/queries.ts'
import { savesData } from '../../shared/page/later.tsx'
import { allows, companyIdFor, sessionQuery } from '../../shared/session/session.ts'

/**
 * Loads the screen of the clock with its dialogs and answers before anybody opens it, because the clock works without a connection. Not for
 * people without a clock, and not on a metered connection.
 */
export async function loadClock({ routesByPath, latestLocation }: AnyRouter): Promise<void> {
  const session = await queries.ensureQueryData(sessionQuery).catch(() => null)
  if (!session || savesData() || !allows(session.permissions, 'time.clock')) return
  const clock: AnyRoute = routesByPath['/time-clock']
  for (const { options } of [clock, ...(clock.children as AnyRoute[])])
    if (allows(session.permissions, options.staticData?.needs)) void (options.component as Loaded).preload?.()
  const companyId = companyIdFor(session, latestLocation.search.company)
  if (!companyId) return
  // For as long as the page lives: nothing on the screen keeps them.
  const kept = { input: { companyId }, gcTime: Number.POSITIVE_INFINITY }
  void queries.prefetchQuery(api.timeEntries.active.queryOptions(kept))
  void queries.prefetchQuery(api.timeEntries.list.queryOptions(kept))
}

type Loaded = { preload?: () => Promise<void> }
