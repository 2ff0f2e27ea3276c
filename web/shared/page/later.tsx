import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { queries } from '../api/queries.ts'
import { lazy, pieceOf } from './code.ts'

/**
 * Code that a screen needs only when somebody presses something. It is asked for once the answers that the screen waits for are shown: before,
 * it would take the processor and the line from them.
 * @returns `loaded`: the module, for the placeholder that stands there until it has loaded; `now`: asks for it at once, for what somebody wants
 */
export function later<Module>(load: () => Promise<Module>): { loaded: Promise<Module>; now: () => Promise<Module> } {
  const { promise: loaded, resolve } = Promise.withResolvers<Module>()
  let isRequested = false
  const now = () => {
    if (!isRequested) resolve(pieceOf(load))
    isRequested = true
    return loaded
  }
  // Unit tests have no document.
  if (typeof document === 'object') void shown().then(now)
  return { loaded, now }
}

/**
 * A component whose code loads late.
 * @param Placeholder stands there until the code has loaded. `onWant` is for a press on it: the component then comes with `startsOpen`. Without a
 * placeholder the code is asked for at once when the component is drawn.
 */
export function lateComponent<Component extends (props: never) => ReactNode>(
  load: () => Promise<Component>,
  Placeholder?: ComponentType<Parameters<Component>[0] & { onWant: () => void }>,
): Component {
  const code = later(load)
  const Loaded = lazy(async () => ({
    default: (await (Placeholder ? code.loaded : code.now())) as unknown as ComponentType<object>,
  }))
  const Meanwhile = Placeholder as ComponentType<{ onWant: () => void }> | undefined
  function Late(props: object) {
    const [isWanted, setWanted] = useState(false)
    const want = () => {
      setWanted(true)
      void code.now()
    }
    return (
      <Suspense fallback={Meanwhile && <Meanwhile {...props} onWant={want} />}>
        <Loaded {...props} {...(isWanted && { startsOpen: true })} />
      </Suspense>
    )
  }
  return Late as unknown as Component
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
