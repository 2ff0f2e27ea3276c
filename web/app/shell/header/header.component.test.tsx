import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { boxOf, resize } from '../../../testing/look.ts'
import { open } from '../../../testing/product.tsx'

test('on an upright tablet the role of the person stands whole beside the button to sign out', async () => {
  await resize(768, 1024)
  open('/settings/account', 'sbr_operator')
  const header = page.getByRole('banner')
  const role = header.getByText('SBR Operator', { exact: true })
  await expect.element(role).toBeVisible()
  await expect.poll(() => role.element().scrollWidth - role.element().clientWidth).toBeLessThanOrEqual(0)
  expect(boxOf(role).right).toBeLessThanOrEqual(boxOf(header.getByRole('button', { name: 'Sign Out' })).left)
})
