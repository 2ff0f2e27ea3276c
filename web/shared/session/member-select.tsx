import type { SelectProps } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Role, roleLabels } from 'contract/permissions.ts'
import { useState } from 'react'
import { api } from '../api/api.ts'
import { type Choice, FoundSelect, useTypedSearch } from '../form/found-select.tsx'
import { useMember } from './member-name.tsx'
import { nameOf } from './person-mark.tsx'
import { useCompanyId, useSession } from './session.ts'

type MemberSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: string | null
  onChange: (userId: string | null) => void
  /** The person chosen at first, who may have left. */
  first?: Choice | undefined
  /** What can be done about a person who is missing from the list: 'Ask SBR for', 'Add' and the name as typed. */
  missing?: { words: string; act: (name: string) => void } | undefined
}

/** The members that a select offers. @param q the typed text */
export const membersToChoose = (companyId: string, q = '') =>
  api.members.list.queryOptions({ input: { companyId, pageSize: 50, ...(q && { q }) } })

/** A select for a member of the company, searched by the server; former members are not offered. */
export function MemberSelect({ value, onChange, first, missing, ...rest }: MemberSelectProps) {
  const companyId = useCompanyId()
  const { user } = useSession()
  const [picked, setChosen] = useState<Choice | null>(first ?? null)
  const member = useMember(picked ? null : value)
  const chosen = picked ?? (member ? { value: member.userId, label: labelOf(member, user.id) } : null)
  const search = useTypedSearch(chosen)
  const q = search.q.replace(/ \(you\)$| · .*$/, '')
  const { data } = useQuery({ ...membersToChoose(companyId, q), placeholderData: keepPreviousData })
  const offered = (data?.items ?? []).map((member) => ({ value: member.userId, label: labelOf(member, user.id) }))
  // The text may also be the name of somebody who is offered.
  const missingName = offered.length === 0 ? q : ''
  const further = missing ? [{ value: missingValue, label: `${missing.words} ${missingName || 'a Person'}` }] : []
  const isKept = chosen !== null && chosen.value === value && !offered.some((each) => each.value === value)
  return (
    <FoundSelect
      {...rest}
      {...search.typing}
      data={[...(isKept ? [chosen] : []), ...offered, ...further]}
      value={value}
      onChange={(userId, option) => {
        if (userId === missingValue) {
          search.typing.onSearchChange(chosen?.label ?? '')
          return missing?.act(missingName)
        }
        setChosen(userId ? option : null)
        onChange(userId)
      }}
      nothingFoundMessage="Nobody of this company found"
    />
  )
}

/** No id of a person. */
const missingValue = 'missing'

type MemberFilterProps = Pick<MemberSelectProps, 'className' | 'size' | 'value' | 'onChange'>

/** Limits a list to one person; without a choice it shows everybody. */
export const MemberFilter = (props: MemberFilterProps) => (
  <MemberSelect
    {...props}
    aria-label="Everybody"
    placeholder="Everybody"
    clearable
    clearButtonProps={{ 'aria-label': 'Clear person' }}
  />
)

type PersonInputProps = {
  list: { filters: Record<string, string>; set: (changes: { userId?: string | undefined }) => void }
}

/** The filter `userId` of a list. */
export const PersonInput = ({ list }: PersonInputProps) => (
  <MemberFilter value={list.filters.userId ?? null} onChange={(userId) => list.set({ userId: userId ?? undefined })} />
)

type Named = Parameters<typeof nameOf>[0] & { userId: string; role?: Role | undefined }

const labelOf = (member: Named, ownId: string) =>
  `${nameOf(member)}${member.userId === ownId ? ' (you)' : ''}${member.role ? ` · ${roleLabels[member.role]}` : ''}`
