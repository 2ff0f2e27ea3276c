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

/** Whether code failed because its file did not come, and not because of what is in it. */
export const isLost = (error: unknown): boolean =>
  /dynamically imported module|importing a module script|preload CSS/i.test(String(error))

/** Like `codeOf`, for a piece of a screen. One that is gone never comes, and the banner says so: what was typed into the rest of the screen stays. */
export const pieceOf = <Module>(load: () => Promise<Module>): Promise<Module> =>
  codeOf(load).catch((error) => {
    if (!isLost(error)) throw error
    isGone = true
    tell()
    return new Promise<Module>(() => undefined)
  })

let waiting = 0
let isGone = false
const listeners = new Set<() => void>()
const tell = () => {
  for (const listen of listeners) listen()
}

const subscribe = (listen: () => void) => {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** What the screen lacks: a piece that waits for the connection, or one that the server does not have any more. */
export const useMissingCode = (): 'waiting' | 'gone' | null =>
  useSyncExternalStore(subscribe, () => (isGone ? 'gone' : waiting > 0 ? 'waiting' : null))

async function shown<Module>(piece: Promise<Module>): Promise<Module> {
  waiting++
  tell()
  return await piece.finally(() => {
    waiting--
    tell()
  })
}

/** `lazy` of React for a connection that may break, and for a server that may get a new version. */
// biome-ignore lint/suspicious/noExplicitAny: as in the types of React
export const lazy = <Component extends ComponentType<any>>(
  load: () => Promise<{ default: Component }>,
): LazyExoticComponent<Component> => lazyOf(() => shown(pieceOf(load)))

/** To call once. The browser does not ask again for a file that the page has a link to, so a link whose file did not come is removed. */
export function removeLostLinks(): void {
  const remove = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement) target.remove()
  }
  window.addEventListener('error', remove, true)
}
