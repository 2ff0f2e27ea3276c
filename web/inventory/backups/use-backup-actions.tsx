import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import type { Backup } from 'contract/inventory/backups.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { client } from '../../shared/api/api.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { actionMs } from '../../shared/feedback/toast-message.tsx'
import { failed, success } from '../../shared/feedback/toasts.ts'
import { useCompanyId } from '../../shared/session/session.ts'

type Format = Backup['format']

export type BackupActions = ReturnType<typeof useBackupActions>

/** The actions on backups, with the words of product.md 8. */
export function useBackupActions(onImport: (preview: ImportPreview) => void) {
  const companyId = useCompanyId()
  const creating = useMutation({
    mutationFn: (format: Format) => client.backups.create({ companyId, format }),
    onSuccess: () => success('Backup created'),
    onError: onFailure('Backup failed', 'Failed to create backup'),
  })
  const removing = useMutation({
    mutationFn: ({ id }: Backup) => client.backups.remove({ companyId, id }),
    onSuccess: (_result, { id }) => tellDeleted(companyId, id),
    onError: onFailure('Delete failed', 'Failed to delete backup'),
  })
  const downloading = useMutation({
    mutationFn: ({ id }: Backup) => client.backups.url({ companyId, id }),
    onSuccess: ({ url }) => openInNewTab(url),
    onError: onFailure('Failed to generate download URL', 'Failed to download backup'),
  })
  const importing = useMutation({
    mutationFn: ({ id }: Backup) => client.backups.import({ companyId, id }),
    onSuccess: onImport,
    onError: onFailure('Import failed', 'Failed to import inventory'),
  })
  return {
    create: creating.mutate,
    isCreating: (format: Format) => creating.isPending && creating.variables === format,
    remove: removing.mutate,
    download: downloading.mutate,
    importBackup: importing.mutate,
    isImporting: ({ id }: Backup) => importing.isPending && importing.variables.id === id,
  }
}

const onFailure = (title: string, sentence: string) => (error: unknown) =>
  failed(title, error, messageOf(error) || sentence)

// Use a link, not window.open: after the wait for the answer, a browser would block that as a pop-up.
function openInNewTab(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.target = '_blank'
  link.rel = 'noopener'
  link.click()
}

function tellDeleted(companyId: string, id: string) {
  const bringBack = async () => {
    notifications.hide(id)
    await client.backups
      .restore({ companyId, id })
      .then(() => success('Backup restored'), onFailure('Undo failed', 'Failed to bring the backup back'))
  }
  notifications.show({
    id,
    title: 'Backup deleted',
    message: (
      <Button size="compact-xs" variant="default" mt={4} onClick={() => void bringBack()}>
        Undo
      </Button>
    ),
    color: 'accent',
    autoClose: actionMs,
  })
}
