import { ChangePreview } from 'contract/activity/change-preview.ts'
import { Suggestion, SuggestionDetails } from 'contract/suggestions/suggestions.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAlert, expectToast } from '../testing/look.ts'
import { company, open } from '../testing/product.tsx'
import { sampleOf } from '../testing/samples.ts'
import { fail } from '../testing/server.ts'

const id = '01900000-0000-7000-8000-000000000001'
const waiting = sampleOf(Suggestion, {
  ...{ id, companyId: company.id, procedure: 'stock.adjust', status: 'open' },
  ...{ reason: 'Two are broken', createdByName: 'Ada Operator', decidedBy: null, decidedByName: null },
})
const preview = sampleOf(ChangePreview, {
  changes: [
    {
      ...{ entityType: 'part', entityId: id, entityName: 'Bolt', action: 'stock_changed', description: '' },
      ...{ fieldChanged: 'stockLevel', oldValue: '5', newValue: '3', unit: 'each' },
    },
  ],
  changeCount: 1,
})
const details = (more: Partial<SuggestionDetails>) =>
  sampleOf(SuggestionDetails, { ...waiting, preview: null, failure: null, ...more })

/** The list, with the suggestion, and its review. */
async function review(more: Partial<SuggestionDetails>) {
  const decided = { ...waiting, status: 'accepted' as const }
  const { answers } = open('/integrations/suggestions', 'company_operator', {
    suggestions: {
      list: () => ({ items: [waiting], openCount: 1 }),
      get: () => details(more),
      accept: () => decided,
      decline: () => decided,
    },
  })
  await page.getByRole('button', { name: 'Review' }).click()
  return { answers, dialog: page.getByRole('dialog', { name: 'Adjust the stock of a part' }) }
}

test('a suggestion shows who made it and why, what would change, and is accepted', async () => {
  const { dialog } = await review({ preview })
  await expect.element(page.getByText(/^Ada Operator/)).toBeInTheDocument()
  await expect.element(page.getByText('1 waiting')).toBeInTheDocument()
  await expect.element(dialog.getByText('Two are broken')).toBeInTheDocument()
  await expect.element(dialog.getByRole('row', { name: /Bolt.*5 3/ })).toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expectToast('Suggestion accepted')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('what cannot be done now says why, and can only be declined', async () => {
  const failure = {
    code: 'CONFLICT',
    status: 409,
    message: 'This has been changed since you opened it',
    data: { reason: 'stale' },
  }
  const { dialog } = await review({ failure })
  await expectAlert('This cannot be done now')
  await expect.element(dialog.getByText('The record has been changed since the program read it.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Accept' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expectToast('Suggestion declined')
})

test('a new record is reviewed with all values that the program sends, not its name alone', async () => {
  const created = sampleOf(ChangePreview, {
    changes: [
      {
        ...{ entityType: 'part', entityId: id, entityName: 'Bolt', action: 'created', description: 'Created' },
        ...{ fieldChanged: null, oldValue: null, newValue: null, unit: null },
      },
    ],
    changeCount: 1,
  })
  const { dialog } = await review({ preview: created, input: { name: 'Bolt', cost: 99_999 } })
  await expect.element(dialog.getByText('99999')).toBeVisible()
})

test('what somebody else is accepting can only be declined, and what is decided says by whom', async () => {
  const other = { decidedBy: '01900000-0000-7000-8000-00000000000f', decidedByName: 'Bo Operator' }
  const { answers, dialog } = await review({ status: 'accepting', ...other })
  await expectAlert('It is not known whether this was saved')
  await expect.element(dialog.getByRole('button', { name: 'Accept' })).toBeDisabled()
  await expect.element(dialog.getByRole('button', { name: 'Decline' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Close' }).click()
  answers.suggestions = { ...answers.suggestions, get: () => details({ status: 'declined', ...other }) }
  await page.getByRole('button', { name: 'Review' }).click()
  await expect.element(dialog.getByText('Bo Operator has declined this.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Accept' })).toBeDisabled()
})

test('an answer that could not be saved is reported, and the review stays open', async () => {
  const { answers, dialog } = await review({ preview })
  answers.suggestions = { ...answers.suggestions, accept: fail }
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expectToast('Failed to accept the suggestion')
  await expect.element(dialog).toBeInTheDocument()
})

test('a company without suggestions learns where they come from', async () => {
  open('/integrations/suggestions', 'company_operator', { suggestions: { list: () => ({ items: [], openCount: 0 }) } })
  await expect.element(page.getByRole('heading', { name: 'No suggestions' })).toBeInTheDocument()
})
