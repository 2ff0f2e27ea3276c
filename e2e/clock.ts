import { expect, type Page } from '@playwright/test'

/** Other journeys change the manager's role, which ends the open entry of the demo data. */
export async function ensureClockedIn(page: Page) {
  const clockIn = page.getByRole('button', { name: 'Clock In' })
  const clockOut = page.getByRole('button', { name: 'Clock Out' })
  await expect(clockIn.or(clockOut)).toBeVisible()
  if (await clockIn.isVisible()) await clockIn.click()
  await expect(clockOut).toBeVisible()
}
