import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconClock, IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { reachOf } from 'contract/permissions.ts'
import { type TimeEntryPage, timeEntriesContract } from 'contract/time-clock/time-entries.ts'
import { timeEntryFields } from 'contract/time-clock/time-entry-fields.ts'
import { hoursAndMinutes } from 'contract/time-clock/worked-time.ts'
import { Suspense, useCallback, useMemo } from 'react'
import { api } from '../shared/api/api.ts'
import { EmptyState } from '../shared/feedback/empty-state.tsx'
import { at } from '../shared/page/at.ts'
import { lazy } from '../shared/page/code.ts'
import { useKeys } from '../shared/page/keys.ts'
import { useStableHandlers } from '../shared/page/stable-handlers.ts'
import { steady } from '../shared/page/steady.ts'
import { MemberFilter } from '../shared/session/member-select.tsx'
import { useCan, useSession } from '../shared/session/session.ts'
import { ListTable } from '../shared/table/grid/list-table.tsx'
import { Count, ListPage } from '../shared/table/list-page.tsx'
import { type List, useList } from '../shared/table/list-state.ts'
import { type RowAction, useRowActions } from '../shared/table/rows/row-actions.tsx'
import { ListExport } from '../shared/table/toolbar/list-toolbar.tsx'
import { ClockCard } from './clock/clock-card.tsx'
import { useWaitingPresses } from './clock/press-queue.ts'
import { useServerClock } from './clock/server-clock.ts'
import { pageAfter, type ShownEntry, type ShownPage } from './clock/waiting-entries.ts'
import { addDays, dayName } from './company-time.ts'
import head from './entries/entries-header.module.css'
import { entryColumns } from './entries/entry-columns.tsx'
import classes from './time-clock.module.css'

/** Nobody opens the menu Export at once. */
const SheetFiles = lazy(async () => ({ default: (await import('./sheets/sheet-files.tsx')).SheetFiles }))

/** The entries of a day. The day cannot be cleared like a filter: there always is one. */
function useEntryList() {
  const list = useList(timeEntriesContract.list, '/time-clock')
  const { from, to, ...filters } = list.filters
  return { ...list, filters, isNarrowed: list.q !== '' || Object.keys(filters).length > 0 }
}

export function TimeClockPage() {
  const list = useEntryList()
  const { presses } = useWaitingPresses()
  const select = useCallback((page: TimeEntryPage) => pageAfter(presses, page), [presses])
  const entries = useQuery(
    api.timeEntries.list.queryOptions({
      input: list.input,
      placeholderData: keepPreviousData,
      refetchInterval: 30_000,
      select,
    }),
  )
  const { data, dataUpdatedAt } = entries
  const seesOthers = reachOf(useSession().role, 'time.read') !== 'own'
  const canClock = useCan('time.clock')
  const canEdit = useCan('time.edit')
  const isRemoved = list.filters.isRemoved === 'true'
  const further = useProposing(list)
  const actions = useRowActions<ShownEntry>({ list, mayChange: canEdit && !isRemoved, further })
  useKeys(canEdit ? { n: () => list.open('new') } : {})
  const columns = useMemo(() => entryColumns(data, dataUpdatedAt, seesOthers), [data, dataUpdatedAt, seesOthers])
  return (
    <ListPage
      title="Time Clock"
      actions={
        <ListExport name="time-entries" list={list} columns={columns} known={timeEntryFields}>
          {seesOthers && (
            <Suspense>
              <SheetFiles />
            </Suspense>
          )}
        </ListExport>
      }
    >
      <div className={classes.pieces} ref={steady}>
        {canClock && <ClockCard />}
        <EntriesHeader list={list} page={data} receivedAt={dataUpdatedAt} hasPerson={seesOthers} />
        <ListTable
          list={list}
          nouns="time entries"
          query={entries}
          empty={<NoEntries seesOthers={seesOthers} isOneDay={data?.from === data?.to} />}
          label="Time entries"
          columns={columns}
          nameOf={(entry) => `the entry of ${entry.userName ?? 'No name'}`}
          actions={actions}
        />
      </div>
      <Outlet />
    </ListPage>
  )
}

/** For people who may not edit entries: proposes a correction of one of their own. */
function useProposing({ open }: Pick<List, 'open'>): RowAction<ShownEntry>[] {
  const canPropose = useCan('time.propose')
  const canEdit = useCan('time.edit')
  const { user } = useSession()
  const propose = useStableHandlers({ run: ({ id }: ShownEntry) => open(`${id}/propose`) })
  return useMemo(
    () =>
      canPropose && !canEdit
        ? [
            {
              label: 'Propose a Correction',
              icon: IconPencil,
              isFor: ({ userId, removedAt }) => userId === user.id && removedAt === null,
              run: (entry) => propose.run(entry),
            },
          ]
        : [],
    [canPropose, canEdit, user.id, propose],
  )
}

