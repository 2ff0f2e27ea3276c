import { ActionIcon, Badge, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUserMinus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Member } from 'contract/companies/members.ts'
import { personStatusLabels } from 'contract/identity/people.ts'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { nameOf, PersonMark } from '../../shared/session/person-mark.tsx'
import { RoleBadge } from '../../shared/session/role-badge.tsx'
import { useSession } from '../../shared/session/session.ts'
import { Pager } from '../../shared/table/grid/pager.tsx'
import classes from './company-dialog.module.css'

type MemberPagesProps = { companyId: string; onRemove?: MemberRowProps['onRemove'] }

/** The people of a company, with a search when there are many. @param props.onRemove without it they can only be read */
export default function MemberPages({ companyId, onRemove }: MemberPagesProps) {
  const [{ q, page, pageSize }, setRequest] = useState({ q: '', page: 1, pageSize: few })
  const [sought] = useDebouncedValue(q.trim(), 150)
  const input = { companyId, page, pageSize, ...(sought && { q: sought }) }
  const members = useQuery(api.members.list.queryOptions({ input, placeholderData: keepPreviousData }))
  const total = members.data?.total ?? 0
  const set = (changes: { q?: string; page?: number | undefined; pageSize?: number | undefined }) =>
    setRequest({ q: changes.q ?? q, page: changes.page ?? 1, pageSize: changes.pageSize ?? pageSize })
  return (
    <>
      {(total > few || q !== '') && <MemberSearch q={q} onChange={(value) => set({ q: value })} />}
      {members.error && !members.data ? (
        <LoadFailure what="users" error={members.error} onRetry={() => void members.refetch()} />
      ) : !members.data ? (
        <Skeleton height={120} />
      ) : total === 0 ? (
        <p className={`text-sm text-muted text-center ${classes.none}`} role="status">
          {sought ? `Nobody matches “${sought}”.` : 'Nobody belongs to this company yet.'}
        </p>
      ) : (
        <MemberList members={members.data.items} onRemove={onRemove} />
      )}
      {members.data && total > few && <Pager list={{ page, pageSize, set }} page={members.data} />}
    </>
  )
}

/** Up to this many rows, people do not need a search. */
const few = 25

function MemberSearch({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  return (
    <TextInput
      type="search"
      className="mb-2"
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
    <ul className={`mb-2 border rounded-md ${classes.list}`} aria-label="Members">
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
    <li className={`row gap-3 text-sm py-1-5 px-3 ${classes.row}`}>
      <div className={`flex-1 min-w-0 ${classes.main}`}>
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
