import { useEffect, useSyncExternalStore } from 'react'
import { queries } from '../api/queries.ts'
import { openLiveLine } from './live-line.ts'
import { followChanges } from './live-queries.ts'

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
    const following = followChanges(queries)
    const askRights = () =>
      void queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) => Array.isArray(path) && rights.includes(path[0]),
      })
    const close = openLiveLine(({ event, changes }) => {
      if (event === 'changed') following.changed(changes)
      else if (event === 'everything') following.everything()
      else askRights()
    }, setLive)
    const onShown = () => following.resume()
    document.addEventListener('visibilitychange', onShown)
    return () => {
      document.removeEventListener('visibilitychange', onShown)
      close()
      following.end()
      setLive(false)
    }
  }, [isSignedIn])
}
