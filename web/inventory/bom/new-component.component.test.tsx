import { Part } from 'contract/inventory/parts.ts'
import { Product } from 'contract/inventory/products.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { company, open } from '../../testing/product.tsx'
import { newId, sampleOf } from '../../testing/samples.ts'

const pasted = 'Pos\tTeile-Nr\tBenennung\tAnz.\n1\tXYZ-999\tHalter gedruckt\t4 Stk'

/** The product form in a company without items, and the parts that were created. */
function openForm() {
  const created: object[] = []
  open('/inventory/products/new', 'company_operator', {
    components: {
      resolve: ({ numbers }) => ({ items: numbers.map((number) => ({ number, matches: [] })) }),
      search: () => ({ items: [] }),
    },
    parts: {
      create: ({ companyId: _, ...fields }) => {
        created.push(fields)
        return { ...sampleOf(Part, { ...fields, id: newId() }), changeSetId: null }
      },
    },
  })
  return created
}

test('a pasted number that no item has becomes a part at its line, with the name and quantity of the list', async () => {
  const created = openForm()
  const component = page.getByRole('combobox', { name: 'Component of line 1' })
  await component.click()
  pasteInto(component.element(), pasted)
  await expect.element(page.getByText('No item has this number')).toBeVisible()
  await expect.element(page.getByText('Halter gedruckt')).toBeVisible()
  await page.getByRole('button', { name: 'Create Part' }).click()
  await expect.element(page.getByText('No item has this number')).not.toBeInTheDocument()
  expect(created).toEqual([expect.objectContaining({ partNumber: 'XYZ-999', name: 'Halter gedruckt' })])
  await expect.element(page.getByLabelText('Quantity of line 1')).toHaveValue('4')
})

test('a typed number without a name gives its part the number as a name', async () => {
  const created = openForm()
  await page.getByRole('combobox', { name: 'Component of line 1' }).fill('Q-1')
  await page.getByRole('button', { name: 'Create Part' }).click()
  await expect.element(page.getByLabelText('Quantity of line 1')).toHaveFocus()
  await expect.element(page.getByText('No item has this number')).not.toBeInTheDocument()
  expect(created).toEqual([expect.objectContaining({ partNumber: 'Q-1', name: 'Q-1' })])
})

test('a line more is typed where the list of an item ends', async () => {
  const id = newId()
  const bom = [
    { type: 'part' as const, id: newId(), number: 'Q-1', name: 'Nut', quantity: 2, unit: 'each', decimals: 0 },
  ]
  open(`/inventory/products/${id}/edit`, 'company_operator', {
    products: {
      get: () => ({
        ...sampleOf(Product, { id, companyId: company.id, sku: 'TL-1', name: 'Lamp', bom }),
        pictureId: null,
        linePictures: {},
      }),
    },
    components: { search: () => ({ items: [] }) },
  })
  await page.getByRole('combobox', { name: 'Component of line 2' }).fill('Q-2')
  await expect.element(page.getByText('Bill of Materials (2)')).toBeVisible()
})

test('a pasted quantity with a unit makes a part that is measured so', async () => {
  const created = openForm()
  const component = page.getByRole('combobox', { name: 'Component of line 1' })
  await component.click()
  pasteInto(component.element(), 'WIRE-9\t0.3m')
  await page.getByRole('button', { name: 'Create Part' }).click()
  await expect.element(page.getByText('No item has this number')).not.toBeInTheDocument()
  expect(created).toEqual([expect.objectContaining({ partNumber: 'WIRE-9', unit: 'm', decimals: 2 })])
  const quantity = page.getByLabelText('Quantity of line 1')
  await userEvent.keyboard('{Tab}')
  await expect.element(quantity).toHaveValue('0.3')
  await quantity.fill('3 kg')
  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect.element(page.getByText('Measured in m, not in kg')).toBeVisible()
})

function pasteInto(field: Element, text: string) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}
