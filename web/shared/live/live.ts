import { useEffect, useSyncExternalStore } from 'react'
import { queries, screens } from '../api/queries.ts'
import { openLiveLine } from './live-line.ts'

let isLive = false
const watchers = new Set<() => void>()

function setLive(now: boolean) {
  if (now === isLive) return
  isLive = now
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Whether this screen currently hears of changes. */
export const useIsLive = (): boolean => useSyncExternalStore(watch, () => isLive)

/** The queries to send again when the rights of the person may have changed. */
const rights = ['session', 'preferences']

/** Keeps the data on screen up to date while somebody is signed in. */
export function useLiveScreens(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return
    const askRights = () =>
      void queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) => Array.isArray(path) && rights.includes(path[0]),
      })
    const close = openLiveLine(({ event, changes }) => {
      if (event === 'changed') screens.changed(changes)
      else if (event === 'everything') screens.everything()
      else askRights()
    }, setLive)
    document.addEventListener('visibilitychange', screens.resume)
    return () => {
      document.removeEventListener('visibilitychange', screens.resume)
      close()
      screens.end()
      setLive(false)
    }
  }, [isSignedIn])
}
