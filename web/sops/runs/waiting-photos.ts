import type { SopRunDetails } from 'contract/sops/runs.ts'
import { createStore, del, entries, set } from 'idb-keyval'
import { useCallback, useRef, useState } from 'react'
import { attachOne, smallerPicture } from '../../files/public.tsx'
import { screens } from '../../shared/api/queries.ts'
import { messageOf, statusOf } from '../../shared/api/server-errors.ts'
import { failure } from '../../shared/feedback/toasts.ts'
import { useRepeated } from './waiting-steps.ts'

/** `problem`: why the server refuses it; null while it waits. */
export type WaitingPhoto = KeptPhoto & { problem: string | null }

/**
 * The photos of a run that the server does not have yet. Each is kept in this browser before it is sent, and shown as waiting until it has
 * arrived. If the browser cannot keep a photo, the person is told at once.
 */
export function useWaitingPhotos({ id, companyId }: SopRunDetails, isOwn: boolean) {
  const [photos, setPhotos] = useState<WaitingPhoto[]>([])
  const problems = useRef(new Map<string, string>())
  const isSending = useRef(false)

  const renew = useCallback(async () => {
    const kept = await keptPhotos(id).catch(() => [])
    setPhotos(kept.map((photo) => ({ ...photo, problem: problems.current.get(photo.key) ?? null })))
    return kept
  }, [id])

  const send = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      for (let next = nextOf(await renew(), problems.current); next; next = nextOf(await renew(), problems.current)) {
        const problem = await sendOne(companyId, next)
        if (problem === 'later') break
        if (problem) problems.current.set(next.key, problem)
        else {
          await screens.shown() // the stored photo comes before the waiting one goes, so nothing jumps
          await forgetPhoto(next.key)
        }
      }
    } finally {
      isSending.current = false
    }
  }, [companyId, renew])
  useRepeated(send, isOwn)

  const add = useCallback(
    async (step: number, taken: File) => {
      const file = await smallerPicture(taken)
      try {
        await keepPhoto({ key: crypto.randomUUID(), runId: id, step, takenAt: Date.now(), file })
      } catch {
        failure('Failed to keep the photo', 'This browser has no room for it, or does not store anything')
        return
      }
      await renew()
      void send()
    },
    [id, renew, send],
  )
  const remove = useCallback((key: string) => void forgetPhoto(key).then(renew), [renew])
  return { photos, add, remove }
}

const nextOf = (kept: KeptPhoto[], problems: ReadonlyMap<string, string>) => kept.find(({ key }) => !problems.has(key))

/** @returns null when it has arrived, 'later' when it has to wait, or why it is refused */
async function sendOne(companyId: string, { key, runId, step, file }: KeptPhoto): Promise<string | null> {
  try {
    await attachOne({ companyId, entityType: 'sop_run', entityId: runId }, file, { id: key, step })
    return null
  } catch (error) {
    const status = statusOf(error) ?? 503
    if (status >= 429 || status === 401) return 'later'
    return status === 403 ? 'This run is finished: the photo was not taken' : messageOf(error)
  }
}

/** A photo that the server does not have yet. The key stays the same for each try to send it, so it is stored once. */
type KeptPhoto = { key: string; runId: string; step: number; takenAt: number; file: File }

const store = createStore('sop-photos', 'photos')

/** Keeps a photo in this browser, even after it is closed. @throws when the browser has no room, or stores nothing */
const keepPhoto = (photo: KeptPhoto): Promise<void> => set(photo.key, photo, store)

const forgetPhoto = (key: string): Promise<void> => del(key, store)

/** The photos of a run that wait, in the order in which they were taken. */
async function keptPhotos(runId: string): Promise<KeptPhoto[]> {
  const found = await entries<string, KeptPhoto>(store)
  return found.flatMap(([, photo]) => (photo.runId === runId ? [photo] : [])).toSorted((a, b) => a.takenAt - b.takenAt)
}
