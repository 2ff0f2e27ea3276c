import { Needs } from 'contract/dashboards/needs.ts'
import { ShortPart } from 'contract/inventory/bom-analysis.ts'
import { CompanyMovement } from 'contract/inventory/movements.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNone } from '../testing/look.ts'
import { open } from '../testing/product.tsx'
import { newId, sampleOf } from '../testing/samples.ts'

test('a part that holds up a product is received on the dashboard itself, and leaves its list', async () => {
  const about = sampleOf(ShortPart, {
    id: newId(),
    partNumber: 'HOLD-1',
    name: 'Missing seal',
    product: 'HELD-UP',
    productCount: 1,
  })
  const sent: unknown[] = []
  open('/dashboard', 'company_operator', {
    needs: {
      list: () => sampleOf(Needs, sent.length === 0 ? { items: [{ kind: 'part', about }], total: 1 } : {}),
    },
    movements: {
      post: ({ lines }) => {
        sent.push(...lines)
        return {
          movements: [sampleOf(CompanyMovement, { partNumber: 'HOLD-1', unit: 'each', delta: 6, onHandAfter: 6 })],
        }
      },
    },
  })
  const need = page.getByRole('region', { name: 'Needs You' }).getByRole('listitem').filter({ hasText: 'HOLD-1' })
  await need.getByRole('button', { name: 'Adjust stock of HOLD-1' }).click()
  await page
    .getByRole('dialog', { name: 'Adjust stock of HOLD-1' })
    .getByRole('textbox', { name: 'Quantity' })
    .fill('6')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^Stock of HOLD-1 is/)).toBeVisible()
  await expectNone(need)
  expect(sent).toMatchObject([{ quantity: 6 }])
})
