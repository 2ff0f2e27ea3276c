import { useEffect } from 'react'
import { queries, screens } from '../api/queries.ts'
import { sharedValue } from '../shared-value.ts'
import { openLiveConnection } from './live-connection.ts'

const isLive = sharedValue(false)

/** Whether this screen currently hears of changes. */
export const useIsLive = (): boolean => isLive.use()

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
    const close = openLiveConnection(({ event, changes }) => {
      if (event === 'changed') screens.changed(changes)
      else if (event === 'everything') screens.everything()
      else askRights()
    }, isLive.set)
    document.addEventListener('visibilitychange', screens.resume)
    return () => {
      document.removeEventListener('visibilitychange', screens.resume)
      close()
      screens.end()
      isLive.set(false)
    }
  }, [isSignedIn])
}
