import { Button, Checkbox, Group, Menu, Modal, Stack, TextInput } from '@mantine/core'
import {
  IconBookmark,
  IconBookmarkPlus,
  IconCheck,
  IconDeviceFloppy,
  IconHome,
  IconPencil,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { SavedView } from 'contract/finding/saved-views.ts'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/api.ts'
import { screens } from '../../api/queries.ts'
import { messageOf } from '../../api/server-errors.ts'
import { failedTo, success } from '../../feedback/toasts.ts'
import { useDialog } from '../../form/dialog.ts'
import { SaveButton } from '../../form/save-button.tsx'
import { useCan } from '../../session/session.ts'
import {
  changeColumns,
  noView,
  removeView,
  searchOf,
  useAppliedView,
  useLostView,
  useViews,
  type ViewedState,
} from './list-view.ts'
import classes from './views.module.css'

type ViewsMenuProps = {
  list: ViewedState
  isPhone: boolean
  /** The button was pressed before the code had loaded. */
  startsOpen?: boolean
}

/** The saved views of a list: open one, save the shown state, rename, share, start with one, delete. */
export function ViewsMenu({ list, isPhone, startsOpen = false }: ViewsMenuProps) {
  const listViews = useViews(list)
  const { name, views, active, isModified } = listViews
  const canWrite = useCan('view.write')
  const [dialog, openDialog] = useState<'new' | 'rename' | null>(null)
  useAppliedView(list, views)
  useLostView(list, listViews)
  if (!name || (views.length === 0 && !isPhone)) return null
  const groups: [title: string, views: SavedView[]][] = [
    ['Your views', views.filter(({ isOwn }) => isOwn)],
    ['Shared in the company', views.filter(({ isOwn }) => !isOwn)],
  ]
  const show = ({ id, state }: SavedView) => {
    changeColumns(id, null)
    list.set({ ...cleared(list), ...searchOf(state), view: id })
  }
  return (
    <>
      <Menu defaultOpened={startsOpen} position="bottom-start" width={260} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant="default"
            className={classes.viewsButton ?? ''}
            leftSection={<IconBookmark size={15} stroke={1.6} />}
            data-active={Boolean(active) || undefined}
            title={active?.name}
          >
            <span className={`text-ellipsis ${classes.name}`}>{active ? active.name : 'Saved views'}</span>
            {isModified && <span className={`text-muted font-normal text-xs ${classes.changed}`}>changed</span>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={`overflow-y-auto ${classes.viewsDropdown}`}>
          <Menu.Item onClick={() => list.set({ ...cleared(list), view: noView })}>Everything</Menu.Item>
          {groups.map(([title, ofGroup]) => (
            <ViewItems key={title} title={title} views={ofGroup} active={active} onShow={show} />
          ))}
          {canWrite && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconBookmarkPlus size={15} />} onClick={() => openDialog('new')}>
                Save View
              </Menu.Item>
              {active && <ActiveItems list={list} active={active} onRename={() => openDialog('rename')} />}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog && (
        <ViewDialog
          found={listViews}
          renamed={dialog === 'rename' ? active : undefined}
          onClose={() => openDialog(null)}
          onSaved={(view) => {
            if (view.id !== active?.id) list.set({ view: view.id })
          }}
        />
      )}
    </>
  )
}

/** Removes search, filters and order from the address. */
const cleared = ({ filters }: ViewedState) => ({
  ...{ q: undefined, sort: undefined, order: undefined },
  ...Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])),
})

type ItemsProps = {
  title: string
  views: SavedView[]
  active: SavedView | undefined
  onShow: (view: SavedView) => void
}

function ViewItems({ title, views, active, onShow }: ItemsProps) {
  if (views.length === 0) return null
  return (
    <>
      <Menu.Label>{title}</Menu.Label>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          leftSection={
            view.id === active?.id ? <IconCheck size={15} aria-label="Shown" /> : <span className={classes.room} />
          }
          rightSection={view.isDefault && <IconHome size={14} aria-label="You begin with it" />}
          title={view.isOwn ? undefined : `by ${view.madeBy ?? 'the system'}`}
          onClick={() => onShow(view)}
        >
          {view.name}
        </Menu.Item>
      ))}
    </>
  )
}

type ActiveProps = { list: ViewedState; active: SavedView; onRename: () => void }

function ActiveItems({ list, active, onRename }: ActiveProps) {
  const { companyId, name, state, isModified } = useViews(list)
  const canShare = useCan('view.share')
  const { id, version, isShared, isDefault } = active
  const change = (changes: Partial<Pick<SavedView, 'state' | 'isShared'>>) =>
    client.savedViews
      .update({ companyId, id, ...changes }, { context: { version } })
      .then(() => changeColumns(id, null))
      .catch(failedTo('save the view'))
  const begin = (viewId: string | null) =>
    name && client.savedViews.setDefault({ companyId, list: name, viewId }).catch(failedTo('remember your choice'))
  const remove = () =>
    removeView(companyId, active, () => list.set({ view: undefined }))
      .then((restore) => {
        const open = () => void restore().catch(failedTo('bring back the view'))
        success('View deleted', undefined, { label: 'Undo', open })
      })
      .catch(failedTo('delete the view'))
  return (
    <>
      {isModified && active.mayChange && (
        <Menu.Item leftSection={<IconDeviceFloppy size={15} />} onClick={() => void change({ state })}>
          Save changes
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconHome size={15} />} onClick={() => void begin(isDefault ? null : id)}>
        {isDefault ? 'Do not open this list with it' : 'Open this list with it'}
      </Menu.Item>
      {active.mayChange && (
        <>
          <Menu.Item leftSection={<IconPencil size={15} />} onClick={onRename}>
            Rename
          </Menu.Item>
          {canShare && active.isOwn && (
            <Menu.Item leftSection={<IconUsers size={15} />} onClick={() => void change({ isShared: !isShared })}>
              {isShared ? 'Make private' : 'Share in the company'}
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
            Delete view
          </Menu.Item>
        </>
      )}
    </>
  )
}

type ViewDialogProps = {
  found: ReturnType<typeof useViews>
  /** The view to rename; without it the shown state becomes a new view. */
  renamed: SavedView | undefined
  onSaved: (view: SavedView) => void
  onClose: () => void
}

/** The name of a view, and whether it is shared. Mounted while it is open. */
export function ViewDialog({ found: { companyId, name: list, state }, renamed, onSaved, onClose }: ViewDialogProps) {
  const [name, setName] = useState(renamed?.name ?? '')
  const [isShared, share] = useState(false)
  const canShare = useCan('view.share')
  const saving = useMutation({
    mutationFn: () => {
      if (renamed)
        return client.savedViews.update({ companyId, id: renamed.id, name }, { context: { version: renamed.version } })
      return client.savedViews.create({ companyId, list: list ?? 'parts', name, state, isShared })
    },
    onSuccess: async (view) => {
      await screens.shown()
      onSaved(view)
      success(renamed ? 'View renamed' : 'View saved')
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={renamed ? 'Rename View' : 'Save View'} size="24rem" {...useDialog()}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Name"
            withAsterisk
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={saving.error && messageOf(saving.error)}
          />
          {!renamed && canShare && (
            <Checkbox
              label="Share it with everybody in the company"
              checked={isShared}
              onChange={(event) => share(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SaveButton loading={saving.isPending} disabled={name.trim() === ''}>
              Save
            </SaveButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
