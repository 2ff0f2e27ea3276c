import { expect, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { expectAccessible, forgetCode, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything' })
const typed = (page: Page) => palette(page).getByRole('combobox')
const option = (page: Page, name: RegExp) => palette(page).getByRole('option', { name })

test('the palette finds records, screens and actions, also while it loads, and exports a list', async ({ page }) => {
  await leg(
    page,
    'the palette leads from anywhere to a record, a screen and an action, and back to recent records',
    () => findAnything(page),
  )
  await leg(page, 'the palette exports the list on screen, and only where a list is', () => exportList(page))
  await leg(
    page,
    'text typed right after Ctrl+K is searched, though the palette still loads; who changed any price: one press for prices, one for last month',
    () => typeEarly(page),
  )
})

async function findAnything(page: Page) {
  await signIn(page, people.northOperator, '/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(typed(page)).toBeFocused()
  await typed(page).fill('hy-204')
  await expect(palette(page).getByRole('group', { name: 'Exactly this' }).getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/inventory\/parts\/[0-9a-f-]{36}/)
  const name = await page.getByRole('dialog').getByRole('heading').first().textContent()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Find anything' }).click()
  await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText(
    name ?? '?',
  )
  await typed(page).fill('new vend')
  await expect(option(page, /^Add Vendor/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add Vendor' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await typed(page).fill('Maya')
  await expect(option(page, /^Maya Torres/)).toBeVisible()
  // An order of the store, whose number the tables of the revenue show.
  const { companyId } = await (await page.request.get('/api/session')).json()
  const newest = await page.request.get(`/api/companies/${companyId}/revenue/orders?pageSize=200`)
  const { orderNumber } = (await newest.json()).items[150]
  await typed(page).fill(orderNumber.slice(1))
  await option(page, new RegExp(`${orderNumber}.*Order`)).click()
  const orders = page.getByRole('region', { name: 'Orders' }).locator('tbody tr')
  await expect(orders).toHaveCount(1)
  await expect(orders.getByRole('rowheader', { name: orderNumber })).toBeInViewport()
  await page.getByRole('button', { name: 'Show All Orders' }).click()
  await expect(orders).toHaveCount(50)
  await page.keyboard.press('Control+k')
  // From the palette, making a token is one press: its button is far down on the page.
  await typed(page).fill('token')
  await option(page, /^Make a Token/).click()
  await expect(page.getByRole('dialog', { name: 'New Token' }).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/settings\/account$/)
  await page.keyboard.press('Control+k')
  await typed(page).fill('zzz nothing of this name')
  await expect(palette(page).getByText('Nothing found')).toBeVisible()
  await typed(page).fill('mute')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('switch', { name: 'Tasks assigned to me' })).toBeInViewport()
  await page.keyboard.press('Control+k')
  await typed(page).fill('sign out')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: words.signIn.button })).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('recent'))))
    .toEqual([])
}

