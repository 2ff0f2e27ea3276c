import { expect, type Page } from '@playwright/test'
import { breakAt, discard, expectFailure, go, isChange, refused } from './broken-answers.ts'
import { test } from './journey.ts'
import { choose, people, signIn } from './people.ts'
import { words } from './words.ts'

test('a failed save or deletion is reported, and the form keeps the typed values', async ({ page }) => {
  await signIn(page, people.northOperator, '/settings/design')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await breakAt(page, isChange)
  for (const [letter, nouns, noun, number] of [
    ['p', 'parts', 'part', 'Part Number'],
    ['a', 'assemblies', 'assembly', 'Assembly Number'],
    ['r', 'products', 'product', 'SKU'],
    ['v', 'vendors', 'vendor', 'Contact Person'],
  ] as const) {
    await go(page, letter)
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${nouns}$`, 'i') })).toBeVisible()
    await deleteFirst(page, noun)
    await expectFailure(page, words.notDeleted(nouns))
    await page.keyboard.press('n')
    const form = page.getByRole('dialog')
    await expect(form.getByRole('textbox').first()).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(form.getByText(/is required$/).first()).toBeVisible()
    if (noun === 'part') await expect(form.getByText(words.parts.numberRequired)).toBeVisible()
    if (noun === 'part') await expect(form.getByText(words.parts.nameRequired, { exact: true })).toBeVisible()
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Kept')
    await form.getByRole('textbox', { name: number, exact: true }).fill('K-1')
    await page.keyboard.press('Control+Enter')
    await expectFailure(page, words.notSaved(noun))
    await expect(form.getByRole('textbox', { name: number, exact: true })).toHaveValue('K-1')
    await discard(page)
  }
  await go(page, 's')
  await expect(page.getByRole('heading', { level: 1, name: 'SOPs' })).toBeVisible()
  await deleteFirst(page, 'SOP')
  await expectFailure(page, words.sops.notDeleted)
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('Title').fill('Kept')
  await page.keyboard.press('Control+Enter')
  await expectFailure(page, words.sops.notSaved)
  await discard(page)

  await go(page, 't')
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible()
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('Title').fill('Kept')
  await choose(page.getByRole('dialog'), 'Assignee', /Emil/)
  await page.keyboard.press('Control+Enter')
  // In the form, until it is changed: a toast covers the buttons of a phone, and goes.
  const task = page.getByRole('dialog', { name: 'Create Task' })
  await expect(task.getByRole('alert')).toContainText(words.tasks.notCreated)
  await task.getByLabel('Title').fill('Kept too')
  await expect(task.getByRole('alert')).toHaveCount(0)

  await signIn(page, people.northEmployee, '/time-clock')
  await breakAt(page, isChange, refused)
  await page.getByRole('button', { name: 'Clock In' }).click()
  await expectFailure(page, words.timeClock.notClockedIn)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Clock In' }).press('Enter')
  await expect(page.getByText(words.timeClock.clockedIn)).toBeVisible()
  await breakAt(page, isChange, refused)
  await page.getByRole('button', { name: 'Clock Out' }).press('Enter')
  await expectFailure(page, words.timeClock.notClockedOut)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Clock Out' }).press('Enter')
  await expect(page.getByText(words.timeClock.clockedOut)).toBeVisible()

  const nothing = { items: [], total: 0, isCapped: false }
  await page.route('**/sops?**', (route) => route.fulfill({ json: nothing }))
  await go(page, 's')
  await expect(page.getByText(words.sops.noneHere)).toBeVisible()
})

/** Presses the delete button of the first row, and confirms. The answer that nothing uses it is made up, so that the question is asked. */
async function deleteFirst(page: Page, noun: string) {
  await page.route('**/where-used/**', (route) => route.fulfill({ json: { items: [], total: 0 } }))
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  const question = page.getByRole('alertdialog')
  if (noun === 'part') await expect(question.getByText(words.parts.deleteOne)).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
}
