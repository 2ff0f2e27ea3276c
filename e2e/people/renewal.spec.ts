import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { expectAccessible, leave, people, signIn } from '../people.ts'

/** Ends the session while a form is being filled, as by its age. */
async function fillUntilItEnds(page: Page, partNumber: string) {
  await page.goto('/inventory/parts/new')
  await page.getByRole('textbox', { name: 'Part Number' }).fill(partNumber)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed before the end')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Create Part', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
}

async function signInAgainAs(page: Page, email: string) {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  const popup = await opening
  await popup.getByRole('button', { name: email }).click()
}

test('a session that ends in a form is renewed in place: only the same person can go on', async ({ page }) => {
  await signIn(page, people.northOperator, '/inventory/parts')
  await fillUntilItEnds(page, 'RENEWED-1')
  await expectAccessible(page)
  await signInAgainAs(page, people.northOperator)
  await expect(page.getByText('Part created successfully')).toBeVisible()
  await page.goto('/inventory/parts?q=RENEWED-1')
  await expect(page.getByText('RENEWED-1')).toHaveCount(1)

  await fillUntilItEnds(page, 'RENEWED-2')
  await signInAgainAs(page, people.southOperator)
  await expect(page.getByRole('dialog', { name: 'Somebody else has signed in' })).toContainText(people.southOperator)
  page.on('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('banner')).toContainText(people.southOperator)
  for (const person of [people.southOperator, people.northOperator]) {
    // Otherwise the screen would notice that its session is gone, and leave at the same moment.
    await leave(page)
    await signIn(page, person, '/inventory/parts?q=RENEWED-2')
    await expect(page.getByText('No parts found')).toBeVisible()
  }
})
