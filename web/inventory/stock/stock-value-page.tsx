import { Button, TextInput } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { componentTypeLabels } from 'contract/inventory/bom.ts'
import { type ItemValue, stockValueContract, stockValueFields } from 'contract/inventory/movements.ts'
import { formatComputedCost, formatMoney } from 'contract/money.ts'
import { formatQuantity } from 'contract/units.ts'
import { api } from '../../shared/api/api.ts'
import { EmptyState } from '../../shared/feedback/empty-state.tsx'
import { formatDate } from '../../shared/format/dates.ts'
import { missing } from '../../shared/format/missing.tsx'
import { at } from '../../shared/page/at.ts'
import { type Column, headOf, nameWidths } from '../../shared/table/columns/columns.ts'
import { ListTable } from '../../shared/table/grid/list-table.tsx'
import { formatTotal } from '../../shared/table/grid/pager.tsx'
import { Count, ListPage } from '../../shared/table/list-page.tsx'
import { companyOnly } from '../../shared/table/list-search.ts'
import { useList } from '../../shared/table/list-state.ts'
import { ListExport, ListToolbar } from '../../shared/table/toolbar/list-toolbar.tsx'
import { StockFigure } from '../items/stock-figure.tsx'
import { recordAt } from './record-at.ts'
import classes from './stock-value-page.module.css'

const columns: Column<ItemValue>[] = [
  {
    ...headOf(stockValueFields, 'partNumber'),
    min: 8,
    phone: 'under',
    cell: ({ partNumber }) => <span className="code">{partNumber}</span>,
  },
  { ...headOf(stockValueFields, 'name'), ...nameWidths, phone: 'title', cell: ({ name }) => name },
  {
    ...headOf(stockValueFields, 'itemType'),
    isOptional: true,
    cell: ({ itemType }) => componentTypeLabels[itemType],
  },
  {
    ...headOf(stockValueFields, 'stockLevel'),
    text: ({ stockLevel, unit }) => formatQuantity(stockLevel, unit),
    cell: ({ stockLevel, unit }) => <StockFigure quantity={stockLevel} unit={unit} />,
  },
  {
    ...headOf(stockValueFields, 'cost'),
    width: '8rem',
    leaves: 1,
    cell: ({ cost }) => formatComputedCost(cost),
  },
  {
    ...headOf(stockValueFields, 'value'),
    width: '9rem',
    phone: 'end',
    cell: ({ value }) => formatMoney(value),
  },
]

/** /inventory/stock-value: what the stock of each item was worth at the end of a day. */
export function StockValuePage() {
  // A row opens its item.
  const list = useList(stockValueContract.list, '/inventory', 'stock-value')
  const stock = useQuery(api.stockValue.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const { data } = stock
  // The day stands in its own field, so it needs no chip.
  const { on, ...narrowing } = list.filters
  return (
    <ListPage
      title="Stock Value"
      counts={
        data && (
          <>
            {unrecordedWords(data) ? (
              <Count value={missing} label={unrecordedWords(data)} />
            ) : (
              <Count value={formatMoney(data.totalValue)} label="at cost" />
            )}
            <Count value={formatTotal(data)} label="items" />
          </>
        )
      }
      actions={
        <>
          <Button variant="default" component={Link} {...at('/inventory/movements', companyOnly)}>
            Movements
          </Button>
          <ListExport name="stock-value" list={list} columns={columns} known={stockValueFields} />
        </>
      }
    >
      <ListToolbar list={{ ...list, filters: narrowing }} label="Search items" columns={columns} filters={filters}>
        <TextInput
          type="date"
          className={classes.day}
          aria-label="At the end of"
          title="At the end of this day"
          value={on ?? data?.on ?? ''}
          max={data?.today}
          onChange={(event) => list.set({ on: event.currentTarget.value || undefined })}
        />
      </ListToolbar>
      <ListTable
        // A day hides nothing, so an empty day says why instead of 'Nothing matches'.
        list={{ ...list, isNarrowed: list.q !== '' || narrowing.itemType !== undefined }}
        nouns="items"
        query={stock}
        empty={<NoStock words={data ? unrecordedWords(data) : ''} />}
        label="Stock value"
        columns={columns}
        nameOf={({ name }) => name}
        recordOf={itemOf}
      />
    </ListPage>
  )
}

const itemOf = ({ itemType, id }: ItemValue) => recordAt(itemType, id)

const filters = { itemType: { label: 'Type', all: 'All types', choices: componentTypeLabels } }

/** A day before the first one in the log has no value: 0 would be a figure that nobody knows. */
const unrecordedWords = ({ on, recordedFrom }: { on: string; recordedFrom: string | null }) =>
  recordedFrom && on < recordedFrom ? `not recorded before ${formatDate(recordedFrom)}` : ''

const NoStock = ({ words }: { words: string }) => (
  <EmptyState icon={<IconCoins size={20} stroke={1.6} />} title="Nothing on this day">
    {words ? `Stock is ${words}.` : 'The company had no parts and no stock at the end of this day.'}
  </EmptyState>
)
