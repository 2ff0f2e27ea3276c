import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { failedTo, success } from './toasts.ts'

type ConfirmedAction<Of, Result> = {
  title: string
  /** The words on the button; default: the title. */
  confirmLabel?: string
  question: (of: Of) => ReactNode
  act: (of: Of) => Promise<Result>
  /** The message afterwards. */
  done: string | ((result: Result) => void)
  /** The words after 'Failed to'. */
  failure: string
}

/** An action that asks first: `ask` opens the question about something; `dialog` is rendered where the action is. */
export function useConfirmed<Of, Result = unknown>(action: ConfirmedAction<Of, Result>) {
  const { title, confirmLabel = title, question, act, done, failure } = action
  const [of, ask] = useState<Of | null>(null)
  const close = () => ask(null)
  const acting = useMutation({
    mutationFn: act,
    onSuccess: (result) => (typeof done === 'string' ? success(done) : done(result)),
    onError: failedTo(failure),
    onSettled: close,
  })
  const dialog = (
    <ConfirmDialog
      {...{ title, confirmLabel }}
      isOpen={of !== null}
      isBusy={acting.isPending}
      onClose={close}
      onConfirm={() => of !== null && acting.mutate(of)}
    >
      {of !== null && question(of)}
    </ConfirmDialog>
  )
  return { ask, dialog }
}
