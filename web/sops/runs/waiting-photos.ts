import type { SopRunDetails } from 'contract/sops/runs.ts'
import { useCallback, useRef, useState } from 'react'
import { attachOne, smallerPicture } from '../../files/public.tsx'
import { screens } from '../../shared/api/queries.ts'
import { messageOf, statusOf } from '../../shared/api/server-errors.ts'
import { failure } from '../../shared/feedback/toasts.ts'
import { forgetPhoto, type KeptPhoto, keepPhoto, keptPhotos } from './kept-photos.ts'
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
