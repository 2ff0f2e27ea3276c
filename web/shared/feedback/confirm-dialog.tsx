import { lazyDialog } from '../form/lazy-dialog.tsx'
import type { ConfirmProps } from './confirmation.tsx'

const load = () => import('./confirmation.tsx')
const Confirmation = lazyDialog(async () => ({ default: (await load()).Confirmation }))

// Loaded after the first screen, so that the question can be asked without a network too.
if (typeof window !== 'undefined') setTimeout(() => void load().catch(() => undefined), 3_000)

/** Asks before an action that is hard to take back. The safe answer has the focus. */
export function ConfirmDialog(props: ConfirmProps) {
  // Unmounted while closed: otherwise it would handle the Escape that opens it.
  return props.isOpen && <Confirmation {...props} />
}
