import { useMatches, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Around screens, and none itself. What is below a screen is over it: a record, a form. */
    isFrame?: true
  }
}

/** What scrolls on a screen: the screen itself, and the box of a list that fills it. */
const boxesIn = (main: HTMLElement) => [main, ...main.querySelectorAll<HTMLElement>('[data-scrolled]')]

/** How long rows may take to come back before their place is given up, and how long what the address names may take to load. */
const patienceMs = { rows: 3_000, named: 10_000 }

/**
 * A screen opens at its top; Back and Forward return to where it was left. Records and forms over a list belong to the screen of the
 * list, which keeps its place. A hash leads to what it names, as soon as that is loaded: the router looks only once.
 */
export function useScreenScroll(main: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  const screen = useScreen()
  const shown = useRef<string>(undefined)
  const left = useRef(new Map<string, number[]>())

  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
        const key = fromLocation?.state.__TSR_key
        if (main.current && key && pathChanged)
          left.current.set(
            key,
            boxesIn(main.current).map(({ scrollTop }) => scrollTop),
          )
      }),
    [router, main],
  )

  useLayoutEffect(() => {
    if (shown.current === screen || !main.current) return undefined
    const isFirst = shown.current === undefined
    shown.current = screen
    const { hash, state } = router.latestLocation
    const places = left.current.get(state.__TSR_key ?? '') ?? []
    if (places.length === 0 && hash) return persist(patienceMs.named, () => isAt(hash))
    if (isFirst) return undefined
    main.current.scrollTop = 0
    const box = main.current
    return places.some((top) => top > 0) ? persist(patienceMs.rows, () => isBackIn(box, places)) : undefined
  }, [router, main, screen])
}

/** The path of the screen, without that of a record or a form over it. */
const useScreen = () =>
  useMatches({ select: (matches) => matches.find(({ staticData }) => !staticData.isFrame)?.pathname })

/**
 * Tries in every frame until the content is long enough, unless the person does something first.
 * @param arrive scrolls, and says whether the place is reached for good @returns a function that gives up
 */
function persist(patience: number, arrive: () => boolean) {
  const until = performance.now() + patience
  let next = 0
  const giveUp = () => {
    cancelAnimationFrame(next)
    for (const event of doings) window.removeEventListener(event, giveUp, true)
  }
  const step = () => {
    if (arrive() || performance.now() > until) giveUp()
    else next = requestAnimationFrame(step)
  }
  for (const event of doings) window.addEventListener(event, giveUp, true)
  step()
  return giveUp
}

function isBackIn(main: HTMLElement, places: number[]): boolean {
  const boxes = boxesIn(main)
  for (const [place, top] of places.entries()) if (boxes[place]) boxes[place].scrollTop = top
  return places.every((top, place) => Math.abs((boxes[place]?.scrollTop ?? 0) - top) < 1)
}

/** Never for good: what is above it may still load, and push it down. */
function isAt(hash: string): boolean {
  document.getElementById(hash)?.scrollIntoView()
  return false
}

const doings = ['wheel', 'pointerdown', 'keydown'] as const
