import { ListedTask, Task } from 'contract/tasks/tasks.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { words } from '../../../e2e/words.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { choose, expectNone, expectToast, goOffline, resize } from '../../testing/look.ts'
import { me, open } from '../../testing/product.tsx'
import { pageWith, sampleOf } from '../../testing/samples.ts'

const noDownload = 'You are offline: nothing can be downloaded now.'

test('a new status of a task that is set offline is visibly reset to the stored one', async () => {
  const task = sampleOf(ListedTask, { title: 'Sweep', status: 'in_progress', assignedTo: me.id, assignedBy: me.id })
  open('/tasks', 'manager', { tasks: { list: () => pageWith([task]) } })
  const status = page.getByRole('combobox', { name: /Status of/ })
  await expect.element(status).toHaveValue('In Progress')
  goOffline()
  await choose(page, /Status of/, 'Complete')
  await expectToast(words.tasks.notUpdated, /You are offline/)
  await expect.element(status).toHaveValue('In Progress')
})

test('offline no data can be exported, and the button says so', async () => {
  open('/settings/utilities', 'manager')
  const button = page.getByRole('button', { name: 'Export Tasks' })
  await expect.element(button).toBeEnabled()
  const back = goOffline()
  await expect.element(button).toBeDisabled()
  await expect.element(button).toHaveAttribute('title', noDownload)
  back()
  await expect.element(button).toBeEnabled()
})

test('offline no list can be exported, and its menu says so', async () => {
  open('/tasks', 'manager', { tasks: { list: () => pageWith([sampleOf(ListedTask, { title: 'Sweep' })]) } })
  await page.getByRole('button', { name: 'Export' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'CSV' })).toBeEnabled()
  goOffline()
  await expect.element(page.getByRole('menuitem', { name: 'CSV' })).toBeDisabled()
  await expect.element(page.getByText(noDownload)).toBeVisible()
})

test('on a phone the banner stands above an open record and its dialogs, and covers none of their buttons', async () => {
  await resize(390, 844)
  const task = sampleOf(Task, { title: 'Sweep', status: 'blocked', assignedTo: me.id, assignedBy: me.id })
  open(`/tasks/${task.id}`, 'manager', { tasks: { list: () => pageWith([task]), get: () => task } })
  const record = page.getByRole('dialog')
  await expect.element(record.getByRole('tab', { name: 'Details' })).toBeVisible()
  const back = goOffline()
  const banner = page.getByText(/You are offline\. What you see was loaded/)
  // A press tried out reaches only what nothing covers.
  await banner.click({ trial: true })
  await record.getByRole('button', { name: 'Close' }).click({ trial: true })
  await expectAccessible()
  await record.getByRole('button', { name: /Say What Blocks It|Change/ }).click()
  const question = page.getByRole('dialog', { name: 'What blocks this task?' })
  await expect.element(question.getByText('You are offline: this cannot be saved now.')).toBeVisible()
  await banner.click({ trial: true })
  await question.getByRole('button', { name: 'Close' }).click()
  back()
  await expectNone(banner)
})
