import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { choose, expectAccessible, people, signIn } from './people.ts'
import { words } from './words.ts'

test('a press of the clock that is made offline keeps its time, and is sent when the network is back', async ({
  page,
  context,
}) => {
  await signIn(page, people.northEmployee, '/time-clock')
  await expect(page.getByText('You are not clocked in.')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/You are offline\. What you see was loaded at .* and may be out of date/)).toBeVisible()
  await page.getByRole('button', { name: 'Clock In' }).click()
  await expect(page.getByText(/Clock In, .*: waiting to be sent/)).toBeVisible()
  await expect(page.getByText(/Clocked in since/)).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByText(/waiting to be sent/)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/Clocked in since/)).toBeVisible()
  await page.getByRole('button', { name: 'Clock Out' }).click()
  // The screen shows the press before it is stored.
  await expect(page.getByText(words.timeClock.clockedOut)).toBeVisible()
})

test('a new status of a task that is set offline is visibly reset to the stored one', async ({ page, context }) => {
  await signIn(page, people.northManager, '/tasks')
  const status = page.getByRole('combobox', { name: /Status of/ }).first()
  const stored = await status.inputValue()
  const [other] = ['Blocked', 'Complete'].filter((value) => value !== stored)
  await context.setOffline(true)
  await choose(page, (await status.getAttribute('aria-label')) as string, other as string)
  await expect(page.getByRole('alert').filter({ hasText: words.tasks.notUpdated })).toContainText('You are offline')
  await expect(status).toHaveValue(stored)
  await context.setOffline(false)
  await page.reload()
  await expect(status).toBeVisible({ timeout: 60_000 })
  await expect(status).toHaveValue(stored)
})
