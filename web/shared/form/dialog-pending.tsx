import { useEffect, useEffectEvent } from 'react'
import { useConnection } from '../api/reachability.ts'
import { failure } from '../feedback/toasts.ts'
import { awaitCode } from '../page/code.ts'

const patienceMs = 3_000

/** Without a connection a dialog is given up: it must not open by itself later, over whatever the person is doing then. */
export function DialogPending({ onClose }: { onClose: () => void }) {
  const isConnected = useConnection() === 'fine'
  const giveUp = useEffectEvent(() => {
    onClose()
    failure('This cannot be opened now', 'It has not been loaded yet. Open it again when you are online.', 'not loaded')
  })
  useEffect(awaitCode, [])
  useEffect(() => {
    if (isConnected) return
    const timer = setTimeout(giveUp, patienceMs)
    return () => clearTimeout(timer)
  }, [isConnected])
  return null
}
