import { CompanyCard, CompanyDetails } from 'contract/companies/companies.ts'
import { Candidate, Member } from 'contract/companies/members.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { words } from '../../e2e/words.ts'
import { choose, discard, expectAlert } from '../testing/look.ts'
import { open, south } from '../testing/product.tsx'
import { pageWith, sampleOf } from '../testing/samples.ts'
import { fail, wentWrong } from '../testing/server.ts'

test.each([
  ['/portfolio/new', words.companies.notCreated],
  ['/admin/companies/new', words.companies.notCreatedHere(wentWrong)],
])('a company that could not be created at %s is reported', async (path, sentence) => {
  open(path, 'sbr_operator', { companies: { create: fail } })
  const form = page.getByRole('dialog')
  await form.getByLabelText('Company Name').fill('Kept')
  await form.getByRole('button', { name: 'Create Company' }).click()
  await expectAlert(sentence)
  await expect.element(form.getByLabelText('Company Name')).toHaveValue('Kept')
  await discard()
})

test('a company that could not be changed, and a person who could not be added or removed, are reported', async () => {
  const details = sampleOf(CompanyDetails, {
    ...south,
    timeZone: 'Europe/Berlin',
    shiftHours: 12,
    autoBreakMinutes: 30,
  })
  const person = { email: 'max@north.example', firstName: 'Max' }
  open(`/portfolio/${south.id}`, 'sbr_operator', {
    companies: {
      list: () => ({ items: [sampleOf(CompanyCard, { ...south, createdAt: details.createdAt })] }),
      getDetails: () => details,
      update: fail,
    },
    members: {
      list: () => pageWith([sampleOf(Member, { firstName: 'Emil', email: 'emil@south.example', role: 'employee' })]),
      candidates: () => ({ items: [sampleOf(Candidate, person)] }),
      add: fail,
      remove: fail,
    },
  })
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Edit' }).click()
  await form.getByLabelText('Industry').fill('Kept')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectAlert(words.companies.notUpdated)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await form.getByRole('tab', { name: 'Users' }).click()
  await form
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectAlert(words.companies.userNotRemoved)
  await form.getByRole('combobox', { name: 'Add a user' }).fill('max@north')
  await page.getByRole('option', { name: /max@north/ }).click()
  await choose(form, 'Role', 'Manager')
  await form.getByRole('button', { name: 'Add User' }).click()
  await expectAlert(words.companies.userNotAdded)
})
