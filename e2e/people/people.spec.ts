import { type APIRequest, type Browser, expect, type Page } from '@playwright/test'
import { leg, type Product, test } from '../journey.ts'
import {
  choose,
  enter,
  expectAccessible,
  originOf,
  people,
  signIn,
  signInAs,
  signInByRequests,
  visit,
} from '../people.ts'
import { words } from '../words.ts'

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
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(row.getByText('Ada Wast')).toBeVisible()

  const theirs = await (await browser.newContext()).newPage()
  await signInAs(theirs, 'ada@west.example', 'Ada West', /\/dashboard/)
  await expect(theirs.getByText('Today at West Tooling')).toBeVisible()
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
  await expect(theirs.getByRole('status')).toHaveText('Your session has ended. Please sign in again.')
  expect((await theirs.request.get('/api/session')).status()).toBe(401)

  await page.getByRole('tab', { name: 'Security' }).click()
  const change = page.getByRole('row', { name: /Changed a role/ }).first()
  await expect(change).toContainText('from Company Operator, to Employee')
  await expect(change).toContainText('Ada')
  await page.getByPlaceholder('Search names, addresses and details').fill('ada@west')
  await expect(page.getByText(/^\d+ found$/)).toBeVisible()
  await expect(page.getByRole('row', { name: /Deleted a person/ })).toBeVisible()
  await expectAccessible(page)
})

test('people ask for access, and operators of SBR answer', async ({ page, browser, playwright, product }) => {
  await leg(page, 'a stranger asks for access and is approved', () => approveStranger(browser, page))
  await leg(
    page,
    'a request for access is answered on the dashboard of the firm, and dismissed only after a question',
    () => answerRequests(page, playwright, product),
  )
})

async function approveStranger(browser: Browser, page: Page) {
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
  await expect(theirs.getByText('Today at South Supply')).toBeVisible()
}

async function answerRequests(page: Page, playwright: { request: APIRequest }, product: Product) {
  const request = await playwright.request.newContext({ baseURL: product.address })
  await signInByRequests(request, 'hopeful@south.example', 'Hope Hopeful')
  await request.dispose()
  await signIn(page, people.southOperator, '/dashboard')
  await page.getByRole('button', { name: 'Ask SBR for a Person' }).click()
  const question = page.getByRole('dialog', { name: 'Ask SBR for a Person' })
  await question.getByLabel('Name').fill('Dora Doubtful')
  await question.getByLabel('Email').fill('doubtful@south.example')
  await choose(question, 'Role', 'Manager')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Send Request' }).click()
  await expect(page.getByText('Request sent to SBR')).toBeVisible()
  await signIn(page, people.operator, '/portfolio')
  await page.getByRole('link', { name: /^\d+ needs? you$/ }).click()
  const needs = page.getByRole('region', { name: 'Needs You' }).getByRole('listitem')
  const hopeful = needs.filter({ hasText: 'Hope Hopeful asks for access' })
  await hopeful.getByRole('button', { name: 'Approve hopeful@south.example' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve Access' })
  await choose(dialog, 'Company', 'South Supply')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Access request approved')).toBeVisible()
  await expect(hopeful).toHaveCount(0)
  const doubtful = needs.filter({ hasText: /asks for Dora Doubtful.*Manager at South Supply/ })
  const dismiss = doubtful.getByRole('button', { name: 'Dismiss doubtful@south.example' })
  const last = page.getByRole('alertdialog')
  await dismiss.click()
  await expect(last).toContainText('doubtful@south.example')
  await last.getByRole('button', { name: 'Cancel' }).click()
  await expect(last).toHaveCount(0)
  await dismiss.click()
  await last.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Access request dismissed')).toBeVisible()
  await expect(doubtful).toHaveCount(0)

  await test.step('on a phone an operator finds what needs somebody with one press, and sees the current tab', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await visit(page, '/admin/feedback')
    await expect(page.getByRole('tab', { name: 'Feedback' })).toBeInViewport({ ratio: 1 })
    await page
      .getByRole('navigation', { name: 'Shortcuts' })
      .getByRole('link', { name: 'Dashboard', exact: true })
      .click()
    await expect(page.getByRole('heading', { name: 'Needs You' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible()
  })
}

test('the access of people follows their company and their record', async ({ page, browser }) => {
  await leg(page, 'a person has an address of their own; a stale save shows what somebody else saved', () =>
    editStale(page),
  )
  await leg(page, 'people of a company that is sold are told so, and see nothing else', () =>
    sellCompany(browser, page),
  )
})

async function editStale(page: Page) {
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
  const exception = /Allow a personal Google account/
  await page.getByRole('dialog').getByLabel(exception).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Update User' }).click()
  await expect(page.getByText('User updated successfully')).toBeVisible()
  await choose(other.getByRole('dialog'), 'Role', 'Employee')
  await other.getByRole('dialog').getByRole('button', { name: 'Update User' }).click()
  const conflict = other.getByRole('alert', { name: 'Conflicting changes' })
  await expect(conflict.getByText('Employee')).toBeVisible()
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await visit(page, '/admin/users/00000000-0000-7000-8000-000000000000')
  await expect(page.getByText('That person no longer exists')).toBeVisible()
}

async function sellCompany(browser: Browser, page: Page) {
  await enter(page, people.operator)
  const headers = { origin: await originOf(page), 'if-match': '*' }
  const send = (path: string, data: object, method = 'POST') => page.request.fetch(path, { method, data, headers })
  const { id: companyId } = await (await send('/api/companies', { name: 'Past Works' })).json()
  await send('/api/people', { email: 'pat@past.example', role: 'manager', companyId })
  const theirs = await (await browser.newContext()).newPage()
  await signInAs(theirs, 'pat@past.example', 'Pat Past', /\/dashboard/)
  await expect(theirs.getByText('Today at Past Works')).toBeVisible()
  await send(`/api/companies/${companyId}`, { status: 'sold' }, 'PATCH')
  await expect(theirs.getByText(words.people.companyClosed)).toBeVisible()
  await expectAccessible(theirs)

  // The firm can still read, and is offered no change.
  await visit(page, `/inventory/parts?company=${companyId}`)
  await expect(page.getByText(words.people.companySold('Past Works'))).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Part' })).toHaveCount(0)
  await send(`/api/companies/${companyId}`, { status: 'active' }, 'PATCH')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Add Part' }).first()).toBeVisible()
  await expect(theirs.getByText('Today at Past Works')).toBeVisible()
}
