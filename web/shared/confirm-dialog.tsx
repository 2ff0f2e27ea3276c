import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type ConfirmProps = {
  isOpen: boolean
  title: string
  /** The question. */
  children: ReactNode
  confirmLabel: string
  isBusy?: boolean
  isDestructive?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot simply be taken back. The safe answer has the focus. */
export function ConfirmDialog(props: ConfirmProps) {
  const { isOpen, title, children, confirmLabel, isBusy, isDestructive = true, onConfirm, onClose } = props
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size="sm" role="alertdialog" zIndex={300}>
      <Text size="sm" c="dimmed" component="div">
        {children}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button {...(isDestructive && { color: 'red' })} loading={isBusy ?? false} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}
