import { z } from 'zod'
import { flag, pageOf, pageQuery, wholeList } from '../list.ts'
import { route } from '../route.ts'
import { optionalText } from '../text.ts'

/**
 * One person's work through one version of a SOP. `finishedAt` is null while it can be continued. `task`: the task that it was begun from,
 * if it still exists and the reader may read it.
 */
export const SopRun = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  sopId: z.uuid(),
  sopTitle: z.string(),
  sopVersion: z.int(),
  task: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  userId: z.uuid(),
  userName: z.string().nullable(),
  stepCount: z.int(),
  doneCount: z.int(),
  note: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  updatedAt: z.string(),
})
export type SopRun = z.infer<typeof SopRun>

/**
 * `content`: the text of the version in use; null when the SOP has been withdrawn or deleted. `done`: the numbers of the ticked steps.
 * `notes`: the note at each step. Photos are files of the run.
 */
export const SopRunDetails = SopRun.extend({
  content: z.string().nullable(),
  isWithdrawn: z.boolean(),
  done: z.array(z.int()),
  notes: z.array(z.object({ number: z.int(), text: z.string() })),
})
export type SopRunDetails = z.infer<typeof SopRunDetails>

/** What is noted at a step, and at the whole run. */
export const StepNote = optionalText(2_000)
export const RunNote = optionalText(5_000)

/** What is saved for a step. A property that is left out keeps its value. */
const SopRunStep = z.strictObject({
  number: z.int().min(0).max(100_000),
  isDone: z.boolean().optional(),
  note: StepNote.optional(),
})

const one = { companyId: z.uuid(), id: z.uuid() }
const gone = { NOT_FOUND: { status: 404, message: 'That run no longer exists' } }

export const sopRunsContract = {
  start: route
    .meta({ needs: 'sop.run' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/sops/{id}/runs',
      summary: 'Begin to work through a SOP, or continue where you left it',
    })
    // A task has a run of its own.
    .input(z.strictObject({ ...one, taskId: z.uuid().optional() }))
    .output(SopRunDetails)
    .errors({ NOT_FOUND: { status: 404, message: 'That SOP no longer exists, or that task is not about it' } }),
  list: route
    .meta({ needs: 'sop.run' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/sop-runs',
      summary: 'Runs, newest first: your own, or those of the company',
    })
    .input(
      pageQuery(['startedAt'], {
        companyId: z.uuid(),
        sopId: z.uuid().optional(),
        taskId: z.uuid().optional(),
        isFinished: flag(),
        isOwn: flag(),
        ...wholeList,
      }),
    )
    .output(pageOf(SopRun)),
  get: route
    .meta({ needs: 'sop.run' })
    .route({ method: 'GET', path: '/companies/{companyId}/sop-runs/{id}', summary: 'One run' })
    .input(z.strictObject(one))
    .output(SopRunDetails)
    .errors(gone),
  save: route
    .meta({ needs: 'sop.run' })
    .route({
      method: 'PATCH',
      path: '/companies/{companyId}/sop-runs/{id}',
      summary: 'Tick steps of your run, add notes to steps or to the run, finish it',
    })
    .input(
      z.strictObject({
        ...one,
        note: RunNote.optional(),
        steps: z.array(SopRunStep).max(2_000).optional(),
        isFinished: z.literal(true).optional(),
      }),
    )
    .output(SopRunDetails)
    .errors({ ...gone, CONFLICT: { status: 409, message: 'This run is finished: it stays as it is' } }),
}
