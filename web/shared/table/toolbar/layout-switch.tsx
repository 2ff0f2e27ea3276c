import { SegmentedControl } from '@mantine/core'
import { type Icon, IconLayoutGrid, IconLayoutKanban, IconList } from '@tabler/icons-react'
import type { Layout } from 'contract/settings/preferences.ts'

const icons: Record<Layout, Icon> = { list: IconList, cards: IconLayoutGrid, board: IconLayoutKanban }
const labels: Record<Layout, string> = { list: 'List', cards: 'Cards', board: 'Board' }

type LayoutSwitchProps<Choice extends Layout> = {
  choices: readonly Choice[]
  layout: Choice
  onChange: (layout: Choice) => void
}

/** Chooses how a list shows its records. */
export const LayoutSwitch = <Choice extends Layout>({ choices, layout, onChange }: LayoutSwitchProps<Choice>) => (
  <SegmentedControl
    className="flex-none"
    aria-label="Show as"
    size="xs"
    value={layout}
    onChange={onChange}
    data={choices.map((value) => {
      const Drawing: Icon = icons[value]
      return {
        value,
        label: (
          <span className="inline-row gap-1-5">
            <Drawing size={14} stroke={1.6} aria-hidden />
            {labels[value]}
          </span>
        ),
      }
    })}
  />
)
