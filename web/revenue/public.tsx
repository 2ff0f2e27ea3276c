/** The parts of revenue that dashboards show (CONTRIBUTING.md). */
import { useCan } from '../shared/session/session.ts'
import { Revenue } from './revenue-block.tsx'
import { RevenueCards } from './revenue-cards.tsx'

export { RevenueCards }

/** The revenue of the online store, for those who may see its orders and customers. */
export function RevenueBlock({ companyId }: { companyId: string }) {
  return useCan('revenue.read') ? <Revenue key={companyId} companyId={companyId} /> : null
}
