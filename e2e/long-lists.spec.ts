import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { enter, originOf, people, visit } from './people.ts'

const count = 150

/** Parts that are next to each other in the list, with a prefix of their own. */
async function addParts(page: Page) {
  const { companyId } = await (await page.request.get('/api/session')).json()
  const parts = Array.from({ length: count }, (_, n) => `LONG-${1_000 + n},Long list part ${1_000 + n},Shelf ${n},${n}`)
  const headers = { 'content-type': 'text/csv', origin: await originOf(page) }
  const imports = `/api/companies/${companyId}/imports`
  const data = ['Part Number,Name,Location,Quantity', ...parts].join('\n')
  const { id } = await (await page.request.post(`${imports}?type=parts`, { data, headers })).json()
  await page.request.post(`${imports}/${id}/commit`, { data: {}, headers: { origin: headers.origin } })
}

const list = '/inventory/parts?q=LONG-1&pageSize=200&sort=partNumber'
const row = (page: Page, n: number) => page.locator('tbody tr').nth(n)
/** Whether an element is laid out and painted: rows far out of sight are not. */
const isDrawn = (page: Page, n: number) =>
  row(page, n)
    .locator('a')
    .evaluate((link) => link.checkVisibility({ contentVisibilityAuto: true }))

test('rows out of sight are not laid out, but keys and the search of the browser find them, and paper shows all', async ({
  page,
}) => {
  await enter(page, people.northOperator)
  await addParts(page)
  await visit(page, list)
  await expect(row(page, count - 1)).toHaveCount(1)
  await expect.poll(() => isDrawn(page, 0)).toBe(true)
  await expect.poll(() => isDrawn(page, count - 1)).toBe(false)
  expect(await page.evaluate(`window.find('Long list part ${1_000 + count - 1}')`)).toBe(true)
  await expect.poll(() => isDrawn(page, count - 1)).toBe(true)
  await row(page, count - 60)
    .locator('a')
    .focus()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, count - 59).locator('a')).toBeFocused()
  await expect(row(page, count - 59)).toBeInViewport()
  // The roles are written out, since Safari forgets the roles of elements laid out as a grid.
  for (const [part, role] of Object.entries({
    table: 'table',
    thead: 'rowgroup',
    tbody: 'rowgroup',
    tr: 'row',
    th: 'columnheader',
    td: 'cell',
  }))
    await expect(page.locator(`#main ${part}`).first()).toHaveAttribute('role', role)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => isDrawn(page, 0)).toBe(true)
  expect(await isDrawn(page, count - 1)).toBe(true)
  await expect(page.locator('thead')).toHaveCSS('display', 'table-header-group')
  await expect(row(page, 0)).toHaveCSS('display', 'table-row')
})

test('with reduced motion, choosing a whole page has no transition', async ({ page }) => {
  await enter(page, people.northOperator)
  await visit(page, '/inventory/parts')
  await expect(row(page, 0)).toBeVisible()
  await page.evaluate(
    `window.begun = 0; document.addEventListener('transitionrun', ({ target }) => { if (target.closest('td')) window.begun += 1 })`,
  )
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.locator('tbody tr[data-selected]').first()).toBeVisible()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(await page.evaluate('window.begun')).toBe(0)
})

test('in a list with all its columns the number, the name and the buttons stay in sight', async ({ page }) => {
  await enter(page, people.southOperator)
  await page.setViewportSize({ width: 1_440, height: 800 })
  await visit(page, '/inventory/parts')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const boxes = page.getByRole('dialog').getByRole('checkbox')
  await expect(boxes.first()).toBeVisible()
  for (const box of await boxes.all()) await box.check()
  await page.keyboard.press('Escape')
  const scroller = page.locator('[data-wide]')
  await expect(scroller).toBeVisible()
  const placesOf = async () => {
    const cells = [
      page.locator('th[data-key=name]'),
      row(page, 0).locator('td[data-lead]'),
      row(page, 0).locator('[data-end=actions]'),
    ]
    return Promise.all(cells.map(async (cell) => Math.round((await cell.boundingBox())?.x ?? -1)))
  }
  const before = await placesOf()
  await scroller.evaluate((box) => box.scrollTo({ left: 300 }))
  await expect.poll(() => scroller.evaluate((box) => box.scrollLeft)).toBe(300)
  expect(await placesOf()).toEqual(before)
  // The head of the next column moves below that of the name.
  const { x, y, width } = (await page.locator('th[data-key=name]').boundingBox()) ?? { x: 0, y: 0, width: 0 }
  expect(await page.evaluate(`document.elementFromPoint(${x + width - 16}, ${y + 12}).closest('th').dataset.key`)).toBe(
    'name',
  )
})

