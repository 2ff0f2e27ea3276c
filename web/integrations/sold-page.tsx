import { IconShoppingCart } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type SoldItem,
  soldFields,
  soldPeriods,
  soldTypeLabels,
  unitsSoldContract,
  usualPeriod,
} from 'contract/revenue/units-sold.ts'
import { formatQuantity } from 'contract/units.ts'
import { api } from '../shared/api/api.ts'
import { EmptyState } from '../shared/feedback/empty-state.tsx'
import { missing } from '../shared/format/missing.tsx'
import { type Column, headOf, nameWidths } from '../shared/table/columns/columns.ts'
import { formatTotal } from '../shared/table/grid/pager.tsx'
import { Count } from '../shared/table/list-page.tsx'
import { ListScreen } from '../shared/table/list-screen.tsx'
import { useList } from '../shared/table/list-state.ts'
import type { Filters } from '../shared/table/toolbar/filters.tsx'
import { ListExport } from '../shared/table/toolbar/list-toolbar.tsx'

const count = (number: number | null) => number?.toLocaleString('en-US') ?? missing

const measured = (quantity: number | null, unit: string) =>
  quantity === null ? missing : formatQuantity(quantity, unit)

const columns: Column<SoldItem>[] = [
  {
    ...headOf(soldFields, 'number'),
    min: 7,
    phone: 'under',
    cell: ({ number }) => <span className="code">{number}</span>,
  },
  { ...headOf(soldFields, 'name'), ...nameWidths, phone: 'title', cell: ({ name }) => name },
  { ...headOf(soldFields, 'type'), width: '6rem', cell: ({ type }) => soldTypeLabels[type] },
  { ...headOf(soldFields, 'sold'), width: '6.5rem', cell: ({ sold, unit }) => measured(sold, unit) },
  { ...headOf(soldFields, 'soldItself'), width: '6.5rem', leaves: 2, cell: ({ soldItself }) => count(soldItself) },
  {
    ...headOf(soldFields, 'inOthers'),
    width: '8.5rem',
    leaves: 1,
    cell: ({ inOthers, unit }) => measured(inOthers, unit),
  },
  { ...headOf(soldFields, 'onHand'), width: '6rem', cell: ({ onHand, unit }) => measured(onHand, unit) },
  { ...headOf(soldFields, 'lastsDays'), width: '7rem', cell: ({ lastsDays }) => count(lastsDays) },
]

const { [usualPeriod]: usual, ...otherPeriods } = soldPeriods
const filters: Filters = {
  days: { label: 'Period', all: `Last ${usual}`, choices: otherPeriods },
  type: { label: 'Type', all: 'Products and parts', choices: soldTypeLabels },
  low: { label: 'Stock', all: 'Any stock', choices: { yes: 'Low stock' } },
}

/** /integrations/sold: units that the online store has sold, by product and by part. */
export function SoldPage() {
  // A row opens its product or part.
  const list = useList(unitsSoldContract.list, '/inventory', 'units-sold')
  const sold = useQuery(api.unitsSold.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const { data } = sold
  return (
    <ListScreen
      title="Units Sold"
      counts={data && <Count value={formatTotal(data)} label={list.isNarrowed ? 'found' : 'products and parts'} />}
      buttons={<ListExport name="units-sold" list={list} columns={columns} known={soldFields} />}
      filters={filters}
      notice={data && data.unknown.units > 0 && <Unknown {...data.unknown} />}
      list={list}
      nouns="products and parts"
      query={sold}
      empty={
        <EmptyState icon={<IconShoppingCart size={20} stroke={1.6} />} title="Nothing was sold in this period">
          Store orders, counted by product, and by part through its BOMs.
        </EmptyState>
      }
      label="Units sold"
      columns={columns}
      nameOf={({ name }) => name}
      recordOf={({ type, id }) => `${type}s/${id}`}
    />
  )
}

/** Sales that the list cannot have. */
const Unknown = ({ units, titles }: { units: number; titles: number }) => (
  <p>
    {units.toLocaleString('en-US')} more {units === 1 ? 'unit' : 'units'} of {titles.toLocaleString('en-US')}{' '}
    {titles === 1 ? 'title' : 'titles'} belong to no product here: give the product the same SKU, or link it to the
    product of the store.
  </p>
)
