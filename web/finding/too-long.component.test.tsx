import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fullLists } from '../testing/lists.ts'
import { expectNone } from '../testing/look.ts'
import { open } from '../testing/product.tsx'

const long = 'bolt '.repeat(60)
const tooLong = page.getByText('Search for at most 200 characters')

test('a text that is too long to search for is said to be, in a list and in the palette', async () => {
  const { calls } = open('/inventory/parts', 'company_operator', fullLists())
  await page.getByRole('searchbox', { name: 'Search parts' }).fill(long)
  await expect.element(tooLong).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search parts' }).fill('bolt')
  await expectNone(tooLong)
  await userEvent.keyboard('{Control>}k{/Control}')
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  await palette.getByRole('combobox').fill(long)
  await expect.element(palette.getByText('Search for at most 200 characters')).toBeVisible()
  expect(calls).not.toContain('search.find')
  await palette.getByRole('combobox').fill('settings')
  await expect.element(palette.getByRole('option').first()).toBeVisible()
})
