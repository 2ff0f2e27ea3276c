import { Modal } from '@mantine/core'
import type { ImportType } from 'contract/inventory/imports.ts'

export type ImportDialogProps = { type: ImportType; opened: boolean; onClose: () => void }

export function ImportDialog({ type, opened, onClose }: ImportDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Import ${type}`}>
      Importing is being built.
    </Modal>
  )
}
