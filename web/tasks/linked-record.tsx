import { Link } from '@tanstack/react-router'
import type { Task } from 'contract/tasks/tasks.ts'
import { at } from '../shared/page/at.ts'
import { useAddressOf } from '../shared/record/places.ts'
import { companyOnly } from '../shared/table/list-search.ts'

/** The item that a task is about; the name leads to it. */
export function LinkedRecord({ type, id, name }: NonNullable<Task['item']>) {
  const address = useAddressOf()(type, id)
  if (!name || !address) return name ?? `A ${type} that no longer exists`
  return <Link {...at(address, companyOnly)}>{name}</Link>
}
