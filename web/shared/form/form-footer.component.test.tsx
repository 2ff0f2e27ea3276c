import { CompanyCard, CompanyDetails } from 'contract/companies/companies.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, south } from '../../testing/product.tsx'
import { sampleOf } from '../../testing/samples.ts'

test.each([
  [`/portfolio/${south.id}`, 'Edit', 'Save'],
  ['/inventory/parts/new', null, 'Create Part'],
  ['/inventory/vendors/new', null, 'Create Vendor'],
])('a form that is longer than its panel shows nothing of itself below its buttons: %s', async (path, edit, name) => {
  await page.viewport(1280, 480)
  const details = sampleOf(CompanyDetails, { ...south, timeZone: 'UTC', shiftHours: 12, autoBreakMinutes: 30 })
  open(path, 'sbr_operator', {
    companies: { list: () => ({ items: [sampleOf(CompanyCard, south)] }), getDetails: () => details },
  })
  if (edit) await page.getByRole('button', { name: edit, exact: true }).click()
  const save = page.getByRole('button', { name, exact: true })
  await expect.element(save).toBeVisible()
  const bottomOf = (selector: string) => save.element().closest(selector)?.getBoundingClientRect().bottom ?? 0
  await expect.poll(() => bottomOf('[role=dialog]') - bottomOf('footer')).toBeLessThan(2) // the border of the panel
})
