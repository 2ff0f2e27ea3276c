/** The parts of revenue that dashboards show (CONTRIBUTING.md). */
import { useCan } from '../shared/session/session.ts'
import { Revenue } from './revenue-block.tsx'
import { RevenueCards } from './revenue-cards.tsx'

export { RevenueCards }

/**
 * The revenue of the online store, for those who may see its orders and customers.
 * @param props.isQuiet shows nothing without a store, for a screen that says so elsewhere
 */
export function RevenueBlock({ companyId, isQuiet = false }: { companyId: string; isQuiet?: boolean }) {
  return useCan('revenue.read') ? <Revenue key={companyId} companyId={companyId} isQuiet={isQuiet} /> : null
}
