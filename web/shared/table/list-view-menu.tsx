import { Button, Checkbox, Popover, SegmentedControl } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { densities, type ListName, type ListView } from 'contract/settings/preferences.ts'
import { useState } from 'react'
import type { Column } from './columns.ts'
import type { List } from './list-state.ts'
import { useListView, useListViewChange } from './list-view.ts'
import classes from './list-view-menu.module.css'
import { changeColumns } from './views.ts'

type Choosable = Pick<Column<never>, 'key' | 'title' | 'isOptional'>
/** `startsOpen`: it was pressed before it was there. */
type ListViewMenuProps = { list: List; columns: Choosable[]; startsOpen?: boolean }

/** The menu for columns and density of a list; the choice is saved for the person. */
export function ListViewMenu({ list, columns, startsOpen = false }: ListViewMenuProps) {
  const { name, view, columns: shown, viewId } = useListView(list, columns)
  const [isOpen, setOpen] = useState(startsOpen)
  if (!name) return null
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus width={240}>
      <Popover.Target>
        <Button
          className={classes.button}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={15} stroke={1.6} />}
          data-changed={Object.keys(view).length > 0 || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          View
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label="View">
        <Choices name={name} view={view} columns={columns} shown={shown.map(({ key }) => key)} viewId={viewId} />
      </Popover.Dropdown>
    </Popover>
  )
}

const densityLabels = { comfortable: 'Comfortable', compact: 'Compact' }

type ChoicesProps = {
  name: ListName
  view: ListView
  columns: Choosable[]
  shown: string[]
  viewId: string | undefined
}

function Choices({ name, view: remembered, columns, shown, viewId }: ChoicesProps) {
  const remember = useListViewChange(name)
  // Keep the ticked state here: the list changes a moment later, and the box would jump back until then.
  const [view, setView] = useState(remembered)
  const isShown = (key: string) => view.columns?.[key] ?? shown.includes(key)
  const change = (next: ListView) => {
    setView(next)
    // The columns of a saved view change for now; saving the view keeps them.
    viewId ? changeColumns(viewId, next) : remember(next)
  }
  return (
    <>
      <div className={classes.title}>Density</div>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Density"
        value={view.density ?? 'comfortable'}
        data={densities.map((value) => ({ value, label: densityLabels[value] }))}
        onChange={(density) => change({ ...view, density })}
      />
      <div className={classes.title}>Columns</div>
      <div className={classes.columns}>
        {columns.map(({ key, title }, index) => (
          <Checkbox
            key={key}
            label={title}
            checked={index === 0 || isShown(key)}
            disabled={index === 0}
            onChange={(event) => change({ ...view, columns: { ...view.columns, [key]: event.currentTarget.checked } })}
          />
        ))}
      </div>
      <Button variant="subtle" size="compact-xs" disabled={Object.keys(view).length === 0} onClick={() => change({})}>
        Reset
      </Button>
    </>
  )
}