/** The button to add a missing entry, or to propose it. */
function MissingEntry() {
  const canEdit = useCan('time.edit')
  const canPropose = useCan('time.propose')
  if (!canEdit && !canPropose) return null
  return (
    <Button
      variant="default"
      size="xs"
      component={Link}
      {...at(canEdit ? '/time-clock/new' : '/time-clock/propose', true)}
    >
      {canEdit ? 'Add Time Entry' : 'Propose a Missing Entry'}
    </Button>
  )
}

type HeaderProps = {
  list: Pick<List, 'set' | 'filters'>
  page: ShownPage | undefined
  receivedAt: number
  hasPerson: boolean
}

/** The day with links to other days, the choice of the person, and the total time worked. */
function EntriesHeader({ list, page, receivedAt, hasPerson }: HeaderProps) {
  const now = useServerClock(page?.now, receivedAt)
  const today = page && now ? new Date(now).toLocaleDateString('en-CA', { timeZone: page.timeZone }) : undefined
  const isToday = page?.from === today && page?.to === today
  const show = (day: string | undefined) =>
    list.set({ from: day === today ? undefined : day, to: day === today ? undefined : day })
  return (
    <div className="row flex-wrap flex-none gap-x-3 gap-y-2">
      <h2 className="m-0">{isToday || !page ? "Today's Entries" : `Entries of ${periodName(page)}`}</h2>
      {page && <Count value={hoursAndMinutes(workedNow(page, now, isToday))} label="worked" />}
      <div className={`row flex-wrap gap-2 ml-auto ${head.choices}`}>
        {hasPerson && (
          <MemberFilter
            className={head.filter ?? ''}
            size="xs"
            value={list.filters.userId ?? null}
            onChange={(userId) => list.set({ userId: userId ?? undefined })}
          />
        )}
        <DayChoice page={page} today={today} onShow={show} />
        <MissingEntry />
        <RemovedChoice list={list} />
      </div>
    </div>
  )
}

/** Few people ever look for a removed entry. While only those are shown, a button says so and leads back. */
function RemovedChoice({ list }: Pick<HeaderProps, 'list'>) {
  if (list.filters.isRemoved === 'true')
    return (
      <Button
        variant="light"
        size="xs"
        rightSection={<IconX size={14} />}
        onClick={() => list.set({ isRemoved: undefined })}
      >
        Removed Entries Only
      </Button>
    )
  return (
    <ActionIcon
      variant="default"
      aria-label="Removed entries only"
      title="Removed entries only"
      onClick={() => list.set({ isRemoved: 'true' })}
    >
      <IconTrash size={16} stroke={1.6} />
    </ActionIcon>
  )
}

type DayChoiceProps = {
  page: ShownPage | undefined
  today: string | undefined
  onShow: (day: string | undefined) => void
}

/** There before its day is known, so that nothing beside it moves. */
function DayChoice({ page, today, onShow }: DayChoiceProps) {
  return (
    <div className={`row gap-1-5 ${head.days}`}>
      {page && page.from !== today && (
        <Button variant="default" size="xs" onClick={() => onShow(today)}>
          Today
        </Button>
      )}
      <ActionIcon
        variant="default"
        aria-label="Day before"
        disabled={!page}
        onClick={() => page && onShow(addDays(page.from, -1))}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <TextInput
        type="date"
        size="xs"
        aria-label="Day"
        value={page?.from ?? ''}
        max={today}
        disabled={!page}
        onChange={(event) => event.currentTarget.value && onShow(event.currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        aria-label="Day after"
        disabled={!page || (today !== undefined && page.to >= today)}
        onClick={() => page && onShow(addDays(page.to, 1))}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </div>
  )
}

const periodName = ({ from, to }: ShownPage) => (from === to ? dayName(from) : `${dayName(from)} – ${dayName(to)}`)

/** The server's total, plus the time that open entries have gained since. */
function workedNow(page: ShownPage, now: number | null, isToday: boolean): number {
  if (!isToday || now === null) return page.workedSeconds
  const open = page.items.filter(
    (entry) => entry.endedAt === null && (entry.breakStartedAt === null || entry.areBreaksPaid),
  ).length
  return page.workedSeconds + open * ((now - Date.parse(page.now)) / 1_000)
}

function NoEntries({ seesOthers, isOneDay }: { seesOthers: boolean; isOneDay: boolean }) {
  return (
    <EmptyState icon={<IconClock size={20} stroke={1.6} />} title="No time entries">
      {seesOthers ? 'Nobody has' : 'You have not'} clocked in on {isOneDay ? 'this day' : 'these days'}.
    </EmptyState>
  )
}
