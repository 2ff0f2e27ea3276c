import { Member } from 'contract/companies/members.ts'
import { TimeEntry } from 'contract/time-clock/time-entries.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from '../../testing/product.tsx'
import { newId, pageWith, sampleOf } from '../../testing/samples.ts'

test('an entry that is added for somebody asks for the person first', async () => {
  const kim = sampleOf(Member, { userId: newId(), firstName: 'Kim', status: 'active', role: 'employee' })
  open('/time-clock/new', 'company_operator', { members: { list: () => pageWith([kim]) } })
  const form = page.getByRole('dialog', { name: 'Add Time Entry' })
  await expect.element(form.getByRole('combobox', { name: 'Person' })).toHaveFocus()
  await userEvent.keyboard('Kim')
  await page.getByRole('option', { name: /Kim/ }).click()
  await expect.element(form.getByRole('combobox', { name: 'Person' })).toHaveValue('Kim · Employee')
})

test('corrected hours can be taken back in the message that confirms them', async () => {
  const clock = { timeZone: 'UTC', now: '2026-06-01T20:00:00Z', shiftHours: 12, revisions: [] }
  const before = { startedAt: '2026-06-01T08:00:00Z', endedAt: '2026-06-01T16:00:00Z', breaks: [], notes: 'Fair' }
  const entry = sampleOf(TimeEntry, { id: newId(), userName: 'Emil', version: 3, ...before })
  const sent: object[] = []
  open(`/time-clock/${entry.id}/edit`, 'company_operator', {
    timeEntries: {
      get: () => ({ ...entry, ...clock }),
      update: ({ companyId: _company, id: _id, ...changes }) => {
        sent.push(changes)
        return { ...entry, version: 4 }
      },
    },
  })
  await page.getByLabelText('Reason for the change').fill('Began earlier')
  await page.getByRole('button', { name: 'Update Time Entry' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.element(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(sent.at(-1)).toEqual({ ...before, reason: 'Taken back' })
})
