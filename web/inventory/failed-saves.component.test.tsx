import { ListedAssembly } from 'contract/inventory/assemblies.ts'
import { ListedPart } from 'contract/inventory/parts.ts'
import { ListedProduct } from 'contract/inventory/products.ts'
import { Vendor } from 'contract/inventory/vendors.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { words } from '../../e2e/words.ts'
import { discard, expectAlert } from '../testing/look.ts'
import { open } from '../testing/product.tsx'
import { pageWith, sampleOf } from '../testing/samples.ts'
import { type Answers, fail } from '../testing/server.ts'

const refused = { remove: fail, create: fail }
const nouns: [string, string, string, Answers][] = [
  [
    ...(['part', 'parts', 'Part Number'] as const),
    {
      parts: {
        ...refused,
        list: () => ({ ...pageWith([sampleOf(ListedPart, { partNumber: 'P-1', name: 'Bolt' })]), lowStockCount: 0 }),
      },
    },
  ],
  [
    ...(['assembly', 'assemblies', 'Assembly Number'] as const),
    {
      assemblies: {
        ...refused,
        list: () => pageWith([sampleOf(ListedAssembly, { assemblyNumber: 'A-1', name: 'Frame' })]),
      },
    },
  ],
  [
    ...(['product', 'products', 'SKU'] as const),
    { products: { ...refused, list: () => pageWith([sampleOf(ListedProduct, { sku: 'S-1', name: 'Pump' })]) } },
  ],
  [
    ...(['vendor', 'vendors', 'Contact Person'] as const),
    { vendors: { ...refused, list: () => ({ ...pageWith([sampleOf(Vendor, { name: 'Acme' })]), activeCount: 1 }) } },
  ],
]

test.each(nouns)(
  'a %s that could not be deleted or saved is reported, and the form keeps the typed values',
  async (noun, list, field, answers) => {
    open(`/inventory/${list}`, 'company_operator', answers)
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    const question = page.getByRole('alertdialog')
    if (noun === 'part') await expect.element(question.getByText(words.parts.deleteOne)).toBeVisible()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectAlert(words.notDeleted(list))

    await userEvent.keyboard('n')
    const form = page.getByRole('dialog')
    await expect.element(form.getByRole('textbox').first()).toHaveFocus()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(form.getByText(/is required$/).first()).toBeVisible()
    if (noun === 'part') {
      await expect.element(form.getByText(words.parts.numberRequired)).toBeVisible()
      await expect.element(form.getByText(words.parts.nameRequired)).toBeVisible()
    }
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Kept')
    await form.getByRole('textbox', { name: field, exact: true }).fill('K-1')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expectAlert(words.notSaved(noun))
    await expect.element(form.getByRole('textbox', { name: field, exact: true })).toHaveValue('K-1')
    await discard()
  },
)
