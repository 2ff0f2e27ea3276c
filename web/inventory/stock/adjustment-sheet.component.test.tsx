import { CompanyMovement } from 'contract/inventory/movements.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible.ts'
import { fullLists } from '../../testing/lists.ts'
import { boxOf, found, resize } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'
import { sampleOf } from '../../testing/samples.ts'
import type { Answers } from '../../testing/server.ts'

async function openSheet(answers: Answers = {}) {
  open('/inventory/parts', 'company_operator', { ...fullLists(), ...answers })
  await found('#main tbody tr[data-row-id]')
  await page.getByRole('button', { name: /^Actions for P-01/ }).click()
  await page.getByRole('menuitem', { name: 'Adjust stock' }).click()
  const sheet = page.getByRole('dialog', { name: /Adjust stock of P-01/ })
  await expect.element(sheet).toBeVisible()
  return sheet
}

test('on a phone stock is adjusted at the bottom of the screen, by keys for a thumb', async () => {
  await resize(390, 844)
  const sent: unknown[] = []
  const post = ({ lines: [line] }: { lines: { quantity: number; reason?: string }[] }) => {
    sent.push([line?.quantity, line?.reason])
    return { movements: [sampleOf(CompanyMovement, { onHandAfter: 16 })] }
  }
  const sheet = await openSheet({ movements: { post } })
  await expect.poll(() => Math.round(boxOf(sheet).bottom)).toBe(844)
  const key = (name: string) => sheet.getByRole('button', { name, exact: true })
  expect(boxOf(key('1')).height).toBeGreaterThanOrEqual(48)
  await expectAccessible()
  for (const digit of ['1', '2', '5']) await key(digit).click()
  await key('Delete the last digit').click()
  await expect.element(sheet.getByLabelText('Quantity', { exact: true })).toHaveValue('12')
  await expect.element(sheet).toMatchTextContent(/4 → 16/)
  expect(boxOf(key('Apply')).bottom).toBeLessThanOrEqual(844)
  // The $ of the price scrolls below the footer, not through its words.
  const layerOf = (element: Element | null) => (element && Number(getComputedStyle(element).zIndex)) || 0
  const dollar = sheet.element().querySelector('[data-position="left"]')
  expect(dollar?.textContent).toBe('$')
  expect(layerOf(key('Apply').element().closest('footer'))).toBeGreaterThan(layerOf(dollar))
  await key('Apply').click()
  await expect.poll(() => sent).toEqual([[12, 'received']])
  await expect.element(sheet).not.toBeInTheDocument()
})

test('half of a whole piece, typed on a keyboard, is refused and not ten times as much', async () => {
  await resize(390, 600)
  const sheet = await openSheet()
  await sheet.getByLabelText('Quantity', { exact: true }).click()
  await userEvent.keyboard('1.5')
  await expect.element(sheet.getByLabelText('Quantity', { exact: true })).toHaveValue('1.5')
  const apply = sheet.getByRole('button', { name: 'Apply' })
  expect(boxOf(apply).bottom).toBeLessThanOrEqual(600)
  await apply.click()
  await expect.element(sheet.getByText('Must be a whole number')).toBeVisible()
})
