import { expect } from '@playwright/test'
import { ensureClockedIn } from '../clock.ts'
import { test } from '../journey.ts'
import { enter, expectAccessible, originOf, people, signIn, visit } from '../people.ts'

test('a break, a forgotten clock-out that a manager confirms, a month for payroll, and its lock', async ({ page }) => {
  await signIn(page, people.southEmployee, '/time-clock')
  await ensureClockedIn(page)
  // By key: a pointer would have to wait until the buttons have stood there for a moment.
  await page.getByRole('button', { name: 'Start Break' }).press('Enter')
  await expect(page.getByText(/On a break since/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'End Break' })).toBeEnabled()
  await page.getByRole('button', { name: 'End Break' }).press('Enter')
  await expect(page.getByText(/Clocked in since/)).toBeVisible()
  const { companyId } = await (await page.request.get('/api/session')).json()
  const company = `/api/companies/${companyId}`
  const { entry } = await (await page.request.get(`${company}/time-entries/active`)).json()

  // In the demo somebody has been clocked in for two hours: with shifts of one hour, that is too long.
  await enter(page, people.operator)
  const headers = { 'if-match': '*', origin: await originOf(page) }
  const change = async (path: string, data: object) => {
    expect((await page.request.patch(path, { headers, data })).status()).toBe(200)
  }
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000).toISOString()
  if (entry.startedAt > twoHoursAgo) {
    await change(`${company}/time-entries/${entry.id}`, { startedAt: twoHoursAgo, reason: 'Came earlier' })
  }
  await change(company, { shiftHours: 1 })

  await signIn(page, people.southEmployee, '/time-clock')
  await expect(page.getByText(/Did you forget to clock out/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I left then' }).click()
  await expect(page.getByText('You are not clocked in.')).toBeVisible()

  await signIn(page, people.southManager, '/time-clock/proposals')
  await expect(page.getByText('Forgotten clock-out')).toBeVisible()
  const inSidebar = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Time Clock' })
  await expect(inSidebar).toHaveAttribute('title', '1 correction to review')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('No corrections to review')).toBeVisible()
  await expect(inSidebar).not.toHaveAttribute('title')

  await signIn(page, people.southOperator, '/time-clock')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page
    .getByRole('menuitem', { name: / \d{4} \(Excel\)/ })
    .first()
    .click()
  expect((await file).suggestedFilename()).toMatch(/^time-sheet-South-Supply-\d{4}-\d\d-01-.*\.xlsx$/)
  await visit(page, '/time-clock/sheets?view=month')
  const shown = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Excel' }).click()
  expect((await shown).suggestedFilename()).toMatch(/^time-sheet-.*\.xlsx$/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Before' }).click()
  await page.getByRole('button', { name: 'Locked Periods' }).click()
  const dialog = page.getByRole('dialog', { name: 'Locked Periods' })
  await dialog.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Unlock' })).toBeVisible()
  await expectAccessible(page)
})
