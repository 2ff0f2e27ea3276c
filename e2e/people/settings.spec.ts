import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { choose, expectAccessible, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

/** The attributes of the root element for the look. */
async function lookOf(page: Page) {
  const root = page.locator(':root')
  const [theme, accent, style, compact, still] = await Promise.all(
    ['data-mantine-color-scheme', 'data-accent', 'style', 'data-compact', 'data-still'].map((name) =>
      root.getAttribute(name),
    ),
  )
  return {
    theme,
    accent,
    size: /font-size: ([\d.]+%)/.exec(style ?? '')?.[1],
    isCompact: compact === '',
    isStill: still === '',
  }
}

test('the look is tried out, saved, there before the first paint, and on the next device', async ({ page }) => {
  await signIn(page, people.southManager, '/inventory/parts')
  const rowHeight = async () => (await page.getByRole('row', { name: /PN-300/ }).boundingBox())?.height ?? 0
  const usualHeight = await rowHeight()
  await visit(page, '/settings/design')
  await page.getByText('Light', { exact: true }).click()
  await page.getByText('Cherry Blossom').click()
  await expectAccessible(page)
  await page.getByRole('slider', { name: 'Font Size' }).press('ArrowRight')
  await page.getByRole('slider', { name: 'Font Size' }).press('ArrowRight')
  for (const name of ['Compact Mode', 'Sidebar Auto-collapse', 'Enable Animations'])
    await page.getByText(name, { exact: true }).click()
  const look = { theme: 'light', accent: 'pink', size: '112.5%', isCompact: true, isStill: true }
  expect(await lookOf(page)).toEqual(look)

  // An unsaved look is gone after leaving the screen, which asks first.
  await page.getByRole('tab', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(page.getByText('Not saved yet')).toBeInViewport()
  await page.getByRole('tab', { name: 'Account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Settings saved successfully')).toBeVisible()
  await expect(page.getByLabel('First Name')).toBeVisible()

  // Without the program the page has the look already: nothing flashes.
  await page.route(/\.js$/, (route) => (route.request().url().endsWith('/theme.js') ? route.continue() : route.abort()))
  await page.goto('/inventory/parts')
  expect(await lookOf(page)).toEqual(look)
  await page.unroute(/\.js$/)

  // Another device has stored nothing: the look comes from the server.
  await page.evaluate('localStorage.clear()')
  await page.goto('/inventory/parts')
  await expect.poll(() => lookOf(page)).toEqual(look)
  await expect.poll(rowHeight).toBeLessThan(usualHeight)
  const navigation = page.getByRole('complementary')
  await expect(navigation.getByText('Inventory')).toBeHidden()
  await navigation.hover()
  await expect(navigation.getByText('Inventory')).toBeVisible()
  await page.getByRole('main').hover()
  await expect(navigation.getByText('Inventory')).toBeHidden()

  await visit(page, '/settings/design')
  await page.getByRole('button', { name: 'Reset to Defaults' }).click()
  await expect(page.getByText('Settings reset to defaults')).toBeVisible()
  const usual = { theme: 'dark', accent: 'default', size: undefined, isCompact: false, isStill: false }
  expect(await lookOf(page)).toEqual(usual)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => lookOf(page)).toEqual(look)
  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: 'Reset to Defaults' }).click()
  await expect.poll(() => lookOf(page)).toEqual(usual)
})

test('data are exported, feedback reaches the firm, and the system shows its figures', async ({ page }) => {
  await signIn(page, people.northEmployee, '/settings/utilities')
  await expect(page.getByText('Version')).toBeVisible()
  await expect(page.getByText('1.0.0')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'System Administration' })).toHaveCount(0)
  await expectAccessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export Tasks' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('tasks_export.json')
  await page.route('**/data-exports/sops', (route) => route.abort())
  await page.getByRole('button', { name: 'Export SOPs' }).click()
  await expect(page.getByText(words.settings.exportFailed('sops'))).toBeVisible()

  await page.getByRole('button', { name: 'Submit Feedback' }).click()
  await expect(page.getByText(words.settings.feedbackMissing)).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true')
  await choose(page, 'Type', 'Bug')
  // A text that is too long is refused, not cut.
  await page.getByLabel('Title').fill('x'.repeat(201))
  await page.getByLabel('Description').fill('Since Monday.')
  await page.getByRole('button', { name: 'Submit Feedback' }).click()
  await expect(page.getByText('Must be at most 200 characters')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('x'.repeat(201))
  await page.getByLabel('Title').fill('The scanner beeps twice')
  await page.route('**/api/feedback', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
  await page.getByRole('button', { name: 'Submit Feedback' }).click()
  await expect(page.getByText(words.settings.feedbackFailed)).toBeVisible()
  await page.unroute('**/api/feedback')
  await page.getByRole('button', { name: 'Submit Feedback' }).click()
  await expect(page.getByText('Feedback submitted successfully')).toBeVisible()
  await expect(page.getByText(words.settings.feedbackMissing)).toBeHidden()

  await page.evaluate(
    "localStorage.setItem('theme', 'light'); localStorage.setItem('company', 'x'); sessionStorage.setItem('x', 'y')",
  )
  await page.getByRole('button', { name: 'Clear Cache' }).click()
  await expect(page.getByText('Cache cleared')).toBeVisible()
  const left = '[Object.entries(localStorage), sessionStorage.length]'
  expect(await page.evaluate(left)).toEqual([[['theme', 'light']], 0])

  await signIn(page, people.operator, '/admin/feedback')
  await page.getByRole('row', { name: /The scanner beeps twice/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Since Monday.')).toBeVisible()
  await expectAccessible(page)
  await choose(dialog, 'Status', 'Done')
  await expect(page.getByText('Feedback updated successfully')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /The scanner beeps twice/ })).toContainText('Done')

  await visit(page, '/settings/utilities')
  await page.getByRole('link', { name: 'System Health' }).click()
  await expect(dialog.getByRole('region', { name: 'Requests per Minute' })).toContainText(/\d/)
  // Each figure has a line, or says that it has none yet: this server has just started.
  for (const name of ['Jobs Waiting', 'Storage Free', 'Memory'])
    await expect(
      dialog
        .getByRole('region', { name })
        .getByRole('img', { name: /^Between .+ and .+ in the last / })
        .or(dialog.getByRole('region', { name }).getByText('No trend yet: it begins within a minute.')),
    ).toBeVisible()
  for (const name of ['Last Export', 'Restore Drill'])
    await expect(dialog.getByRole('region', { name })).toContainText('never')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Database Tools' }).click()
  await expect(dialog.getByRole('table', { name: 'Largest Tables' })).toContainText('parts')
  await expect(dialog.getByText('No job has failed.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'System Reset' }).click()
  const reset = page.getByRole('alertdialog')
  await expect(reset.getByRole('button', { name: 'Reset' })).toBeDisabled()
  await reset.getByLabel('Type RESET to confirm').fill('RESET')
  await expectAccessible(page)
  // The others would lose their data: only the way out is tried. server/settings/system.test.ts resets.
  await page.route('**/api/system/reset', (route) => route.fulfill({ status: 204 }))
  await page.context().clearCookies()
  await reset.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('status')).toHaveText('The demo was reset. Please sign in again.')
})
