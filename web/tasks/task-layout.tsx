import { useQuery } from '@tanstack/react-query'
import type { Layout } from 'contract/settings/preferences.ts'
import { preferencesQuery } from '../shared/session/preferences.ts'
import { LayoutSwitch } from '../shared/table/layout-switch.tsx'
import { useListViewChange } from '../shared/table/list-view-change.ts'

const choices = ['list', 'board'] as const satisfies Layout[]

/** List or board, as the person chose last. */
export function useTaskLayout() {
  const view = useQuery(preferencesQuery).data?.['list.tasks']
  const change = useListViewChange('tasks', undefined)
  const isBoard = view?.layout === 'board'
  const switcher = (
    <LayoutSwitch
      choices={choices}
      layout={isBoard ? 'board' : 'list'}
      onChange={(layout) => change({ ...view, layout })}
    />
  )
  return { isBoard, switcher }
}
