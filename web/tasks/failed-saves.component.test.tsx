import { Member } from 'contract/companies/members.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { words } from '../../e2e/words.ts'
import { choose, expectNone } from '../testing/look.ts'
import { open } from '../testing/product.tsx'
import { pageWith, sampleOf } from '../testing/samples.ts'
import { fail } from '../testing/server.ts'

test('a task that could not be created is reported in its form, until the form is changed', async () => {
  open('/tasks', 'company_operator', {
    members: { list: () => pageWith([sampleOf(Member, { firstName: 'Emil', role: 'employee', status: 'active' })]) },
    tasks: { create: fail },
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible()
  await userEvent.keyboard('n')
  const form = page.getByRole('dialog', { name: 'Create Task' })
  await form.getByLabelText('Title').fill('Kept')
  await choose(form, 'Assignee', /Emil/)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  // A toast would cover the buttons of a phone, and go.
  await expect.element(form.getByRole('alert').filter({ hasText: words.tasks.notCreated })).toBeVisible()
  await form.getByLabelText('Title').fill('Kept too')
  await expectNone(form.getByRole('alert'))
})
