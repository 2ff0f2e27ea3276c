import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../feedback/empty-state.tsx'
import { at } from '../../page/at.ts'
import { usePlaces } from '../../record/places.ts'
import { useCan } from '../../session/session.ts'
import { companyOnly } from '../list-search.ts'
import type { List } from '../list-state.ts'

type NothingFoundProps = { list: List; nouns: string; deletedType: string | undefined }

/** Shown instead of a list when search or filters find nothing. */
export function NothingFound({ list, nouns, deletedType }: NothingFoundProps) {
  const canRestore = useCan('activity.undo')
  const clear = () =>
    list.set({ q: undefined, ...Object.fromEntries(Object.keys(list.filters).map((name) => [name, undefined])) })
  return (
    <EmptyState
      icon={<IconSearchOff size={20} stroke={1.6} />}
      title={`No ${nouns} found`}
      actions={
        <>
          <Button variant="default" onClick={clear}>
            Clear Search and Filters
          </Button>
          {deletedType && canRestore && <DeletedLink type={deletedType} q={list.q} />}
        </>
      }
    >
      {list.q ? `Nothing matches “${list.q}”.` : 'Nothing matches these filters.'}
    </EmptyState>
  )
}

function DeletedLink({ type, q }: { type: string; q: string }) {
  const { deleted } = usePlaces()
  const search = (before: { company?: string }) => ({ ...companyOnly(before), type, ...(q && { q }) })
  return (
    <Button variant="subtle" renderRoot={(props) => <Link {...at(deleted, search)} {...props} />}>
      Looking for something deleted?
    </Button>
  )
}
