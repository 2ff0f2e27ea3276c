import { useQueryClient } from '@tanstack/react-query'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { failedTo } from '../../../shared/feedback/toasts.ts'
import { useCompanyId } from '../../../shared/session/session.ts'
import type { RowAction } from './preview-filters.tsx'

export type RowChoice = ReturnType<typeof useRowChoice>

/** Only rows that change something can be chosen. */
export const isChoosable = (action: RowAction): boolean => action === 'create' || action === 'update'

/** The rows of a preview to import; an empty choice means all rows. @param onChange called with each change */
export function useRowChoice({ id }: Pick<ImportPreview, 'id'>, onChange: () => void) {
  const companyId = useCompanyId()
  const queryClient = useQueryClient()
  const [numbers, setNumbers] = useState<ReadonlySet<number>>(new Set())
  const change = (next: (before: ReadonlySet<number>) => Iterable<number>) => {
    setNumbers((before) => new Set(next(before)))
    onChange()
  }
  const choose = (more: readonly number[]) => change((before) => [...before, ...more])
  return {
    numbers,
    choose,
    toggle: (row: number) =>
      change((before) => (before.has(row) ? [...before].filter((one) => one !== row) : [...before, row])),
    clear: () => change(() => []),
    chooseAll: (action: RowAction) =>
      queryClient
        .fetchQuery(api.imports.rowNumbers.queryOptions({ input: { companyId, id, action }, staleTime: 0 }))
        .then(({ items }) => choose(items), failedTo('select the rows')),
  }
}
