import { SopRunDetails } from 'contract/sops/runs.ts'
import { Sop } from 'contract/sops/sops.ts'
import { Task } from 'contract/tasks/tasks.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNone, expectToast } from '../testing/look.ts'
import { company, me, open } from '../testing/product.tsx'
import { newId, pageWith, sampleOf } from '../testing/samples.ts'

test('in a task the checklist of its SOP is started and its reading confirmed, and no dead box invites a press', async () => {
  const id = newId()
  let reading: 'unread' | 'read' = 'unread'
  const sop = () =>
    sampleOf(Sop, {
      ...{ id, companyId: company.id, title: 'Assemble the drive unit', status: 'published', publishedVersion: 1 },
      ...{ content: '- [ ] Motor\n- [ ] Two pulleys', reading },
    })
  const task = () =>
    sampleOf(Task, {
      ...{ companyId: company.id, title: 'Three drive units', assignedTo: me.id, sopReading: reading },
      sop: { type: 'sop', id, name: 'Assemble the drive unit' },
    })
  const server = open(`/tasks/${newId()}`, 'employee', {
    tasks: { get: task },
    sops: { get: sop },
    sopReadings: {
      acknowledge: () => {
        reading = 'read'
        return { version: 1, readAt: new Date().toISOString() }
      },
    },
  })
  const section = page.getByRole('region', { name: 'SOP', exact: true })
  await expect.element(section.getByText('You have not read this SOP.')).toBeVisible()
  await expect.element(section.getByText('Two pulleys')).toBeVisible()
  // The steps are numbered like any list.
  await expectNone(section.getByRole('checkbox'))
  await expect.element(section.getByRole('listitem').first()).toHaveStyle({ listStyleType: 'decimal' })
  await section.getByRole('button', { name: 'I have read it' }).click()
  await expect.element(section.getByText('You have read this SOP.')).toBeVisible()
  await expectNone(section.getByRole('button', { name: 'I have read it' }))
  await section.getByRole('button', { name: 'Start the Checklist' }).click()
  await expect.poll(() => server.calls).toContain('sopRuns.start')
})

const finished = sampleOf(SopRunDetails, {
  ...{ companyId: company.id, sopTitle: 'Assemble the drive unit', userName: 'Emma Ross', content: '- [ ] Motor' },
  ...{
    stepCount: 6,
    doneCount: 6,
    done: [0],
    notes: [],
    note: null,
    isWithdrawn: false,
    finishedAt: '2026-11-03T09:00:00Z',
  },
  ...{ task: { id: newId(), title: 'Three drive units' } },
})

test('a finished run that was begun from a task leads back to it', async () => {
  open(`/sops/runs/${finished.id}`, 'employee', { sopRuns: { get: () => finished } })
  const back = page.getByRole('link', { name: 'Back to Three drive units' })
  await expect.element(back).toHaveAttribute('href', expect.stringContaining(`/tasks/${finished.task?.id}`))
  await expectNone(page.getByRole('main').getByRole('link', { name: 'Runs', exact: true }))
})

test('the assignee who has finished the checklist reports the task done from there', async () => {
  const { id = '' } = finished.task ?? {}
  const task = sampleOf(Task, { id, companyId: company.id, title: 'Three drive units', assignedTo: me.id })
  open(`/sops/runs/${finished.id}`, 'employee', { sopRuns: { get: () => finished }, tasks: { get: () => task } })
  await page.getByRole('link', { name: 'Report Done' }).click()
  const form = page.getByRole('dialog', { name: 'Report done' })
  await expect.element(form.getByText('Three drive units')).toBeVisible()
  await expect.element(form.getByRole('button', { name: 'Send' })).toHaveFocus()
})

test('one press finishes the checklist of a task and reports it done with the note', async () => {
  const { id = '' } = finished.task ?? {}
  const task = sampleOf(Task, { id, companyId: company.id, assignedTo: me.id })
  const run = { ...finished, userId: me.id, stepCount: 1, finishedAt: null, note: 'Belt was loose' }
  const reports: unknown[] = []
  open(`/sops/runs/${run.id}`, 'employee', {
    sopRuns: { get: () => run, save: () => ({ ...run, finishedAt: '2026-11-03T09:00:00Z' }) },
    tasks: { get: () => task },
    taskReports: {
      create: (report: unknown) => {
        reports.push(report)
        return task
      },
    },
  })
  await page.getByRole('button', { name: 'Finish and Report' }).click()
  await expectToast('Report sent')
  expect(reports).toMatchObject([{ id, kind: 'done', comment: 'Belt was loose' }])
})

test('a task shows whoever decides about it how far its checklist is', async () => {
  const sop = sampleOf(Sop, {
    id: newId(),
    companyId: company.id,
    title: 'Assemble',
    status: 'published',
    publishedVersion: 1,
  })
  const inputs: unknown[] = []
  open(`/tasks/${finished.task?.id}`, 'company_operator', {
    tasks: {
      get: () => sampleOf(Task, { companyId: company.id, sop: { type: 'sop', id: sop.id, name: 'Assemble' } }),
    },
    sops: { get: () => ({ ...sop, content: '- [ ] Motor' }) },
    sopRuns: {
      list: (input: unknown) => {
        inputs.push(input)
        return pageWith([finished, { ...finished, id: newId(), doneCount: 4, finishedAt: null }])
      },
    },
  })
  const runs = page.getByRole('region', { name: 'SOP', exact: true }).getByRole('list', { name: 'Runs' })
  await expect.element(runs).toMatchTextContent(/6 of 6 steps.*Emma Ross, finished.*4 of 6 steps.*Emma Ross, begun/)
  await expect
    .element(runs.getByRole('link').first())
    .toHaveAttribute('href', expect.stringContaining(`/sops/runs/${finished.id}`))
  expect(inputs).toContainEqual(expect.objectContaining({ taskId: expect.any(String) }))
})
