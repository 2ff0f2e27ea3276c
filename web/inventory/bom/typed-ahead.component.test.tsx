import { ComponentChoice } from 'contract/inventory/components.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from '../../testing/product.tsx'
import { newId, sampleOf } from '../../testing/samples.ts'

const items = [
  ['NM-1008', 'Coupling half'],
  ['HY-203', 'Valve'],
].map(([number = '', name = '']) => ({ ...sampleOf(ComponentChoice, { id: newId(), number, name }), pictureId: null }))

test('a person who types faster than the search answers gets its first result, or hears that there is none', async () => {
  const late = () => new Promise((done) => setTimeout(done, 300))
  const matches = (words: string) =>
    items.filter(({ number, name }) => `${number} ${name}`.toLowerCase().includes(words.toLowerCase()))
  open('/inventory/assemblies/new', 'company_operator', {
    components: {
      search: async ({ q = '' }) => {
        await late()
        return { items: matches(q) }
      },
      resolve: async ({ numbers }) => {
        await late()
        return { items: numbers.map((number) => ({ number, matches: matches(number) })) }
      },
    },
  })
  const form = page.getByRole('dialog', { name: 'Add Assembly' })
  await form.getByRole('combobox', { name: 'Component of line 1' }).click()
  for (const keys of ['coupling', '2', 'nothing like it', '3', 'hy-203', '4'])
    await userEvent.keyboard(`${keys}{Enter}`)
  await expect.element(form.getByLabelText('Component of line 1')).toHaveValue('NM-1008')
  await expect.element(form.getByLabelText('Component of line 3')).toHaveValue('HY-203')
  await expect.poll(() => form.getByText('No item has this number').elements().length).toBe(1)
  await expect.element(form.getByLabelText('Component of line 2')).toHaveAttribute('aria-invalid', 'true')
  for (const [line, quantity] of ['2', '3', '4'].entries())
    await expect.element(form.getByLabelText(`Quantity of line ${line + 1}`)).toHaveValue(quantity)
})
