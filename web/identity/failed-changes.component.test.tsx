import { Person } from 'contract/identity/people.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { words } from '../../e2e/words.ts'
import { choose, discard, expectAlert } from '../testing/look.ts'
import { company, open } from '../testing/product.tsx'
import { pageWith, sampleOf } from '../testing/samples.ts'
import { fail, refusal, wentWrong } from '../testing/server.ts'

test('a person who could not be created is reported', async () => {
  open('/admin/users/new', 'sbr_operator', { people: { create: fail } })
  const form = page.getByRole('dialog')
  await form.getByLabelText('Email').fill('kept@as.example')
  await choose(form, 'Role', 'SBR Operator')
  await form.getByRole('button', { name: 'Create User' }).click()
  await expectAlert(words.people.notCreated(wentWrong))
  await discard()
})

test('a new person begins with the fewest rights, also in a company that has nobody yet', async () => {
  open(`/admin/users/new?for=${company.id}`, 'sbr_operator', { people: { list: () => pageWith([]) } })
  await expect.element(page.getByRole('combobox', { name: 'Role' })).toHaveValue('Employee')
})

test.each([
  ['failed', fail, words.people.notDeleted(wentWrong)],
  ['was refused', refuseOwn, words.people.ownAccess],
] as const)('a deletion of a person that %s is reported', async (_how, remove, sentence) => {
  const emil = sampleOf(Person, { email: 'emil@south.example', firstName: 'Emil', role: 'employee', status: 'active' })
  open('/admin/users', 'sbr_operator', { people: { list: () => pageWith([emil]), remove } })
  await page
    .getByRole('row', { name: /emil@south/ })
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectAlert(sentence)
})

function refuseOwn(): never {
  throw refusal(409, 'CONFLICT', words.people.ownAccess)
}
