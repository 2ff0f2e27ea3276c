import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../testing/product.tsx'

/** product.md 6: destructive, default, secondary, outline. */
test.each([
  ['sbr_operator', 'SBR Operator', 'filled', '--danger-solid'],
  ['company_operator', 'Company Operator', 'filled', '--accent-solid'],
  ['manager', 'Manager', 'light', null],
  ['employee', 'Employee', 'outline', null],
] as const)('the badge of a role has the look of that role: %s', async (role, label, variant, color) => {
  open('/settings', role)
  const name = page.getByRole('main').getByText(label, { exact: true })
  await expect.element(name).toBeVisible()
  const badge = name.element().closest<HTMLElement>('.mantine-Badge-root')
  expect(badge?.dataset.variant).toBe(variant)
  if (badge && color) {
    const sample = badge.appendChild(document.createElement('span'))
    sample.style.backgroundColor = `var(${color})`
    expect(getComputedStyle(badge).backgroundColor).toBe(getComputedStyle(sample).backgroundColor)
  }
})
