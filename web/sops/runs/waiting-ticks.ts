import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { SopRunDetails } from 'contract/sops/runs.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { statusOf } from '../../shared/api/server-errors.ts'
import { failedTo } from '../../shared/feedback/toasts.ts'

/** Ticks that the server does not have yet, by the number of the step. */
export type Ticks = Record<string, boolean>

const againMs = 10_000

/**
 * The ticks of a run. Each is kept in this browser until the server has it: without a connection they wait, also when the page is closed,
 * and are sent later. `waiting` are those that were not sent.
 */
export function useTicks({ id, companyId, done }: SopRunDetails) {
  const cache = useQueryClient()
  const key = `sop-run:${id}`
  const [waiting, setWaiting] = useState<Ticks>(() => kept(key))
  const latest = useRef(waiting)
  const isSending = useRef(false)

  const keep = useCallback(
    (ticks: Ticks) => {
      latest.current = ticks
      setWaiting(ticks)
      if (Object.keys(ticks).length > 0) localStorage.setItem(key, JSON.stringify(ticks))
      else localStorage.removeItem(key)
    },
    [key],
  )

  const send = useCallback(async () => {
    const sent = latest.current
    if (isSending.current || Object.keys(sent).length === 0) return
    isSending.current = true
    try {
      const run = await client.sopRuns.save({ companyId, id, steps: stepsOf(sent) })
      remember(cache, run)
      keep(without(latest.current, sent))
    } catch (error) {
      // Refused for good, as when the run was finished elsewhere: say so, and show what the server has.
      if ((statusOf(error) ?? 503) < 429 && statusOf(error) !== 401) {
        keep({})
        failedTo('save the steps')(error)
        await cache.invalidateQueries()
      }
    } finally {
      isSending.current = false
    }
    if (Object.keys(without(latest.current, sent)).length > 0) void send()
  }, [cache, companyId, id, keep])

  useEffect(() => {
    void send()
    const timer = setInterval(() => void send(), againMs)
    const now = () => void send()
    window.addEventListener('online', now)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', now)
    }
  }, [send])

  const tick = useCallback(
    (step: number, isDone: boolean) => {
      keep({ ...latest.current, [step]: isDone })
      void send()
    },
    [keep, send],
  )
  return { shown: merged(done, waiting), waiting: Object.keys(waiting).length, tick }
}

/** The server's answer is the newest: the page shows it at once. */
export const remember = (cache: QueryClient, run: SopRunDetails): void => {
  const { companyId, id } = run
  cache.setQueryData(api.sopRuns.get.queryOptions({ input: { companyId, id } }).queryKey, run)
}

const stepsOf = (ticks: Ticks) => Object.entries(ticks).map(([number, isDone]) => ({ number: Number(number), isDone }))

/** What was ticked while others were sent. */
export const without = (now: Ticks, sent: Ticks): Ticks =>
  Object.fromEntries(Object.entries(now).filter(([number, isDone]) => sent[number] !== isDone))

/** The steps to show as done: those of the server, changed by the ticks that wait. */
export function merged(done: number[], waiting: Ticks): ReadonlySet<number> {
  const shown = new Set(done)
  for (const [number, isDone] of Object.entries(waiting))
    isDone ? shown.add(Number(number)) : shown.delete(Number(number))
  return shown
}

function kept(key: string): Ticks {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof found === 'object' && found !== null ? (found as Ticks) : {}
  } catch {
    return {}
  }
}
