import { expect, type Page, type Request } from '@playwright/test'
import { test } from './journey.ts'
import { choose, people, signIn } from './people.ts'
import { words } from './words.ts'

const broken = { defined: false, code: 'INTERNAL', status: 500, message: 'Something went wrong on our side' }

/** From now on the server breaks at these requests, and no others. */
async function breakAt(page: Page, isHit: (request: Request) => boolean) {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/api/**', (route) =>
    isHit(route.request()) ? route.fulfill({ status: 500, json: broken }) : route.fallback(),
  )
}

const isChange = (request: Request) => request.method() !== 'GET'
const isAbout = (names: RegExp) => (request: Request) =>
  request.method() === 'GET' && names.test(new URL(request.url()).pathname)

const failure = (page: Page, sentence: string | RegExp) => page.getByRole('alert').filter({ hasText: sentence }).first()

async function expectFailure(page: Page, sentence: string | RegExp) {
  await expect(failure(page, sentence)).toBeVisible()
}

test('what cannot be loaded says so, each screen in its own words', async ({ page }) => {
  await signIn(page, people.northOperator, '/settings/design')
  await breakAt(page, isAbout(/\/companies\/|\/integrations$/))
  const { companyId } = await (await page.request.get('/api/session')).json()
  for (const [path, sentence] of [
    ['/inventory/parts', words.parts.notLoaded],
    ['/inventory/assemblies', words.assemblies.notLoaded],
    ['/inventory/products', words.products.notLoaded],
    ['/inventory/vendors', words.vendors.notLoaded],
    ['/sops', words.sops.notLoaded],
    ['/integrations', words.integrations.notLoaded],
    ['/integrations/management', words.integrations.noConfigurations],
    [`/company/${companyId}`, words.companies.detailsNotLoaded],
  ] as const) {
    await page.goto(path)
    await expectFailure(page, sentence)
  }
  await breakAt(page, isAbout(/\/(activity|revenue\/store|store-products)$/))
  await page.goto('/inventory/parts')
  await page.locator('tbody [data-row-link]').first().click()
  await page.getByRole('tab', { name: 'Activity Timeline' }).click()
  await expectFailure(page, words.activity.notLoaded)
  await page.goto('/inventory/products/new')
  await expect(page.getByText(words.products.storeNotLoaded)).toBeVisible()
  await page.goto(`/company/${companyId}`)
  await expectFailure(page, words.revenue.notLoaded(broken.message))

  await signIn(page, people.operator, '/settings/design')
  await breakAt(page, isAbout(/\/(people|companies|portfolio)$/))
  await page.goto('/admin/users')
  await expectFailure(page, words.people.notLoaded)
  await page.goto('/admin/companies')
  await expectFailure(page, words.companies.notLoaded)
})

test('what cannot be saved or deleted says so, and the form keeps what was typed', async ({ page }) => {
  await signIn(page, people.northOperator, '/inventory/parts')
  await breakAt(page, isChange)
  for (const [path, nouns, noun, number] of [
    ['/inventory/parts', 'parts', 'part', 'Part Number'],
    ['/inventory/assemblies', 'assemblies', 'assembly', 'Assembly Number'],
    ['/inventory/products', 'products', 'product', 'SKU'],
    ['/inventory/vendors', 'vendors', 'vendor', 'Name'],
  ] as const) {
    await page.goto(path)
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectFailure(page, words.notDeleted(nouns))
    await page.goto(`${path}/new`)
    const form = page.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill('Kept')
    await form.getByLabel(number, { exact: true }).fill('K-1')
    await page.keyboard.press('Control+Enter')
    await expectFailure(page, words.notSaved(noun))
    await expect(form.getByLabel(number, { exact: true })).toHaveValue('K-1')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
  }

  await page.goto('/sops/new')
  await page.getByRole('dialog').getByLabel('Title').fill('Kept')
  await page.keyboard.press('Control+Enter')
  await expectFailure(page, words.sops.notSaved)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectFailure(page, words.sops.notDeleted)

  await page.goto('/tasks/new')
  await page.getByRole('dialog').getByLabel('Title').fill('Kept')
  await page.keyboard.press('Control+Enter')
  await expectFailure(page, words.tasks.notCreated)

  await signIn(page, people.northEmployee, '/time-clock')
  await page.getByRole('button', { name: 'Clock In' }).click()
  await expectFailure(page, words.timeClock.notClockedIn)
})

test('what an operator cannot export, take back or connect says so', async ({ page }) => {
  await signIn(page, people.northOperator, '/inventory/summary?tab=transfer')
  await page.getByRole('button', { name: 'Create Backup' }).click()
  await expect(page.getByRole('button', { name: /^Delete inventory_/ }).first()).toBeVisible()
  await breakAt(page, (request) => isChange(request) || /\/(exports|backups)\/./.test(request.url()))
  await page.getByRole('button', { name: 'Export Internal' }).click()
  await expectFailure(page, words.summary.notExported)
  await page
    .getByRole('button', { name: /^Download inventory_/ })
    .first()
    .click()
  await expectFailure(page, words.summary.noDownload)
  await page
    .getByRole('button', { name: /^Import this backup/ })
    .first()
    .click()
  await expectFailure(page, words.summary.notImported)
  await page
    .getByRole('button', { name: /^Delete inventory_/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectFailure(page, words.summary.notDeleted)

  await page.goto('/integrations')
  const card = page.getByRole('region', { name: 'OpenAI' })
  await card.getByRole('switch').click({ force: true })
  await expectFailure(page, words.integrations.notSwitched)
  await card.getByRole('button', { name: 'Configure' }).click()
  await card.getByLabel('API Key', { exact: true }).fill('sk-kept-as-typed')
  await card.getByRole('button', { name: 'Save' }).click()
  await expectFailure(page, words.integrations.notSaved)
})

test('what an operator of the firm cannot change of companies and people says so', async ({ page }) => {
  await signIn(page, people.operator, '/portfolio/new')
  await breakAt(page, isChange)
  const form = page.getByRole('dialog')
  const leave = async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(form).toHaveCount(0)
  }
  await form.getByLabel('Company Name').fill('Kept')
  await form.getByRole('button', { name: 'Create Company' }).click()
  await expectFailure(page, words.companies.notCreated)
  await leave()
  await page.getByLabel('View Details of South Supply').click()
  await form.getByRole('button', { name: 'Edit' }).click()
  await form.getByLabel('Industry').fill('Kept')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectFailure(page, words.companies.notUpdated)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await form.getByRole('tab', { name: 'Users' }).click()
  await form
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectFailure(page, words.companies.userNotRemoved)
  await form.getByRole('combobox', { name: 'Add a user' }).fill('manager@north')
  await page.getByRole('option', { name: /manager@north/ }).click()
  await choose(form, 'Role', 'Manager')
  await form.getByRole('button', { name: 'Add User' }).click()
  await expectFailure(page, words.companies.userNotAdded)

  await page.goto('/admin/companies/new')
  await form.getByLabel('Company Name').fill('Kept')
  await form.getByRole('button', { name: 'Create Company' }).click()
  await expectFailure(page, words.companies.notCreatedHere(broken.message))
  await leave()
  await page.goto('/admin/users/new')
  await form.getByLabel('Email').fill('kept@as.example')
  await choose(form, 'Role', 'SBR Operator')
  await form.getByRole('button', { name: 'Create User' }).click()
  await expectFailure(page, words.people.notCreated(broken.message))
  await leave()
  await page
    .getByRole('row', { name: /employee@south/ })
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectFailure(page, words.people.notDeleted(broken.message))
})
