import { expect, type Locator, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { people, signIn, visit } from '../people.ts'

const landscape = { width: 1024, height: 768 }
const upright = { width: 820, height: 1180 }
const narrow = { width: 768, height: 1024 }

/** How far what is in it reaches beyond its right edge. px */
const hiddenIn = (box: Locator) =>
  box.evaluate((each: { scrollWidth: number; clientWidth: number }) => each.scrollWidth - each.clientWidth)

const topOf = async (each: Locator) => (await each.boundingBox())?.y

async function expectInOneLine(page: Page, names: string[]) {
  const tools = page.getByRole('search').first()
  await expect(async () => {
    const tops = await Promise.all(names.map((name) => topOf(tools.getByRole('button', { name, exact: true }))))
    const search = await tools.getByRole('searchbox').boundingBox()
    for (const top of tops) expect(Math.abs((top ?? 0) - (search?.y ?? 0))).toBeLessThan(12)
  }).toPass({ timeout: 10_000 })
}

test('on tablets and on paper each screen shows what it is about', async ({ page }) => {
  await leg(
    page,
    'figures of the portfolio are in sight at 1024 px; on an upright tablet and beside an open company none is cut',
    () => readPortfolio(page),
  )
  await leg(page, 'on tablets and on paper lists, boards and checklists show what they are about', () =>
    readLists(page),
  )
})

async function readPortfolio(page: Page) {
  await page.setViewportSize(landscape)
  await signIn(page, people.operator, '/portfolio')
  const figures = page.getByRole('region', { name: 'Figures of all companies' })
  await expect(figures.getByRole('columnheader', { name: 'Revenue (year)' })).toBeInViewport({ ratio: 1 })
  await expect(figures.getByRole('columnheader', { name: 'Hours (week)' })).toBeInViewport({ ratio: 1 })
  expect(await hiddenIn(figures)).toBeLessThanOrEqual(1)

  await page.setViewportSize(narrow)
  const cards = page.getByRole('list', { name: 'All companies' }).getByRole('listitem')
  await expect(cards.first().getByText('Revenue (year)')).toBeVisible()
  await expect(cards.nth(1)).toBeInViewport({ ratio: 1 })
  expect(Math.abs(((await topOf(cards.first())) ?? 0) - ((await topOf(cards.nth(1))) ?? 0))).toBeLessThan(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'View Details' }).first().click()
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible()
  await expect(figures.getByRole('columnheader', { name: 'Blocked' })).toBeInViewport({ ratio: 1 })
  expect(await hiddenIn(figures)).toBeLessThanOrEqual(1)
}

async function readLists(page: Page) {
  await page.setViewportSize(landscape)
  await signIn(page, people.northOperator, '/sops')
  await test.step('at 1024 px lists have their tools in one line, and tables and boards are wholly in sight', async () => {
    await expect(page.getByRole('row', { name: /Lockout/ })).toBeVisible()
    await expectInOneLine(page, ['Filters', 'View'])
    await visit(page, '/integrations/store')
    await expect(page.getByRole('columnheader').last()).toBeInViewport({ ratio: 1 })
    await visit(page, '/tasks?layout=board')
    await page.getByText('Board', { exact: true }).click()
    await expect(page.getByRole('region', { name: 'Board' }).getByRole('region').last()).toBeInViewport({ ratio: 0.99 })
    await page.getByText('List', { exact: true }).click()
  })

  await test.step('on an upright tablet the figure that a list is about stays in sight', async () => {
    await page.setViewportSize(upright)
    await visit(page, '/inventory/stock-value')
    await expect(page.getByRole('row', { name: /NM-1003/ }).getByText(/^\$2,\d{3}\.\d\d$/)).toBeInViewport({ ratio: 1 })
  })

  await test.step('on paper steps have boxes for a pen, and nothing that can only be pressed is left', async () => {
    await page.setViewportSize({ width: 720, height: 1000 })
    await visit(page, '/sops')
    await page.getByRole('row', { name: /Lockout/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Full Page' }).click()
    const box = page.locator('#main input[type=checkbox]').first()
    await expect(box).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    await expect(box).toHaveCSS('border-top-width', '1px')
    await page.emulateMedia({ media: 'screen' })
    await visit(page, '/inventory/assemblies')
    await expect(page.getByRole('link', { name: /^Details of AS-110/ })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('link', { name: /^Details of AS-110/ })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await visit(page, '/time-clock/sheets')
    await expect(page.getByRole('heading', { name: 'Maya Torres' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { name: 'Maya Torres' })).toBeHidden()
    await expect(
      page.getByRole('cell', { name: 'Maya Torres' }).or(page.getByRole('rowheader', { name: /Maya Torres/ })),
    ).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('a month of hours fits on a sheet of paper that lies on its side', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByText('Month', { exact: true }).click()
    const last = page.getByRole('columnheader').last()
    await expect(page.getByRole('columnheader').nth(28)).toBeAttached()
    await page.setViewportSize({ width: 1032, height: 700 })
    await page.emulateMedia({ media: 'print' })
    await expect(last).toBeInViewport({ ratio: 1 })
  })
}
