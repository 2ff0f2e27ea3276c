import { lazy, type ReactNode, Suspense } from 'react'

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
  onConfirm: () => void
  onClose: () => void
}

const load = () => import('./confirmation.tsx')
const Confirmation = lazy(async () => ({ default: (await load()).Confirmation }))

// When the first screen stands, so that the question can be asked without a network, too.
if (typeof window !== 'undefined') setTimeout(() => void load().catch(() => undefined), 3_000)

/** Asks before an action that is hard to take back. The safe answer has the focus. */
export function ConfirmDialog(props: ConfirmProps) {
  // Unmounted while closed: otherwise it would handle the same Escape that opens it.
  return (
    props.isOpen && (
      <Suspense>
        <Confirmation {...props} />
      </Suspense>
    )
  )
}
