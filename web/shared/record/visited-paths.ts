import { type AnyRouter, useRouter } from '@tanstack/react-router'

/** The paths of this visit, by their place in the history of the browser. */
const paths: string[] = []

const placeIn = ({ history }: AnyRouter): number => history.location.state.__TSR_index

/** Notes where the person goes, so that what covers a whole screen can lead back to the screen that it was opened from. */
export function trackPaths(router: AnyRouter): void {
  const note = () => {
    paths[placeIn(router)] = router.history.location.pathname
  }
  note()
  // Not by the history itself: with a listener there, the router takes it that the page is drawn, and a redirect at its start draws nothing.
  router.subscribe('onBeforeLoad', note)
}

/**
 * Returns a function that goes back to the screen from which the record on screen was opened. It does nothing, and returns false, when that
 * screen is the list of the record, or is not known.
 * @param list the path of the list: '/tasks'
 */
export function useGoBack(list: string): () => boolean {
  const router = useRouter()
  return () => {
    const here = placeIn(router)
    const isOfRecord = (path: string | undefined) => path !== undefined && startsWith(path, paths[here] ?? list)
    let origin = here - 1
    while (isOfRecord(paths[origin])) origin -= 1
    const path = paths[origin]
    if (path === undefined || startsWith(path, list)) return false
    router.history.go(origin - here)
    return true
  }
}

const startsWith = (path: string, beginning: string) => path === beginning || path.startsWith(`${beginning}/`)