test('a list is used by keys alone, and its state is saved under a name', async ({ page }) => {
  await signIn(page, people.northOperator, '/inventory/parts')
  const links = page.locator('tbody [data-row-link]')
  await expect(links.nth(3)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toContainText('1 selected')
  await page.keyboard.press('m')
  await expect(page.getByRole('menuitem', { name: 'Do not select' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: 'Edit Part' })
  await form.getByLabel('Location').focus()
  await page.keyboard.type('jknx')
  await expect(form.getByLabel('Location')).toHaveValue(/jknx$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Keep Editing' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await expect(page.getByRole('heading', { level: 1, name: 'Vendors' })).toBeVisible()
  await expect(links.first()).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Add Vendor' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A record is opened, changed, saved, and the change undone, without a mouse.
  await page.keyboard.press('j')
  const name = (await links.first().textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('e')
  const vendor = page.getByRole('dialog', { name: 'Edit Vendor' })
  await expect(vendor.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' & Sons')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(words.vendors.updated)).toBeVisible()
  await expect(links.filter({ hasText: `${name} & Sons` })).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(links.filter({ hasText: '& Sons' })).toHaveCount(0)
  await expect(links.filter({ hasText: name })).toHaveCount(1)

  // Without a message that offers Undo, Ctrl+Z says where older changes are. In a field it is left to the typing.
  const nothing = page.getByRole('alert').filter({ hasText: 'Nothing to undo here' })
  await page.getByRole('searchbox', { name: 'Search vendors' }).press('Control+z')
  await expect(nothing).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(nothing).toContainText('Older changes are in the Activity Timeline of each record.')
  await links.filter({ hasText: name }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name })).toBeVisible()
  await page.keyboard.press('Control+z')
  await nothing.getByRole('button', { name: 'Older changes: Activity Timeline' }).click()
  await expect(page.getByRole('tab', { name: 'Activity Timeline' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')

  await links.first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(vendor).toBeVisible()

  await visit(page, '/inventory/parts?isLowStock=true&sort=stockLevel')
  const chips = page.getByRole('list', { name: 'Filters' })
  const views = page.getByRole('button', { name: /^(Saved views|Nearly out)/ })
  await expect(links.first()).toBeVisible()
  await expect(views).toHaveCount(0)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('button', { name: 'Save View' }).click()
  await page.getByLabel('Name').fill('x'.repeat(81))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Must be at most 80 characters')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('x'.repeat(81))
  await page.getByLabel('Name').fill('Nearly out')
  await page.getByLabel('Share it').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/view=[0-9a-f-]{36}/)
  const id = new URL(page.url()).searchParams.get('view')
  await expect(views).toHaveText('Nearly out')
  await expect(links.first()).toBeVisible()
  await chips.getByRole('button', { name: 'Remove the filter Status' }).click()
  await expect(views).toHaveText('Nearly outchanged')

  await signIn(page, people.northEmployee, `/inventory/parts?view=${id}`)
  await expect(chips).toContainText('Low Stock')
  await expect(page).toHaveURL(/isLowStock=true/)

  await signIn(page, people.northOperator, `/inventory/parts?view=${id}`)
  await views.click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await views.click()
  await page.getByRole('menuitem', { name: 'Nearly out' }).click()
  await expect(views).toHaveText('Nearly out')

  await visit(page, '/inventory/parts?view=0190aaaa-0000-7000-8000-000000000001')
  await expect(page.getByText('This view is no longer there')).toBeVisible()
  await expect(page).toHaveURL(/view=all/)
  await expect(links.first()).toBeVisible()
})

async function exportList(page: Page) {
  await signIn(page, people.northManager, '/tasks?scope=mine')
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
  for (const text of ['download', 'csv', 'export', 'excel']) {
    await page.keyboard.press('Control+k')
    await typed(page).fill(text)
    await expect(option(page, /^Export This List/)).toHaveAttribute('aria-selected', 'true')
    if (text !== 'excel') await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(text === 'excel' ? 1 : 0)
  }
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu')
  await expect(menu).toContainText('My Tasks, all pages')
  const item = menu.getByRole('menuitem', { name: 'Excel (XLSX)' })
  await expect(menu.getByRole('menuitem', { name: 'CSV' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(item).toBeFocused()
  const file = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await file).suggestedFilename()).toMatch(/\.xlsx$/)
  await expect(page.getByText('Export of My Tasks started')).toBeVisible()
  await visit(page, '/settings/utilities')
  await expect(page.getByRole('button', { name: 'Export Tasks' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await typed(page).fill('excel')
  await expect(option(page, /^How to Export a List/)).toBeVisible()
  await expect(option(page, /^Export This List/)).toHaveCount(0)
}

async function typeEarly(page: Page) {
  await forgetCode(page)
  await signIn(page, people.northOperator, '/inventory/parts')
  await expect(page.getByRole('table', { name: 'Parts' })).toBeVisible()
  let letThrough = () => {}
  const isTyped = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/open-palette|palette-/, async (route) => {
    await isTyped
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nobodx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('y knows')
  letThrough()
  await expect(page.getByRole('combobox', { name: 'Search records, screens and actions' })).toHaveValue('nobody knows')
  await expect(page).toHaveURL(/\/inventory\/parts$/)
  await page.keyboard.type(' it')
  await expect(page.getByText('Nothing found for “nobody knows it”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)

  const { companyId } = await (await page.request.get('/api/session')).json()
  const at = `/api/companies/${companyId}/parts`
  const [part] = (await (await page.request.get(`${at}?q=HY-204`)).json()).items
  const headers = { origin: new URL(page.url()).origin, 'if-match': '*' }
  expect((await page.request.patch(`${at}/${part.id}`, { headers, data: { cost: 43.21 } })).ok()).toBe(true)
  await page.getByRole('link', { name: 'Changes', exact: true }).click()
  await page.getByRole('button', { name: 'Prices' }).click()
  const row = page.getByRole('row').filter({ hasText: '43.21' })
  await expect(row).toContainText(part.name)
  await expect(row).toContainText(/Cost.*43\.21/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Last Month' }).click()
  await expect(page.getByText('No changes found')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText(/From:\s*[A-Z][a-z]+ 1, \d{4}/)
  await page.getByRole('button', { name: 'Last Month' }).click()
  await expect(row).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
}
