import { ListedPart } from 'contract/inventory/parts.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessible.ts'
import { keptPreferences } from '../../../testing/lists.ts'
import { boxOf, expectNone } from '../../../testing/look.ts'
import { open } from '../../../testing/product.tsx'
import { pageWith, sampleOf } from '../../../testing/samples.ts'
import type { Answers } from '../../../testing/server.ts'

const header = (name: string) => page.getByRole('columnheader', { name, exact: true })
const heads = () => [...document.querySelectorAll('thead th[data-key]')].map(({ textContent }) => textContent)
const widthOf = (name: string) => boxOf(header(name)).width

const parts = ['HY-204', 'HY-205'].map((partNumber) => sampleOf(ListedPart, { partNumber, name: 'Valve' }))

test('columns, their order and widths, and density are stored for the person, and can be reset', async () => {
  const { preferences, answers: kept } = keptPreferences()
  const answers: Answers = { ...kept, parts: { list: () => ({ ...pageWith(parts), lowStockCount: 0 }) } }
  open('/inventory/parts', 'company_operator', answers)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Reorder Threshold' }).click()
  await page.getByRole('checkbox', { name: 'Supplier' }).click()
  await page.getByText('Compact').click()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(header('Reorder Threshold')).toBeVisible()
  ;(header('Location').getByRole('button').element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await expect.poll(() => heads()[1]).toBe('Location')
  const before = widthOf('Location')
  ;(header('Location').getByRole('button').element() as HTMLElement).focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await expect.poll(() => widthOf('Location')).toBeCloseTo(before + 16, 0)
  await header('Stock Level').dropTo(header('Name'))
  await expect.poll(() => heads()[2]).toBe('Stock Level')
  const name = header('Name').element()
  const named = widthOf('Name')
  await userEvent.dragAndDrop(name, name.nextElementSibling as Element, {
    sourcePosition: { x: named - 3, y: 10 },
    targetPosition: { x: 57, y: 10 },
  })
  await expect.poll(() => widthOf('Name')).toBeCloseTo(Math.round(named + 60), 0) // widths are stored in whole pixels
  const [location, wide] = ['Location', 'Name'].map((column) => Math.round(widthOf(column)))
  await expect
    .poll(() => preferences['list.parts'])
    .toMatchObject({
      density: 'compact',
      columns: { reorderThreshold: true, supplierName: false },
      columnWidths: { location, name: wide },
    })

  open('/inventory/parts', 'company_operator', answers)
  await expect.element(header('Reorder Threshold')).toBeVisible()
  await expect.poll(() => heads().slice(1, 3)).toEqual(['Location', 'Stock Level'])
  await expect.poll(() => widthOf('Location')).toBeCloseTo(location ?? 0, 0)
  await expect.poll(() => widthOf('Name')).toBeCloseTo(wide ?? 0, 0)
  await expectNone(header('Supplier'))
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByText('Comfortable').click()
  await page.getByRole('button', { name: 'Reset Columns' }).click()
  await expect.element(header('Supplier')).toBeVisible()
  await expectNone(header('Reorder Threshold'))
  await expect.poll(() => heads()[1]).toBe('Name')
})
