import { CompanyCard } from 'contract/companies/companies.ts'
import { AssignedIntegration, Integration } from 'contract/integrations/integrations.ts'
import { SyncRun } from 'contract/integrations/sync-runs.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { words } from '../../e2e/words.ts'
import { choose, expectAlert, expectToast } from '../testing/look.ts'
import { company, open, south } from '../testing/product.tsx'
import { sampleOf } from '../testing/samples.ts'
import { fail, refusal } from '../testing/server.ts'

test('a switch or a configuration that could not be saved is reported', async () => {
  const integration = (integrationName: Integration['integrationName']) =>
    sampleOf(Integration, {
      integrationName,
      companyId: company.id,
      credentialsSaved: integrationName === 'shopify',
      status: 'connected',
    })
  open('/integrations', 'company_operator', {
    integrations: { list: () => ({ items: [integration('shopify'), integration('openai')] }), update: fail },
  })
  await page.getByRole('region', { name: 'Shopify' }).getByRole('switch').click({ force: true })
  await expectAlert(words.integrations.notSwitched)
  const card = page.getByRole('region', { name: 'OpenAI' })
  await card.getByRole('button', { name: 'Configure' }).click()
  await card.getByLabelText(/^API Key/).fill('sk-kept-as-typed')
  await card.getByRole('button', { name: 'Save' }).click()
  await expectAlert(words.integrations.notSaved)
  await expect.element(card.getByLabelText(/^API Key/)).toHaveValue('sk-kept-as-typed')
})

const assigned = sampleOf(AssignedIntegration, {
  ...{ integrationName: 'shopify', companyId: company.id, companyName: company.name, isEnabled: true },
  ...{ status: 'connected', credentialsSaved: true },
})

test('a sync that could not begin, is not offered, or failed without a reason is reported', async () => {
  let lastRun: SyncRun | null = null
  const { answers } = open('/integrations/management', 'company_operator')
  const syncAnswers = (sync: NonNullable<typeof answers.integrations>['sync']) => {
    answers.integrations = { assigned: () => ({ items: [{ ...assigned, lastRun }] }), sync }
  }
  syncAnswers(fail)
  const button = page.getByRole('listitem').filter({ hasText: 'Shopify' }).getByRole('button', { name: 'Sync Data' })
  await button.click()
  await expectToast(words.integrations.notSynced)
  syncAnswers(() => {
    throw refusal(422, 'NOT_SUPPORTED', words.integrations.syncOnlyShopify)
  })
  await button.click()
  await expectToast(words.integrations.notSupported, words.integrations.syncOnlyShopify)
  syncAnswers(() => {
    const run = sampleOf(SyncRun, { kind: 'products', state: 'queued' })
    lastRun = { ...run, state: 'failed' }
    return { success: true, message: '', run }
  })
  await button.click()
  await expectAlert(words.integrations.unknownError)
})

test('an integration that could not be moved stays where it is, and the reason is said', async () => {
  let move: () => never = fail
  open('/integrations/management', 'sbr_operator', {
    companies: { list: () => ({ items: [company, south].map((each) => sampleOf(CompanyCard, each)) }) },
    integrations: { assigned: () => ({ items: [assigned] }), move: () => move() },
  })
  for (const [answer, sentence] of [
    [fail, words.integrations.notMoved],
    [gone, words.integrations.companyGone],
  ] as const) {
    move = answer
    await choose(page, /^Company of Shopify/, south.name)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Move' }).click()
    await expectToast(sentence)
  }
})

function gone(): never {
  throw refusal(404, 'NOT_FOUND', 'Not found')
}
