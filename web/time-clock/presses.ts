import { z } from 'zod'

/** A press of the clock that waits to be sent. `at`: by this browser's clock; the server only learns how long ago that was. */
export const Press = z.object({
  id: z.string(),
  kind: z.enum(['in', 'out', 'breakStart', 'breakEnd']),
  at: z.number(),
  /** The entry that it is about; null for one that begins, and for presses after an 'in' that waits too. */
  entryId: z.string().nullable(),
  /** Why the server does not take it; then the person decides. */
  refusal: z.string().nullable(),
})
export type Press = z.infer<typeof Press>
export type PressKind = Press['kind']

/** What became of sending: `sent` with the entry; `kept`: no network, try later; `refused` with the words of the server. */
export type Sending = { is: 'sent'; entryId: string } | { is: 'kept' } | { is: 'refused'; refusal: string }

/** What the clock shows: the open entry, with the presses that wait. `since` null: clocked out. */
export type ClockState = { entryId: string | null; since: number | null; breakSince: number | null }

/** The state of the clock after the presses that wait: nobody would press again what they have pressed. */
export function stateAfter(presses: readonly Press[], stored: ClockState): ClockState {
  let state = stored
  for (const { kind, at, refusal } of presses) {
    if (refusal !== null) continue
    if (kind === 'in') state = state.since === null ? { entryId: null, since: at, breakSince: null } : state
    else if (kind === 'out') state = { entryId: null, since: null, breakSince: null }
    else state = { ...state, breakSince: kind === 'breakStart' ? at : null }
  }
  return state
}

/** Seconds since a press; null when the clock of the device was set back since, so that nobody can say. */
export const heldSeconds = (at: number, now: number): number | null =>
  now < at ? null : Math.round((now - at) / 1_000)

/** The presses that a text of the browser's storage holds; none when it is no such text. */
export function readPresses(text: string | null): Press[] {
  try {
    return z.array(Press).parse(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}

/**
 * Sends the presses in their order until one has to wait: what comes after it may depend on it.
 * @param send asks the server; @param store keeps the presses that remain, after each
 * @returns what became of each, by id
 */
export async function sendInOrder(
  presses: readonly Press[],
  send: (press: Press) => Promise<Sending>,
  store: (rest: Press[]) => void,
): Promise<Map<string, Sending>> {
  const outcomes = new Map<string, Sending>()
  let rest = [...presses]
  for (const { id } of presses) {
    const press = rest.find((one) => one.id === id)
    if (!press || press.refusal !== null) continue
    const outcome = await send(press)
    outcomes.set(id, outcome)
    if (outcome.is === 'kept') break
    if (outcome.is === 'refused') {
      rest = rest.map((one) => (one.id === id ? { ...one, refusal: outcome.refusal } : one))
    } else {
      // The presses after an 'in' are about the entry that it began.
      rest = rest
        .filter((one) => one.id !== id)
        .map((one) => (one.entryId === null && one.kind !== 'in' ? { ...one, entryId: outcome.entryId } : one))
    }
    store(rest)
  }
  return outcomes
}
