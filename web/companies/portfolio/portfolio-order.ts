import type { CompanyCard } from 'contract/companies/companies.ts'
import { searchText } from 'contract/same-text.ts'

export const portfolioSorts = {
  name: 'Name',
  created: 'Newest first',
  people: 'Most people',
  parts: 'Most parts',
  lowStock: 'Most low stock',
  revenue: 'Highest revenue',
} as const
export type PortfolioSort = keyof typeof portfolioSorts

const orders: Record<PortfolioSort, (one: CompanyCard, other: CompanyCard) => number> = {
  name: (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }),
  created: (one, other) => other.createdAt.localeCompare(one.createdAt),
  people: (one, other) => other.peopleCount - one.peopleCount,
  parts: (one, other) => other.partCount - one.partCount,
  lowStock: (one, other) => other.lowStockCount - one.lowStockCount,
  revenue: (one, other) => (other.monthRevenue ?? -1) - (one.monthRevenue ?? -1),
}

/** The cards whose name or description matches the search, in the chosen order; ties are sorted by name. */
export function arrangeCompanies(companies: CompanyCard[], q: string, sort: PortfolioSort): CompanyCard[] {
  const sought = searchText(q.trim())
  return companies
    .filter(({ name, description }) => searchText(`${name}\n${description ?? ''}`).includes(sought))
    .sort((one, other) => orders[sort](one, other) || orders.name(one, other))
}
