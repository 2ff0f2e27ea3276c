import { TimeProposal } from 'contract/time-clock/time-proposals.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible.ts'
import { boxOf, resize } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'
import { pageWith, sampleOf } from '../../testing/samples.ts'
import type { Answers } from '../../testing/server.ts'

const twoProposals = (): Answers => ({
  timeProposals: {
    list: () => ({ ...pageWith([1, 2].map(() => sampleOf(TimeProposal))), timeZone: 'Europe/Berlin' }),
  },
})

const bar = page.getByRole('navigation', { name: 'Shortcuts' })
const waiting = /^2 corrections to review$/

test('on a phone a manager sees at the clock and at Proposals how many corrections wait', async () => {
  await resize(390, 844)
  open('/time-clock/proposals', 'manager', twoProposals())
  const tabs = page.getByRole('navigation', { name: 'Time Clock' })
  for (const place of [bar.getByTitle(waiting), tabs.getByTitle(waiting)]) await expect.element(place).toBeVisible()
  await expect.element(bar.getByTitle(waiting)).toMatchTextContent('Clock')
  await expect.element(tabs.getByTitle(waiting)).toMatchTextContent('Proposals')
  for (const place of [bar, tabs]) await expect.element(place.getByText('2', { exact: true })).toBeVisible()
  await expectAccessible()
})

test('on a phone an operator sees at More that corrections wait behind it', async () => {
  await resize(390, 844)
  open('/settings/account', 'company_operator', twoProposals())
  await expect.element(bar.getByTitle(waiting)).toMatchTextContent('More')
  await expect.element(bar.getByText('2', { exact: true })).toBeVisible()
  await bar.getByRole('button', { name: 'More' }).click()
  await expect.element(page.getByRole('dialog').getByTitle(waiting)).toMatchTextContent('Time Clock')
})

test('on a phone every screen below Inventory has its name, and the current one is in sight', async () => {
  await resize(390, 844)
  open('/inventory/deleted', 'company_operator')
  const tabs = page.getByRole('navigation', { name: 'Inventory' })
  const current = tabs.getByText('Deleted', { exact: true })
  await expect.element(current).toBeInViewport()
  await expect.poll(() => boxOf(current).right).toBeLessThanOrEqual(390)
  for (const link of tabs.getByRole('link').elements()) {
    expect(link.querySelector('span')?.getBoundingClientRect().width).toBeGreaterThan(20)
    expect(link.getBoundingClientRect().height).toBeLessThan(50)
  }
  await expectAccessible()
})
