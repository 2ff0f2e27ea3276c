import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'

type ItemNeighboursProps = {
  id: string
  /** Singular: 'assembly'. */
  noun: string
  /** Where the list lives. */
  path: string
  /** The page of the list that stands behind. */
  items: { id: string }[] | undefined
}

/** Goes to the record above or below in the list. */
export function ItemNeighbours({ id, noun, path, items }: ItemNeighboursProps) {
  const navigate = useNavigate()
  const ids = items?.map((item) => item.id) ?? []
  const place = ids.indexOf(id)
  if (place < 0) return null
  // Replaces the address: one step back leads to the list, however many records were looked at.
  const go = (target: string | undefined) =>
    target && void navigate({ to: `${path}/${target}` as '/', search: true as never, replace: true })
  return (
    <>
      <ActionIcon
        aria-label={`Previous ${noun}`}
        title="Previous"
        disabled={place === 0}
        onClick={() => go(ids[place - 1])}
      >
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon
        aria-label={`Next ${noun}`}
        title="Next"
        disabled={place === ids.length - 1}
        onClick={() => go(ids[place + 1])}
      >
        <IconChevronDown size={16} />
      </ActionIcon>
    </>
  )
}
