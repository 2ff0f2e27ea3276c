import { type ComponentType, Suspense } from 'react'
import { lazyCode } from '../page/code.ts'
import { later } from '../page/later.tsx'

type Closable = { onClose: () => void }

/** `lazy` for a dialog, with a place of its own while its code is on the way. */
export function lazyDialog<Props extends Closable>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Dialog = lazyCode(load)
  return (props: Props) => (
    <Suspense fallback={<DialogPending onClose={props.onClose} />}>
      <Dialog {...props} />
    </Suspense>
  )
}

const pending = later(() => import('./dialog-pending.tsx'))
const Pending = lazyCode(async () => ({ default: (await pending.loaded).DialogPending }))

/** While the code of a dialog is on the way. @param onClose gives the dialog up */
export const DialogPending = (props: Closable) => (
  <Suspense>
    <Pending {...props} />
  </Suspense>
)
