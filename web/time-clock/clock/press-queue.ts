import { ORPCError } from '@orpc/client'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { client } from '../../shared/api/api.ts'
import { screens } from '../../shared/api/queries.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { success } from '../../shared/feedback/toasts.ts'
import { useCompanyId, useSession } from '../../shared/session/session.ts'
import { heldSeconds, type Press, type PressKind, readPresses, type Sending, sendInOrder } from './presses.ts'

const retryMs = 15_000

/**
 * The presses of the signed-in person that wait to be sent, and the function to press. The browser keeps a press before it sends it, so the press
 * survives a lost answer: the server knows it by its id. It belongs to this person and company: nobody else sends it.
 */
export function usePresses() {
  const companyId = useCompanyId()
  const { key, presses } = useWaitingPresses()
  const isWaiting = presses.some(({ refusal }) => refusal === null)
  useEffect(() => {
    if (!isWaiting) return
    const send = () => void flush(key, companyId).then(tellSent)
    send()
    const timer = setInterval(send, retryMs)
    window.addEventListener('online', send)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', send)
    }
  }, [key, companyId, isWaiting])
  return {
    presses,
    /** Keeps the press, sends it, and tells the result. */
    press: async (kind: PressKind, entryId: string | null): Promise<Sending> => {
      const made: Press = { id: crypto.randomUUID(), kind, at: Date.now(), entryId, refusal: null }
      keep(key, [...readPresses(localStorage.getItem(key)), made])
      const outcome = (await flush(key, companyId)).get(made.id) ?? { is: 'kept' }
      // If the server refuses while the person looks on, they are told at once, and nothing waits.
      if (outcome.is === 'refused') drop(key, made.id)
      return outcome
    },
    /** Forgets a press that the server refused. */
    dismiss: (id: string) => drop(key, id),
  }
}

/** The presses of the signed-in person that wait, for what only shows them. */
export function useWaitingPresses(): { key: string; presses: Press[] } {
  const key = `presses:${useSession().user.id}:${useCompanyId()}`
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key))
  return { key, presses: useMemo(() => readPresses(text), [text]) }
}

/** Says that presses which were kept are with the server now. */
function tellSent(outcomes: Map<string, Sending>) {
  const count = [...outcomes.values()].filter(({ is }) => is === 'sent').length
  if (count > 0)
    success(
      count === 1
        ? 'The clock press you made offline was sent'
        : `The ${count} clock presses you made offline were sent`,
    )
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function keep(key: string, presses: Press[]) {
  if (presses.length > 0) localStorage.setItem(key, JSON.stringify(presses))
  else localStorage.removeItem(key)
  for (const tell of listeners) tell()
}

const drop = (key: string, id: string) =>
  keep(
    key,
    readPresses(localStorage.getItem(key)).filter((press) => press.id !== id),
  )

/** One tab sends at a time, one press after the other. */
async function flush(key: string, companyId: string): Promise<Map<string, Sending>> {
  const outcomes = await navigator.locks.request(key, () => {
    const store = (rest: Press[]) => {
      // A press may have been added in the meantime. Keep it, after the others.
      const begunIds = new Set(begun.map(({ id }) => id))
      keep(key, [...rest, ...readPresses(localStorage.getItem(key)).filter(({ id }) => !begunIds.has(id))])
    }
    const begun = readPresses(localStorage.getItem(key))
    return sendInOrder(begun, (press) => send(press, companyId), store)
  })
  // Show the new state before the person can press again: a second press would do the opposite.
  if (outcomes.size > 0) await screens.shown()
  return outcomes
}

async function send({ id: pressId, kind, at, entryId }: Press, companyId: string): Promise<Sending> {
  const held = heldSeconds(at, Date.now())
  if (held === null) return { is: 'refused', refusal: 'The clock of this device was set back since.' }
  try {
    if (kind === 'in') {
      const { id } = await client.timeEntries.clockIn({ companyId, pressId, heldSeconds: held })
      return { is: 'sent', entryId: id }
    }
    if (entryId === null) return { is: 'refused', refusal: 'The entry that it belongs to was not taken.' }
    if (kind === 'out') await client.timeEntries.clockOut({ companyId, entryId, pressId, heldSeconds: held })
    else await client.timeEntries.takeBreak({ companyId, entryId, isStart: kind === 'breakStart', heldSeconds: held })
    return { is: 'sent', entryId }
  } catch (error) {
    return mayWait(error) ? { is: 'kept' } : { is: 'refused', refusal: messageOf(error) }
  }
}

/** No answer, a server in trouble, or a session that has ended: the press stays valid. */
const mayWait = (error: unknown) =>
  !(error instanceof ORPCError) || error.status >= 500 || error.status === 429 || error.status === 401
