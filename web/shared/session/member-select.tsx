import type { SelectProps } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { roleLabels } from 'contract/permissions.ts'
import { useState } from 'react'
import { api } from '../api/api.ts'
import { type Choice, FoundSelect, useTypedSearch } from '../form/found-select.tsx'
import { nameOf } from './person-mark.tsx'
import { useCompanyId, useSession } from './session.ts'

type MemberSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: string | null
  onChange: (userId: string | null) => void
  /** The person chosen at first, who may have left. */
  first?: Choice | undefined
}

/** A select for a member of the company, searched by the server; former members are not offered. */
export function MemberSelect({ value, onChange, first, ...rest }: MemberSelectProps) {
  const companyId = useCompanyId()
  const { user } = useSession()
  const [chosen, setChosen] = useState<Choice | null>(first ?? null)
  const search = useTypedSearch(chosen)
  const q = search.q.replace(/ \(you\)$| · .*$/, '')
  const { data } = useQuery(
    api.members.list.queryOptions({
      input: { companyId, pageSize: 50, ...(q && { q }) },
      placeholderData: keepPreviousData,
    }),
  )
  const offered = (data?.items ?? []).map((member) => {
    const own = member.userId === user.id ? ' (you)' : ''
    return {
      value: member.userId,
      label: `${nameOf(member)}${own}${member.role ? ` · ${roleLabels[member.role]}` : ''}`,
    }
  })
  const isKept = chosen !== null && chosen.value === value && !offered.some((each) => each.value === value)
  return (
    <FoundSelect
      {...rest}
      {...search.typing}
      data={isKept ? [chosen, ...offered] : offered}
      value={value}
      onChange={(userId, option) => {
        setChosen(userId ? option : null)
        onChange(userId)
      }}
      nothingFoundMessage="Nobody of this company found"
    />
  )
}

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

/** The name of a member of the company. */
export function MemberName({ id }: { id: string }) {
  const companyId = useCompanyId()
  const { data } = useQuery(api.members.list.queryOptions({ input: { companyId, pageSize: 500 } }))
  const member = data?.items.find(({ userId }) => userId === id)
  if (!data) return '…'
  return member ? nameOf(member) : 'Somebody who left'
}
