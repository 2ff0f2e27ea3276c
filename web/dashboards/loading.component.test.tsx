import { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { company, open } from '../testing/product.tsx'
import { sampleOf } from '../testing/samples.ts'
import { rememberSetUp, wasSetUp } from './set-up-memory.ts'

const unanswered = () => new Promise<never>(() => {})

test('the dashboard of a company has its name before any answer', async () => {
  open(`/company/${company.id}`, 'sbr_operator', { dashboard: { get: unanswered } })
  await expect.element(page.getByRole('heading', { name: `${company.name} Dashboard` })).toBeVisible()
})

test('a company that had nothing to set up the last time shows its other cards without waiting for that', async () => {
  const old = { ...sampleOf(CompanyDashboard).company, createdAt: '2020-01-01T00:00:00.000Z' }
  const counts = { ...sampleOf(CompanyDashboard).counts, parts: 3 }
  const hasMade = { ...sampleOf(CompanyDashboard).hasMade, sops: true, tasks: true }
  open(`/company/${company.id}`, 'sbr_operator', {
    dashboard: { get: () => sampleOf(CompanyDashboard, { company: old, counts, hasMade }) },
  })
  await expect.element(page.getByText('Nobody is clocked in.')).toBeVisible()
  expect(wasSetUp(company.id)).toBe(true)
  open(`/company/${company.id}`, 'sbr_operator', { dashboard: { get: unanswered } })
  rememberSetUp(company.id, true) // a test begins with an empty storage
  const needsYou = () =>
    [...document.querySelectorAll('#main h2')].find((each) => each.textContent.startsWith('Needs You'))
  await expect.poll(needsYou).toBeTruthy()
  expect(needsYou()?.closest('[data-held]')).toBeNull()
})
