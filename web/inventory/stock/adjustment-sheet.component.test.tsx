import { CompanyMovement } from 'contract/inventory/movements.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible.ts'
import { fullLists } from '../../testing/lists.ts'
import { boxOf, found, resize } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'
import { sampleOf } from '../../testing/samples.ts'

test('on a phone stock is adjusted at the bottom of the screen, by keys for a thumb', async () => {
  await resize(390, 844)
  const sent: unknown[] = []
  const post = ({ lines: [line] }: { lines: { quantity: number; reason?: string }[] }) => {
    sent.push([line?.quantity, line?.reason])
    return { movements: [sampleOf(CompanyMovement, { onHandAfter: 16 })] }
  }
  open('/inventory/parts', 'company_operator', { ...fullLists(), movements: { post } })
  await found('#main tbody tr[data-row-id]')
  await page.getByRole('button', { name: /^Actions for P-01/ }).click()
  await page.getByRole('menuitem', { name: 'Adjust stock' }).click()
  const sheet = page.getByRole('dialog', { name: /Adjust stock of P-01/ })
  await expect.element(sheet).toBeVisible()
  await expect.poll(() => Math.round(boxOf(sheet).bottom)).toBe(844)
  const key = (name: string) => sheet.getByRole('button', { name, exact: true })
  expect(boxOf(key('1')).height).toBeGreaterThanOrEqual(48)
  await expectAccessible()
  for (const digit of ['1', '2', '5']) await key(digit).click()
  await key('Delete the last digit').click()
  await expect.element(sheet.getByLabelText('Quantity', { exact: true })).toHaveValue('12')
  await expect.element(sheet).toMatchTextContent(/4 → 16/)
  await key('Apply').click()
  await expect.poll(() => sent).toEqual([[12, 'received']])
  await expect.element(sheet).not.toBeInTheDocument()
})
