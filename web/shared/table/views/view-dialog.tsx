import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SavedView } from 'contract/finding/saved-views.ts'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/api.ts'
import { screens } from '../../api/queries.ts'
import { messageOf } from '../../api/server-errors.ts'
import { success } from '../../feedback/toasts.ts'
import { useDialog } from '../../form/dialog.ts'
import { SaveButton } from '../../form/save-button.tsx'
import { useCan } from '../../session/session.ts'
import type { useViews } from './views.ts'

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
