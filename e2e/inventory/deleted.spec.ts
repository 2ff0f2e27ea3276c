import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { enter, expectAccessible, originOf, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

/** A part with a file, as the form sends them. */
async function addPart(page: Page, number: string): Promise<void> {
  const { companyId } = await (await page.request.get('/api/session')).json()
  const headers = { origin: await originOf(page) }
  const at = (path: string) => `/api/companies/${companyId}/${path}`
  const data = { name: `Spring ${number}`, partNumber: number }
  const { id } = await (await page.request.post(at('parts'), { headers, data })).json()
  const file = new URLSearchParams({ entityType: 'part', entityId: id, name: `${number}.txt` })
  await page.request.post(at(`files?${file}`), {
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    data: Buffer.from(`about ${number}`),
  })
}

test('an operator deletes ten parts with files, leaves, comes back and restores them', async ({ page }) => {
  test.slow()
  await enter(page, people.northOperator)
  const numbers = Array.from({ length: 10 }, (_, index) => `SPR-${index + 1}`)
  for (const number of numbers) await addPart(page, number)

  await visit(page, '/inventory/parts?q=SPR-')
  await expect(page.getByRole('row', { name: /SPR-10/ })).toBeVisible()
  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog').getByRole('listitem').last()).toHaveText('... and 5 more')
  const deletions: string[] = []
  page.on('request', (request) => void (request.url().includes('/parts/bulk-delete') && deletions.push(request.url())))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).dblclick()
  await expect(page.getByText(words.deleted(10, 'part'))).toBeVisible()
  expect(deletions).toHaveLength(1)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL(/\/auth$/)

  await signIn(page, people.northOperator, '/inventory/parts?q=SPR-')
  await page.getByRole('link', { name: 'Looking for something deleted?' }).click()
  await expect(page.getByRole('heading', { name: 'Recently Deleted' })).toBeVisible()
  const row = page.getByRole('row', { name: /SPR-7/ })
  await expect(row.getByText('1 file, 9 others')).toBeVisible()
  await expectAccessible(page)

  // Meanwhile another part got the number of one of them.
  await addPart(page, 'SPR-3')
  await visit(page, '/inventory/deleted?q=SPR-')
  await page.getByRole('link', { name: /SPR-7/ }).click()
  const details = page.getByRole('dialog')
  await expect(details.getByText('SPR-7.txt')).toBeVisible()
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Restore all 10 deleted together' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore all 10' }).click()
  const refusal = page.getByRole('alertdialog')
  await expect(refusal.getByText('its number SPR-3 is used by')).toBeVisible()
  await expectAccessible(page)
  await refusal.getByRole('button', { name: 'Restore the Other 9' }).click()
  await expect(page.getByText('9 records restored, 1 could not be')).toBeVisible()

  await visit(page, '/inventory/parts?q=SPR-7')
  await page.getByRole('row', { name: /SPR-7/ }).getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByText('SPR-7.txt')).toBeVisible()
})
