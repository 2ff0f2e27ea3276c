import { ActionIcon, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type Icon, IconLayoutGrid, IconLayoutKanban, IconList } from '@tabler/icons-react'
import type { Layout } from 'contract/settings/preferences.ts'
import classes from './layout-switch.module.css'

const icons: Record<Layout, Icon> = { list: IconList, cards: IconLayoutGrid, board: IconLayoutKanban }
const labels: Record<Layout, string> = { list: 'List', cards: 'Cards', board: 'Board' }

type LayoutSwitchProps<Choice extends Layout> = {
  choices: readonly Choice[]
  layout: Choice
  onChange: (layout: Choice) => void
}

/** Chooses how the records of a list are drawn. A phone has room for a button that leads to the next choice. */
export function LayoutSwitch<Choice extends Layout>(props: LayoutSwitchProps<Choice>) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  return isPhone ? <NextLayout {...props} /> : <AllLayouts {...props} />
}

function NextLayout<Choice extends Layout>({ choices, layout, onChange }: LayoutSwitchProps<Choice>) {
  const next = choices[(choices.indexOf(layout) + 1) % choices.length] ?? layout
  const Drawing: Icon = icons[next]
  return (
    <ActionIcon
      className={classes.next ?? ''}
      variant="default"
      aria-label={`Show as ${labels[next].toLowerCase()}`}
      onClick={() => onChange(next)}
    >
      <Drawing size={17} stroke={1.6} />
    </ActionIcon>
  )
}

const AllLayouts = <Choice extends Layout>({ choices, layout, onChange }: LayoutSwitchProps<Choice>) => (
  <SegmentedControl
    className={classes.choices ?? ''}
    aria-label="Show as"
    size="xs"
    value={layout}
    onChange={onChange}
    data={choices.map((value) => {
      const Drawing: Icon = icons[value]
      return {
        value,
        label: (
          <span className={classes.choice}>
            <Drawing size={14} stroke={1.6} aria-hidden />
            {labels[value]}
          </span>
        ),
      }
    })}
  />
)
