import { Vendor } from 'contract/inventory/vendors.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { words } from '../../e2e/words.ts'
import { expectAlert, expectNone } from '../testing/look.ts'
import { company, open } from '../testing/product.tsx'
import { newId, pageWith, sampleOf } from '../testing/samples.ts'
import { type Answers, fail, refusal, unreachable, wentWrong } from '../testing/server.ts'

test.each<[string, Answers, string]>([
  ['/inventory/parts', { parts: { list: fail } }, words.parts.notLoaded],
  ['/inventory/assemblies', { assemblies: { list: fail } }, words.assemblies.notLoaded],
  ['/inventory/products', { products: { list: fail } }, words.products.notLoaded],
  ['/inventory/vendors', { vendors: { list: fail } }, words.vendors.notLoaded],
  ['/sops', { sops: { list: fail } }, words.sops.notLoaded],
  ['/integrations', { integrations: { list: fail } }, words.integrations.noConfigurations],
  ['/integrations/management', { integrations: { assigned: fail } }, words.integrations.notLoaded],
  [`/company/${company.id}`, { dashboard: { get: fail } }, words.companies.detailsNotLoaded],
  [`/company/${company.id}`, { revenue: { store: fail } }, words.revenue.notLoaded(wentWrong)],
  ['/inventory/products/new', { storeProducts: { list: fail } }, words.products.storeNotLoaded],
  ['/inventory/products/new', { storeProducts: { list: unreachable } }, words.products.storeNotReached],
  [`/sops/${newId()}/read`, { sops: { get: fail } }, 'Failed to load SOP'],
  [`/sops/runs/${newId()}`, { sopRuns: { get: fail } }, 'Failed to load run'],
])('%s says in its own words that it could not load', async (path, answers, sentence) => {
  open(path, 'company_operator', answers)
  await expect.element(page.getByText(sentence).first()).toBeVisible()
})

test.each<[string, Answers, string]>([
  ['/admin/users', { people: { list: fail } }, words.people.notLoaded],
  ['/admin/companies', { companies: { list: fail } }, words.companies.notLoaded],
])('%s says in its own words that it could not load', async (path, answers, sentence) => {
  open(path, 'sbr_operator', answers)
  await expectAlert(sentence)
})

test.each([
  ['/time-clock/present', 'No such time entry'],
  ['/inventory/deleted/people', 'No such deleted record'],
  ['/tasks/nowhere', 'No such task'],
  ['/sops/nowhere/read', 'No such SOP'],
  ['/sops/runs/nowhere', 'No such run'],
])('%s, typed by hand, says: %s', async (path, title) => {
  open(path, 'company_operator')
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
})

test('from a company that could not load a link leads back to the portfolio', async () => {
  open(`/company/${company.id}`, 'sbr_operator', { dashboard: { get: fail } })
  await expectAlert(words.companies.detailsNotLoaded)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Portfolio' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Portfolio Management' })).toBeVisible()
})

test('the timeline of a record says that it could not load', async () => {
  const vendor = sampleOf(Vendor, { name: 'Acme' })
  open(`/inventory/vendors/${vendor.id}`, 'company_operator', {
    vendors: { list: () => ({ ...pageWith([vendor]), activeCount: 1 }), get: () => vendor },
    activity: { list: fail },
  })
  await page.getByRole('tab', { name: 'Activity Timeline' }).click()
  await expectAlert(words.activity.notLoaded)
})

test('from a SOP or a run that could not be loaded a link leads back', async () => {
  open(`/sops/${newId()}/read`, 'company_operator', { sops: { get: fail } })
  await expectAlert('Failed to load SOP')
  await expect.element(page.getByRole('main').getByRole('link', { name: 'SOPs' })).toBeVisible()
  open(`/sops/runs/${newId()}`, 'company_operator', { sopRuns: { get: fail } })
  await expectAlert('Failed to load run')
  await page.getByRole('main').getByRole('link', { name: 'Runs' }).click()
  await expect.element(page.getByRole('heading', { name: 'Runs of SOPs' })).toBeVisible()
})

test('a record that could not be loaded is not said to be missing', async () => {
  open(`/inventory/parts/${newId()}`, 'company_operator', { parts: { get: fail } })
  await expect.element(page.getByText('Failed to load part')).toBeVisible()
  await expect.element(page.getByText(wentWrong)).toBeVisible()
  await expectNone(page.getByText('No such part'))
})

test('a record that is not there is said to be missing, with the way to those that were deleted', async () => {
  const missing = (): never => {
    throw refusal(404, 'NOT_FOUND', 'That part no longer exists')
  }
  open(`/inventory/parts/${newId()}`, 'company_operator', { parts: { get: missing } })
  await expect.element(page.getByText('No such part')).toBeVisible()
  await expect.element(page.getByText('It was deleted, or it belongs to another company.')).toBeVisible()
  await page.getByRole('link', { name: 'Recently Deleted' }).click()
  await expect.element(page.getByRole('heading', { name: 'Recently Deleted' })).toBeVisible()
})
