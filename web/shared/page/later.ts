import { useState } from 'react'
import { queries } from '../api/queries.ts'
import { pieceOf } from './code.ts'

/**
 * Code that a screen needs only when somebody presses something. It is asked for once the answers that the screen waits for are shown: before,
 * it would take the processor and the line from them.
 * @returns `loaded`: the module, for the placeholder that stands there until it has loaded; `now`: asks for it at once, for what somebody wants
 */
export function later<Module>(load: () => Promise<Module>): { loaded: Promise<Module>; now: () => Promise<Module> } {
  const { promise: loaded, resolve } = Promise.withResolvers<Module>()
  let isAsked = false
  const now = () => {
    if (!isAsked) resolve(pieceOf(load))
    isAsked = true
    return loaded
  }
  // Unit tests have no document.
  if (typeof document === 'object') void shown().then(now)
  return { loaded, now }
}

/** Whether somebody has pressed what stands in the code's stead, and the function for that press. */
export function useWanted(code: { now: () => unknown }): [isWanted: boolean, want: () => void] {
  const [isWanted, setWanted] = useState(false)
  const want = () => {
    setWanted(true)
    code.now()
  }
  return [isWanted, want]
}

const everyMs = 50
/** An answer that does not come must not keep the code away for ever. */
const patienceMs = 10_000

let showing: Promise<void> | undefined

/** Once: when no answer is waited for any more. */
function shown(): Promise<void> {
  showing ??= new Promise((done) => {
    const begun = performance.now()
    const look = () => {
      const isWaiting = queries.isFetching() > 0 || document.querySelector('[data-skeleton]') !== null
      if (isWaiting && performance.now() - begun < patienceMs) setTimeout(look, everyMs)
      else done()
    }
    setTimeout(look, everyMs)
  })
  return showing
}

/** Whether the connection is metered: then nothing loads that nobody has asked for. */
export const savesData = (): boolean =>
  Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData)
