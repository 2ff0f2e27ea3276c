import { useCan, useSession } from '../shared/session/session.ts'

/** Whether the reader sees all companies, and this is the one of the firm: their start. */
export function useIsFirmOfAll(companyId: string): boolean {
  const { companies } = useSession()
  return useCan('portfolio.read') && companies.some(({ id, isSbr }) => isSbr && id === companyId)
}
