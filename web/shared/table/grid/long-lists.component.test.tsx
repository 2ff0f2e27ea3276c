import { ListedPart, PartDetails } from 'contract/inventory/parts.ts'
import { ListedProduct } from 'contract/inventory/products.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { keptPreferences } from '../../../testing/lists.ts'
import { emulatePrint, expectNone, found, resize } from '../../../testing/look.ts'
import { open } from '../../../testing/product.tsx'
import { pageWith, sampleOf } from '../../../testing/samples.ts'
import type { Answers } from '../../../testing/server.ts'

const count = 150

const parts = Array.from({ length: count }, (_, n) =>
  sampleOf(ListedPart, {
    partNumber: `LONG-${1_000 + n}`,
    name: `Long list part ${1_000 + n}`,
    location: `Shelf ${n}`,
  }),
)
const answers: Answers = {
  parts: {
    list: ({ page: number, pageSize }) => ({
      ...pageWith(parts),
      items: parts.slice((number - 1) * pageSize, number * pageSize),
      lowStockCount: 0,
    }),
    get: ({ id }) =>
      sampleOf(
        PartDetails,
        parts.find((part) => part.id === id),
      ),
  },
}

const linkOf = (n: number) => found('tbody tr a', n)
/** Whether a row is laid out and painted: rows far out of sight are not. */
const isDrawn = async (n: number) => (await linkOf(n)).checkVisibility({ contentVisibilityAuto: true })

test('rows out of sight are not laid out, but keys and the search of the browser find them, and paper shows all', async () => {
  open('/inventory/parts?pageSize=200', 'company_operator', answers)
  await expect.poll(() => isDrawn(0)).toBe(true)
  await expect.poll(() => isDrawn(count - 1)).toBe(false)
  expect((window as unknown as { find: (text: string) => boolean }).find(`Long list part ${1_000 + count - 1}`)).toBe(
    true,
  )
  await expect.poll(() => isDrawn(count - 1)).toBe(true)
  ;(await linkOf(count - 60)).focus()
  await userEvent.keyboard('{ArrowDown}')
  const next = page.elementLocator(await linkOf(count - 59))
  await expect.element(next).toHaveFocus()
  await expect.element(next).toBeInViewport()
  // The roles are written out, since Safari forgets the roles of elements laid out as a grid.
  const roles = { table: 'table', thead: 'rowgroup', tbody: 'rowgroup', tr: 'row', th: 'columnheader', td: 'cell' }
  for (const [part, role] of Object.entries(roles)) expect((await found(`#main ${part}`)).role).toBe(role)
  await emulatePrint()
  await expect.poll(() => isDrawn(0)).toBe(true)
  expect(await isDrawn(count - 1)).toBe(true)
  expect(getComputedStyle(await found('thead')).display).toBe('table-header-group')
  expect(getComputedStyle(await found('tbody tr')).display).toBe('table-row')
})

test('with reduced motion, choosing a whole page has no transition', async () => {
  open('/inventory/parts', 'company_operator', answers)
  await linkOf(0)
  let begun = 0
  const note = ({ target }: Event) => {
    if ((target as Element).closest('td')) begun += 1
  }
  document.addEventListener('transitionrun', note)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await found('tbody tr[data-selected]')
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  document.removeEventListener('transitionrun', note)
  expect(begun).toBe(0)
})

test('in a list with all its columns the number, the name and the buttons stay in sight', async () => {
  await resize(1440, 800)
  open('/inventory/parts', 'company_operator', { ...answers, ...keptPreferences().answers })
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const boxes = page.getByRole('dialog').getByRole('checkbox')
  await expect.element(boxes.first()).toBeVisible()
  for (const box of boxes.elements() as HTMLInputElement[]) if (!box.checked) await page.elementLocator(box).click()
  await userEvent.keyboard('{Escape}')
  const scroller = await found('[data-wide]')
  const placesOf = () =>
    ['th[data-key=name]', 'tbody tr td[data-lead]', 'tbody tr [data-end=actions]'].map((cell) =>
      Math.round(document.querySelector(cell)?.getBoundingClientRect().x ?? -1),
    )
  const before = placesOf()
  expect(before).not.toContain(-1)
  scroller.scrollTo({ left: 300 })
  await expect.poll(() => scroller.scrollLeft).toBe(300)
  expect(placesOf()).toEqual(before)
  // The head of the next column moves below that of the name.
  const { x, y, width } = (await found('th[data-key=name]')).getBoundingClientRect()
  expect(document.elementFromPoint(x + width - 16, y + 12)?.closest('th')?.dataset.key).toBe('name')
})

