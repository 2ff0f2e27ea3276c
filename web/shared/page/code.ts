import { type ComponentType, type LazyExoticComponent, lazy as lazyOf, useSyncExternalStore } from 'react'
import { connectionOrPause, reachesServer } from '../api/reachability.ts'

/**
 * Loads code. Without a connection it waits for one: a failure would replace the whole screen, with all that was typed into it.
 * @throws when the server answers but has no such file: it has a new version
 */
export async function codeOf<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let refusals = 0; ; ) {
    try {
      return await load()
    } catch (error) {
      if (!(await reachesServer())) await connectionOrPause()
      // The connection may have broken for a moment only.
      else if (refusals++ > 0) throw error
    }
  }
}

let waiting = 0
const listeners = new Set<() => void>()

function count(more: number) {
  waiting += more
  for (const listen of listeners) listen()
}

const subscribe = (listen: () => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Like `codeOf`, for code without which something is missing on the screen. */
export async function shownCodeOf<Module>(load: () => Promise<Module>): Promise<Module> {
  count(1)
  try {
    return await codeOf(load)
  } finally {
    count(-1)
  }
}

/** Whether something is missing on the screen because its code has not come yet. */
export const useIsCodeMissing = (): boolean => useSyncExternalStore(subscribe, () => waiting > 0)

/** `lazy` of React for a connection that may break. */
// biome-ignore lint/suspicious/noExplicitAny: as in the types of React
export const lazy = <Component extends ComponentType<any>>(
  load: () => Promise<{ default: Component }>,
): LazyExoticComponent<Component> => lazyOf(() => shownCodeOf(load))

/** To call once. The browser does not ask again for a file that the page has a link to, so a link whose file did not come is removed. */
export function removeLostLinks(): void {
  const remove = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement) target.remove()
  }
  window.addEventListener('error', remove, true)
}
