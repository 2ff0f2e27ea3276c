import { PartDetails } from 'contract/inventory/parts.ts'
import { expect, test } from 'vitest'
import { open } from '../../testing/product.tsx'
import { newId, sampleOf } from '../../testing/samples.ts'

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
