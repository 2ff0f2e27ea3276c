import { useBlocker } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, type RefObject, useState } from 'react'
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx'

type UnsavedChangesProps = {
  isDirty: () => boolean
  /** Set to true right before leaving on purpose: right after a save, the form has not rendered again yet. */
  isLeaving: RefObject<boolean>
  /** Offers to save instead. */
  saving?: { label: string; save: (leave: () => void, stay: () => void) => void }
}

/** Asks before a person leaves a form with unsaved changes: by link, Escape, the back button or closing the tab. */
export function UnsavedChanges({ isDirty, isLeaving, saving }: UnsavedChangesProps) {
  const isHeld = () => isDirty() && !isLeaving.current
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isHeld() && current.pathname !== next.pathname,
    enableBeforeUnload: isHeld,
    withResolver: true,
  })
  const isBlocked = blocker.status === 'blocked'
  const third = saving && {
    label: saving.label,
    onPress: () => isBlocked && saving.save(blocker.proceed, blocker.reset),
  }
  return (
    <Discarding
      isOpen={isBlocked}
      onConfirm={() => isBlocked && blocker.proceed()}
      onClose={() => isBlocked && blocker.reset()}
      third={third}
    />
  )
}

/**
 * For a form that closes without a change of address: the router cannot ask then.
 * @returns `leave`, which asks first when something was entered, and the question to render
 */
export function useLeaving(isDirty: () => boolean, onLeave: () => void): { leave: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  return {
    leave: () => (isDirty() ? setAsking(true) : onLeave()),
    question: <Discarding isOpen={isAsking} onConfirm={onLeave} onClose={() => setAsking(false)} />,
  }
}

type DiscardingProps = Pick<ComponentProps<typeof ConfirmDialog>, 'isOpen' | 'onConfirm' | 'onClose' | 'third'>

function Discarding(props: DiscardingProps) {
  return (
    <ConfirmDialog {...props} isLocal title="Discard Changes?" confirmLabel="Discard" cancelLabel="Keep Editing">
      What you entered has not been saved.
    </ConfirmDialog>
  )
}
