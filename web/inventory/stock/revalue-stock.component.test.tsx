import { CompanyMovement } from 'contract/inventory/movements.ts'
import { PartDetails } from 'contract/inventory/parts.ts'
import { StockCard } from 'contract/inventory/stock.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../testing/product.tsx'
import { newId, sampleOf } from '../../testing/samples.ts'

const cable = sampleOf(PartDetails, {
  ...{ id: newId(), partNumber: 'CABLE-4', name: 'Cable', unit: 'm', decimals: 1 },
  ...{ stockLevel: 2_400, cost: 2.5 },
})
const card = { onHand: 2_400, available: 2_400, value: 7_200, averageCost: 3, lastPrice: 3, places: [] }

test('a stock is revalued in two presses, after both values were shown', async () => {
  const sent: unknown[] = []
  open(`/inventory/parts/${cable.id}`, 'company_operator', {
    parts: { get: () => cable },
    stock: { get: () => sampleOf(StockCard, { ...card, valueAtCost: 6_000 }) },
    movements: {
      revalue: ({ id }: { id: string }) => {
        sent.push(id)
        const movement = { reason: 'revalued', partNumber: 'CABLE-4', valueAfter: 6_000, unit: 'm' } as const
        return { movements: [sampleOf(CompanyMovement, movement)] }
      },
    },
  })
  await page.getByRole('button', { name: 'Revalue the stock of CABLE-4' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revalue Stock of CABLE-4' })
  await expect.element(question).toMatchTextContent(/2,400 m on hand: \$7,200\.00.*\$6,000\.00.*\$1,200\.00 less/)
  expect(sent).toEqual([])
  await question.getByRole('button', { name: 'Revalue' }).click()
  await expect.element(page.getByText('Stock of CABLE-4 is worth $6,000.00 now')).toBeVisible()
  expect(sent).toEqual([cable.id])
})

test.each([
  ['a stock that is worth its cost', 'company_operator', 7_200],
  ['the stock that a manager sees', 'manager', 6_000],
] as const)('%s cannot be revalued', async (_, role, valueAtCost) => {
  open(`/inventory/parts/${cable.id}`, role, {
    parts: { get: () => cable },
    stock: { get: () => sampleOf(StockCard, { ...card, valueAtCost }) },
  })
  await expect.element(page.getByText('$7,200.00')).toBeVisible()
  expect(page.getByRole('button', { name: /Revalue/ }).elements()).toEqual([])
})
