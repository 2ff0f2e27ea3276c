import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fullLists } from '../../../testing/lists.ts'
import { expectNone, found, resize } from '../../../testing/look.ts'
import { open } from '../../../testing/product.tsx'

const reach = (element: Element, pointerType: string) =>
  element.dispatchEvent(new PointerEvent('pointerover', { pointerType, bubbles: true }))

test('a finger on an icon of the rail follows it and opens nothing; a mouse opens the sidebar', async () => {
  await resize(1024, 768)
  open('/inventory/parts', 'company_operator', fullLists())
  const icon = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tasks' })
  const brand = page.getByText('SBR Operations', { exact: true })
  await expect.element(icon).toBeVisible()
  reach(icon.element(), 'touch')
  ;(icon.element() as HTMLElement).click() // a press of the test's own mouse would be one of a mouse
  await expect.element(page.getByRole('heading', { name: 'Tasks', exact: true })).toBeVisible()
  await expectNone(brand)
  reach(await found('aside'), 'mouse')
  await expect.element(brand).toBeVisible()
})
