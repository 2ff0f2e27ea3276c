import { IconShieldLock } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { securityEventGroups, securityEventLabel } from 'contract/security-event-kinds.ts'
import {
  type SecurityEvent,
  securityEventDetails,
  securityEventFields,
  securityEventsContract,
} from 'contract/settings/security-events.ts'
import { api } from '../shared/api/api.ts'
import { EmptyState } from '../shared/feedback/empty-state.tsx'
import { Moment } from '../shared/format/moment.tsx'
import { useSession } from '../shared/session/session.ts'
import { type Column, headOf } from '../shared/table/columns/columns.ts'
import { ListScreen } from '../shared/table/list-screen.tsx'
import { useList } from '../shared/table/list-state.ts'
import { dayFilters } from '../shared/table/toolbar/filters.tsx'
import { ListExport } from '../shared/table/toolbar/list-toolbar.tsx'
import { AnyPersonInput, AnyPersonName } from './person-filter.tsx'

const nameOf = ({ kind }: SecurityEvent) => securityEventLabel(kind)

const columns: Column<SecurityEvent>[] = [
  { ...headOf(securityEventFields, 'kind'), min: 12, max: 22, grows: true, cell: nameOf },
  { ...headOf(securityEventFields, 'detail'), min: 10, max: 30, cell: securityEventDetails },
  { ...headOf(securityEventFields, 'userName'), min: 8, max: 14, cell: ({ userName }) => userName },
  { ...headOf(securityEventFields, 'personName'), min: 7, max: 14, leaves: 2, cell: ({ personName }) => personName },
  { ...headOf(securityEventFields, 'companyName'), min: 8, max: 14, leaves: 1, cell: ({ companyName }) => companyName },
  {
    ...headOf(securityEventFields, 'address'),
    min: 7,
    max: 11,
    leaves: 3,
    phone: 'off',
    cell: ({ address }) => address,
  },
  { ...headOf(securityEventFields, 'times'), width: '5rem', phone: 'off', cell: ({ times }) => times },
  {
    ...headOf(securityEventFields, 'createdAt'),
    min: 11,
    phone: 'end',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
]

/** /admin/security: what happened to access, secrets and exports in the whole system. */
export function SecurityPage() {
  const list = useList(securityEventsContract.list, '/admin/security', 'security-events')
  const events = useQuery(
    api.securityEvents.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }),
  )
  const { companies } = useSession()
  return (
    <ListScreen
      title="Security Events"
      isSection
      buttons={<ListExport name="security-events" isOfAll list={list} columns={columns} known={securityEventFields} />}
      search="Search names, addresses and details"
      filters={{
        group: { label: 'Event', all: 'All events', choices: securityEventGroups },
        userId: { label: 'Person', Input: AnyPersonInput, Value: AnyPersonName },
        companyId: {
          label: 'Company',
          all: 'All companies',
          choices: Object.fromEntries(companies.map(({ id, name }) => [id, name])),
        },
        ...dayFilters,
      }}
      list={list}
      nouns="security events"
      query={events}
      empty={
        <EmptyState icon={<IconShieldLock size={20} stroke={1.6} />} title="No security events yet">
          Sign-ins, refusals, changes of access, secrets and exports appear here.
        </EmptyState>
      }
      label="Security events"
      columns={columns}
      nameOf={nameOf}
    />
  )
}
