/** The parts of revenue that dashboards show (CONTRIBUTING.md). */
import type { ReactNode } from 'react'
import { useCan } from '../shared/session/session.ts'
import { Revenue } from './revenue-block.tsx'
import { RevenueCards } from './revenue-cards.tsx'

export { RevenueCards }

/**
 * The revenue of the online store, for those who may see its orders and customers.
 * @param props.without what stands there while the store has no orders, if the block's own words do not
 */
export function RevenueBlock({ companyId, without }: { companyId: string; without?: ReactNode }) {
  return useCan('revenue.read') ? <Revenue key={companyId} companyId={companyId} without={without} /> : null
}
