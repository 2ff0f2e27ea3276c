import type { Query, QueryClient } from '@tanstack/react-query'
import { type LiveChange, type LiveKind, liveKinds, ownNouns } from 'contract/live.ts'
import type { OwnChange } from './own-changes.ts'

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
  /** A change by this tab. Its person waits, so the queries are sent at once. */
  own(change: OwnChange): void
  everything(): void
  /** Waits until the screen shows all own changes. */
  shown(): Promise<void>
  /** Sends the queries that had to wait: the screen is shown again, or nobody types any more. */
  resume(): void
  end(): void
}

/**
 * Sends the queries again that show something that has changed, by the table of `contract/live.ts`. Many changes are one round; the next begins
 * when the last is answered. A hidden screen waits, and so does a list in which somebody edits a cell. Forms keep their values
 * (web/shared/form/record-saving.ts).
 */
export function followChanges(queries: QueryClient, { isHidden, isTyping } = inBrowser): LiveQueries {
  const due = new Set<string>()
  const ownIds = new Set<string>() // the ids of own changes
  let isAllDue = false
  let isOwnDue = false
  const waiting: (() => void)[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let round: Promise<void> | undefined
  let freeAt = 0

  const later = (ms: number) => {
    if (isOwnDue) clearTimeout(timer)
    else if (timer !== undefined) return
    const wait = isOwnDue ? 0 : Math.max(ms, freeAt - Date.now())
    if (!round) timer = setTimeout(ask, wait)
  }

  const ask = () => {
    timer = undefined
    const done = waiting.splice(0)
    const isUrgent = isOwnDue
    isOwnDue = false
    if ((isHidden() && !isUrgent) || (!isAllDue && due.size === 0)) return end(done)
    if (isTyping()) {
      isOwnDue = isUrgent
      timer = setTimeout(ask, typingMs)
      return end(done)
    }
    const [all, places] = [isAllDue, new Set(due)]
    isAllDue = false
    due.clear()
    const isDue = (query: Query) => placesOf(query).some((place) => all || places.has(place))
    round = queries.invalidateQueries({ predicate: isDue }).then(() => {
      round = undefined
      freeAt = Date.now() + pauseMs
      end(done)
      if (isOwnDue || isAllDue || due.size > 0) later(0)
    })
  }
  const soon = () => later(Math.random() * spreadMs)
  return {
    changed(changes) {
      // Nothing else has changed: the screen has asked for it when the answer came.
      for (const { companyId, by, kinds } of changes)
        if (!by || !ownIds.has(by)) for (const noun of nounsOf(kinds)) due.add(`${noun} ${companyId}`).add(noun)
      soon()
    },
    own({ noun, changed }) {
      isAllDue ||= changed === null
      isOwnDue = true
      // In all companies: a record of the firm is shown in the others, too.
      const shown = nounsOf(changed?.changes.flatMap(({ kinds }) => kinds) ?? [])
      for (const each of [...shown, ...(ownNouns[noun as keyof typeof ownNouns] ?? [])]) due.add(`${each} *`)
      if (changed) ownIds.add(changed.by)
      later(0)
    },
    everything() {
      isAllDue = true
      soon()
    },
    shown: () => (isOwnDue ? new Promise((resolve) => waiting.push(resolve)) : (round ?? Promise.resolve())),
    resume: soon,
    end() {
      clearTimeout(timer)
      timer = undefined
      due.clear()
      isAllDue = false
      isOwnDue = false
      end(waiting.splice(0))
    },
  }
}

const end = (waiting: (() => void)[]) => {
  for (const resolve of waiting) resolve()
}

const nounsOf = (kinds: LiveKind[]) => kinds.flatMap((kind) => liveKinds[kind] ?? [])

/** What a query shows: a noun of the contract, of one company if its input names one. Empty for what does not come from the server. */
function placesOf({ queryKey: [path, options] }: Query): string[] {
  if (!Array.isArray(path)) return []
  const { companyId } = ((options as { input?: object } | undefined)?.input ?? {}) as { companyId?: string }
  return [companyId === undefined ? `${path[0]}` : `${path[0]} ${companyId}`, `${path[0]} *`]
}
