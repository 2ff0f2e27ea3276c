import { z } from 'zod'

/** A press of the clock that waits to be sent. `at`: by this browser's clock; the server only learns how long ago that was. */
export const Press = z.object({
  id: z.string(),
  kind: z.enum(['in', 'out', 'breakStart', 'breakEnd']),
  at: z.number(),
  /** The entry that it belongs to; null for a press that begins one, and for presses after an 'in' that waits too. */
  entryId: z.string().nullable(),
  /** Why the server refused it; the person then decides what to do. */
  refusal: z.string().nullable(),
})
export type Press = z.infer<typeof Press>
export type PressKind = Press['kind']

/** The result of sending: `sent` with the entry; `kept`: no network, try later; `refused` with the words of the server. */
export type Sending = { is: 'sent'; entryId: string } | { is: 'kept' } | { is: 'refused'; refusal: string }

/** What the clock shows: the open entry, with the presses that wait. `since` null: clocked out. */
export type ClockState = { entryId: string | null; since: number | null; breakSince: number | null }

/** The state of the clock after the waiting presses, so that nobody presses the same button again. */
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

/** Seconds since a press; null when the clock of the device was set back since then, so that they are unknown. */
export const heldSeconds = (at: number, now: number): number | null =>
  now < at ? null : Math.round((now - at) / 1_000)

/** Reads the presses from a text of the browser's storage; none if the text is damaged. */
export function readPresses(text: string | null): Press[] {
  try {
    return z.array(Press).parse(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}

/**
 * Sends the presses in their order until one has to wait: later presses may depend on it.
 * @param send asks the server; @param store keeps the presses that remain, after each
 * @returns the result of each, by id
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
      // The presses after an 'in' belong to the entry that it began.
      rest = rest
        .filter((one) => one.id !== id)
        .map((one) => (one.entryId === null && one.kind !== 'in' ? { ...one, entryId: outcome.entryId } : one))
    }
    store(rest)
  }
  return outcomes
}
