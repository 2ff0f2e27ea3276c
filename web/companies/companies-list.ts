import { type CompanyCard, companyStatuses, companyTypes } from 'contract/companies/companies.ts'
import { pageQuery } from 'contract/list.ts'
import { searchText } from 'contract/same-text.ts'
import { z } from 'zod'
import type { List } from '../shared/table/list-state.ts'

const sortKeys = ['name', 'type', 'parentName', 'status', 'createdAt'] as const

/** The state that the table keeps in the URL. The browser has the whole portfolio, so it searches and sorts here. */
export const companiesQuery = {
  '~orpc': {
    inputSchema: pageQuery(sortKeys, {
      status: z.enum(companyStatuses).optional(),
      type: z.enum(companyTypes).optional(),
    }),
  },
}

type Asked = Pick<List, 'q' | 'sort' | 'order' | 'page' | 'pageSize' | 'filters'>

/** The requested page of the table. */
export function pageOfCompanies(companies: CompanyCard[], { q, sort, order, page, pageSize, filters }: Asked) {
  const key = sort as (typeof sortKeys)[number]
  const sought = searchText(q)
  const sign = order === 'asc' ? 1 : -1
  const compare = (one: CompanyCard, other: CompanyCard) =>
    sign * (one[key] ?? '').localeCompare(other[key] ?? '', 'en', { numeric: true }) ||
    one.name.localeCompare(other.name, 'en', { numeric: true })
  const found = companies
    .filter(({ status, type }) => (filters.status ?? status) === status && (filters.type ?? type) === type)
    .filter(({ name, description, parentName }) =>
      [name, description, parentName].some((text) => text && searchText(text).includes(sought)),
    )
    .sort(compare)
  return { items: found.slice((page - 1) * pageSize, page * pageSize), total: found.length, isCapped: false }
}
