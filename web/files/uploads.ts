import type { FileAttachment, FileParent } from 'contract/files/files.ts'
import { screens } from '../shared/api/queries.ts'
import { sendFile } from '../shared/api/send-file.ts'
import { messageOf, statusOf } from '../shared/api/server-errors.ts'
import { failure, success } from '../shared/feedback/toasts.ts'
import { sharedValue } from '../shared/shared-value.ts'

export type Target = { companyId: string; entityType: FileParent; entityId: string }

/** An upload in progress or failed. A failed one stays in the list with the reason until somebody retries or dismisses it. */
export type Upload = {
  id: string
  target: Target
  file: File
  /** share of the bytes that were sent, from 0 to 1 */
  share: number
  problem: string | null
  canRetry: boolean
  stop: AbortController
}

/* Kept outside of any screen: leaving the record must not stop its uploads. */
const uploads = sharedValue<Upload[]>([])

function change(next: Upload[]) {
  uploads.set(next)
  window.onbeforeunload = isAnyRunning() ? (event) => event.preventDefault() : null
}

const isAnyRunning = () => uploads.get().some(({ problem }) => problem === null)
const edit = (id: string, fields: Partial<Upload>) =>
  change(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...fields } : upload)))

/** The uploads of a record. */
export const useUploads = (entityId: string): Upload[] =>
  uploads.use().filter(({ target }) => target.entityId === entityId)

const atOnce = 2

/** A file that is not sent, and why. */
export type RefusedFile = { file: File; problem: string }

/**
 * Sends files one after the other, two at a time, and says at the end how many have arrived.
 * @param refused stays in the list of the record with its reason
 */
export async function upload(target: Target, files: File[], refused: RefusedFile[]): Promise<void> {
  const batch = files.map((file) => entry(target, file))
  const failed = refused.map(({ file, problem }) => ({ ...entry(target, file), problem }))
  change([...uploads.get(), ...batch, ...failed])
  await run(batch, failed)
}

/** Sends the file again with the same key: if only the answer was lost, the server does not store the file twice. */
export async function retry(failed: Upload): Promise<void> {
  const again = { ...failed, share: 0, problem: null, stop: new AbortController() }
  edit(failed.id, again)
  await run([again], [])
}

export function dismiss({ id, stop }: Upload): void {
  stop.abort()
  change(uploads.get().filter((upload) => upload.id !== id))
}

const entry = (target: Target, file: File): Upload => ({
  ...{ id: crypto.randomUUID(), target, file, share: 0, problem: null, canRetry: false },
  stop: new AbortController(),
})

async function run(batch: Upload[], refused: Upload[]) {
  const waiting = [...batch]
  let arrived = 0
  const next = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      if (!one.stop.signal.aborted && (await send(one))) arrived++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  // Uploads that were dismissed meanwhile are not reported again.
  const failed = uploads
    .get()
    .filter(({ id, problem }) => problem !== null && [...batch, ...refused].some((one) => one.id === id))
  const [first] = failed
  if (arrived > 0) success(`${arrived.toLocaleString('en-US')} file(s) uploaded successfully`)
  if (first)
    failure(
      'Failed to upload files',
      failed.length === 1 ? `${first.file.name}: ${first.problem}` : `${failed.length} files: the list says why`,
    )
}

/** Sends one file and waits for it. @throws ORPCError with the server's sentence */
export function attachOne({ companyId, ...parent }: Target, file: File, sending: Partial<Sending> = {}) {
  const {
    id = crypto.randomUUID(),
    signal = new AbortController().signal,
    onProgress = () => undefined,
    step,
  } = sending
  return sendFile<FileAttachment>({
    noun: 'files',
    address: `/api/companies/${companyId}/files?${new URLSearchParams({ ...parent, name: file.name.slice(-1_000), ...(step !== undefined && { step: String(step) }) })}`,
    file,
    headers: { 'content-type': 'application/octet-stream', 'idempotency-key': id },
    signal,
    failure: 'Failed to upload files',
    onProgress,
  })
}

/** `step`: the step of a run that a photo shows. */
type Sending = { id: string; signal: AbortSignal; onProgress: (share: number) => void; step: number }

async function send({ id, target, file, stop }: Upload): Promise<boolean> {
  try {
    await attachOne(target, file, { id, signal: stop.signal, onProgress: (share) => edit(id, { share }) })
    // Show the new file in the list first, then remove the upload line: nothing jumps.
    await screens.shown()
    change(uploads.get().filter((upload) => upload.id !== id))
    return true
  } catch (error) {
    edit(id, { problem: sentence(error), canRetry: (statusOf(error) ?? 503) >= 429 })
    return false
  }
}

/** A problem with the file itself has a sentence of its own. */
const sentence = (error: unknown): string =>
  error instanceof Error && error.name === 'FileChanged' ? error.message : messageOf(error)