test.each([
  ['/inventory/movements', 'No movements yet'],
  ['/inventory/deleted', 'Nothing was deleted'],
])('%s says once that it is empty, and has no count beside its title', async (path, title) => {
  open(path, 'company_operator')
  await expect.element(page.getByText(title)).toBeVisible()
  await expectNone(page.getByText(/^0\s*(total|found)/))
  await expectNone(page.getByRole('navigation', { name: 'Pages' }))
})

test('a search shows the best matches first and says so; a press on the head sorts them by name', async () => {
  const best = ['Valve', 'Ball valve', 'Angle valve'].map((name) => sampleOf(ListedPart, { partNumber: name, name }))
  const byName = best.toSorted((one, other) => one.name.localeCompare(other.name))
  open('/inventory/parts?q=valve', 'company_operator', {
    parts: {
      list: ({ order }) => ({
        ...pageWith(order === 'asc' ? byName : order === 'desc' ? byName.toReversed() : best),
        lowStockCount: 0,
      }),
    },
  })
  const head = page.getByRole('columnheader', { name: 'Name' })
  const names = () => [...document.querySelectorAll('tbody [data-lead]')].map(({ textContent }) => textContent)
  const expectSorted = async (sort: string, rows: ListedPart[]) => {
    await expect.element(head).toHaveAttribute('aria-sort', sort)
    await expect.poll(names).toEqual(rows.map(({ name }) => expect.stringContaining(name)))
  }
  await expectSorted('none', best)
  await head.getByRole('button').click()
  await expectSorted('ascending', byName)
  await head.getByRole('button').click()
  await expectSorted('descending', byName.toReversed())
  await head.getByRole('button').click()
  await expectSorted('none', best)
})

test('a list that is not searched is sorted by name', async () => {
  open('/inventory/parts', 'company_operator', answers)
  await expect.element(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
})

test('a long SKU is shown in full before less important columns get room', async () => {
  const lariat = sampleOf(ListedProduct, { sku: 'lariat-with-silver-pendant', name: 'Lariat with Silver Pendant' })
  open('/inventory/products', 'company_operator', { products: { list: () => pageWith([lariat]) } })
  await expect.element(page.getByRole('link', { name: lariat.sku })).toBeVisible()
  const sku = page.getByRole('link', { name: lariat.sku }).element() as HTMLElement
  const beyond = () => sku.getBoundingClientRect().right - (sku.closest('td')?.getBoundingClientRect().right ?? 0)
  await expect.poll(beyond).toBeLessThan(0)
  const box = sku.parentElement as HTMLElement
  expect(box.scrollWidth - box.clientWidth).toBeLessThanOrEqual(0)
})

test('previous and next continue beyond the page', async () => {
  open(`/inventory/parts/${parts[49]?.id}?pageSize=50`, 'company_operator', answers)
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 })
  await expect.element(title).toMatchTextContent('Long list part 1049')
  await page.getByRole('button', { name: 'Next part' }).click()
  await expect.element(title).toMatchTextContent('Long list part 1050')
  await expect.poll(() => window.location.search).toContain('page=2')
  await page.getByRole('button', { name: 'Previous part' }).click()
  await expect.element(title).toMatchTextContent('Long list part 1049')
  await expect.poll(() => window.location.search).not.toContain('page=2')
})

test('a list that is opened again is as high while it loads as it was', async () => {
  const few = { ...answers.parts, list: () => ({ ...pageWith(parts.slice(0, 7)), lowStockCount: 0 }) }
  open('/inventory/parts', 'company_operator', { parts: few })
  await expect.poll(() => document.querySelectorAll('#main tbody tr a').length).toBe(7)
  open('/inventory/parts', 'company_operator', { parts: { ...few, list: () => new Promise(() => {}) } })
  await expect.poll(() => document.querySelectorAll('#main tbody tr[data-skeleton]').length).toBe(7)
})
