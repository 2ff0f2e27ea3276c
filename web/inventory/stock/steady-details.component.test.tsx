import { CompanyMovement } from 'contract/inventory/movements.ts'
import { PartDetails } from 'contract/inventory/parts.ts'
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
  await expect.poll(() => pieceWith('Price')?.closest('[data-held]')).toBeTruthy()
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
