import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { enter, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

type Box = { x: number; y: number; width: number; height: number }

const boxOf = async (target: Locator): Promise<Box> =>
  (await target.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }

const meets = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** Nothing that can be pressed lies below a message. */
async function expectNothingBelow(page: Page, message: Locator) {
  await expect(message).toBeVisible()
  const box = await boxOf(message)
  expect(box.width).toBeLessThanOrEqual(340)
  const pressable = page.locator('#main, [data-beside]').locator('button, a, input, select').filter({ visible: true })
  const below: string[] = []
  for (const each of await pressable.all())
    if (meets(box, await boxOf(each)))
      below.push(await each.evaluate((element) => (element as { outerHTML: string }).outerHTML))
  expect(below).toEqual([])
}

test('a record stands beside its list, which stays in use; keys go on, and a save comes back to the record', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1_280, height: 800 })
  await signIn(page, people.northOperator, '/inventory/parts?q=HY-20')
  const rows = page.locator('tbody tr[data-row-id]')
  const nameOf = (place: number) => rows.nth(place).locator('td[data-label=Name]').textContent()
  const record = page.locator('[role=dialog][data-beside]')
  const title = record.getByRole('heading', { level: 2 })
  await rows.nth(1).getByRole('link').click()
  await expect(title).toHaveText((await nameOf(1)) ?? '')
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true')
  const list = await boxOf(page.getByRole('table', { name: 'Parts' }))
  expect(meets(list, await boxOf(record))).toBe(false)
  // Its buttons have no room for words, and say them to a mouse.
  const exporting = page.locator('#main header').getByRole('button', { name: 'Export' })
  await exporting.hover()
  await expect(exporting).toHaveAttribute('title', 'Export')

  await page.keyboard.press('j')
  await expect(title).toHaveText((await nameOf(2)) ?? '')
  await expect(rows.nth(2)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('k')
  await expect(title).toHaveText((await nameOf(1)) ?? '')
  await rows.nth(1).locator('[data-row-link]').focus()
  await page.keyboard.press('ArrowDown')
  await expect(title).toHaveText((await nameOf(2)) ?? '')

  // The list beside it takes presses and words.
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .nth(1)
    .check()
  await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toContainText('1 selected')
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .nth(1)
    .uncheck()
  await page.getByPlaceholder('Search parts').fill('HY-2')
  await expect(page).toHaveURL(/q=HY-2(&|$)/)
  const address = new URL(page.url()).pathname

  await record.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('dialog', { name: 'Edit Part' }).getByLabel('Location').fill('Beside the list')
  await page.keyboard.press('Control+Enter')
  await expect(record.getByText('Beside the list')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(address)
  await expectNothingBelow(page, page.getByRole('alert').filter({ hasText: words.parts.updated }))
})

test('a record has one scroller; its tabs and buttons stay, and a company stands where every record does', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1_280, height: 700 })
  await enter(page, people.northOperator)
  const { companyId } = await (await page.request.get('/api/session')).json()
  const { items } = await (await page.request.get(`/api/companies/${companyId}/products?q=HPU-2200-4`)).json()
  await visit(page, `/inventory/products/${items[0].id}`)
  const record = page.locator('[role=dialog][data-beside]')
  await record.getByRole('button', { name: 'Expand all' }).click()
  await expect(record.getByRole('region', { name: 'Parts to build' }).getByRole('row').nth(3)).toBeVisible()
  const scrolling = await record.evaluate((element) => {
    type Part = { scrollHeight: number; clientHeight: number; className: string; scrollTop: number }
    const { querySelectorAll, ownerDocument } = element as unknown as {
      querySelectorAll: (what: string) => Iterable<Part>
      ownerDocument: { defaultView: { getComputedStyle: (part: Part) => { overflowY: string } } }
    }
    const all = [...querySelectorAll.call(element, '*')] as Part[]
    const found = all.filter(
      (part) =>
        part.scrollHeight > part.clientHeight + 1 &&
        /auto|scroll/.test(ownerDocument.defaultView.getComputedStyle(part).overflowY),
    )
    for (const part of found) part.scrollTop = part.scrollHeight
    return found.map(({ className }) => className)
  })
  expect(scrolling).toHaveLength(1)
  for (const name of ['Details', 'Activity Timeline']) await expect(record.getByRole('tab', { name })).toBeInViewport()
  await expect(record.getByRole('link', { name: 'Edit' })).toBeInViewport()

  // A tablet is turned: the record stands above its list now, on the same tab.
  await record.getByRole('tab', { name: 'Activity Timeline' }).click()
  await page.setViewportSize({ width: 800, height: 1_280 })
  const above = page.getByRole('dialog').filter({ hasNot: page.locator('[data-beside]') })
  await expect(above.getByRole('tab', { name: 'Activity Timeline' })).toHaveAttribute('aria-selected', 'true')
  await page.setViewportSize({ width: 1_280, height: 700 })

  await signIn(page, people.operator, `/portfolio/${companyId}`)
  await expect(page.locator('[role=dialog][data-beside]').getByRole('tab', { name: 'Users' })).toBeVisible()
})

test('the dialog of an import keeps its size through three steps, says each reason once, and offers one Undo', async ({
  page,
}) => {
  await signIn(page, people.northOperator, '/inventory/parts')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Import/ })
  const sizes = new Set<string>()
  const steps = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  const measure = async (current: string) => {
    await expect(steps).toHaveText([/File$/, /Columns$/, /Preview$/])
    await expect(dialog.locator('[aria-current=step]')).toContainText(current)
    const { width, height } = await boxOf(dialog)
    sizes.add(`${width} x ${height}`)
  }
  await measure('File')
  const faulty = Array.from({ length: 12 }, (_, place) => `STEP-${place},Bolt,many`)
  const buffer = Buffer.from(`Part Number,Name,Unit cost (USD)\nSTEP-GOOD,Nut,1\n${faulty.join('\n')}\n`)
  await page.getByLabel('CSV file', { exact: true }).setInputFiles({ name: 'steps.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('heading', { name: 'Check the columns' })).toBeVisible()
  await measure('Columns')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Errors 12' })).toBeVisible()
  await measure('Preview')
  expect([...sizes]).toHaveLength(1)
  await page.getByRole('checkbox', { name: /Skip the \d+ rows? with errors/ }).check()
  await page.getByRole('button', { name: 'Import 1 Row', exact: true }).click()
  await expect(page.getByText(/^Row \d+: /)).toHaveCount(10)
  await expect(page.getByText('... and 2 more', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByRole('heading', { name: 'Import undone' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
})

test('at 1024 px the sidebar is icons until the person opens it; names keep their room; Ctrl+B is not taken from a field', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1_024, height: 768 })
  await signIn(page, people.northOperator, '/tasks')
  const label = page.getByRole('navigation', { name: 'Main' }).getByText('Inventory', { exact: true })
  const title = page.locator('tbody [data-row-link]').first()
  await expect(title).toBeVisible()
  await page.mouse.move(700, 700) // above the sidebar the pointer opens it
  await expect(label).toHaveCount(0)
  expect((await boxOf(title.locator('xpath=ancestor::td'))).width).toBeGreaterThanOrEqual(256)
  await page.getByPlaceholder('Search tasks').focus()
  await page.keyboard.press('Control+b')
  await page.keyboard.type('x')
  await expect(page.getByPlaceholder('Search tasks')).toHaveValue('x')
  await expect(label).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+b')
  await expect(label).toBeVisible()
  await page.reload()
  await expect(title).toBeVisible()
  await expect(label).toBeVisible()
  await page.keyboard.press('Control+b')
  await expect(label).toHaveCount(0)
})
