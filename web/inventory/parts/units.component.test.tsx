import { ListedPart, Part, PartDetails } from 'contract/inventory/parts.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible.ts'
import { expectNone } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'
import { pageWith, sampleOf } from '../../testing/samples.ts'
import type { Answers } from '../../testing/server.ts'

const wire = { partNumber: 'W-1', name: 'Wire', unit: 'm', decimals: 2, stockLevel: 12.5, reorderThreshold: 2 }

/** A list of a wire in metres and a nut, and what was sent last. */
function storedParts() {
  const sent: object[] = []
  let part = sampleOf(ListedPart, wire)
  const nut = sampleOf(ListedPart, { partNumber: 'N-1', name: 'Nut', unit: 'each', decimals: 0, stockLevel: 4 })
  const save = (fields: object) => {
    sent.push(fields)
    part = { ...part, ...fields, version: part.version + 1 }
    return { ...Part.parse(part), changeSetId: null }
  }
  const answers: Answers = {
    parts: {
      list: () => ({ ...pageWith([part, nut]), lowStockCount: 0 }),
      get: () => sampleOf(PartDetails, { ...part, files: [] }),
      create: ({ companyId: _, ...fields }) => save(fields),
      update: ({ id: _, companyId: __, ...fields }) => save(fields),
    },
  }
  return { answers, sent }
}

const type = (keys: string) => userEvent.keyboard(keys)
const row = (name: RegExp) => page.getByRole('row', { name })

test('a quantity stands with its unit, and a cell takes another unit of the same kind', async () => {
  const { answers, sent } = storedParts()
  open('/inventory/parts', 'company_operator', answers)
  await expect.element(row(/W-1/)).toMatchTextContent(/12\.5 m/)
  await expect.element(row(/N-1/).getByRole('button', { name: /Edit Stock Level/ })).toMatchTextContent(/^4$/)
  // Its name begins as it looks.
  await row(/W-1/).getByRole('button', { name: '12.5 m Edit Stock Level' }).click()
  await expect.element(page.getByRole('textbox', { name: /^Stock Level of W-1/ })).toHaveFocus()
  await type('5 mm{Enter}')
  await expect.element(page.getByText('Must have at most 2 decimals')).toBeVisible()
  await type('{Control>}a{/Control}200 mm')
  await expect.element(page.getByText('= 0.2 m')).toBeVisible()
  await type('{Enter}')
  await expect.poll(() => sent).toMatchObject([{ stockLevel: 0.2 }])
  await expect.element(row(/W-1/)).toMatchTextContent(/0\.2 m/)
})

test('the form of a part shows a unit only when somebody asks for it, and proposes its decimals', async () => {
  const { answers, sent } = storedParts()
  open('/inventory/parts/new', 'company_operator', answers)
  await page.getByRole('textbox', { name: 'Part Number' }).fill('W-2')
  await page.getByRole('textbox', { name: 'Name' }).fill('Cable')
  await expectNone(page.getByRole('combobox', { name: 'Unit' }))
  const stock = page.getByRole('textbox', { name: 'Stock Level' })
  await stock.fill('1.5')
  await page.getByRole('button', { name: /Create/ }).click()
  await expect.element(page.getByText('Must be a whole number')).toBeVisible()
  await page.getByRole('button', { name: 'Unit and lots' }).click()
  await page.getByRole('combobox', { name: 'Unit' }).fill('kg')
  await expect.element(page.getByRole('textbox', { name: 'Decimals' })).toHaveValue('3')
  await expectAccessible()
  await stock.fill('250 g')
  await page.getByRole('button', { name: /Create/ }).click()
  await expect.poll(() => sent).toMatchObject([{ unit: 'kg', decimals: 3, stockLevel: 0.25 }])
})

test('the price of what comes in is that of the unit', async () => {
  open('/inventory/parts', 'company_operator', storedParts().answers)
  const priceOf = async (name: string, label: string) => {
    await page.getByRole('button', { name: new RegExp(`^Actions for ${name}`) }).click()
    await page.getByRole('menuitem', { name: 'Adjust stock' }).click()
    const popover = page.getByRole('dialog', { name: /Adjust stock of/ })
    await expect.element(popover.getByLabelText(label, { exact: true })).toBeVisible()
    await type('{Escape}')
    await expect.element(popover).not.toBeInTheDocument()
  }
  await priceOf('W-1', 'Price per m')
  await priceOf('N-1', 'Price each')
})

test.each(['{Control>}{Enter}{/Control}', '{Enter}', 'press'])(
  'a form that is sent twice at once saves once: %s',
  async (keys) => {
    const { answers, sent } = storedParts()
    const stored = Promise.withResolvers<void>()
    const create = answers.parts?.create
    open('/inventory/parts/new', 'company_operator', {
      parts: {
        ...answers.parts,
        create: async (...input) => {
          const part = create?.(...input)
          await stored.promise
          return part as Exclude<typeof part, Response | undefined>
        },
      },
    })
    await page.getByRole('textbox', { name: 'Part Number' }).fill('W-2')
    await page.getByRole('textbox', { name: 'Name' }).fill('Cable')
    const another = page.getByRole('button', { name: 'Save and Add Another' }).element() as HTMLElement
    const save = page.getByRole('button', { name: 'Create Part' }).element() as HTMLElement
    if (keys === 'press') for (const button of [save, another, save]) button.click()
    else await type(keys.repeat(2))
    await expect.element(save).toBeDisabled()
    if (keys !== 'press') await type(keys)
    stored.resolve()
    await expectNone(page.getByRole('dialog'))
    expect(sent).toHaveLength(1)
  },
)
