import type { Query, QueryClient } from '@tanstack/react-query'
import { type LiveChange, liveKinds } from 'contract/live.ts'

/** At most one round of queries a second; the first one waits a moment, so that not all screens send at once. */
const pauseMs = 1_000
const spreadMs = 250
const typingMs = 500

type Doings = { isHidden: () => boolean; isTyping: () => boolean }

const inBrowser: Doings = {
  isHidden: () => document.visibilityState === 'hidden',
  // If its row moves or vanishes, so does the cell in which somebody types.
  isTyping: () => document.querySelector('[data-cell-input]') !== null,
}

export type LiveQueries = {
  changed(changes: LiveChange[]): void
  everything(): void
  /** Sends the queries that had to wait: the screen is shown again. */
  resume(): void
  end(): void
}

/**
 * Sends the queries again that show something that has changed. Many changes are one round; the next begins when the last is answered. A
 * hidden screen waits, and so does a list in which somebody edits a cell. Forms keep their values (web/shared/form/record-saving.ts).
 */
export function followChanges(queries: QueryClient, { isHidden, isTyping } = inBrowser): LiveQueries {
  const due = new Set<string>()
  let isAllDue = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let freeAt = 0
  let isOver = false

  const later = (ms: number) => {
    const wait = Math.max(ms, freeAt - Date.now())
    if (timer === undefined && !isAsking && !isOver) timer = setTimeout(ask, wait)
  }

  const ask = async () => {
    timer = undefined
    if (isOver || isHidden() || (!isAllDue && due.size === 0)) return
    if (isTyping()) return later(typingMs)
    const [all, nouns] = [isAllDue, new Set(due)]
    isAllDue = false
    due.clear()
    isAsking = true
    const isDue = (query: Query) => all || [...placesOf(query)].some((place) => nouns.has(place))
    await queries.invalidateQueries({ predicate: isDue }).catch(() => undefined)
    isAsking = false
    freeAt = Date.now() + pauseMs
    if (isAllDue || due.size > 0) later(0)
  }

  const soon = () => later(Math.random() * spreadMs)
  return {
    changed(changes) {
      for (const { companyId, kinds } of changes)
        for (const kind of kinds)
          for (const noun of liveKinds[kind]?.shows ?? []) due.add(`${noun} ${companyId}`).add(noun)
      soon()
    },
    everything() {
      isAllDue = true
      soon()
    },
    resume: soon,
    end() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** What a query shows: a noun of the contract, of one company if its input names one. */
function* placesOf({ queryKey: [path, asked] }: Query): Iterable<string> {
  const noun = Array.isArray(path) ? String(path[0]) : ''
  const { companyId } = ((asked as { input?: object } | undefined)?.input ?? {}) as { companyId?: string }
  yield companyId === undefined ? noun : `${noun} ${companyId}`
}
