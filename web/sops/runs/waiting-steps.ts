import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { RunNote, type SopRunDetails, StepNote } from 'contract/sops/runs.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { statusOf } from '../../shared/api/server-errors.ts'
import { failedTo } from '../../shared/feedback/toasts.ts'

/** A change of a step: its tick, its note, or both. */
export type Change = { isDone?: boolean; note?: string }

/** The changes that the server does not have yet, by the number of the step. The note on the whole run has the key `whole`. */
export type Changes = Record<string, Change>

/** The key of the whole run among its steps. */
export const whole = 'whole'

export const retryMs = 10_000

/**
 * The ticks and notes of a run, and the note on the whole run. Each is kept in this browser until the server has it. Without a connection they
 * wait, even while the page is closed, and are sent later. `waiting`: those that could not be sent. Only the owner of the run changes them.
 */
export function useSteps(run: SopRunDetails, isOwn: boolean) {
  const { id, companyId } = run
  const cache = useQueryClient()
  const key = `sop-run:${id}`
  const [changes, setChanges] = useState<Changes>(() => (isOwn ? kept(key) : {}))
  const [isStuck, setIsStuck] = useState(false)
  const latest = useRef(changes)
  const typing = useRef<string | null>(null)
  const line = useRef<Promise<unknown>>(Promise.resolve())

  const keep = useCallback(
    (next: Changes) => {
      latest.current = next
      setChanges(next)
      if (Object.keys(next).length > 0) localStorage.setItem(key, JSON.stringify(next))
      else localStorage.removeItem(key)
    },
    [key],
  )

  const sendNow = useCallback(async () => {
    const refused = refusedNotes(latest.current)
    const sent = without(without(latest.current, noteOf(latest.current, typing.current)), refused)
    const isAll = Object.keys(refused).length === 0
    if (Object.keys(sent).length === 0) return isAll
    try {
      remember(cache, await client.sopRuns.save({ companyId, id, ...asSaved(sent) }))
      keep(without(latest.current, sent))
      setIsStuck(false)
      return isAll
    } catch (error) {
      const status = statusOf(error) ?? 503
      setIsStuck(status >= 429 || status === 401)
      if (status >= 429 || status === 401) return false
      // Refused for good, for example because the run was finished elsewhere: say so, and show the state of the server.
      keep({})
      failedTo('save the run')(error)
      return false
    }
  }, [cache, companyId, id, keep])

  // One request after the other, so that the last answer is the newest. Tells whether the server has everything.
  const send = useCallback(() => {
    const sent = line.current.then(sendNow)
    line.current = sent
    return sent
  }, [sendNow])
  useRepeated(send, isOwn)

  const change = useCallback(
    (step: number | typeof whole, patch: Change) => {
      typing.current = patch.note === undefined ? typing.current : String(step)
      keep({ ...latest.current, [step]: { ...latest.current[step], ...patch } })
      if (patch.note === undefined) void send()
    },
    [keep, send],
  )
  const endNote = useCallback(() => {
    typing.current = null
    void send()
  }, [send])
  const isRefused = Object.keys(refusedNotes(changes)).length > 0
  return {
    ...applyWaiting(run, changes),
    waiting: isStuck ? countOf(changes) : noneWait,
    isRefused,
    change,
    endNote,
    send,
  }
}

const noneWait = { ticks: 0, notes: 0 }

/** Calls it at once, then at intervals, and when the connection is back. */
export function useRepeated(job: () => Promise<unknown>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const now = () => void job()
    now()
    const timer = setInterval(now, retryMs)
    window.addEventListener('online', now)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', now)
    }
  }, [job, isOn])
}

/** The server's answer is the newest: the page shows it at once. */
export const remember = (cache: QueryClient, run: SopRunDetails): void => {
  const { companyId, id } = run
  cache.setQueryData(api.sopRuns.get.queryOptions({ input: { companyId, id } }).queryKey, run)
}

const asSaved = ({ [whole]: ofAll, ...steps }: Changes) => ({
  steps: Object.entries(steps).map(([number, patch]) => ({ number: Number(number), ...patch })),
  ...(ofAll?.note !== undefined && { note: ofAll.note }),
})

/** The note that somebody is typing: it is sent when they leave its field. */
function noteOf(changes: Changes, step: string | null): Changes {
  const note = step === null ? undefined : changes[step]?.note
  return step === null || note === undefined ? {} : { [step]: { note } }
}

/** Why a note would be refused; null when it would not. @param step its number, or `whole` */
export function problemOf(step: number | string, note: string): string | null {
  const { error } = (step === whole ? RunNote : StepNote).safeParse(note)
  return error?.issues[0]?.message ?? null
}

/** The notes that the server would refuse: they stay here as they were typed, and do not hold up the rest. */
export function refusedNotes(changes: Changes): Changes {
  const refused: Changes = {}
  for (const [step, { note }] of Object.entries(changes))
    if (note !== undefined && problemOf(step, note)) refused[step] = { note }
  return refused
}

/** The changes that were made while `sent` was under way. */
export function without(now: Changes, sent: Changes): Changes {
  const left: Changes = {}
  for (const [number, patch] of Object.entries(now)) {
    const fields = Object.entries(patch).filter(([name, value]) => sent[number]?.[name as keyof Change] !== value)
    if (fields.length > 0) left[number] = Object.fromEntries(fields)
  }
  return left
}

/** The ticks and notes to show: those of the server, with the waiting changes applied. */
export function applyWaiting(
  run: Pick<SopRunDetails, 'done' | 'notes' | 'note'>,
  { [whole]: ofAll, ...waiting }: Changes,
) {
  const done = new Set(run.done)
  const notes = new Map(run.notes.map(({ number, text }) => [number, text]))
  for (const [number, { isDone, note }] of Object.entries(waiting)) {
    if (isDone !== undefined) isDone ? done.add(Number(number)) : done.delete(Number(number))
    if (note !== undefined) notes.set(Number(number), note)
  }
  return {
    done: done as ReadonlySet<number>,
    notes: notes as ReadonlyMap<number, string>,
    note: ofAll?.note ?? run.note ?? '',
  }
}

const countOf = (changes: Changes) => {
  const patches = Object.values(changes)
  return {
    ticks: patches.filter(({ isDone }) => isDone !== undefined).length,
    notes: patches.filter(({ note }) => note !== undefined).length,
  }
}

function kept(key: string): Changes {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof found !== 'object' || found === null) return {}
    // An earlier release kept ticks alone.
    return Object.fromEntries(
      Object.entries(found).map(([number, patch]) => [
        number,
        typeof patch === 'boolean' ? { isDone: patch } : (patch as Change),
      ]),
    )
  } catch {
    return {}
  }
}
