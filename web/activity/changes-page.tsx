import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  type ChangedKind,
  type CompanyChange,
  changedFields,
  changedKindOf,
  changedKinds,
  changeFields,
  changesContract,
} from 'contract/activity/changes.ts'
import { importSentence } from 'contract/activity/imported.ts'
import { useMemo } from 'react'
import { api } from '../shared/api/api.ts'
import { EmptyState } from '../shared/feedback/empty-state.tsx'
import { wordsOf } from '../shared/format/field-words.ts'
import { loggedText } from '../shared/format/logged-value.ts'
import { Moment } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { useStableHandlers } from '../shared/page/stable-handlers.ts'
import { MemberName } from '../shared/session/member-name.tsx'
import { PersonInput } from '../shared/session/member-select.tsx'
import { useCan, useTimeZone } from '../shared/session/session.ts'
import { type Column, headOf, nameWidths } from '../shared/table/columns/columns.ts'
import { ListScreen } from '../shared/table/list-screen.tsx'
import { companyOnly } from '../shared/table/list-search.ts'
import { type List, useList } from '../shared/table/list-state.ts'
import type { RowAction } from '../shared/table/rows/row-actions.tsx'
import { dayFilters, type Filters } from '../shared/table/toolbar/filters.tsx'
import { ListExport } from '../shared/table/toolbar/list-toolbar.tsx'
import classes from './changes-page.module.css'
import { lastMonthIn } from './last-month.ts'
import { UndoButton, useUndo } from './undo-button.tsx'
import type { Together } from './undo-question.tsx'

/** The screens at which a record of a kind opens; other kinds are seen at the record that they belong to. */
const places: Record<string, string> = {
  part: '/inventory/parts',
  assembly: '/inventory/assemblies',
  product: '/inventory/products',
  vendor: '/inventory/vendors',
  task: '/tasks',
  sop: '/sops',
  time_entry: '/time-clock',
}

/** What changed: the field, or for a whole record what happened to it. */
const whatOf = ({
  entityType,
  fieldChanged,
  action,
  description,
  changeSetKind,
  imported,
  isUndone,
}: CompanyChange): string => {
  if (imported) return isUndone ? 'Undone' : ''
  if (fieldChanged) return wordsOf(entityType, fieldChanged) + (isUndone ? ' (undone)' : '')
  if (action === 'created' && changeSetKind === 'undo') return 'Restored'
  return action === 'created' ? 'Added' : action === 'deleted' ? 'Removed' : description
}

function Value({ of, value }: { of: CompanyChange; value: string | null }) {
  const zone = useTimeZone()
  return of.fieldChanged && !of.imported ? loggedText(of.entityType, of.fieldChanged, value, zone, of.unit) : ''
}

const kindOf = ({ imported, entityType }: CompanyChange) => (imported ? 'Import' : changedKindOf(entityType))

/** An import has no field: its Undo stands there, in sight. */
const whatOrUndo = (change: CompanyChange) =>
  change.imported && change.canUndo ? <UndoButton of={change} label={`Undo: ${nameOf(change)}`} /> : whatOf(change)

