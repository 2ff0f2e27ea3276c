import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessible.ts'
import { fullLists } from '../../testing/lists.ts'
import { boxOf, found, resize } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'

const lists = [
  ['/inventory/parts', 'Add Part', 'Import'],
  ['/inventory/vendors', 'Add Vendor', 'Download Template'],
  ['/tasks', 'Create Task', 'Export'],
  ['/sops', 'Add SOP', 'Export'],
] as const

test.each(lists)(
  'on a phone the rows of %s begin below one line for the title and one for the search',
  async (path, add, other) => {
    await resize(390, 844)
    open(path, 'company_operator', fullLists())
    const rows = await found('#main tbody tr[data-row-id]')
    const title = page.getByRole('heading', { level: 1 })
    const first = page.getByRole('button', { name: add })
    await expect.element(first).toBeVisible()
    const height = () => boxOf(title).height
    expect(boxOf(first).y).toBeLessThan(boxOf(title).y + height())
    const tabs = path.startsWith('/inventory') ? 0 : 56
    expect(rows.getBoundingClientRect().y - boxOf(title).y).toBeLessThan(110 + tabs)

    const behind = page.getByText(other, { exact: true })
    await expect.element(behind).not.toBeVisible()
    const more = page.getByRole('button', { name: 'More actions' })
    await more.click()
    await expect.element(behind).toBeVisible()
    await expect.element(more).toHaveAttribute('aria-expanded', 'true')
    await expectAccessible()
    await more.click()
    await expect.element(behind).not.toBeVisible()
  },
)
