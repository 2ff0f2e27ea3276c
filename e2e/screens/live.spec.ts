import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { choose, expectAccessible, people, signIn, visit } from '../people.ts'

test('a person sees the changes of another without doing anything: in a list, in an open form, and by the bell', async ({
  page,
  browser,
  product,
}) => {
  const profile = await browser.newContext({ baseURL: product.address })
  const other = await profile.newPage()
  await signIn(other, people.northManager, '/tasks?scope=team')
  await signIn(page, people.northEmployee, '/dashboard')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toBeVisible()
  const { count: before } = await (await page.request.get('/api/notifications/unread')).json()

  await other.getByRole('button', { name: 'Create Task' }).click()
  const form = other.getByRole('dialog', { name: 'Create Task' })
  await form.getByLabel('Title').fill('Oil the press')
  await choose(form, 'Assignee', /Emil Novak/)
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(page.getByRole('button', { name: `Notifications, ${before + 1} unread` })).toBeVisible()

  await bell.click()
  const drawer = page.getByRole('dialog', { name: 'Notifications' })
  await expectAccessible(page)
  await drawer.getByRole('link', { name: /assigned you “Oil the press”/ }).click()
  await expect(page.getByRole('dialog', { name: 'Oil the press' })).toBeVisible()
  await visit(page, '/notifications')
  const notice = page.getByRole('row', { name: /Oil the press/ })
  await expect(notice.getByText('Mark as unread')).toBeVisible()
  await expectAccessible(page)
  // Its words, the rest of its row and the keys lead to what it is about.
  const openings = [
    () => notice.getByRole('link').click(),
    () => notice.getByRole('cell').nth(1).click(),
    async () => {
      await notice.getByRole('link').focus()
      await page.keyboard.press('Enter')
    },
  ]
  for (const open of openings) {
    await visit(page, '/notifications')
    await open()
    await expect(page.getByRole('dialog', { name: 'Oil the press' })).toBeVisible()
  }

  // What somebody else deletes meanwhile closes with a sentence.
  const opened = page.getByRole('dialog', { name: 'Oil the press' })
  await expect(opened.getByText('Not Started')).toBeVisible()
  const { companyId } = await (await page.request.get('/api/session')).json()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const headers = { origin: new URL(page.url()).origin }
  expect((await other.request.delete(`/api/companies/${companyId}/tasks/${id}`, { headers })).ok()).toBe(true)
  await expect(page.getByText('Oil the press is no longer there')).toBeVisible()
  await expect(opened).toHaveCount(0)

  // An open form keeps its values; saving it shows both values.
  await signIn(page, people.northOperator, '/inventory/parts?q=PK-701')
  await profile.clearCookies()
  await signIn(other, people.operator, '/inventory/parts?q=PK-701')
  await choose(other, 'Company', /North/)
  const edit = { name: /^Edit PK-701/ }
  await other.getByRole('button', edit).click()
  const theirs = other.getByRole('dialog', { name: 'Edit Part' })
  await theirs.getByLabel('Location').fill('Shelf of theirs')
  await page.getByRole('button', edit).click()
  await page.getByRole('dialog', { name: 'Edit Part' }).getByLabel('Location').fill('Shelf of ours')
  await page.getByRole('button', { name: 'Update Part' }).click()
  await expect(other.getByText('Shelf of ours')).toBeAttached()
  await expect(theirs.getByLabel('Location')).toHaveValue('Shelf of theirs')
  await theirs.getByRole('button', { name: 'Update Part' }).click()
  await expect(other.getByRole('alert', { name: 'Conflicting changes' })).toBeVisible()
  await profile.close()
})
