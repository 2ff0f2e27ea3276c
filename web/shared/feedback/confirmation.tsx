import { Button, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useDialog } from '../form/dialog.ts'
import { onePress } from '../form/one-press.ts'
import { SaveButton } from '../form/save-button.tsx'

export type ConfirmProps = {
  isOpen: boolean
  title: string
  /** The question. */
  children: ReactNode
  /** Null if there is nothing left to confirm. */
  confirmLabel: string | null
  cancelLabel?: string
  isBusy?: boolean
  isDestructive?: boolean
  /** The action concerns only this page, so it needs no server. */
  isLocal?: boolean
  /** A third answer, which is neither: 'Save'. */
  third?: { label: string; onPress: () => void } | undefined
  onConfirm: () => void
  onClose: () => void
}

/** The dialog itself. */
export function Confirmation(props: ConfirmProps) {
  const {
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    isBusy,
    isDestructive = true,
    isLocal = false,
    third,
    onConfirm,
    onClose,
  } = props
  const Confirm = isLocal ? Button : SaveButton
  const safeAnswer = useRef<HTMLButtonElement>(null)
  // The focus must not be lost when the pressed button disappears.
  useEffect(() => {
    if (confirmLabel === null) safeAnswer.current?.focus()
  }, [confirmLabel])
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="sm"
      role="alertdialog"
      aria-label={title}
      zIndex={300}
      {...useDialog()}
    >
      <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button ref={safeAnswer} variant="default" onClick={onClose} data-autofocus>
          {/* What is on its way is not stopped any more. */}
          {isBusy ? 'Close' : cancelLabel}
        </Button>
        {confirmLabel !== null && (
          <Confirm
            type="button"
            {...(isDestructive && { color: 'red' })}
            loading={isBusy ?? false}
            onClick={onePress(onConfirm)}
          >
            {confirmLabel}
          </Confirm>
        )}
        {third && (
          <SaveButton type="button" loading={isBusy ?? false} onClick={third.onPress}>
            {third.label}
          </SaveButton>
        )}
      </Group>
    </Modal>
  )
}
