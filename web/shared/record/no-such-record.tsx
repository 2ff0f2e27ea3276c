import { Button } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { statusOf } from '../api/server-errors.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { at } from '../page/at.ts'
import { useCan } from '../session/session.ts'
import { companyOnly } from '../table/list-search.ts'
import { usePlaces } from './places.ts'

/** A record that could not be loaded may still exist: only the server's 404 says that it does not. */
export const isGone = (error: unknown): boolean => statusOf(error) === 404

/** Why a record is not there, and the way to the deleted ones for people who can restore them. */
export function NoSuchRecord({ noun }: { noun: string }) {
  const { lists, deleted } = usePlaces()
  const canRestore = useCan('activity.undo')
  const type = noun.toLowerCase()
  const search = (before: { company?: string }) => ({ ...companyOnly(before), type })
  return (
    <EmptyState
      icon={<IconFileOff size={20} stroke={1.6} />}
      actions={
        canRestore &&
        lists[type] && (
          <Button variant="default" component={Link} {...at(deleted, search)}>
            Recently Deleted
          </Button>
        )
      }
    >
      It was deleted, or it belongs to another company.
    </EmptyState>
  )
}
