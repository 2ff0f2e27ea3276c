import { BomParts, BomTree } from 'contract/inventory/bom-analysis.ts'
import { Part } from 'contract/inventory/parts.ts'
import { savedOf } from 'contract/list.ts'
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { words } from '../../../e2e/words.ts'
import { fullLists } from '../../testing/lists.ts'
import { boxOf, expectNone, found, resize } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'
import { newId, sampleOf } from '../../testing/samples.ts'

const meets = (one: DOMRect, other: DOMRect) =>
  one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom

const record = () => found('[role=dialog][data-beside]')
const rowAt = (place: number) => found('tbody tr[data-row-id]', place)
const expectTitle = (title: string) =>
  expect.poll(async () => (await record()).querySelector('h2')?.textContent).toBe(title)

/** Whether a place of the record can be scrolled from below what covers it. */
function scrolls(each: Element): boolean {
  const parent = each.parentElement
  if (!parent || parent.matches('[data-beside]')) return false
  return (getComputedStyle(parent).overflowY === 'auto' && parent.scrollHeight > parent.clientHeight) || scrolls(parent)
}

/** What can be pressed below a message, and stays there. */
function pressableBelow(message: Locator): string[] {
  const box = boxOf(message)
  expect(box.width).toBeLessThanOrEqual(340)
  return ['#main', '[data-beside]']
    .flatMap((place) => [...document.querySelectorAll(`${place} :is(button, a, input, select)`)])
    .filter((each) => each.checkVisibility() && meets(box, each.getBoundingClientRect()))
    .filter((each) => !each.closest('[data-beside]') || !scrolls(each))
    .map(({ outerHTML }) => outerHTML)
}

test('a record stands beside its list, which stays in use; keys go on, and a save comes back to the record', async () => {
  await resize(1_280, 800)
  const { parts, ...others } = fullLists()
  const saved: object[] = []
  open('/inventory/parts', 'company_operator', {
    ...others,
    parts: {
      ...parts,
      update: ({ companyId: _, ...fields }) => {
        saved.push(fields)
        return sampleOf(savedOf(Part), { id: fields.id, partNumber: 'P-02', name: 'Bolt 02' })
      },
    },
  })
  await page
    .elementLocator(await rowAt(1))
    .getByRole('link')
    .click()
  await expectTitle('Bolt 02')
  expect((await rowAt(1)).getAttribute('aria-current')).toBe('true')
  expect(meets(boxOf(page.getByRole('table', { name: 'Parts' })), (await record()).getBoundingClientRect())).toBe(false)
  // The buttons of the list have no room for words, and say them to a mouse.
  await page
    .elementLocator(await found('#main header'))
    .getByRole('button', { name: 'Export' })
    .hover()
  await expect.element(page.getByTitle('Export')).toBeVisible()

  await userEvent.keyboard('j')
  await expectTitle('Bolt 03')
  expect((await rowAt(2)).getAttribute('aria-current')).toBe('true')
  await userEvent.keyboard('k')
  await expectTitle('Bolt 02')
  ;(await rowAt(1)).querySelector<HTMLElement>('[data-row-link]')?.focus()
  await userEvent.keyboard('{ArrowDown}')
  await expectTitle('Bolt 03')

  // The list beside it takes presses and words.
  const box = page.getByRole('checkbox', { name: /^Select/ }).nth(1)
  await box.click()
  await expect.element(page.getByRole('toolbar', { name: 'Selected rows' })).toMatchTextContent('1 selected')
  await box.click()
  await page.getByPlaceholder('Search parts').fill('Bolt')
  await expect.poll(() => window.location.search).toBe('?q=Bolt')
  const { pathname } = window.location

  await page
    .elementLocator(await record())
    .getByRole('link', { name: 'Edit' })
    .click()
  await page.getByRole('dialog', { name: 'Edit Part' }).getByLabelText('Location').fill('Beside the list')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectTitle('Bolt 03')
  expect(saved).toMatchObject([{ location: 'Beside the list' }])
  expect(window.location.pathname).toBe(pathname)
  const message = page.getByRole('alert').filter({ hasText: words.parts.updated })
  await expect.element(message).toBeVisible()
  expect(pressableBelow(message)).toEqual([])
})

