import { Button } from '@mantine/core'
import { IconBriefcase, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type CompanyCard,
  companyStatuses,
  companyStatusLabels,
  companyTypeLabels,
  companyTypes,
} from 'contract/companies/companies.ts'
import { pageQuery } from 'contract/list.ts'
import { searchText } from 'contract/same-text.ts'
import { z } from 'zod'
import { api } from '../shared/api/api.ts'
import { EmptyState } from '../shared/feedback/empty-state.tsx'
import { Day } from '../shared/format/moment.tsx'
import { CompanyDot } from '../shared/session/company-monogram.tsx'
import { type Column, nameWidths } from '../shared/table/columns/columns.ts'
import { Count } from '../shared/table/list-page.tsx'
import { ListScreen } from '../shared/table/list-screen.tsx'
import { type List, useList } from '../shared/table/list-state.ts'
import type { Filters } from '../shared/table/toolbar/filters.tsx'
import { CompanyStatus } from './company-status.tsx'

const columns: Column<CompanyCard>[] = [
  {
    key: 'name',
    title: 'Name',
    isSortable: true,
    ...nameWidths,
    min: 12,
    cell: (company) => <Name company={company} />,
  },
  { key: 'type', title: 'Type', isSortable: true, width: '6.5rem', cell: ({ type }) => companyTypeLabels[type] },
  { key: 'parentName', title: 'Parent Company', isSortable: true, leaves: 2, cell: ({ parentName }) => parentName },
  {
    key: 'status',
    title: 'Status',
    isSortable: true,
    width: '6.5rem',
    cell: ({ status }) => <CompanyStatus status={status} />,
  },
  { key: 'description', title: 'Description', min: 8, leaves: 1, cell: ({ description }) => description },
  {
    key: 'createdAt',
    title: 'Created',
    isSortable: true,
    width: '7.5rem',
    phone: 'off',
    cell: ({ createdAt, timeZone }) => <Day at={createdAt} timeZone={timeZone} />,
  },
]

const Name = ({ company: { id, name } }: { company: CompanyCard }) => (
  <span className="inline-row gap-2">
    <CompanyDot companyId={id} /> {name}
  </span>
)

const filters: Filters = {
  status: { label: 'Status', all: 'All statuses', choices: companyStatusLabels },
  type: { label: 'Type', all: 'All types', choices: companyTypeLabels },
}

/** /admin/companies: the tab Company Management. */
export function CompaniesPage() {
  const list = useList(companiesQuery, '/admin/companies')
  const { data, error, refetch } = useQuery(api.companies.list.queryOptions())
  const page = data && pageOfCompanies(data.items, list)
  return (
    <ListScreen
      title="Companies"
      isSection
      counts={page && <Count value={String(page.total)} label={list.isNarrowed ? 'found' : 'total'} />}
      buttons={
        <Button leftSection={<IconPlus size={15} />} onClick={() => list.open('new')}>
          Create Company
        </Button>
      }
      filters={filters}
      list={list}
      nouns="companies"
      query={{ data: page, error, refetch, isPlaceholderData: false }}
      empty={<NoCompanies />}
      columns={columns}
      nameOf={(company) => company.name}
    />
  )
}

const NoCompanies = () => (
  <EmptyState icon={<IconBriefcase size={20} stroke={1.6} />} title="No companies yet">
    Create the first one.
  </EmptyState>
)

const sortKeys = ['name', 'type', 'parentName', 'status', 'createdAt'] as const

/** The state that the table keeps in the URL. The browser has the whole portfolio, so it searches and sorts here. */
const companiesQuery = {
  '~orpc': {
    inputSchema: pageQuery(sortKeys, {
      status: z.enum(companyStatuses).optional(),
      type: z.enum(companyTypes).optional(),
    }),
  },
}

type PageRequest = Pick<List, 'q' | 'sort' | 'order' | 'page' | 'pageSize' | 'filters'>

/** The requested page of the table. */
function pageOfCompanies(companies: CompanyCard[], { q, sort, order, page, pageSize, filters }: PageRequest) {
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
