import { Button, Checkbox, Popover, SegmentedControl } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconBookmarkPlus, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { densities, type ListName, type ListView } from 'contract/settings/preferences.ts'
import { useState } from 'react'
import { IconButton } from '../../feedback/icon-button.tsx'
import { useCan } from '../../session/session.ts'
import { besideOf, type Column, moveColumn } from '../columns/columns.ts'
import { pageSizes } from '../grid/pager.tsx'
import type { List } from '../list-state.ts'
import { useHiddenColumns, useListView, useListViewChange, useViews, withUsualColumns } from './list-view.ts'
import classes from './views.module.css'
import { ViewDialog } from './views-menu.tsx'

type Choosable = Pick<Column<never>, 'key' | 'title' | 'isOptional'>
/** `startsOpen`: the button was pressed before the code had loaded. */
type ListViewMenuProps = { list: List; columns: Choosable[]; startsOpen?: boolean }

/** The menu for rows, density and columns of a list; density and columns are saved for the person. Cards and boards have no columns. */
export function ListViewMenu({ list, columns, startsOpen = false }: ListViewMenuProps) {
  const { name, view, all, columns: shown, viewId } = useListView(list, columns)
  const hidden = useHiddenColumns(list.name)
  const views = useViews(list)
  const canSave = useCan('view.write') && views.name !== null && views.views.length === 0
  const [isOpen, setOpen] = useState(startsOpen)
  const [isSaving, setSaving] = useState(false)
  if (!name) return null
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus width={240}>
        <Popover.Target>
          <Button
            className={`ml-auto ${classes.viewButton}`}
            variant="default"
            leftSection={<IconAdjustmentsHorizontal size={15} stroke={1.6} />}
            data-changed={(columns.length > 0 && isArranged(view)) || undefined}
            onClick={() => setOpen(!isOpen)}
          >
            View
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={`stack gap-2 p-3 ${classes.viewDropdown}`} aria-label="View">
          <RowsPerPage list={list} />
          {columns.length > 0 && (
            <Choices {...{ name, view, viewId, hidden }} columns={all} shown={shown.map(({ key }) => key)} />
          )}
          {canSave && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconBookmarkPlus size={15} />}
              onClick={() => {
                setOpen(false)
                setSaving(true)
              }}
            >
              Save View
            </Button>
          )}
        </Popover.Dropdown>
      </Popover>
      {isSaving && (
        <ViewDialog
          found={views}
          renamed={undefined}
          onClose={() => setSaving(false)}
          onSaved={({ id }) => list.set({ view: id })}
        />
      )}
    </>
  )
}

function RowsPerPage({ list: { pageSize, set } }: Pick<ListViewMenuProps, 'list'>) {
  const sizes = [...new Set([...pageSizes, String(pageSize)])]
  return (
    <>
      <div className={classes.title}>Rows per page</div>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Rows per page"
        value={String(pageSize)}
        data={sizes}
        onChange={(size) => set({ pageSize: Number(size) })}
      />
    </>
  )
}

/** Whether the columns are not the usual ones. */
const isArranged = (view: ListView) => Object.keys(withUsualColumns(view)).length < Object.keys(view).length

const densityLabels = { comfortable: 'Comfortable', compact: 'Compact' }

type ChoicesProps = {
  name: ListName
  view: ListView
  columns: Choosable[]
  shown: string[]
  /** Those for which there is no room. */
  hidden: string[]
  viewId: string | undefined
}

function Choices({ name, view: remembered, columns, shown, hidden, viewId }: ChoicesProps) {
  const remember = useListViewChange(name, viewId)
  // Keep the ticked state here: the list changes a moment later, and the box would jump back until then.
  const [view, setView] = useState(remembered)
  const isShown = (key: string) => view.columns?.[key] ?? shown.includes(key)
  const change = (next: ListView) => {
    setView(next)
    remember(next)
  }
  const keys = columns.map(({ key }) => key)
  const move = (key: string, step: 1 | -1) => {
    const beside = besideOf(keys, key, step)
    if (beside) change({ ...view, columnOrder: moveColumn(keys, key, beside) })
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
      <div className={`stack gap-0-5 overflow-y-auto ${classes.columns}`}>
        {columns.map(({ key, title }, index) => (
          <div key={key} className={`row gap-0-5 ${classes.column}`}>
            <Checkbox
              label={title}
              description={hidden.includes(key) && isShown(key) && 'hidden at this width'}
              checked={index === 0 || isShown(key)}
              disabled={index === 0}
              onChange={(event) =>
                change({ ...view, columns: { ...view.columns, [key]: event.currentTarget.checked } })
              }
            />
            <IconButton label={`Move ${title} up`} disabled={!besideOf(keys, key, -1)} onClick={() => move(key, -1)}>
              <IconChevronUp size={14} stroke={1.8} />
            </IconButton>
            <IconButton label={`Move ${title} down`} disabled={!besideOf(keys, key, 1)} onClick={() => move(key, 1)}>
              <IconChevronDown size={14} stroke={1.8} />
            </IconButton>
          </div>
        ))}
      </div>
      <Button
        variant="subtle"
        size="compact-xs"
        disabled={!isArranged(view)}
        onClick={() => change(withUsualColumns(view))}
      >
        Reset Columns
      </Button>
    </>
  )
}
