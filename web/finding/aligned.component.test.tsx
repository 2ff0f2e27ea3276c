import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { boxOf } from '../testing/look.ts'
import { open } from '../testing/product.tsx'
import { newId } from '../testing/samples.ts'

test('the names of hits stand in line, whether an icon or a picture is before them', async () => {
  const hit = { number: null, isExact: false }
  open('/inventory/parts', 'company_operator', {
    search: {
      find: () => ({
        items: [
          { ...hit, kind: 'part', id: newId(), name: 'Lock washer', pictureId: null },
          { ...hit, kind: 'sop', id: newId(), name: 'Lockout at the press', pictureId: newId() },
        ],
      }),
    },
  })
  await expect.element(page.getByRole('searchbox', { name: 'Search parts' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox').fill('lock')
  const [part, sop] = [page.getByText('Lock washer'), page.getByText('Lockout at the press')]
  await expect.element(sop).toBeVisible()
  expect(boxOf(sop).left).toBe(boxOf(part).left)
})
