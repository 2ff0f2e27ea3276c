import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { breakAt, broken, expectFailure, go, isAbout, isChange, silent } from './broken-answers.ts'
import { test } from './journey.ts'
import { choose, people, signIn, visit } from './people.ts'
import { words } from './words.ts'

test('a screen that cannot load says so in its own words', async ({ page }) => {
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
  await visit(page, `/company/${companyId}`)
  await expectFailure(page, words.companies.detailsNotLoaded)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

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
  await breakAt(page, isAbout(/\/dashboard$/))
  await visit(page, `/company/${companyId}`)
  await expectFailure(page, words.companies.detailsNotLoaded)
  await page.getByRole('link', { name: 'Back to Portfolio' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Portfolio Management' })).toBeVisible()
})

test('a failed export, undo or connection of an operator is reported', async ({ page }) => {
  await signIn(page, people.northOperator, '/inventory/summary?tab=transfer')
  const file = page.locator('input[type=file]').first()
  await file.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await expectFailure(page, words.imports.invalidFile)
  await expect(page.getByText(words.imports.invalidOnCard, { exact: true })).toBeVisible()
  await page.route('**/imports?*', (route) => route.fulfill({ status: 500, body: '' }))
  await file.setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nBolt') })
  await expectFailure(page, words.imports.whyFailed)
  await expect(page.getByRole('dialog').getByText(words.imports.failed, { exact: true })).toBeVisible()
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
  await page.getByRole('region', { name: 'Shopify' }).getByRole('switch').click({ force: true })
  await expectFailure(page, words.integrations.notSwitched)
  await card.getByRole('button', { name: 'Configure' }).click()
  await card.getByLabel(/^API Key/).fill('sk-kept-as-typed')
  await card.getByRole('button', { name: 'Save' }).click()
  await expectFailure(page, words.integrations.notSaved)
  await answerSync(page, { status: 500, json: broken })
  await page.getByRole('link', { name: 'Integration Management' }).click()
  const sync = page.getByRole('listitem').filter({ hasText: 'Shopify' }).getByRole('button', { name: 'Sync Data' })
  await sync.click()
  await expectFailure(page, words.integrations.notSynced)
  const message = words.integrations.syncOnlyShopify
  await answerSync(page, { status: 422, json: { defined: true, code: 'NOT_SUPPORTED', status: 422, message } })
  await sync.click()
  await expectFailure(page, words.integrations.notSupported)
  await expectFailure(page, message)
  await answerSync(page, { json: { success: true, message: '', run: emptyRun } })
  await sync.click()
  await expectFailure(page, words.integrations.unknownError)
})

const emptyRun = {
  ...{ id: randomUUID(), kind: 'products', state: 'queued', done: 0, total: null },
  ...{ message: null, startedAt: null, endedAt: null },
}

/**
 * Answers the next sync; a run that it begins has failed by the next look, without a reason. The store of the demo has sample data, which
 * cannot be synced: here it has credentials.
 */
async function answerSync(page: Page, answer: { status?: number; json: object }) {
  let lastRun: object | undefined
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/shopify/sync', (route) => {
    lastRun = { ...emptyRun, state: 'failed' }
    return route.fulfill(answer)
  })
  await page.route('**/api/integrations', async (route) => {
    const response = await route.fetch()
    const { items } = await response.json()
    const shown = items.map((each: { integrationName: string }) =>
      each.integrationName === 'shopify' ? { ...each, credentialsSaved: true, ...(lastRun && { lastRun }) } : each,
    )
    await route.fulfill({ response, json: { items: shown } })
  })
}

test('a failed change of companies and people is reported to an operator of the firm', async ({ page }) => {
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

  await visit(page, '/admin/companies/new')
  await form.getByLabel('Company Name').fill('Kept')
  await form.getByRole('button', { name: 'Create Company' }).click()
  await expectFailure(page, words.companies.notCreatedHere(broken.message))
  await leave()
  await visit(page, '/admin/users/new')
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

  await visit(page, '/integrations/management')
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
