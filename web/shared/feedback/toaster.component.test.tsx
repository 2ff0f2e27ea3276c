import { Part } from 'contract/inventory/parts.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fullLists } from '../../testing/lists.ts'
import { boxOf, expectNone, found, resize } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'
import { newId, sampleOf } from '../../testing/samples.ts'
import { failure, success } from './toasts.ts'

const apart = (one: DOMRect, other: DOMRect) =>
  one.bottom <= other.top || one.top >= other.bottom || one.right <= other.left || one.left >= other.right

/** The last row that is on the screen as a whole. */
async function lowestRow(): Promise<HTMLElement> {
  await found('#main tbody tr[data-row-id]', 5)
  const rows = [...document.querySelectorAll<HTMLElement>('#main tbody tr[data-row-id]')]
  return rows.findLast((row) => row.getBoundingClientRect().bottom < window.innerHeight - 80) as HTMLElement
}

test.each([
  ['on a wide screen', 1440, 480],
  ['on a phone', 390, 844],
])('a toast does not cover the row that was used last, %s', async (_, width, height) => {
  await resize(width, height)
  open('/inventory/parts', 'company_operator', fullLists())
  success('Ready')
  await expect.element(page.getByText('Ready')).toBeVisible()
  const row = await lowestRow()
  row.querySelector('input')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  success('Part updated successfully')
  const toast = page.getByText('Part updated successfully')
  await expect.element(toast).toBeVisible()
  await expect.poll(() => boxOf(toast).top).toBeLessThan(200)
  expect(apart(boxOf(toast), row.getBoundingClientRect())).toBe(true)
  // After a press elsewhere it is at the bottom again, above the bar of a phone.
  document.querySelector('h1')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await expect.poll(() => boxOf(toast).top).toBeGreaterThan(height - 200)
  if (width < 768) expect(boxOf(toast).bottom).toBeLessThan(height - 56)
})

test('on a phone a toast at the top leaves the buttons of an open record free', async () => {
  await resize(390, 844)
  open('/inventory/parts/new', 'company_operator', fullLists())
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
  await expect.element(close).toBeVisible()
  const save = page.getByRole('dialog').getByRole('button', { name: 'Create Part' })
  save.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  success('Part created successfully')
  const toast = page.getByText('Part created successfully')
  await expect.element(toast).toBeVisible()
  // Where it comes to rest: the head of a record, with its buttons and tabs, ends at 148 px.
  await expect.poll(() => boxOf(toast).top > 148 && boxOf(toast).top < 200).toBe(true)
})

test('once a dialog with its button at the bottom has gone, a toast stands at the bottom', async () => {
  await resize(390, 844)
  open('/inventory/parts/new', 'company_operator', fullLists())
  const save = page.getByRole('dialog').getByRole('button', { name: 'Create Part' })
  await expect.element(save).toBeVisible()
  save.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await userEvent.keyboard('{Escape}')
  await expectNone(page.getByRole('dialog'))
  success('Part created successfully')
  const toast = page.getByText('Part created successfully')
  await expect.element(toast).toBeVisible()
  await expect.poll(() => boxOf(toast).top).toBeGreaterThan(600)
})

test('on a phone a toast at the top leaves the tools of a list free', async () => {
  await resize(390, 844)
  open('/inventory/parts', 'company_operator', fullLists())
  const row = await lowestRow()
  row.querySelector('input')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  success('Part updated successfully')
  const toast = page.getByRole('alert')
  await expect.element(toast).toBeVisible()
  await expect.poll(() => boxOf(toast).top < 200).toBe(true)
  expect(apart(boxOf(toast), boxOf(page.getByRole('searchbox', { name: 'Search parts' })))).toBe(true)
})

test('on a phone the link of a toast takes the other toasts away with it', async () => {
  await resize(390, 844)
  open('/inventory/parts', 'company_operator', fullLists())
  let isFollowed = false
  success('Report sent')
  success('Clocked out', undefined, { label: 'Correct', open: () => (isFollowed = true) })
  await page.getByRole('button', { name: 'Correct' }).click()
  await expectNone(page.getByText('Report sent'))
  expect(isFollowed).toBe(true)
})

test.each([
  ['on a phone a message leaves when a form opens or somebody goes to a field', 390, true],
  ['on a wide screen it stays, since it covers no field there', 1440, false],
])('%s', async (_, width, leaves) => {
  await resize(width, 844)
  open('/tasks', 'company_operator', fullLists())
  success('Clocked out', undefined, { label: 'Correct', open: () => undefined })
  failure('Failed to clock in')
  await expect.element(page.getByText('Clocked out')).toBeVisible()
  await new Promise((done) => setTimeout(done, 700)) // a message as young as the focus belongs to the same press
  await page.getByRole('button', { name: 'Create Task' }).first().click()
  await expect.element(page.getByRole('dialog').getByLabelText('Title')).toHaveFocus()
  if (leaves) await expectNone(page.getByText('Clocked out'))
  else await expect.element(page.getByText('Clocked out')).toBeVisible()
  await expect.element(page.getByText('Failed to clock in')).toBeVisible()
})

test('on a phone the message about a record stays while the form waits for the next one, until somebody types', async () => {
  await resize(390, 844)
  const created = sampleOf(Part, { id: newId(), partNumber: 'P-1', name: 'Bolt' })
  open('/inventory/parts/new', 'company_operator', {
    ...fullLists(),
    parts: { create: () => ({ ...created, changeSetId: newId() }) },
  })
  const form = page.getByRole('dialog')
  await form.getByLabelText('Part Number').fill('P-1')
  await form.getByLabelText(/^Name/).fill('Bolt')
  await form.getByRole('button', { name: 'Save and Add Another' }).click()
  const message = page.getByText('Part created successfully')
  await expect.element(message).toBeVisible()
  await expect.element(form.getByLabelText('Part Number')).toHaveFocus()
  await userEvent.keyboard('P')
  await expectNone(message)
})
