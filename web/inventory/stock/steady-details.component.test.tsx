import { BomPart, BomParts, BomTree, BomTreeRow } from 'contract/inventory/bom-analysis.ts'
import { CompanyMovement } from 'contract/inventory/movements.ts'
import { PartDetails } from 'contract/inventory/parts.ts'
import { Product } from 'contract/inventory/products.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../testing/product.tsx'
import { newId, pageWith, sampleOf } from '../../testing/samples.ts'

const unanswered = () => new Promise<never>(() => {})
const pieceWith = (title: string) =>
  [...document.querySelectorAll('h3')].find((each) => each.textContent === title)?.closest('section')

test.each([
  ['its stock', { stock: { get: unanswered } }],
  ['the line of its stock', { stockHistory: { get: unanswered } }],
])('the details of a part wait for %s, which stands above them and would move them', async (_, answers) => {
  const part = sampleOf(PartDetails, { id: newId(), partNumber: 'W-1', name: 'Washer' })
  open(`/inventory/parts/${part.id}`, 'manager', { parts: { get: () => part }, ...answers })
  await expect.poll(() => pieceWith('Details')?.closest('[data-held]')).toBeTruthy()
})

test('a product names every part that limits it, and its lines say what is on hand and missing', async () => {
  const product = {
    ...sampleOf(Product, { id: newId(), sku: 'L-1', name: 'Lamp', bomCount: 7 }),
    ...{ pictureId: null, linePictures: {} },
  }
  const parts = Array.from({ length: 7 }, (_, at) =>
    sampleOf(BomPart, {
      ...{ id: newId(), type: 'part', number: `P-${at}`, name: 'Wire', unit: 'each', quantity: 2, onHand: 3 },
      ...{ required: 4, missing: at === 0 ? 1 : 0, isLimiting: true, extendedCost: 1, unitCost: 0.5 },
    }),
  )
  const rows = parts.map(({ id, number }) =>
    sampleOf(BomTreeRow, {
      ...{ key: id, parentKey: null, id, number, type: 'part', unit: 'each', level: 1, quantity: 2, totalQuantity: 2 },
      ...{ hasChildren: false },
    }),
  )
  const targets: number[] = []
  open(`/inventory/products/${product.id}`, 'manager', {
    products: { get: () => product },
    bom: {
      tree: () => sampleOf(BomTree, { id: product.id, rows, isCut: false }),
      parts: ({ target }: { target: number }) => {
        targets.push(target)
        return sampleOf(BomParts, { target, maxBuildable: 1, limiting: parts, items: parts, total: parts.length })
      },
    },
  })
  const limits = () => page.getByText('Limited By').element().parentElement as HTMLElement
  await page.getByRole('button', { name: 'Show all 7 parts' }).click()
  expect(limits().querySelectorAll('a[href*="/inventory/parts/"]')).toHaveLength(7)
  await page.getByLabelText('How many to build').fill('2')
  await expect.poll(() => targets).toContain(2)
  const lines = page.getByRole('region', { name: /level by level$/ }).getByRole('row', { name: /P-/ })
  await expect.element(lines.nth(0)).toMatchTextContent(/2.*4.*3.*1/)
  await expect.element(lines.nth(1)).toMatchTextContent(/Limits/)
  expect(lines.nth(0).element().querySelector('[data-label="Missing"]')?.textContent).toBe('1')
  expect(lines.nth(1).element().querySelector('[data-label="Missing"]')?.textContent).toBe('')
})

test('a movement that takes stock away takes its value away', async () => {
  const part = sampleOf(PartDetails, { id: newId(), partNumber: 'W-1', name: 'Washer' })
  const used = sampleOf(CompanyMovement, { itemId: part.id, delta: -198, value: -891, reason: 'used', unit: 'each' })
  open(`/inventory/parts/${part.id}`, 'manager', {
    parts: { get: () => part },
    movements: { list: () => pageWith([used]) },
  })
  await expect.element(page.getByRole('region', { name: 'Stock movements' })).toMatchTextContent(/−198.*-\$891\.00/)
})
