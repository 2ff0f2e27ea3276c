import { ListedPart } from 'contract/inventory/parts.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../testing/product.tsx'
import { pageWith, sampleOf } from '../../testing/samples.ts'

/** The columns of the file that the list offers. */
async function columnsOf(path: string) {
  open(path, 'company_operator', {
    parts: {
      list: () => ({ ...pageWith([sampleOf(ListedPart, { partNumber: 'P-1', name: 'Nut' })]), lowStockCount: 0 }),
    },
  })
  await page.getByRole('button', { name: 'Export' }).click()
  const file = page.getByRole('menuitem', { name: 'CSV' })
  await expect.element(file).toBeVisible()
  return new URL((file.element() as HTMLAnchorElement).href).searchParams.get('columns')?.split(',')
}

test('the file of a whole list has all its columns, that of what the list shows those that are shown', async () => {
  expect(await columnsOf('/inventory/parts')).toEqual(expect.arrayContaining(['cost', 'reorderThreshold']))
})

test('the file of a narrowed list has the columns that it shows', async () => {
  const columns = await columnsOf('/inventory/parts?isLowStock=true')
  expect(columns).toContain('partNumber')
  expect(columns).not.toContain('reorderThreshold')
})
