import { useSyncExternalStore } from 'react'
import { sharedValue } from '../shared-value.ts'

const isAnswering = sharedValue(true)

/** Notes whether the server answered the last request that was sent. */
export const noteAnswer = (wasAnswered: boolean): void => isAnswering.set(wasAnswered)

/** Asks the server for something that it always has; returns whether it answered, and notes that. */
export async function reachesServer(): Promise<boolean> {
  if (!navigator.onLine) return false
  const isReached = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  )
  noteAnswer(isReached)
  return isReached
}

const pauseMs = 3_000

/** Waits until the network comes back, at most a few seconds: nothing tells when a silent server answers again. */
export const connectionOrPause = (): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      window.removeEventListener('online', go)
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(go, pauseMs)
    window.addEventListener('online', go)
  })

function subscribe(listener: () => void) {
  const unsubscribe = isAnswering.subscribe(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** `offline`: this device has no network; `silent`: it has one, but the server does not answer. */
export type Connection = 'fine' | 'offline' | 'silent'

const now = (): Connection => (navigator.onLine ? (isAnswering.get() ? 'fine' : 'silent') : 'offline')

export const useConnection = (): Connection => useSyncExternalStore(subscribe, now)
