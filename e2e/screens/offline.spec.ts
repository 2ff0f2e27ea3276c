import { type BrowserContext, expect, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { choose, expectAccessible, forgetCode, people, signIn } from '../people.ts'
import { words } from '../words.ts'

test('without a connection the clock takes presses, and what was typed is kept', async ({ page, context }) => {
  await leg(
    page,
    'the clock opens offline on a phone where nobody had opened it; a press keeps its time, and is sent when the network is back',
    () => pressOffline(page, context),
  )
  await leg(
    page,
    'a form whose styles were lost once gets them; when a file is gone, what was typed stays and a banner offers to load the page again',
    () => loseFiles(page),
  )
})

async function pressOffline(page: Page, context: BrowserContext) {
  await forgetCode(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, people.northEmployee, '/tasks')
  // The code comes ahead, the answers after it.
  await expect.poll(() => hasLoaded(page, 'sidebar-drawer')).toBe(true)
  await expect.poll(() => hasLoaded(page, 'entry-dialogs')).toBe(true)
  await expect.poll(() => hasLoaded(page, 'time-entries/active')).toBe(true)
  await context.setOffline(true)
  const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' })
  await shortcuts.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Time Clock' }).click()
  await expect(page.getByText('You are not clocked in.')).toBeVisible()
  await page.getByRole('link', { name: 'Propose a Missing Entry' }).click()
  await page.getByRole('dialog', { name: 'Propose a Missing Entry' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/You are offline\. What you see was loaded at .* and may be out of date/)).toBeVisible()
  await page.getByRole('button', { name: 'Clock In' }).click()
  await expect(page.getByText(/Clock In, .*: waiting to be sent/)).toBeVisible()
  await expect(page.getByText(/Clocked in since/)).toBeVisible()
  // The card says it: a toast would cover the buttons.
  await expect(page.getByText('Waiting to be sent', { exact: true })).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByText(/waiting to be sent/)).toHaveCount(0)
  await expect(page.getByText('The clock press you made offline was sent')).toBeVisible()
  await page.reload()
  await expect(page.getByText(/Clocked in since/)).toBeVisible()
  // The row shows what waits, too.
  const row = page.getByRole('table').getByRole('row').filter({ hasText: 'Clocked in' })
  await expect(row).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Clock Out' }).click()
  await expect(page.getByText('You are not clocked in.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('table').getByText('Waiting to be sent')).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clock In' }).click()
  await page.getByRole('button', { name: 'Clock Out' }).click()
  // The screen shows the press before it is stored.
  await expect(page.getByText(words.timeClock.clockedOut)).toBeVisible()
}

/** Whether the page has loaded a file or an answer with these words in its address. */
const hasLoaded = (page: Page, words: string) =>
  page.evaluate((part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(part)), words)

/** How a connection is lost: by the device, or by the server. */
const losses = {
  offline: (context: BrowserContext) => context.setOffline(true),
  'server does not answer': (context: BrowserContext) => context.route('**/*', (route) => route.abort()),
}

for (const [words, lose] of Object.entries(losses))
  test(`${words}: a screen whose code is not there is waited for, a dialog is given up, and the page is not loaded anew`, async ({
    page,
    context,
  }) => {
    await forgetCode(page)
    await signIn(page, people.northManager, '/tasks')
    const rows = page.locator('#main [data-row-link]')
    await expect(rows.first()).toBeVisible()
    // Chromium never asks again for a module that failed: what loads by itself must be there.
    for (const part of ['dialog-pending', 'time-entry-form', 'entry-dialogs'])
      await expect.poll(() => hasLoaded(page, part)).toBe(true)
    await page.evaluate('window.isSamePage = true')
    // Files that the browser has kept would come without a connection.
    await page.route(/\/assets\//, (route) => route.abort())
    await lose(context)
    const banner = page.getByRole('status').filter({ hasText: words })
    await page.keyboard.press('?')
    // A dialog is given up: later it would open over whatever the person is doing then.
    await expect(banner).toContainText('What you opened comes when the connection is back.')
    await expect(page.getByRole('alert').filter({ hasText: 'This cannot be opened now' })).toBeVisible()
    await expect(banner).not.toContainText('What you opened')
    await expect(rows.first()).toBeVisible()
    await rows.first().click()
    await expect(page).toHaveURL(/tasks\/./)
    await expect(page).toHaveURL(/tasks$/)

    await page.getByRole('navigation').getByRole('link', { name: 'SOPs' }).click()
    await expect(page.getByText('This screen has not been loaded yet.')).toBeVisible()
    await expectAccessible(page)
    // A request that is being refused at this moment would else be an error of the journey.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'SOPs', level: 1 })).toBeVisible()
    await expect(rows.first()).toBeVisible()
    await expect(banner).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await page.evaluate('window.isSamePage')).toBe(true)
  })

async function loseFiles(page: Page) {
  await forgetCode(page)
  await page.route(/\/assets\/form-section-[^/]*\.css/, (route) => route.abort(), { times: 1 })
  await page.route(/\/assets\/confirmation-/, (route) => route.fulfill({ status: 404 }))
  await signIn(page, people.northManager, '/tasks/new')
  const form = page.getByRole('dialog', { name: 'Create Task' })
  await form.getByLabel('Title').fill('Typed before the new version')
  await expect
    .poll(() => page.evaluate<string>('[...document.styleSheets].map(({ href }) => href).join()'))
    .toContain('form-section-')
  await choose(form, 'Assignee', /Maya Torres/)
  await form.getByRole('button', { name: 'Cancel' }).click()
  const banner = page.getByRole('status').filter({ hasText: 'A part of this page could not be loaded' })
  await expect(banner).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(page.getByText(words.tasks.created)).toBeVisible()
  await page.evaluate('window.isSamePage = true')
  await banner.getByRole('button', { name: 'load the page again' }).click()
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('row', { name: 'Typed before the new version' })).toBeVisible()
  expect(await page.evaluate('window.isSamePage')).toBeUndefined()
}
