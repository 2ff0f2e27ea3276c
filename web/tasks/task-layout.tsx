import { SegmentedControl } from '@mantine/core'
import { IconLayoutKanban, IconList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ListView } from 'contract/settings/preferences.ts'
import { preferencesQuery } from '../shared/session/preferences.ts'
import { useListViewChange } from '../shared/table/list-view.ts'
import classes from './tasks.module.css'

type Layout = NonNullable<ListView['layout']>

/** List or board, as the person chose last. */
export function useTaskLayout(): [Layout, (layout: Layout) => void] {
  const view = useQuery(preferencesQuery).data?.['list.tasks']
  const change = useListViewChange('tasks')
  return [view?.layout ?? 'list', (layout) => change({ ...view, layout })]
}

const icons = { list: IconList, board: IconLayoutKanban } satisfies Record<Layout, unknown>
const labels: Record<Layout, string> = { list: 'List', board: 'Board' }

export const LayoutChoice = ({ layout, onChange }: { layout: Layout; onChange: (layout: Layout) => void }) => (
  <SegmentedControl
    className={classes.layouts ?? ''}
    aria-label="Show as"
    size="xs"
    value={layout}
    onChange={(chosen) => onChange(chosen as Layout)}
    data={(['list', 'board'] as const).map((value) => {
      const Icon = icons[value]
      return {
        value,
        label: (
          <span className={classes.layout}>
            <Icon size={14} stroke={1.6} aria-hidden />
            {labels[value]}
          </span>
        ),
      }
    })}
  />
)
