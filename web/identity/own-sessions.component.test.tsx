import { OwnSession } from 'contract/identity/session.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../testing/product.tsx'
import { sampleOf } from '../testing/samples.ts'

test('more than three sessions are folded, and this one is among the first', async () => {
  const session = sessionOf('employee')
  const items = [1, 2, 3, 4, 5, 6].map((n) => sampleOf(OwnSession, { device: `Firefox ${n}`, isCurrent: n === 6 }))
  open('/settings/account', 'employee', { session: { get: () => session, list: () => ({ items }) } })
  const card = page.getByRole('region', { name: 'Sessions' })
  await expect.element(card.getByText('This session')).toBeVisible()
  await expect.element(card.getByText('Last used')).toHaveLength(3)
  await card.getByRole('button', { name: /^Show all/ }).click()
  await expect.element(card.getByText('Last used')).toHaveLength(6)
})
