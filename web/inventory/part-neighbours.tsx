import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { contract } from 'contract/index.ts'
import { api } from '../shared/api.ts'
import { useList } from '../shared/list-state.ts'

/** Goes to the part above or below in the page of the list that stands behind. */
export function PartNeighbours({ id }: { id: string }) {
  const list = useList(contract.parts.list, '/inventory/parts')
  const navigate = useNavigate()
  const { data } = useQuery(api.parts.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const ids = data?.items.map((part) => part.id) ?? []
  const place = ids.indexOf(id)
  if (place < 0) return null
  // Replaces the address: one step back leads to the list, however many parts were looked at.
  const go = (target: string | undefined) =>
    target &&
    void navigate({ to: '/inventory/parts/$id', params: { id: target }, search: true as never, replace: true })
  return (
    <>
      <ActionIcon aria-label="Previous part" title="Previous" disabled={place === 0} onClick={() => go(ids[place - 1])}>
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon
        aria-label="Next part"
        title="Next"
        disabled={place === ids.length - 1}
        onClick={() => go(ids[place + 1])}
      >
        <IconChevronDown size={16} />
      </ActionIcon>
    </>
  )
}
