import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { choose, expectAccessible, people, signIn, signInAs } from './people.ts'
import { words } from './words.ts'

test('a person is pre-authorised, comes in, is moved while signed in, and is removed', async ({ browser, page }) => {
  await signIn(page, people.operator)
  await page.getByRole('link', { name: 'Admin Panel' }).click()
  await page.getByRole('tab', { name: 'Company Management' }).click()
  await page.getByRole('button', { name: 'Create Company' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create Company' }).click()
  await expect(dialog.getByText('Company name is required')).toBeVisible()
  await dialog.getByLabel('Company Name').fill('West Tooling')
  await dialog.getByRole('button', { name: 'Create Company' }).click()
  await expect(page.getByRole('row', { name: /West Tooling/ })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'User Management' }).click()
  await page.getByRole('button', { name: 'Create User' }).click()
  const submit = dialog.getByRole('button', { name: 'Create User' })
  await expect(submit).toBeDisabled()
  await dialog.getByLabel('Email').focus()
  await dialog.getByLabel('First Name').fill('Ada')
  await expect(dialog.getByText(words.people.emailRequired)).toBeVisible()
  await dialog.getByLabel('Email').fill('Ada@West.example')
  await choose(dialog, 'Role', 'SBR Operator')
  await expect(dialog.getByRole('combobox', { name: 'Company' })).toBeDisabled()
  await choose(dialog, 'Role', 'Company Operator')
  await expect(submit).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Company' }).focus()
  await page.keyboard.press('Tab')
  await expect(dialog.getByText(words.people.companyRequired)).toBeVisible()
  await expectAccessible(page)
  await choose(dialog, 'Company', 'West Tooling')
  await submit.click()
  const row = page.getByRole('row', { name: /ada@west\.example/ })
  await expect(row.getByText('Pre-authorized')).toBeVisible()
  await row.getByRole('button', { name: /^Edit/ }).click()
  await dialog.getByLabel('Last Name').fill('Wast')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(row.getByText('Ada Wast')).toBeVisible()

  const theirs = await (await browser.newContext()).newPage()
  await signInAs(theirs, 'ada@west.example', 'Ada West', /\/dashboard/)
  await expect(theirs.getByText("Access to West Tooling's operational tools.")).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Inventory', exact: true })).toBeVisible()
  await expect(theirs.getByText('Admin Panel')).toHaveCount(0)
  await page.reload()
  await expect(row.getByText('Active')).toBeVisible()

  await row.getByRole('button', { name: /^Edit/ }).click()
  await expect(dialog.getByText('Ada Wast')).toBeVisible()
  await expect(dialog.getByLabel('Last Name')).toHaveCount(0)
  await choose(dialog, 'Company', 'South Supply')
  await choose(dialog, 'Role', 'Employee')
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(row.getByText('South Supply')).toBeVisible()
  await theirs.getByRole('link', { name: 'Inventory', exact: true }).click()
  await expect(theirs.getByRole('banner').getByText('South Supply')).toBeVisible()
  await expect(theirs.getByRole('row').nth(1)).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Add Part' })).toHaveCount(0)

  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  // The person does nothing: their open screen notices the change.
  await theirs.waitForURL(/\/auth/)
  expect((await theirs.request.get('/api/session')).status()).toBe(401)
})

test('nobody takes their own access away', async ({ page }) => {
  await signIn(page, people.operator, '/admin/users')
  await expectAccessible(page)
  await page
    .getByRole('row', { name: /operator@sbr\.example/ })
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(words.people.ownAccess, { exact: false })).toBeVisible()
})

test('a stranger asks for access and is approved', async ({ browser, page }) => {
  const theirs = await (await browser.newContext()).newPage()
  await signInAs(theirs, 'newcomer@south.example', 'Nia Newcomer', /\/auth/)
  await expect(theirs.getByText(words.signIn.ask).first()).toBeVisible()
  await signIn(page, people.operator, '/portfolio')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: 'Nia Newcomer asks for access' }).click()
  await page.getByRole('button', { name: 'Approve newcomer@south.example' }).click()
  const dialog = page.getByRole('dialog')
  await choose(dialog, 'Company', 'South Supply')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('row', { name: /newcomer@south\.example/ })).toBeVisible()
  await signInAs(theirs, 'newcomer@south.example', 'Nia Newcomer', /\/dashboard/)
  await expect(theirs.getByText("Access to South Supply's operational tools.")).toBeVisible()
})

test('a request for access is dismissed only after a question', async ({ browser, page }) => {
  const theirs = await (await browser.newContext()).newPage()
  await signInAs(theirs, 'unknown@south.example', 'Una Unknown', /\/auth/)
  await signIn(page, people.operator, '/admin')
  const dismiss = page.getByRole('button', { name: 'Dismiss unknown@south.example' })
  const question = page.getByRole('alertdialog')
  await dismiss.click()
  await expect(question).toContainText('unknown@south.example')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await dismiss.click()
  await question.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Access request dismissed')).toBeVisible()
  await expect(dismiss).toHaveCount(0)
})

