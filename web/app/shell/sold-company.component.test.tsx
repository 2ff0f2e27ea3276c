import { Sop } from 'contract/sops/sops.ts'
import { Task } from 'contract/tasks/tasks.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { words } from '../../../e2e/words.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { expectNone } from '../../testing/look.ts'
import { company, open, sessionOf } from '../../testing/product.tsx'
import { sampleOf } from '../../testing/samples.ts'
import type { Answers } from '../../testing/server.ts'

/** What somebody of the firm sees of a company that was sold. */
function openSold(path: string, answers: Answers = {}) {
  const session = sessionOf('sbr_operator')
  const companies = session.companies.map((each) =>
    each.id === company.id ? { ...each, status: 'sold' as const } : each,
  )
  const access = { role: session.role, companyId: company.id, companyCount: companies.length, refusesChanges: false }
  open(path, 'sbr_operator', { ...answers, session: { get: () => ({ ...session, companies }), check: () => access } })
}

test.each([
  ['/inventory/parts', 'Add Part'],
  ['/tasks', 'Create Task'],
  ['/sops', 'Add SOP'],
  ['/time-clock', 'Add Time Entry'],
])('%s of a company that was sold can be read, and offers no %s', async (path, add) => {
  openSold(path)
  await expect.element(page.getByText(words.people.companySold(company.name))).toBeVisible()
  await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expectNone(page.getByRole('button', { name: add }))
  await expectAccessible()
})

test.each(['/tasks', '/sops', '/inventory/parts', '/time-clock'])(
  'the address of a form above %s leads to the list of a company that was sold',
  async (list) => {
    openSold(`${list}/new`)
    await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => window.location.pathname).toBe(list)
    await expectNone(page.getByRole('dialog'))
  },
)

test('a list of a company that was sold can be arranged, but no view of it is saved', async () => {
  openSold('/inventory/parts')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await expect.element(page.getByRole('radiogroup', { name: 'Density' })).toBeVisible()
  await expectNone(page.getByRole('button', { name: 'Save View' }))
})

test('of a company that was sold everything can be exported, and nothing imported', async () => {
  openSold('/inventory/summary?tab=transfer')
  await expect.element(page.getByRole('button', { name: 'Export Internal' })).toBeVisible()
  await expectNone(page.getByRole('button', { name: /Create Backup|Select File/ }))
  await expectNone(page.getByRole('region', { name: 'Import', exact: true }))
})

test('the palette offers no new record of a company that was sold', async () => {
  openSold('/inventory/parts')
  await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox', { name: /Search records/ }).fill('new')
  await expect.element(page.getByRole('option', { name: 'Create User' })).toBeVisible()
  await expectNone(page.getByRole('option', { name: /New (task|SOP|part)/ }))
})

test('in a task of a company that was sold nothing can be ticked, written or attached', async () => {
  const sweep = sampleOf(Task, { title: 'Sweep the hall' })
  openSold(`/tasks/${sweep.id}`, { tasks: { get: () => sweep } })
  const task = page.getByRole('dialog', { name: 'Sweep the hall' })
  await expect.element(task.getByText('No files yet.')).toBeVisible()
  await expectAccessible()
  await expectNone(task.getByRole('button', { name: /Edit|Delete|Comment|Undo|Choose Files/ }))
  await expectNone(task.getByRole('link', { name: /Edit|Save as Template/ }))
})

test('a SOP of a company that was sold can be read, and nothing confirmed or started', async () => {
  const sop = sampleOf(Sop, { title: 'How to sweep', content: '- [ ] Take the broom', status: 'published' })
  openSold(`/sops/${sop.id}/read`, { sops: { get: () => sop } })
  await expect.element(page.getByRole('heading', { name: 'How to sweep' })).toBeVisible()
  await expectNone(page.getByRole('button', { name: /Start|I have read/ }))
  await expectNone(page.getByRole('link', { name: 'Edit' }))
})