test('an empty list says so once, and has no count beside its title', async ({ page }) => {
  await enter(page, people.southOperator)
  const nothing = { items: [], total: 0, isCapped: false, next: null }
  await page.route(/\/api\/.*\/(movements|deleted)(\?|$)/, (route) => route.fulfill({ json: nothing }))
  for (const [path, title] of [
    ['/inventory/movements', 'No movements yet'],
    ['/inventory/deleted', 'Nothing was deleted'],
  ] as const) {
    await visit(page, path)
    await expect(page.getByText(title)).toBeVisible()
    await expect(page.getByText(/^0\s*(total|found)/)).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  }
})

test('a search shows the best matches first and says so; a press on the head sorts them by name', async ({ page }) => {
  await enter(page, people.northOperator)
  await visit(page, '/inventory/parts?q=valve')
  const head = page.getByRole('columnheader', { name: 'Name' })
  const names = page.locator('tbody [data-lead]')
  await expect(names.first()).toHaveText(/^Valve/)
  await expect(head).toHaveAttribute('aria-sort', 'none')
  const best = await names.allTextContents()
  const byName = best.toSorted((one, other) => one.localeCompare(other, 'en'))
  expect(byName).not.toEqual(best)
  const sort = head.getByRole('button')
  await sort.click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(names).toHaveText(byName)
  await sort.click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(names).toHaveText(byName.toReversed())
  await sort.click()
  await expect(head).toHaveAttribute('aria-sort', 'none')
  await expect(names).toHaveText(best)
  await visit(page, '/inventory/parts')
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
})

test('a long SKU is shown in full before less important columns get room', async ({ page }) => {
  await enter(page, people.southOperator)
  await page.setViewportSize({ width: 1_440, height: 900 })
  const { companyId } = await (await page.request.get('/api/session')).json()
  const made = await page.request.post(`/api/companies/${companyId}/products`, {
    data: { sku: 'lariat-with-silver-pendant', name: 'Lariat with Silver Pendant' },
    headers: { origin: await originOf(page) },
  })
  expect(made.ok()).toBe(true)
  await visit(page, '/inventory/products?q=lariat')
  const sku = row(page, 0).getByRole('link')
  await expect(sku).toHaveText('lariat-with-silver-pendant')
  await expect
    .poll(() =>
      sku.evaluate(
        (link) => link.getBoundingClientRect().right - (link.closest('td')?.getBoundingClientRect().right ?? 0),
      ),
    )
    .toBeLessThan(0)
  expect(
    await sku.evaluate(({ parentElement: box }) => (box ? box.scrollWidth - box.clientWidth : 1)),
  ).toBeLessThanOrEqual(0)
})

/** Keeps the widths of columns that were there when the browser painted. */
const noteColumns = `
  window.widths = []
  const note = () => {
    const tracks = document.querySelector('table:has([data-row-id])')?.style.getPropertyValue('--columns')
    if (tracks && tracks !== window.widths.at(-1)) window.widths.push(tracks)
    requestAnimationFrame(note)
  }
  note()`

test('where scroll bars take room, columns are painted once, beside them', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
  const page = await browser.newPage({ baseURL: baseURL as string })
  await page.addInitScript({ content: noteColumns })
  await enter(page, people.northOperator)
  await page.goto('/inventory/parts')
  await expect(page.locator('tbody tr[data-row-id]')).toHaveCount(50)
  const bar = await page
    .locator('[data-scrolled]')
    .evaluate((box) => box.getBoundingClientRect().width - box.clientWidth)
  expect(bar).toBeGreaterThan(4)
  expect(await page.evaluate('widths.length')).toBe(1)
  await browser.close()
})
