import { Button, Group, Progress } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Failure } from 'contract/errors.ts'
import type { Job } from 'contract/jobs.ts'
import { anyChange, changedHeader } from 'contract/live.ts'
import { failed, failure, inform, success } from '../feedback/toasts.ts'
import { keptJobsKey, type Send } from './kept-jobs.ts'
import { isCancelled } from './server-errors.ts'

const pauseMs = 700

/** Waits for the end of long work, and shows meanwhile how far it is. @returns what the request would have answered */
export async function followJob(address: string, send: Send): Promise<Response> {
  keepJob(address, true)
  for (;;) {
    // A server that starts again goes on with the work: only the person ends the waiting, by leaving.
    const answer = await send(address).catch(() => undefined)
    const isBusy = !answer || answer.status >= 500 || answer.status === 429
    if (!isBusy && !answer.ok) return ended(address, answer)
    const job: Job | undefined = isBusy ? undefined : await answer.json()
    if (job?.status === 'done') return ended(address, asAnswer(200, job.file ?? job.answer))
    if (job?.status === 'cancelled') return ended(address, asFailure(cancellation))
    if (job?.failure) return ended(address, asFailure(job.failure))
    if (job) show(job, address, send)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

const cancellation: Failure = { code: 'CANCELLED', status: 409, message: 'Nothing was changed.', data: null }

function ended(address: string, answer: Response): Response {
  keepJob(address, false)
  notifications.hide(address)
  shown.delete(address)
  return answer
}

const asAnswer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', [changedHeader]: anyChange },
  })

// As the client of the API reads a failure.
const asFailure = (failed: Failure) => asAnswer(failed.status, { defined: false, ...failed })

/** Goes on with the work that this browser began before the page was left, and says how it ends. */
export function followKeptJobs(send: Send): void {
  for (const address of keptJobs()) void followJob(address, send).then(tellEnd)
}

/** Follows the work that its person began in another browser, like that of this one. */
export function followOthers(companyId: string, jobs: Pick<Job, 'id' | 'status'>[], send: Send): void {
  const followed = keptJobs()
  for (const { id, status } of jobs) {
    const address = `/api/companies/${companyId}/jobs/${id}`
    const isUnderWay = status === 'waiting' || status === 'running'
    if (isUnderWay && !followed.includes(address)) void followJob(address, send).then(tellEnd)
  }
}

async function tellEnd(answer: Response): Promise<void> {
  const end: Partial<Failure & { url: string; name: string }> = (await answer.json()) ?? {}
  const { url, name } = end
  if (url && name) return tellFile(url, name)
  if (answer.ok) return inform('Done', 'What you began before is complete. Past imports and the timelines show it.')
  // 404: somebody else has signed in, or it ended long ago.
  if (isCancelled(end) || answer.status !== 404) failed('What you began before was not done', end, end.message)
}

const tellFile = (url: string, name: string) =>
  success('Your export is ready', undefined, {
    label: `Download ${name}`,
    open: () =>
      void import('./fetch-file.ts')
        .then(({ fetchFile }) => fetchFile(url, name))
        .catch((error) => failed('Export failed', error, error.message)),
    stays: true,
  })

/** What is under way, by its procedure. */
const titles: Record<string, string> = {
  'imports.commit': 'Importing…',
  'imports.undo': 'Undoing…',
  'activity.undo': 'Undoing…',
  'backups.create': 'Creating the backup…',
  'backups.import': 'Comparing the backup…',
  'bulkEdits.parts': 'Changing parts…',
  'parts.removeMany': 'Deleting parts…',
  'exports.download': 'Exporting…',
  'dataExports.download': 'Exporting…',
}

function show(job: Job, address: string, send: Send): void {
  const toast = {
    id: address,
    title: titles[job.procedure] ?? 'Working…',
    message: <JobMessage job={job} onCancel={() => void cancel(address, send)} />,
    color: 'accent',
    autoClose: false,
    withCloseButton: false,
  }
  if (shown.has(address)) notifications.update(toast)
  else notifications.show(toast)
  shown.add(address)
}

/** The work whose toast is on the screen. */
const shown = new Set<string>()

async function cancel(address: string, send: Send): Promise<void> {
  const answer = await send(`${address}/cancel`, { method: 'POST' }).catch(() => undefined)
  if (!answer?.ok) failure('It was not cancelled', answer?.status === 409 ? 'It has ended already.' : undefined)
}

/** Where nobody can know how much is done, it says for how long it has worked: a bar would only pretend. */
function JobMessage({ job: { status, progress, seconds }, onCancel }: { job: Job; onCancel: () => void }) {
  const percent = Math.floor((progress ?? 0) * 100)
  const words =
    status === 'waiting' ? 'Waits for its turn' : percent > 0 ? `${percent} % done` : `Working for ${seconds ?? 0} s`
  return (
    <>
      {percent > 0 && <Progress value={percent} my={4} aria-label="Progress" />}
      <Group justify="space-between" gap="xs">
        <span>{words}. You may leave.</span>
        <Button size="compact-xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </>
  )
}

/** The addresses of long work that this browser began and whose end it has not seen. */
function keptJobs(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keptJobsKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

function keepJob(address: string, isUnderWay: boolean): void {
  const others = keptJobs().filter((each) => each !== address)
  try {
    localStorage.setItem(keptJobsKey, JSON.stringify(isUnderWay ? [...others, address] : others))
  } catch {
    // Without storage the work goes on all the same; only the end of it is not told after the page was left.
  }
}
