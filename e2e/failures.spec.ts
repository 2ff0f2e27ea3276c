import { randomUUID } from 'node:crypto'
import { expect, type Page, type Request } from '@playwright/test'
import { test } from './journey.ts'
import { choose, people, signIn } from './people.ts'
import { words } from './words.ts'

/** What can be tried again later, such as a press of the clock, is kept unless it is refused. */
const refused = { defined: false, code: 'CONFLICT', status: 409, message: 'This conflicts with what is stored' }
const broken = { defined: false, code: 'INTERNAL', status: 500, message: 'Something went wrong on our side' }

/** Without a word of the server the screen says what it knows itself. */
const silent = { ...broken, message: '' }

/** From now on the server breaks at these requests, and no others. */
async function breakAt(page: Page, isHit: (request: Request) => boolean, answer: { status: number } = broken) {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/api/**', (route) =>
    isHit(route.request()) ? route.fulfill({ status: answer.status, json: answer }) : route.fallback(),
  )
}

const isChange = (request: Request) => request.method() !== 'GET'
const isAbout = (names: RegExp) => (request: Request) =>
  request.method() === 'GET' && names.test(new URL(request.url()).pathname)

const failure = (page: Page, sentence: string | RegExp) => page.getByRole('alert').filter({ hasText: sentence }).first()

async function expectFailure(page: Page, sentence: string | RegExp) {
  await expect(failure(page, sentence)).toBeVisible()
}

/** To the screen that G and this letter lead to; far quicker than by its address. */
async function go(page: Page, letter: string) {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
}

/** Leaves a form without saving. */
async function discard(page: Page) {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('what cannot be loaded says so, each screen in its own words', async ({ page }) => {
  await signIn(page, people.northOperator, '/settings/design')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await breakAt(page, isAbout(/\/companies\/|\/integrations$/))
  for (const [letter, sentence] of [
    ['p', words.parts.notLoaded],
    ['a', words.assemblies.notLoaded],
    ['r', words.products.notLoaded],
    ['v', words.vendors.notLoaded],
    ['s', words.sops.notLoaded],
    ['i', words.integrations.noConfigurations],
  ] as const) {
    await go(page, letter)
    await expectFailure(page, sentence)
  }
  await page.getByRole('link', { name: 'Integration Management' }).click()
  await expectFailure(page, words.integrations.notLoaded)
  const { companyId } = await (await page.request.get('/api/session')).json()
  await page.goto(`/company/${companyId}`)
  await expectFailure(page, words.companies.detailsNotLoaded)

  await breakAt(page, isAbout(/\/(activity|revenue\/store|shopify\/products)$/))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectFailure(page, words.revenue.notLoaded(broken.message))
  await go(page, 'v')
  await page.locator('tbody [data-row-link]').first().click()
  await page.getByRole('tab', { name: 'Activity Timeline' }).click()
  await expectFailure(page, words.activity.notLoaded)
  await page.keyboard.press('Escape')
  await go(page, 'r')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText(words.products.storeNotLoaded)).toBeVisible()
  await page.route(/\/shopify\/products/, (route) => route.abort())
  await page.reload()
  await expect(page.getByText(words.products.storeNotReached, { exact: true })).toBeVisible()

  await signIn(page, people.operator, '/settings/design')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await breakAt(page, isAbout(/\/(people|companies|portfolio)$/))
  await go(page, 'm')
  await expectFailure(page, words.people.notLoaded)
  await page.getByRole('tab', { name: 'Company Management' }).click()
  await expectFailure(page, words.companies.notLoaded)
})

test('what cannot be saved or deleted says so, and the form keeps what was typed', async ({ page }) => {
  await signIn(page, people.northOperator, '/settings/design')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await breakAt(page, isChange)
  for (const [letter, nouns, noun, number] of [
    ['p', 'parts', 'part', 'Part Number'],
    ['a', 'assemblies', 'assembly', 'Assembly Number'],
    ['r', 'products', 'product', 'SKU'],
    ['v', 'vendors', 'vendor', 'Contact Person'],
  ] as const) {
    await go(page, letter)
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${nouns}$`, 'i') })).toBeVisible()
    await deleteFirst(page, noun)
    await expectFailure(page, words.notDeleted(nouns))
    await page.keyboard.press('n')
    const form = page.getByRole('dialog')
    await expect(form.getByRole('textbox').first()).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(form.getByText(/is required$/).first()).toBeVisible()
    if (noun === 'part') await expect(form.getByText(words.parts.numberRequired)).toBeVisible()
    if (noun === 'part') await expect(form.getByText(words.parts.nameRequired, { exact: true })).toBeVisible()
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Kept')
    await form.getByRole('textbox', { name: number, exact: true }).fill('K-1')
    await page.keyboard.press('Control+Enter')
    await expectFailure(page, words.notSaved(noun))
    await expect(form.getByRole('textbox', { name: number, exact: true })).toHaveValue('K-1')
    await discard(page)
  }
  await go(page, 's')
  await deleteFirst(page, 'SOP')
  await expectFailure(page, words.sops.notDeleted)
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('Title').fill('Kept')
  await page.keyboard.press('Control+Enter')
  await expectFailure(page, words.sops.notSaved)
  await discard(page)

  await go(page, 't')
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible()
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('Title').fill('Kept')
  await choose(page.getByRole('dialog'), 'Assignee', /Emil/)
  await page.keyboard.press('Control+Enter')
  await expectFailure(page, words.tasks.notCreated)

  await signIn(page, people.northEmployee, '/time-clock')
  await breakAt(page, isChange, refused)
  await page.getByRole('button', { name: 'Clock In' }).click()
  await expectFailure(page, words.timeClock.notClockedIn)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Clock In' }).click()
  await expect(page.getByText(words.timeClock.clockedIn)).toBeVisible()
  await breakAt(page, isChange, refused)
  await page.getByRole('button', { name: 'Clock Out' }).click()
  await expectFailure(page, words.timeClock.notClockedOut)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Clock Out' }).click()
  await expect(page.getByText(words.timeClock.clockedOut)).toBeVisible()

  const nothing = { items: [], total: 0, isCapped: false }
  await page.route('**/sops?**', (route) => route.fulfill({ json: nothing }))
  await go(page, 's')
  await expect(page.getByText(words.sops.noneHere)).toBeVisible()
})

/** By the button of the first row, and yes to the question. */
async function deleteFirst(page: Page, noun: string) {
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  const question = page.getByRole('alertdialog')
  if (noun === 'part') await expect(question.getByText(words.parts.deleteOne)).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
}

test('what an operator cannot export, take back or connect says so', async ({ page }) => {
  await signIn(page, people.northOperator, '/inventory/summary?tab=transfer')
  const file = page.locator('input[type=file]').first()
  await file.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await expectFailure(page, words.imports.invalidFile)
  await page.route('**/imports?*', (route) => route.fulfill({ status: 500, body: '' }))
  await file.setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nBolt') })
  await expectFailure(page, words.imports.whyFailed)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Create Backup' }).click()
  await expect(page.getByRole('button', { name: /^Delete inventory_/ }).first()).toBeVisible()
  await breakAt(page, (request) => isChange(request) || /\/(exports|backups)\/./.test(request.url()), silent)
  await page.getByRole('button', { name: 'Export Internal' }).click()
  await expectFailure(page, words.summary.notExported)
  await expectFailure(page, words.summary.whyNotExported)
  await page
    .getByRole('button', { name: /^Download inventory_/ })
    .first()
    .click()
  await expectFailure(page, words.summary.noDownload)
  await expectFailure(page, words.summary.whyNotDownloaded)
  await page
    .getByRole('button', { name: /^Import this backup/ })
    .first()
    .click()
  await expectFailure(page, words.summary.notImported)
  await expectFailure(page, words.summary.whyNotImported)
  await page
    .getByRole('button', { name: /^Delete inventory_/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectFailure(page, words.summary.notDeleted)
  await expectFailure(page, words.summary.whyNotDeleted)

  await breakAt(page, isChange)
  await go(page, 'i')
  const card = page.getByRole('region', { name: 'OpenAI' })
  await card.getByRole('switch').click({ force: true })
  await expectFailure(page, words.integrations.notSwitched)
  await card.getByRole('button', { name: 'Configure' }).click()
  await card.getByLabel(/^API Key/).fill('sk-kept-as-typed')
  await card.getByRole('button', { name: 'Save' }).click()
  await expectFailure(page, words.integrations.notSaved)
  await page.getByRole('link', { name: 'Integration Management' }).click()
  const store = page.getByRole('listitem').filter({ hasText: 'Shopify' })
  await store.getByRole('button', { name: 'Sync Data' }).click()
  await expectFailure(page, words.integrations.notSynced)
  await endSyncWithoutWords(page)
  await store.getByRole('button', { name: 'Sync Data' }).click()
  await expectFailure(page, words.integrations.unknownError)
})

/** The next sync begins, and has failed by the next look; nobody says why. */
async function endSyncWithoutWords(page: Page) {
  const run = {
    id: randomUUID(),
    kind: 'products',
    state: 'queued',
    done: 0,
    total: null,
    message: null,
    startedAt: null,
    endedAt: null,
  }
  let lastRun: object | undefined
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/shopify/sync', (route) => {
    lastRun = { ...run, state: 'failed' }
    return route.fulfill({ json: { success: true, message: '', run } })
  })
  await page.route('**/api/integrations', async (route) => {
    const answer = await route.fetch()
    const { items } = await answer.json()
    const ended = items.map((each: { integrationName: string }) =>
      lastRun && each.integrationName === 'shopify' ? { ...each, lastRun } : each,
    )
    await route.fulfill({ response: answer, json: { items: ended } })
  })
}

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
  await page.keyboard.press('Escape')

  await page.goto('/integrations/management')
  await page.getByRole('combobox', { name: /^Company of Shopify/ }).click()
  await page.getByRole('option', { name: 'South Supply' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move' }).click()
  await expectFailure(page, words.integrations.notMoved)
  await breakAt(page, isChange, { ...broken, status: 404 })
  await page.getByRole('combobox', { name: /^Company of Shopify/ }).click()
  await page.getByRole('option', { name: 'South Supply' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move' }).click()
  await expectFailure(page, words.integrations.companyGone)
})
