import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { Session } from 'contract/identity/session.ts'
import { type Action, reachOf } from 'contract/permissions.ts'
import { createContext, use, useEffect } from 'react'
import { api, client } from '../api/api.ts'
import { isStopped } from '../api/renewal.ts'
import { statusOf } from '../api/server-errors.ts'

/** The key of the session in the cache. */
export const sessionKey: readonly unknown[] = api.session.get.queryKey()

/** The key of the facts about the session that other people may change. */
export const accessKey: readonly unknown[] = api.session.check.queryKey()

/** The person who is signed in; null = nobody. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async (): Promise<Session | null> => {
    try {
      return await client.session.get()
    } catch (error) {
      if (statusOf(error) === 401 && !isStopped()) return null
      throw error
    }
  },
  staleTime: 60_000,
  // Another operator may change this person's rights. We notice on return to the tab, on any refusal, and by the watch below.
  refetchOnWindowFocus: 'always',
})

// A removed person who looks at the screen is signed out within five seconds, including the time of the answer.
const watchMs = 4_000

/**
 * Notices changes to the signed-in person: role, company, sale of the company, end of the session (a 401).
 * @param isLive whether the server tells of such changes; otherwise they are polled
 */
export function useAccessWatch(session: Session | null | undefined, isLive: boolean): void {
  const queries = useQueryClient()
  const options = { enabled: Boolean(session), refetchInterval: isLive ? (false as const) : watchMs }
  const { data: access } = useQuery(api.session.check.queryOptions(options))
  useEffect(() => {
    if (!access || !session) return
    const { role, companyId, companies } = session
    const isSame = access.role === role && access.companyId === companyId && access.companyCount === companies.length
    if (!isSame) void queries.invalidateQueries({ queryKey: sessionKey })
  }, [access, session, queries])
}

/** Whether the server refuses all changes now, because its disk is nearly full. */
export const useRefusedChanges = (): boolean =>
  useQuery(api.session.check.queryOptions({ enabled: false })).data?.refusesChanges ?? false

/** Set by the shell. A context, not the query: when the session ends, the screen keeps the last session until it unmounts. */
export const SignedIn = createContext<Session | null>(null)

/** The session of the signed-in person. Only below the shell. */
export function useSession(): Session {
  const session = use(SignedIn)
  if (!session) throw new Error('useSession was called outside the shell')
  return session
}

/** Whether the signed-in person may do an action at all. The server checks again. */
export function useCan(action: Action): boolean {
  return useSession().permissions.includes(action)
}

/** Whether somebody with these permissions may see what needs one of them; what needs none is for everybody. */
export const allows = (permissions: readonly Action[], needs: Action | undefined): boolean =>
  !needs || permissions.includes(needs)

/** Whether the person works in any company (and so has the company switcher). */
export const seesAllCompanies = (session: Session): boolean => reachOf(session.role, 'company.read') === 'all'

/** The company on screen: the person's own, or, for people who see all, the one in the address (path before search parameter). */
export function useCompanyId(): string {
  const session = useSession()
  const { company } = useSearch({ strict: false })
  const { companyId: ofPath } = useParams({ strict: false }) as { companyId?: string }
  const companyId = companyIdFor(session, ofPath ?? (typeof company === 'string' ? company : undefined))
  if (!companyId) throw new Error('A person without a role has no company')
  return companyId
}

export function useCompany(): Session['companies'][number] | undefined {
  const companyId = useCompanyId()
  return useSession().companies.find((company) => company.id === companyId)
}

/** The time zone of all times on screen: that of the company on screen. */
export const useTimeZone = (): string => useCompany()?.timeZone ?? 'UTC'

/** @param chosen the company in the address, if any */
export function companyIdFor(session: Session, chosen: string | undefined): string | null {
  if (!seesAllCompanies(session)) return session.companyId
  const isListed = (id: string | null | undefined) => session.companies.some((company) => company.id === id)
  return [chosen, localStorage.getItem('company')].find(isListed) ?? session.companyId
}
