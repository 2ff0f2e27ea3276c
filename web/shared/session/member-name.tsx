import { useQuery } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { nameOf } from './person-mark.tsx'
import { useCompanyId } from './session.ts'

/** The name of a member of the company. */
export function MemberName({ id }: { id: string }) {
  const member = useMember(id)
  if (member === undefined) return '…'
  return member ? nameOf(member) : 'Somebody who left'
}

/** @returns undefined while it loads, null for somebody who left, and without an id */
export function useMember(id: string | null) {
  const companyId = useCompanyId()
  const { data } = useQuery(
    api.members.list.queryOptions({ input: { companyId, pageSize: 500 }, enabled: id !== null }),
  )
  if (id === null) return null
  return data && (data.items.find(({ userId }) => userId === id) ?? null)
}
