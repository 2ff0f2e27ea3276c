import { Member } from 'contract/companies/members.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from '../../testing/product.tsx'
import { newId, pageWith, sampleOf } from '../../testing/samples.ts'

test('an entry that is added for somebody asks for the person first', async () => {
  const kim = sampleOf(Member, { userId: newId(), firstName: 'Kim', status: 'active', role: 'employee' })
  open('/time-clock/new', 'company_operator', { members: { list: () => pageWith([kim]) } })
  const form = page.getByRole('dialog', { name: 'Add Time Entry' })
  await expect.element(form.getByRole('combobox', { name: 'Person' })).toHaveFocus()
  await userEvent.keyboard('Kim')
  await page.getByRole('option', { name: /Kim/ }).click()
  await expect.element(form.getByRole('combobox', { name: 'Person' })).toHaveValue('Kim · Employee')
})