const columns: Column<CompanyChange>[] = [
  {
    ...headOf(changeFields, 'entityName'),
    ...nameWidths,
    narrow: 11,
    isLink: true,
    text: nameOf,
    cell: (change) => <Record of={change} />,
  },
  { ...headOf(changeFields, 'fieldChanged'), min: 6, phone: 'under', cell: whatOrUndo },
  {
    ...headOf(changeFields, 'oldValue'),
    min: 6,
    leaves: 3,
    cell: (change) => <Value of={change} value={change.oldValue} />,
  },
  {
    ...headOf(changeFields, 'newValue'),
    min: 8,
    phone: 'end',
    cell: (change) => <Value of={change} value={change.newValue} />,
  },
  { ...headOf(changeFields, 'userName'), min: 7, leaves: 2, cell: ({ userName }) => userName ?? 'System' },
  { ...headOf(changeFields, 'createdAt'), min: 11, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { ...headOf(changeFields, 'entityType'), min: 6, leaves: 1, cell: kindOf },
]

/** The address of the record; undefined when it cannot be opened. */
function placeOf({ recordType, recordId, action, entityType, imported }: CompanyChange): string | undefined {
  if (imported) return
  const isGone = action === 'deleted' && recordType === entityType
  return places[recordType] && !isGone ? `${places[recordType]}/${recordId}` : undefined
}

/** A time entry, for example, has no name of its own. */
function nameOf({ entityName, entityType, imported }: CompanyChange): string {
  if (imported) return importSentence(imported)
  return entityName ?? changedKindOf(entityType)
}

function Record({ of }: { of: CompanyChange }) {
  const name = nameOf(of)
  const place = placeOf(of)
  if (of.imported) return <ImportLine of={of} />
  if (!place) return <span>{name}</span>
  return (
    <Link {...at(place, companyOnly)} className={`text-plain font-medium no-underline ${classes.record}`} data-row-link>
      {name}
    </Link>
  )
}

/** All changes of an import as one line, with the way to past imports. */
function ImportLine({ of }: { of: CompanyChange }) {
  const canImport = useCan('inventory.import')
  const name = nameOf(of)
  if (!canImport) return name
  return (
    <Link
      {...at('/inventory/summary', pastImports)}
      className={`text-plain font-medium no-underline ${classes.record}`}
      data-row-link
    >
      {name}
    </Link>
  )
}

const pastImports = (before: { company?: string }) => ({ ...companyOnly(before), tab: 'transfer' })

const fieldChoices = Object.fromEntries(Object.entries(changedFields).map(([key, { label }]) => [key, label]))

const filters: Filters = {
  field: { label: 'Field', all: 'All fields', choices: fieldChoices },
  kind: { label: 'Kind', all: 'All kinds', choices: changedKinds },
  userId: { label: 'Person', Input: PersonInput, Value: MemberName },
  ...dayFilters,
}

/** /inventory/changes: who changed what in the company, by person, kind of record, field and date. */
export function ChangesPage() {
  const list = useList(changesContract.list, '/inventory/changes')
  const changes = useQuery(api.changes.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const { data } = changes
  const navigate = useNavigate()
  const undoing = useUndo<CompanyChange>(({ changeSetId }) =>
    togetherOf((data?.items ?? []).filter((each) => each.changeSetId === changeSetId)),
  )
  const { run } = useStableHandlers({ run: undoing.run })
  const actions = useMemo(() => undoActions(run), [run])
  const canUndo = useCan('activity.undo')
  const open = (id?: string) => {
    const change = data?.items.find((each) => each.id === id)
    const place = change && placeOf(change)
    if (change?.imported) void navigate(at('/inventory/summary', pastImports))
    else if (place) void navigate(at(place, companyOnly))
  }
  return (
    <ListScreen
      title="Changes"
      buttons={<ListExport name="changes" list={list} columns={columns} known={changeFields} />}
      lead={<Shortcuts list={list} />}
      search="Search names"
      filters={filters}
      list={{ ...list, open }}
      nouns="changes"
      query={changes}
      empty={<NoChanges />}
      columns={columns}
      nameOf={(change) => `the change of ${nameOf(change)}`}
      {...(canUndo && { actions })}
    >
      {undoing.dialog}
    </ListScreen>
  )
}

/** 'Cost of Nut'. */
const inWords = (change: CompanyChange) => `${whatOf(change)} of ${nameOf(change)}`

/** The shown changes of a set: all of a few or of one record, else one of each of the first three records. */
function togetherOf(changes: CompanyChange[]): Together {
  const ofEach = changes.filter(({ recordId }, at) => changes.findIndex((each) => each.recordId === recordId) === at)
  const isFew = changes.length <= 5 || ofEach.length === 1
  const [kind, ...others] = new Set(changes.map(({ recordType }) => recordType))
  const nouns = others.length === 0 ? changedKinds[kind as ChangedKind] : undefined
  return {
    names: (isFew ? changes : ofEach.slice(0, 3)).map(inWords),
    records: isFew ? ofEach.length : 3,
    isMany: changes.length > 1,
    nouns: nouns?.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()),
  }
}

/** An import has its Undo in its line. */
const undoActions = (run: (change: CompanyChange) => void): RowAction<CompanyChange>[] => {
  const offered = ({ canUndo, imported }: CompanyChange) => canUndo && !imported
  const undo = { inRow: true as const, run }
  return [
    {
      ...{ ...undo, label: 'Undo', icon: IconArrowBackUp, keyName: 'U' },
      isFor: (change) => offered(change) && change.changeSetKind !== 'undo',
    },
    {
      ...{ ...undo, label: 'Redo', icon: IconArrowForwardUp },
      isFor: (change) => offered(change) && change.changeSetKind === 'undo',
    },
  ]
}

/** The questions that are asked most, one press each. Above the chosen filters, which would push them away between two presses. */
function Shortcuts({ list }: { list: List }) {
  const { field, from, to } = list.filters
  const month = lastMonthIn(useTimeZone())
  const isLastMonth = from === month.from && to === month.to
  const off = { from: undefined, to: undefined }
  return (
    <div className={`flex gap-2 ${classes.shortcuts}`}>
      <Button
        size="compact-sm"
        variant="default"
        aria-pressed={field === 'price'}
        onClick={() => list.set({ field: field === 'price' ? undefined : 'price' })}
      >
        Prices
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-pressed={isLastMonth}
        onClick={() => list.set(isLastMonth ? off : month)}
      >
        Last Month
      </Button>
    </div>
  )
}

const NoChanges = () => (
  <EmptyState icon={<IconHistory size={20} stroke={1.6} />} title="No changes yet">
    Every change appears here: who, what, old and new value, when.
  </EmptyState>
)