test('who asks for access is answered where the dashboard of the firm names them', async ({ browser, page }) => {
  const theirs = await (await browser.newContext()).newPage()
  await signInAs(theirs, 'hopeful@south.example', 'Hope Hopeful', /\/auth/)
  await signInAs(theirs, 'doubtful@south.example', 'Dora Doubtful', /\/auth/)
  await signIn(page, people.operator, '/dashboard')
  const needs = page.getByRole('region', { name: 'Needs You' }).getByRole('listitem')
  const hopeful = needs.filter({ hasText: 'Hope Hopeful asks for access' })
  await hopeful.getByRole('button', { name: 'Approve hopeful@south.example' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve access' })
  await choose(dialog, 'Company', 'South Supply')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Access request approved')).toBeVisible()
  await expect(hopeful).toHaveCount(0)
  const doubtful = needs.filter({ hasText: 'Dora Doubtful asks for access' })
  await doubtful.getByRole('button', { name: 'Dismiss doubtful@south.example' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Access request dismissed')).toBeVisible()
  await expect(doubtful).toHaveCount(0)
})

test('on a phone an operator finds what needs somebody with one press, and sees the tab that is open', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, people.operator, '/admin/feedback')
  await expect(page.getByRole('tab', { name: 'Feedback' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Needs You' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible()
  await expectAccessible(page)
})

test('a person has an address of their own; who changes them too late sees what somebody else saved', async ({
  page,
}) => {
  await signIn(page, people.operator, '/admin/users?q=manager@south')
  await page
    .getByRole('row', { name: /manager@south\.example/ })
    .getByRole('button', { name: /^Edit/ })
    .click()
  const address = new URL(page.url()).pathname
  // They are on another page of the list.
  const other = await page.context().newPage()
  await other.goto(`${address}?q=nobody-of-this-name`)
  for (const each of [page, other])
    await expect(each.getByRole('dialog').getByText('manager@south.example')).toBeVisible()
  const exception = /account that no organisation manages/
  await page.getByRole('dialog').getByLabel(exception).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Update User' }).click()
  await expect(page.getByText('User updated successfully')).toBeVisible()
  await choose(other.getByRole('dialog'), 'Role', 'Employee')
  await other.getByRole('dialog').getByRole('button', { name: 'Update User' }).click()
  const conflict = other.getByRole('alert', { name: 'Conflicting changes' })
  await expect(conflict.getByText('Employee')).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await page.goto('/admin/users/00000000-0000-7000-8000-000000000000')
  await expect(page.getByText('That person no longer exists')).toBeVisible()
})

test('who has a company open that is sold is told so, and that is all they see', async ({ browser, page }) => {
  await signIn(page, people.operator)
  const send = (path: string, data: object, method = 'POST') =>
    page.request.fetch(path, { method, data, headers: { origin: new URL(page.url()).origin, 'if-match': '*' } })
  const { id: companyId } = await (await send('/api/companies', { name: 'Past Works' })).json()
  await send('/api/people', { email: 'pat@past.example', role: 'manager', companyId })
  const theirs = await (await browser.newContext()).newPage()
  await signInAs(theirs, 'pat@past.example', 'Pat Past', /\/dashboard/)
  await expect(theirs.getByText("Access to Past Works's operational tools.")).toBeVisible()
  const { userId } = (await (await send(`/api/companies/${companyId}/members`, {}, 'GET')).json()).items[0]
  const sweeper = { title: 'Sweep the hall', assignedTo: userId }
  const { id: taskId } = await (await send(`/api/companies/${companyId}/tasks`, sweeper)).json()
  const sweeping = { title: 'How to sweep', content: '- [ ] Take the broom', status: 'published' }
  const sop = await (await send(`/api/companies/${companyId}/sops`, sweeping)).json()
  await send(`/api/companies/${companyId}`, { status: 'sold' }, 'PATCH')
  await expect(theirs.getByText(words.people.companyClosed)).toBeVisible()
  await expectAccessible(theirs)

  // The firm reads on, and is offered no change.
  for (const [path, add] of [
    ['/inventory/parts', 'Add Part'],
    ['/tasks', 'New Task'],
    ['/sops', 'Add SOP'],
    ['/time-clock', 'Add Time Entry'],
  ] as const) {
    await page.goto(`${path}?company=${companyId}`)
    await expect(page.getByText(words.people.companySold('Past Works'))).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: add })).toHaveCount(0)
  }
  await expectAccessible(page)
  await page.goto(`/inventory/parts?company=${companyId}`)
  await page.getByRole('button', { name: 'Saved views' }).click()
  await expect(page.getByRole('menuitem', { name: 'Everything' })).toBeVisible()
  await expect(page.getByRole('menuitem')).toHaveCount(1)
  // A form whose address is typed leads to its list.
  for (const list of ['/tasks', '/sops', '/inventory/parts', '/time-clock']) {
    await page.goto(`${list}/new?company=${companyId}`)
    await expect(page).toHaveURL((url) => url.pathname === list && url.searchParams.get('company') === companyId)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.goto(`/inventory/summary?tab=transfer&company=${companyId}`)
  await expect(page.getByRole('button', { name: 'Export Internal' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Create Backup|Select File/ })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Import', exact: true })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search records/ }).fill('new')
  await expect(page.getByRole('option', { name: 'New user' })).toBeVisible()
  await expect(page.getByRole('option', { name: /New (task|SOP|part)/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  // What was there before the sale is read; nothing is ticked, said, attached or confirmed.
  await page.goto(`/tasks/${taskId}?company=${companyId}`)
  const task = page.getByRole('dialog', { name: 'Sweep the hall' })
  await expect(task.getByText('No files yet.')).toBeVisible()
  await expect(task.getByRole('button', { name: /Edit|Delete|Comment|Undo|Choose files/ })).toHaveCount(0)
  await expect(task.getByRole('link', { name: /Edit|Keep as template/ })).toHaveCount(0)
  await page.goto(`/sops/${sop.id}/read?company=${companyId}`)
  await expect(page.getByRole('heading', { name: 'How to sweep' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Start|I have read/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await send(`/api/companies/${companyId}`, { status: 'active' }, 'PATCH')
  await page.goto(`/inventory/parts?company=${companyId}`)
  await expect(page.getByRole('button', { name: 'Add Part' }).first()).toBeVisible()
  await expect(theirs.getByText("Access to Past Works's operational tools.")).toBeVisible()
})
