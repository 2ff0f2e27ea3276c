import { ActionIcon, Badge, Button, Menu, SegmentedControl, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload, IconLock, IconTable } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { reachOf } from 'contract/permissions.ts'
import type { TimeSheet } from 'contract/time-clock/time-sheets.ts'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { EmptyState, LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { MemberFilter } from '../../shared/session/member-select.tsx'
import { useCan, useCompanyId, useSession, useTimeZone } from '../../shared/session/session.ts'
import { ListPage } from '../../shared/table/list-page.tsx'
import { dayName } from '../company-time.ts'
import { AgreedHoursDialog } from './agreed-hours-dialog.tsx'
import { LockDialog } from './lock-dialog.tsx'
import { PersonSheet } from './person-sheet.tsx'
import { useSheetFile } from './sheet-files.tsx'
import { lastOver, periodOf, type SheetPeriod, type SheetSearch, sheetSearch } from './sheet-period.ts'
import { SheetTable } from './sheet-table.tsx'
import classes from './time-sheets.module.css'

function useSheet() {
  const companyId = useCompanyId()
  const timeZone = useTimeZone()
  const search = sheetSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const view: 'week' | 'month' = search.view ?? 'week'
  const period = periodOf(view, search.on ?? new Date().toLocaleDateString('en-CA', { timeZone }))
  const { from, to } = period
  const input = { companyId, from, to, ...(search.userId && { userId: search.userId }) }
  const query = useQuery(
    api.timeSheets.get.queryOptions({ input, placeholderData: keepPreviousData, refetchInterval: 60_000 }),
  )
  const show = (changes: { [Key in keyof SheetSearch]: SheetSearch[Key] | undefined }) =>
    void navigate({ to: '/time-clock/sheets', search: sheetSearch({ ...search, ...changes }), replace: true })
  return { search, view, period, input, query, show }
}

/** /time-clock/sheets: what people worked in a week or a month. People who may read only their own time see their own sheet. */
export function TimeSheetsPage() {
  const sheet = useSheet()
  const { query, period, search } = sheet
  const seesOthers = reachOf(useSession().role, 'time.read') !== 'own'
  const canAgree = useCan('time.agree')
  const [agreeing, setAgreeing] = useState<{ id: string; name: string } | null>(null)
  const { data, error } = query
  return (
    <ListPage title={seesOthers ? 'Time Sheets' : 'My Time'} actions={<SheetActions sheet={sheet} />}>
      <PeriodBar sheet={sheet} hasPerson={seesOthers} />
      {data?.locks.map((lock) => (
        <Badge key={lock.id} className="flex-none self-start" color="gray" leftSection={<IconLock size={12} />}>
          Locked {dayName(lock.fromOn)} – {dayName(lock.toOn)} by {lock.lockedByName ?? 'somebody'}
        </Badge>
      ))}
      {error && !data ? (
        <LoadFailure what="time sheets" error={error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <div className="card">
          <Skeleton className="rows" height={240} />
        </div>
      ) : data.rows.length === 0 ? (
        <EmptyState icon={<IconTable size={20} stroke={1.6} />} title="No time sheets">
          Nobody in this company uses the clock yet.
        </EmptyState>
      ) : (
        <Sheets
          sheet={data}
          period={period}
          isSingle={!seesOthers || search.userId !== undefined}
          onAgree={canAgree ? (id, name) => setAgreeing({ id, name }) : undefined}
        />
      )}
      {agreeing && <AgreedHoursDialog person={agreeing} onClose={() => setAgreeing(null)} />}
    </ListPage>
  )
}

type SheetsProps = {
  sheet: TimeSheet
  period: SheetPeriod
  isSingle: boolean
  onAgree: ((userId: string, name: string) => void) | undefined
}

/** A table of all on a wide window; a calendar for each person on a phone, and for a single person. */
function Sheets({ sheet, isSingle, onAgree }: SheetsProps) {
  return (
    <div className={`flex-1 min-h-0 overflow-auto ${classes.sheets}`}>
      {/* A new one for each period: the head of a day that both have would stay, and the table would not move to it. */}
      {!isSingle && <SheetTable key={`${sheet.from} ${sheet.to}`} sheet={sheet} onAgree={onAgree} />}
      <div className={`gap-3 ${classes.people}`} data-single={isSingle || undefined}>
        {sheet.rows.map((row) => (
          <PersonSheet key={row.userId} row={row} sheet={sheet} onAgree={onAgree} />
        ))}
      </div>
    </div>
  )
}

type Sheet = ReturnType<typeof useSheet>

function PeriodBar({ sheet: { view, period, search, show }, hasPerson }: { sheet: Sheet; hasPerson: boolean }) {
  return (
    <div className="row flex-wrap flex-none gap-x-3 gap-y-2">
      <SegmentedControl
        aria-label="Length of the sheet"
        value={view}
        onChange={(value) => show({ view: value === 'month' ? 'month' : undefined })}
        data={[
          { value: 'week', label: 'Week' },
          { value: 'month', label: 'Month' },
        ]}
      />
      <div className={`row gap-2 ${classes.period}`}>
        <ActionIcon variant="default" size={32} aria-label="Before" onClick={() => show({ on: period.before })}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <h2 className={`text-center ${classes.name}`} aria-live="polite">
          {period.name}
        </h2>
        <ActionIcon variant="default" size={32} aria-label="After" onClick={() => show({ on: period.after })}>
          <IconChevronRight size={16} />
        </ActionIcon>
      </div>
      {search.on && (
        <Button variant="default" size="sm" onClick={() => show({ on: undefined })}>
          Today
        </Button>
      )}
      {hasPerson && (
        <MemberFilter
          className={`ml-auto ${classes.person}`}
          value={search.userId ?? null}
          onChange={(userId) => show({ userId: userId ?? undefined })}
        />
      )}
    </div>
  )
}

function SheetActions({ sheet: { input, view, period, query: sheet } }: { sheet: Sheet }) {
  const canLock = useCan('time.lock')
  const [isLocking, setLocking] = useState(false)
  const download = useSheetFile()
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={15} stroke={1.6} />} loading={download.isPending}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => download.mutate({ ...input, kind: 'csv' })}>CSV</Menu.Item>
          <Menu.Item onClick={() => download.mutate({ ...input, kind: 'xlsx' })}>Excel (XLSX)</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {canLock && (
        <Button variant="default" leftSection={<IconLock size={16} />} onClick={() => setLocking(true)}>
          Locked Periods
        </Button>
      )}
      {isLocking && (
        <LockDialog
          period={lastOver(view, period, sheet.data?.today ?? period.from)}
          onClose={() => setLocking(false)}
        />
      )}
    </>
  )
}
