import { useSyncExternalStore } from 'react'

let isAnswering = true
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Notes whether the server answered the last request that was sent. */
export function noteAnswer(wasAnswered: boolean): void {
  if (isAnswering === wasAnswered) return
  isAnswering = wasAnswered
  tell()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** `offline`: this device has no network; `silent`: it has one, but the server does not answer. */
export type Connection = 'fine' | 'offline' | 'silent'

const now = (): Connection => (navigator.onLine ? (isAnswering ? 'fine' : 'silent') : 'offline')

export const useConnection = (): Connection => useSyncExternalStore(subscribe, now)
