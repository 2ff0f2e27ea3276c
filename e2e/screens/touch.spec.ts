import { expect, type Locator, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { people, signIn, visit } from '../people.ts'

/** A finger needs 44 px, wherever it meets what it presses; half of that to each side of its middle. */
const reach = 21

type OnScreen = {
  getBoundingClientRect: () => { x: number; y: number; width: number; height: number }
  contains: (met: object | null) => boolean
  ownerDocument: { elementFromPoint: (x: number, y: number) => { outerHTML: string } | null }
}

/** What is met at points around the middle of a target, instead of it and of what it holds. */
function missed(element: OnScreen, far: number): string[] {
  const { x, y, width, height } = element.getBoundingClientRect()
  const around = { above: [0, -far], below: [0, far], before: [-far, 0], behind: [far, 0] }
  return Object.entries(around).flatMap(([where, [across = 0, along = 0]]) => {
    const met = element.ownerDocument.elementFromPoint(x + width / 2 + across, y + height / 2 + along)
    return element.contains(met) ? [] : [`${where}: ${met?.outerHTML.slice(0, 120)}`]
  })
}

async function expectWithinReach(target: Locator) {
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  expect(await target.evaluate(missed, reach), String(target)).toEqual([])
}

/** Taps the middle of what is drawn, whatever lies there. */
type Tap = (target: Locator) => Promise<void>

/** Moves a finger down from a target. px */
type Swipe = (target: Locator, far: number) => Promise<void>

/** As a phone does: fingers instead of a pointer. */
async function asPhone(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await devTools.send('Emulation.setDeviceMetricsOverride', {
    width: 390,
    height: 844,
    deviceScaleFactor: 1,
    mobile: true,
  })
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const asBefore = async () => {
    await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await devTools.send('Emulation.clearDeviceMetricsOverride')
    await devTools.detach()
  }
  const tap: Tap = async (target) => {
    await expect(target).toBeInViewport({ ratio: 1 })
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  const swipeDown: Swipe = async (target, far) => {
    const { x, y } = (await target.boundingBox()) ?? { x: 0, y: 0 }
    const at = (down: number) => [{ x: x + 20, y: y + 8 + down }]
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (let down = 10; down <= far; down += 10)
      await devTools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(down) })
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  return { asBefore, tap, swipeDown }
}

test('on a phone fingers reach what is small, menus and the search', async ({ page }) => {
  await leg(
    page,
    'on a phone what is small is within reach of a finger, a menu opens at its dots, and a tap beside an open panel presses nothing',
    () => reachWithFinger(page),
  )
  await leg(
    page,
    'on a phone the search can be emptied and closed, counts only what was searched, and names no keys',
    () => searchWithFinger(page),
  )
})

async function reachWithFinger(page: Page) {
  const { asBefore, tap, swipeDown } = await asPhone(page)
  await signIn(page, people.northOperator, '/inventory/parts')
  await test.step('counts, copies, lines of a bill and cells of an import are within reach', () => reachSmall(page))
  await test.step('the menu of a row opens at its dots; a tap beside an open panel closes it', () =>
    tapBeside(page, tap))
  await test.step('the arrows of a number field share its height', () => expectArrowsInside(page))
  await test.step('the look is chosen by taps', () => chooseLook(page, tap))
  await test.step('a finger scrolls over the font slider', () => scrollOverSlider(page, swipeDown))
  await asBefore()
}

async function reachSmall(page: Page) {
  await expectWithinReach(page.getByRole('button', { name: /low stock/ }))
  const { companyId } = await (await page.request.get('/api/session')).json()
  const { items } = await (await page.request.get(`/api/companies/${companyId}/products?pageSize=100`)).json()
  // Not the first one: an earlier journey may have made it, without a product of the store.
  const product = items.find(({ sku }: { sku: string }) => sku === 'HPU-2200')
  await visit(page, `/inventory/products/${product.id}`)
  await expectWithinReach(page.getByRole('button', { name: 'Copy SKU' }).first())
  const bill = page.getByRole('region', { name: 'Bill of Materials' })
  await expectWithinReach(bill.getByRole('link', { name: /Download CSV/ }))
  await expectWithinReach(bill.getByRole('button', { name: 'Expand all' }))
  await expectWithinReach(bill.getByRole('button', { expanded: false }).first())

  await visit(page, `/inventory/products/${product.id}/edit`)
  await expectWithinReach(page.getByRole('combobox', { name: /^Type/ }).first())
  await expectWithinReach(page.getByRole('button', { name: 'Clear Shopify product' }))

  await visit(page, '/inventory/summary?tab=transfer')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      ...{ name: 'parts.csv', mimeType: 'text/csv' },
      buffer: Buffer.from('Part Number,Name,Cost\nTOUCH-1,Bolt,many\n'),
    })
  await expectWithinReach(page.getByRole('link', { name: 'Download errors as CSV' }))
  await page.getByRole('button', { name: 'Correct row 2' }).click()
  for (const cell of await page.getByRole('form', { name: 'Row 2' }).getByRole('textbox').all())
    await expectWithinReach(cell)
  await page.getByRole('form', { name: 'Row 2' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
}

async function tapBeside(page: Page, tap: Tap) {
  await visit(page, '/tasks')
  const rows = page.getByRole('row')
  const dots = rows.getByRole('button', { name: /^Actions for/ })
  const shown = dots.nth(1)
  await tap(shown)
  const menu = page.getByRole('menu', { name: /^Actions for/ })
  await expect(menu.getByRole('menuitem', { name: 'Edit' })).toBeInViewport({ ratio: 1 })
  const box = (await menu.boundingBox()) ?? { y: 0, height: 0 }
  const button = (await shown.boundingBox()) ?? { y: 0, height: 0 }
  // Below the dots, or above them where a row stands too low for that.
  expect(Math.max(box.y - button.y - button.height, button.y - box.y - box.height)).toBeLessThan(24)
  for (const item of await menu.getByRole('menuitem').all())
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await tap(page.getByRole('link', { name: 'SOPs' }))
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/\/tasks/)

  await tap(page.getByRole('button', { name: /^Notifications/ }))
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await expect(bell.getByRole('link', { name: 'Show all' })).toBeInViewport({ ratio: 1 })
  await tap(page.getByRole('link', { name: 'SOPs' }))
  await expect(bell).toBeHidden()
  await expect(page).toHaveURL(/\/tasks/)

  await tap(page.getByRole('button', { name: /^Filters/ }))
  const field = page.getByRole('dialog', { name: 'Filters' }).getByRole('combobox', { name: 'All statuses' })
  await tap(field)
  const choice = page.getByRole('option', { name: 'Blocked' })
  await expect(choice).toBeVisible()
  expect((await choice.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await tap(page.getByRole('button', { name: 'Done' }))
  await expect(choice).toBeHidden()
  await tap(page.getByRole('button', { name: 'Done' }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await tap(page.getByRole('link', { name: 'SOPs' }))
  await expect(page).toHaveURL(/\/sops/)
}

async function expectArrowsInside(page: Page) {
  await visit(page, '/tasks?q=200+valve+blocks')
  await page.locator('[data-row-link]').first().click()
  await page.getByRole('button', { name: /Say What Blocks It|Change/ }).click()
  const field = page.getByLabel('Quantity needed')
  await expect(field).toBeVisible()
  const { y = 0, height = 0 } = (await field.boundingBox()) ?? {}
  const lower = (await page.locator('.mantine-NumberInput-control').last().boundingBox()) ?? { y: 0, height: 0 }
  expect(lower.y + lower.height).toBeLessThanOrEqual(y + height)
}

async function chooseLook(page: Page, tap: Tap) {
  await visit(page, '/settings/design')
  for (const row of await page.getByRole('radiogroup', { name: 'Colour Scheme' }).locator('label').all())
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  const compact = page.getByRole('switch', { name: 'Compact Mode' })
  await expect(compact).not.toBeChecked()
  const drawn = page.locator('.mantine-Switch-root', { has: compact }).locator('.mantine-Switch-track')
  await drawn.evaluate((track) => track.scrollIntoView({ block: 'center' }))
  await tap(drawn)
  await expect(compact).toBeChecked()
}

async function scrollOverSlider(page: Page, swipeDown: Swipe) {
  const slider = page.getByRole('slider', { name: 'Font Size' })
  const size = await slider.inputValue()
  await slider.evaluate((input) => input.scrollIntoView({ block: 'center' }))
  const scrolled = () => page.getByRole('main').evaluate(({ scrollTop }) => scrollTop)
  const from = await scrolled()
  await swipeDown(slider, 120)
  await expect.poll(async () => from - (await scrolled())).toBeGreaterThan(50)
  await expect(slider).toHaveValue(size)
}

async function searchWithFinger(page: Page) {
  const { asBefore, tap } = await asPhone(page)
  await signIn(page, people.northEmployee, '/dashboard')
  const bar = page.getByRole('navigation', { name: 'Shortcuts' })
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  await tap(bar.getByRole('button', { name: 'Search' }))
  const search = page.getByRole('dialog', { name: 'Find anything' })
  await expect(search.getByRole('option').first()).toBeVisible()
  await expect(search.getByRole('status')).toHaveText('')
  await expect(search.locator('kbd:visible')).toHaveCount(0)
  await search.getByRole('combobox').fill('settings')
  await expect(search.getByRole('status')).toHaveText(/result/)
  await search.getByRole('button', { name: 'Clear search' }).click()
  await expect(search.getByRole('combobox')).toHaveValue('')
  await tap(search.getByRole('button', { name: 'Close' }))
  await expect(search).toHaveCount(0)
  await tap(bar.getByRole('button', { name: 'Search' }))
  await search.getByRole('combobox').fill('settings')
  await tap(search.getByRole('option', { name: /^Settings/ }).first())
  await expect(page).toHaveURL(/\/settings/)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(bar.getByRole('button', { name: 'More' })).toHaveAttribute('aria-current', 'true')
  await tap(bar.getByRole('button', { name: 'More' }))
  await expect(page.getByRole('dialog', { name: 'Navigation' }).getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await asBefore()
}
