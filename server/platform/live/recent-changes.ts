import { type LiveChange, type LiveKind, liveKinds } from 'contract/live.ts'

/** `person`: only they are told; all others of the company are not. `by`: the only request that made this change; null when there may be more. */
export type Change = { companyId: string; kind: LiveKind; person: string | null; by: string | null }

/**
 * A change in the words of app.announce and of announcements.ts: 'company kind', perhaps with ' person', perhaps with ' @request' at the end.
 * Undefined for a text that this version does not know.
 */
export function changeOf(text: string): Change | undefined {
  const [words = '', by = null] = text.split(' @')
  const [companyId, kind, person = null] = words.split(' ')
  if (!companyId || !kind || !Object.hasOwn(liveKinds, kind)) return undefined
  return { companyId, kind: kind as LiveKind, person, by }
}

/** The kinds that changed in each company; apart, those that only one request has changed. */
export function grouped(changes: Iterable<Change>): LiveChange[] {
  const latest = new Map<string, Change>()
  for (const change of changes) {
    const key = `${change.companyId} ${change.kind}`
    const before = latest.get(key)
    latest.set(key, before && before.by !== change.by ? { ...before, by: null } : change)
  }
  const groups = Map.groupBy(latest.values(), ({ companyId, by }) => `${companyId} ${by}`)
  return [...groups.values()].flatMap((group) => {
    const { companyId, by } = group[0] as Change
    return { companyId, kinds: group.map(({ kind }) => kind), ...(by && { by }) }
  })
}

const keptMs = 120_000
const mostKept = 10_000

/** The changes of the last two minutes, for streams that were away: each kind of a company once, with the time of its last change. */
export class RecentChanges {
  readonly #changes = new Map<string, { change: Change; at: number }>()
  #since = Number.POSITIVE_INFINITY

  /** From now on no change is missed. @param now milliseconds of a clock that only goes forward */
  begin(now: number): void {
    this.#since = now
  }

  /** Changes are missed from now on. */
  end(): void {
    this.#since = Number.POSITIVE_INFINITY
    this.#changes.clear()
  }

  add(change: Change, now: number): void {
    const key = `${change.companyId} ${change.kind} ${change.person}`
    this.#changes.delete(key) // so that the oldest stand first
    this.#changes.set(key, { change: { ...change, by: null }, at: now })
    if (this.#changes.size > mostKept) this.forget(now, [...this.#changes.values()][mostKept / 2]?.at ?? now)
  }

  /** Forgets old changes. @param until the time before which changes are unknown afterwards */
  forget(now: number, until: number = now - keptMs): void {
    for (const [key, { at }] of this.#changes) {
      if (at >= until) break
      this.#changes.delete(key)
    }
    if (this.#since < until) this.#since = until
  }

  /** @returns the changes since a time; undefined when they are unknown */
  after(time: number): Change[] | undefined {
    if (time < this.#since) return undefined
    return [...this.#changes.values()].filter(({ at }) => at >= time).map(({ change }) => change)
  }
}
