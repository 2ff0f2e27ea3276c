import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { expectAccessible, people, signIn, visit } from '../people.ts'

test('a screen leads to its page of the guide, by key and by button, and a search leads on', async ({ page }) => {
  await signIn(page, people.northOperator, '/inventory/parts')
  const search = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /Search/ }))
    .first()
  await search.fill('what?')
  await expect(page).toHaveURL(/\/inventory\/parts/)
  await search.blur()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  await expect(sheet.getByText('Previous row')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('link', { name: 'the guide' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Parts and stock' })).toBeVisible()
  await expect(page.getByAltText('The list of parts')).toHaveJSProperty('complete', true)
  await expectAccessible(page)
  // On a phone it is too small to read; a press shows it large, and Back closes it.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Show larger: The list of parts' }).click()
  const large = page.getByRole('dialog', { name: 'The list of parts' })
  const { width = 0 } = (await large.getByAltText('The list of parts').boundingBox()) ?? {}
  expect(width).toBeGreaterThan(3 * 300)
  await page.goBack()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(large).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Parts and stock' })).toBeVisible()

  const field = page.getByLabel('Search the guide')
  for (const [question, answer] of [
    ['color', /^UI & Design/],
    ['mute', /^Choosing/],
  ] as const) {
    await field.fill(question)
    await expect(page.getByRole('link', { name: answer })).toBeVisible()
  }
  await field.fill('wrong compny')
  await page.getByRole('link', { name: /I see the wrong company/ }).click()
  await expect(page).toHaveURL(/\/guide\/faq#i-see-the-wrong-company$/)
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'API and tokens' })).toBeVisible()

  await visit(page, '/tasks')
  // Also before its code is there.
  await page.getByRole('link', { name: 'Help' }).click()
  await expect(page).toHaveURL(/\/guide\/tasks/)
  await page.getByRole('link', { name: 'User Guide' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'User Guide' })).toBeVisible()
  await expectAccessible(page)
})
