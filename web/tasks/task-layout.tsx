import { ActionIcon } from '@mantine/core'
import { IconLayoutKanban, IconList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Layout } from 'contract/settings/preferences.ts'
import { useIsPhone } from '../shared/page/use-is-phone.ts'
import { preferencesQuery } from '../shared/session/preferences.ts'
import { LayoutSwitch } from '../shared/table/toolbar/layout-switch.tsx'
import { useListViewChange } from '../shared/table/views/list-view.ts'
import classes from './tasks.module.css'

const choices = ['list', 'board'] as const satisfies Layout[]

/** List or board, as the person chose last. A phone has room for one button only: it switches to the other. */
export function useTaskLayout() {
  const isPhone = useIsPhone()
  const view = useQuery(preferencesQuery).data?.['list.tasks']
  const change = useListViewChange('tasks', undefined)
  const isBoard = view?.layout === 'board'
  const other = isBoard ? 'list' : 'board'
  const Drawing = isBoard ? IconList : IconLayoutKanban
  const switcher = isPhone ? (
    <ActionIcon
      className={classes.layout ?? ''}
      variant="default"
      aria-label={`Show as ${other}`}
      onClick={() => change({ ...view, layout: other })}
    >
      <Drawing size={17} stroke={1.6} />
    </ActionIcon>
  ) : (
    <LayoutSwitch
      choices={choices}
      layout={isBoard ? 'board' : 'list'}
      onChange={(layout) => change({ ...view, layout })}
    />
  )
  return { isBoard, switcher }
}
