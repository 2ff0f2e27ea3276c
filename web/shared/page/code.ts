import { type ComponentType, type LazyExoticComponent, lazy as lazyOf } from 'react'
import { connectionOrPause, reachesServer } from '../api/reachability.ts'
import { sharedValue } from '../shared-value.ts'

/**
 * Loads code. Without a connection it waits for one: a failure would replace the whole screen, with all that was typed into it. Chromium
 * never asks again for a module that failed, until the page is loaded again: then the reader is told to load it.
 * @throws when the server answers but the code does not come: there is a new version, or the connection broke while it was loading
 */
export async function codeOf<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let refusals = 0; ; ) {
    try {
      await Promise.all([...lostStyles].map(styleAgain))
      return await load()
    } catch (error) {
      if (!(await reachesServer())) await connectionOrPause()
      // The connection may have broken for a moment only.
      else if (refusals++ > 0) {
        // They are gone: other code must not wait for them.
        lostStyles.clear()
        throw error
      }
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
const missing = sharedValue<'waiting' | 'gone' | null>(null)
const tell = () => missing.set(isGone ? 'gone' : waiting > 0 ? 'waiting' : null)

/** What the screen lacks: a piece that waits for the connection, or one that can only come with a new page. */
export const useMissingCode = () => missing.use()

/** Something that the screen lacks is on its way. @returns to call when it is there, or not wanted any more */
export function awaitCode(): () => void {
  waiting++
  tell()
  return () => {
    waiting--
    tell()
  }
}

/** `lazy` without the words in the banner, for lazy-dialog.tsx. */
// biome-ignore lint/suspicious/noExplicitAny: as in the types of React
export const lazyCode = <Component extends ComponentType<any>>(
  load: () => Promise<{ default: Component }>,
): LazyExoticComponent<Component> => lazyOf(() => pieceOf(load))

/** `lazy` of React for a connection that may break, and for a server that may get a new version. */
// biome-ignore lint/suspicious/noExplicitAny: as in the types of React
export const lazy = <Component extends ComponentType<any>>(
  load: () => Promise<{ default: Component }>,
): LazyExoticComponent<Component> => lazyOf(() => pieceOf(load).finally(awaitCode()))

/** To call once. The browser does not ask again for a file that the page has a link to, so a link whose file did not come is removed. */
export function removeLostLinks(): void {
  const remove = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement)) return
    if (target.rel === 'stylesheet') lostStyles.add(target.href)
    target.remove()
  }
  window.addEventListener('error', remove, true)
}

/** The stylesheets that did not come. The loader of the build asks once for each, so a second try would come without them. */
const lostStyles = new Set<string>()

const styleAgain = (href: string): Promise<unknown> =>
  new Promise((onload, reject) => {
    const onerror = () => reject(new Error('preload CSS'))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload, onerror }))
  }).then(() => lostStyles.delete(href))
