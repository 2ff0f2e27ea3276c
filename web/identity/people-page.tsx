import { Button } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Person, peopleContract, personStatusLabels } from 'contract/identity/people.ts'
import { personFields } from 'contract/identity/person-fields.ts'
import { roleLabels } from 'contract/permissions.ts'
import { api } from '../shared/api/api.ts'
import { EmptyState } from '../shared/feedback/empty-state.tsx'
import { Day, Moment } from '../shared/format/moment.tsx'
import { Avatar, nameOf, PersonMark } from '../shared/session/person-mark.tsx'
import { RoleBadge } from '../shared/session/role-badge.tsx'
import { useSession } from '../shared/session/session.ts'
import { type Column, headOf, nameWidths } from '../shared/table/columns/columns.ts'
import { ListScreen } from '../shared/table/list-screen.tsx'
import { useList } from '../shared/table/list-state.ts'
import { useRowActions } from '../shared/table/rows/row-actions.tsx'
import { ListExport } from '../shared/table/toolbar/list-toolbar.tsx'
import { AccessDecision } from './access-decision.tsx'
import classes from './access-requests.module.css'
import { usePersonDeletion } from './person-deletion.tsx'
import { PersonStatusBadge } from './person-status.tsx'

const columns: Column<Person>[] = [
  {
    ...headOf(personFields, 'name'),
    ...nameWidths,
    min: 12,
    cell: (person) => <PersonMark person={person} hasEmail={false} />,
  },
  { ...headOf(personFields, 'email'), min: 9, leaves: 3, cell: ({ email }) => email },
  { ...headOf(personFields, 'role'), width: '9.5rem', cell: ({ role }) => <RoleBadge role={role} /> },
  { ...headOf(personFields, 'companyName'), min: 8, leaves: 2, cell: ({ companyName }) => companyName },
  {
    ...headOf(personFields, 'status'),
    width: '8rem',
    phone: 'end',
    cell: ({ status }) => <PersonStatusBadge status={status} />,
  },
  {
    ...headOf(personFields, 'createdAt'),
    width: '7.5rem',
    phone: 'off',
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
]

/** /admin/users: the tab User Management. */
export function PeoplePage() {
  const list = useList(peopleContract.list, '/admin/users')
  const people = useQuery(api.people.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const deletion = usePersonDeletion()
  const { companies } = useSession()
  const actions = useRowActions<Person>({ list, mayChange: true, onDelete: deletion.ask })
  const companyNames = Object.fromEntries(companies.map(({ id, name }) => [id, name]))
  return (
    <ListScreen
      title="Users"
      isSection
      buttons={
        <>
          <ListExport name="people" isOfAll list={list} columns={columns} known={personFields} />
          <Button leftSection={<IconPlus size={15} />} onClick={() => list.open('new')}>
            Create User
          </Button>
        </>
      }
      lead={<AccessRequests />}
      onNew={() => list.open('new')}
      filters={{
        role: { label: 'Role', all: 'All roles', choices: roleLabels },
        companyId: { label: 'Company', all: 'All companies', choices: companyNames },
        status: { label: 'Status', all: 'All statuses', choices: personStatusLabels },
      }}
      list={list}
      nouns="users"
      what="user profiles"
      query={people}
      empty={<NoPeople />}
      columns={columns}
      nameOf={nameOf}
      actions={actions}
    >
      {deletion.dialog}
    </ListScreen>
  )
}

const NoPeople = () => (
  <EmptyState icon={<IconUsers size={20} stroke={1.6} />} title="No users yet">
    Create the first one by e-mail address.
  </EmptyState>
)

/** Unknown people who signed in, and people whom companies ask for; hidden when there are none (product.md 11). */
function AccessRequests() {
  const { data } = useQuery(
    api.accessRequests.list.queryOptions({
      input: { status: 'open', sort: 'requestedAt', order: 'desc', pageSize: 50 },
      refetchInterval: 30_000,
    }),
  )
  if (!data || data.total === 0) return null
  return (
    <section className={`flex-none bg-warning py-2-5 px-3-5 ${classes.requests}`} aria-label="Access requests">
      <h3 className="text-sm text-warning">
        Access requests <span className="numeric">({data.total.toLocaleString('en-US')})</span>
      </h3>
      <ul className={`overflow-auto mt-1 ${classes.list}`}>
        {data.items.map((request) => (
          <li key={request.id} className={`row flex-wrap ${classes.request}`}>
            <Avatar name={request.name ?? request.email} />
            <div className={`stack min-w-0 text-sm break-words ${classes.who}`}>
              <span className="font-medium">{request.name ?? request.email}</span>
              <span className="text-xs text-muted break-words">
                {request.name && `${request.email} · `}
                {request.role &&
                  `${roleLabels[request.role]} at ${request.companyName}, asked for by ${request.askedByName} · `}
                <Moment at={request.requestedAt} />
                {!request.isManaged && ' · account of no organisation'}
              </span>
            </div>
            <AccessDecision request={request} />
          </li>
        ))}
      </ul>
    </section>
  )
}