test('a record has one scroller; its tabs and buttons stay, also when a tablet is turned', async () => {
  await resize(1_280, 700)
  const shown = await openLongProduct()
  const scrollers = scrollersIn(shown.element())
  for (const each of scrollers) each.scrollTop = each.scrollHeight
  expect(scrollers).toHaveLength(1)
  for (const name of ['Details', 'Activity Timeline'])
    await expect.element(shown.getByRole('tab', { name })).toBeInViewport()
  await expect.element(shown.getByRole('link', { name: 'Edit' })).toBeInViewport()

  // The record stands above its list now, on the same tab.
  await shown.getByRole('tab', { name: 'Activity Timeline' }).click()
  await page.viewport(800, 1_280)
  await expect.poll(() => document.querySelector('[data-beside]')).toBeNull()
  await expect
    .element(page.getByRole('dialog').getByRole('tab', { name: 'Activity Timeline' }))
    .toHaveAttribute('aria-selected', 'true')
})

test('the figures of a bill of materials are whole, and no row shines between the tabs and the head of its table', async () => {
  await resize(1_440, 900)
  const shown = await openLongProduct()
  const figures = shown.getByText('12,345.675 m', { exact: true }).elements()
  expect(figures.length).toBeGreaterThan(1)
  for (const { scrollWidth, clientWidth } of figures) expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  for (const each of scrollersIn(shown.element())) each.scrollTop = 600
  const head = shown.getByRole('columnheader', { name: 'Qty' }).element()
  const tabs = shown.getByRole('tablist').element().getBoundingClientRect()
  await expect.poll(() => head.getBoundingClientRect().top).toBeLessThanOrEqual(tabs.bottom)
  expect(head.getBoundingClientRect().bottom).toBeGreaterThan(tabs.bottom)
})

/** A product of 40 lines, with long quantities, beside the list of products. */
async function openLongProduct() {
  const rows = Array.from({ length: 40 }, (_, place) => {
    const id = newId()
    const row = { key: id, level: 1, type: 'part', id, number: `P-${place}`, name: 'Bolt', hasChildren: false } as const
    return sampleOf(BomTree.shape.rows.element, { ...row, quantity: 12_345.675, unit: 'm' })
  })
  const items = rows.map(({ id, number, name }) => sampleOf(BomParts.shape.items.element, { id, number, name }))
  open(`/inventory/products`, 'company_operator', {
    ...fullLists(),
    bom: { tree: () => sampleOf(BomTree, { rows }), parts: () => sampleOf(BomParts, { items }) },
  })
  await page
    .elementLocator(await rowAt(0))
    .getByRole('link')
    .first()
    .click()
  const shown = page.elementLocator(await record())
  await expect.element(shown.getByRole('row').nth(30)).toBeInTheDocument()
  return shown
}

const scrollersIn = (element: Element) =>
  [...element.querySelectorAll('*')].filter(
    (each) => each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY),
  )

test('at 1024 px the sidebar is icons until the person opens it; names keep their room; Ctrl+B is not taken from a field', async () => {
  await resize(1_024, 768)
  open('/tasks', 'company_operator', fullLists())
  const label = page.getByRole('navigation', { name: 'Main' }).getByText('Inventory', { exact: true })
  const title = await found('tbody [data-row-link]')
  await userEvent.hover(await found('#main')) // above the sidebar the pointer opens it
  await expectNone(label)
  expect(title.closest('td')?.getBoundingClientRect().width).toBeGreaterThanOrEqual(256)
  const search = page.getByPlaceholder('Search tasks')
  await search.click()
  await userEvent.keyboard('{Control>}b{/Control}x')
  await expect.element(search).toHaveValue('x')
  await expectNone(label)
  await page.getByRole('heading', { level: 1 }).click()
  await userEvent.keyboard('{Control>}b{/Control}')
  await expect.element(label).toBeVisible()
  await expect.poll(() => document.cookie).toContain('sidebar=expanded')
  await userEvent.keyboard('{Control>}b{/Control}')
  await expectNone(label)
  await cookieStore.delete('__Host-sidebar')
})
