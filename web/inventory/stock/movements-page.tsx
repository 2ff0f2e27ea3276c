import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowsExchange } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { componentTypeLabels } from 'contract/inventory/bom.ts'
import { type CompanyMovement, movementFields, movementsContract } from 'contract/inventory/movements.ts'
import { movementReasonLabels } from 'contract/inventory/stock.ts'
import { formatQuantity } from 'contract/units.ts'
import { useMemo } from 'react'
import { api } from '../../shared/api/api.ts'
import { EmptyState } from '../../shared/feedback/empty-state.tsx'
import { Moment } from '../../shared/format/moment.tsx'
import { at } from '../../shared/page/at.ts'
import { MemberName } from '../../shared/session/member-name.tsx'
import { PersonInput } from '../../shared/session/member-select.tsx'
import { useCan, useCompany } from '../../shared/session/session.ts'
import { type Column, headOf } from '../../shared/table/columns/columns.ts'
import { ListScreen } from '../../shared/table/list-screen.tsx'
import { companyOnly } from '../../shared/table/list-search.ts'
import { useList } from '../../shared/table/list-state.ts'
import type { RowAction } from '../../shared/table/rows/row-actions.tsx'
import { dayFilters, type Filters } from '../../shared/table/toolbar/filters.tsx'
import { ListExport } from '../../shared/table/toolbar/list-toolbar.tsx'
import { PlaceCode } from '../locations/place-select.tsx'
import { signed } from './posted.ts'
import { recordAt } from './record-at.ts'
import { isReversible, useReversal } from './reverse-movement.tsx'

const typeColumn: Column<CompanyMovement> = {
  ...headOf(movementFields, 'itemType'),
  isOptional: true,
  cell: ({ itemType }) => componentTypeLabels[itemType],
}

const allColumns: Column<CompanyMovement>[] = [
  {
    ...headOf(movementFields, 'partNumber'),
    min: 7,
    phone: 'under',
    cell: (movement) => <PartNumber of={movement} />,
  },
  {
    ...headOf(movementFields, 'partName'),
    min: 10,
    grows: true,
    phone: 'title',
    cell: ({ partName, itemType }) => partName ?? `Deleted ${itemType}`,
  },
  typeColumn,
  { ...headOf(movementFields, 'createdAt'), min: 11, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    ...headOf(movementFields, 'delta'),
    min: 5.5,
    phone: 'end',
    text: ({ delta, unit }) => signed(delta, unit),
    cell: ({ delta, unit }) => <span className={delta < 0 ? 'text-danger' : undefined}>{signed(delta, unit)}</span>,
  },
  {
    ...headOf(movementFields, 'balance'),
    leaves: 3,
    cell: ({ balance, unit }) => formatQuantity(balance, unit),
  },
  {
    ...headOf(movementFields, 'reason'),
    min: 8,
    leaves: 6,
    cell: ({ delta, reason }) =>
      reason === 'moved' ? `Moved ${delta < 0 ? 'out' : 'in'}` : movementReasonLabels[reason],
  },
  { ...headOf(movementFields, 'locationCode'), min: 6, leaves: 5, cell: ({ locationCode }) => locationCode },
  { ...headOf(movementFields, 'lotNumber'), min: 5, leaves: 4, cell: ({ lotNumber }) => lotNumber },
  { ...headOf(movementFields, 'note'), min: 8, leaves: 1, cell: ({ note }) => note },
  { ...headOf(movementFields, 'userName'), min: 7, leaves: 2, cell: ({ userName }) => userName ?? 'System' },
]

/** Without what is of places and lots in a company that has none. */
function useWords() {
  const { hasPlaces = false, hasLots = false } = useCompany() ?? {}
  return useMemo(() => {
    const unused = [...(hasPlaces ? [] : ['locationCode']), ...(hasLots ? [] : ['lotNumber'])]
    const { moved, ...reasons } = movementReasonLabels
    return {
      columns: allColumns.filter(({ key }) => !unused.includes(key)),
      filters: {
        ...allFilters,
        reason: { ...allFilters.reason, choices: { ...reasons, ...(hasPlaces && { moved }) } },
      },
    }
  }, [hasPlaces, hasLots])
}

const itemOf = ({ itemType, itemId }: CompanyMovement) => recordAt(itemType, itemId)
const nameOf = ({ partNumber, itemType }: CompanyMovement) => `the movement of ${partNumber ?? `a deleted ${itemType}`}`

const allFilters = {
  itemType: { label: 'Type', all: 'All types', choices: componentTypeLabels },
  reason: { label: 'Reason', all: 'All reasons', choices: movementReasonLabels },
  userId: { label: 'Person', Input: PersonInput, Value: MemberName },
  ...dayFilters,
  // By the links of a place and of a lot.
  locationId: { label: 'Place', Value: PlaceCode },
  lotNumber: { label: 'Lot', Value: ({ id }) => id },
} satisfies Filters

/** /inventory/movements: what changed the stock of all items, newest first. */
export function MovementsPage() {
  // A row opens its item.
  const list = useList(movementsContract.list, '/inventory', 'movements')
  const movements = useQuery(api.movements.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const seesValue = useCan('figures.read')
  const actions = useActions()
  const { columns, filters } = useWords()
  return (
    <ListScreen
      title="Stock Movements"
      buttons={
        <>
          {seesValue && (
            <Button variant="default" component={Link} {...at('/inventory/stock-value', companyOnly)}>
              Stock Value
            </Button>
          )}
          <ListExport name="movements" list={list} columns={columns} known={movementFields} />
        </>
      }
      search="Search items"
      filters={filters}
      list={list}
      nouns="movements"
      query={movements}
      empty={<NoMovements />}
      label="Stock movements"
      columns={columns}
      nameOf={nameOf}
      recordOf={itemOf}
      actions={actions}
    />
  )
}

/** For people who may move stock. */
function useActions(): RowAction<CompanyMovement>[] | undefined {
  const { mutate } = useReversal()
  const canMove = useCan('stock.move')
  return useMemo(
    () =>
      canMove
        ? [
            {
              label: 'Reverse',
              icon: IconArrowBackUp,
              inRow: true,
              isFor: isReversible,
              run: (movement) => mutate(movement),
            },
          ]
        : undefined,
    [canMove, mutate],
  )
}

const PartNumber = ({ of: { partNumber, isThere, itemType } }: { of: CompanyMovement }) =>
  isThere ? (
    <span className="code">{partNumber}</span>
  ) : (
    <span className="text-muted">{partNumber ?? `Deleted ${itemType}`}</span>
  )

const NoMovements = () => (
  <EmptyState icon={<IconArrowsExchange size={20} stroke={1.6} />} title="No movements yet">
    Every stock change appears here: received, used, counted, imported or edited, by whom and when.
  </EmptyState>
)
