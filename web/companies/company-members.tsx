import { ActionIcon, Badge, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUserMinus } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { CompanyDetails } from 'contract/companies/companies.ts'
import type { Member } from 'contract/companies/members.ts'
import { personStatusLabels } from 'contract/identity/people.ts'
import { useState } from 'react'
import { api, client } from '../shared/api/api.ts'
import { queries } from '../shared/api/queries.ts'
import { ConfirmDialog } from '../shared/feedback/confirm-dialog.tsx'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { failedTo, success } from '../shared/feedback/toasts.ts'
import { nameOf, PersonMark } from '../shared/session/person-mark.tsx'
import { RoleBadge } from '../shared/session/role-badge.tsx'
import { useCan, useSession } from '../shared/session/session.ts'
import { Pager } from '../shared/table/pager.tsx'
import classes from './company-dialog.module.css'
import { MemberAdding } from './member-adding.tsx'

/** The tab Users: who belongs to the company, adding and removing. */
export function CompanyMembers({ company }: { company: CompanyDetails }) {
  const [{ q, page, pageSize }, setAsked] = useState({ q: '', page: 1, pageSize: few })
  const [sought] = useDebouncedValue(q.trim(), 150)
  const input = { companyId: company.id, page, pageSize, ...(sought && { q: sought }) }
  const members = useQuery(api.members.list.queryOptions({ input, placeholderData: keepPreviousData }))
  const canWrite = useCan('person.write')
  const removal = useRemoval(company)
  const total = members.data?.total ?? 0
  const set = (changes: { q?: string; page?: number | undefined; pageSize?: number | undefined }) =>
    setAsked({ q: changes.q ?? q, page: changes.page ?? 1, pageSize: changes.pageSize ?? pageSize })
  return (
    <>
      {canWrite && <MemberAdding company={company} />}
      {(total > few || q !== '') && <MemberSearch q={q} onChange={(value) => set({ q: value })} />}
      {members.error && !members.data ? (
        <LoadFailure what="users" error={members.error} onRetry={() => void members.refetch()} />
      ) : !members.data ? (
        <Skeleton height={120} />
      ) : total === 0 ? (
        <p className={classes.none} role="status">
          {sought ? `Nobody matches “${sought}”.` : 'Nobody belongs to this company yet.'}
        </p>
      ) : (
        <MemberList members={members.data.items} onRemove={canWrite ? removal.ask : undefined} />
      )}
      {members.data && total > few && <Pager list={{ page, pageSize, set }} page={members.data} />}
      {removal.dialog}
    </>
  )
}

/** Up to this many rows, people do not need a search. */
const few = 25

function MemberSearch({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  return (
    <TextInput
      type="search"
      className={classes.search}
      aria-label="Search members"
      placeholder="Search members"
      leftSection={<IconSearch size={15} aria-hidden />}
      value={q}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type MemberListProps = { members: Member[]; onRemove: MemberRowProps['onRemove'] }

function MemberList({ members, onRemove }: MemberListProps) {
  const { user } = useSession()
  return (
    <ul className={classes.list} aria-label="Members">
      {members.map((member) => (
        // Nobody can remove their own access: another operator has to do it (security.md 2.3).
        <MemberRow key={member.userId} member={member} onRemove={member.userId === user.id ? undefined : onRemove} />
      ))}
    </ul>
  )
}

type MemberRowProps = { member: Member; onRemove: ((member: Member) => void) | undefined }

function MemberRow({ member, onRemove }: MemberRowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.main}>
        <PersonMark person={member} />
      </div>
      {member.status && member.status !== 'active' && <Badge color="yellow">{personStatusLabels[member.status]}</Badge>}
      {member.role && <RoleBadge role={member.role} />}
      {onRemove && (
        <ActionIcon aria-label={`Remove ${nameOf(member)}`} title="Remove" onClick={() => onRemove(member)}>
          <IconUserMinus size={16} stroke={1.6} />
        </ActionIcon>
      )}
    </li>
  )
}

function useRemoval({ id: companyId, name }: CompanyDetails) {
  const [member, setMember] = useState<Member | null>(null)
  const removing = useMutation({
    mutationFn: (userId: string) => client.members.remove({ companyId, userId }),
    onSuccess: async () => {
      success('User removed from company successfully')
      await queries.invalidateQueries()
    },
    onError: failedTo('remove user from company'),
    onSettled: () => setMember(null),
  })
  const dialog = (
    <ConfirmDialog
      isOpen={member !== null}
      title="Remove user"
      confirmLabel="Remove"
      isBusy={removing.isPending}
      onClose={() => setMember(null)}
      onConfirm={() => member && removing.mutate(member.userId)}
    >
      Are you sure you want to remove {member && nameOf(member)} from {name}? They lose their access at once and are
      signed out.
    </ConfirmDialog>
  )
  return { ask: setMember, dialog }
}
