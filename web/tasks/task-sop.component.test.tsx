import { Sop } from 'contract/sops/sops.ts'
import { Task } from 'contract/tasks/tasks.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNone } from '../testing/look.ts'
import { company, me, open } from '../testing/product.tsx'
import { newId, sampleOf } from '../testing/samples.ts'

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
  // A point of the list, smaller than any box.
  const point = section.getByRole('checkbox').first().element().getBoundingClientRect()
  expect(point.width).toBeLessThan(10)
  await section.getByRole('button', { name: 'I have read it' }).click()
  await expect.element(section.getByText('You have read this SOP.')).toBeVisible()
  await expectNone(section.getByRole('button', { name: 'I have read it' }))
  await section.getByRole('button', { name: 'Start the Checklist' }).click()
  await expect.poll(() => server.calls).toContain('sopRuns.start')
})
