import { useBlocker } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type UnsavedChangesProps = {
  isDirty: boolean
  /** Set to true right before leaving on purpose: after saving, the form has not rendered again yet. */
  isLeaving: RefObject<boolean>
}

/** Holds a person back who leaves a form with changes, by link, Escape, the back button or closing the tab. */
export function UnsavedChanges({ isDirty, isLeaving }: UnsavedChangesProps) {
  const isHeld = () => isDirty && !isLeaving.current
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isHeld() && current.pathname !== next.pathname,
    enableBeforeUnload: isHeld,
    withResolver: true,
  })
  const isBlocked = blocker.status === 'blocked'
  return (
    <ConfirmDialog
      isOpen={isBlocked}
      title="Discard changes?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      onConfirm={() => isBlocked && blocker.proceed()}
      onClose={() => isBlocked && blocker.reset()}
    >
      What you entered has not been saved.
    </ConfirmDialog>
  )
}
