import { Part } from 'contract/inventory/parts.ts'
import { savedOf } from 'contract/list.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { words } from '../../../e2e/words.ts'
import { open } from '../../testing/product.tsx'
import { newId, sampleOf } from '../../testing/samples.ts'

test('typed numbers are read by the rules of the import, or refused with the reason', async () => {
  const created: object[] = []
  open('/inventory/parts/new', 'company_operator', {
    parts: {
      create: ({ companyId: _, ...fields }) => {
        created.push(fields)
        return sampleOf(savedOf(Part), { ...fields, id: newId() })
      },
    },
  })
  const form = page.getByRole('dialog', { name: 'Add Part' })
  await form.getByLabelText('Part Number').fill('TYPED-1')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed by hand')
  await form.getByLabelText('Stock Level').fill('-3')
  await form.getByLabelText('Reorder Threshold').fill('1.5')
  await form.getByLabelText('Retail Price').fill('a lot')
  await form.getByLabelText('Cost').fill('1.234,5')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  for (const reason of ['Must not be negative', 'Must be a whole number', 'Must be an amount'])
    await expect.element(form.getByText(reason)).toBeVisible()
  await form.getByLabelText('Stock Level').fill('1,200')
  await form.getByLabelText('Reorder Threshold').fill('15')
  await form.getByLabelText('Retail Price').fill('$2,000')
  await form.getByLabelText('Cost').click()
  await expect.element(form.getByLabelText('Retail Price')).toHaveValue('2,000.00')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText(words.parts.created)).toBeVisible()
  expect(created).toMatchObject([{ cost: 1_234.5, retailPrice: 2_000, stockLevel: 1_200, reorderThreshold: 15 }])
})
