import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { expectAccessible, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

const notes = 'unpack the valves, check for scratches, shelve them by size, broken ones go to Quality'

test('an operator switches the assistant on; drafts, proposals and a summary are shown, and stored only when a person saves them', async ({
  page,
  outside: { openai },
}) => {
  await signIn(page, people.northOperator, '/sops/new')
  await expect(page.getByLabel('Title')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Draft from Notes' })).toHaveCount(0)

  await visit(page, '/integrations')
  const card = page.getByRole('region', { name: 'OpenAI' })
  await card.getByRole('button', { name: 'Configure' }).click()
  await card.getByLabel('API Key').fill(openai.credentials.apiKey)
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(words.integrations.saved)).toBeVisible()
  await expect(card.getByText('Next: press Configure and choose a model. Until then nothing is offered.')).toBeVisible()
  await card.getByRole('button', { name: 'Configure' }).click()
  await expect(card.getByLabel('API Key')).toBeDisabled()
  await card.getByLabel('Model').click()
  await page.getByRole('option', { name: 'gpt-5.6', exact: true }).click()
  await card.getByLabel('Calls a month').fill('5')
  await card.getByRole('button', { name: 'Save' }).click()
  // The card is small again, as before: the switch does not move any more.
  await expect(card.getByRole('button', { name: 'Configure' })).toBeVisible()
  await card.getByLabel('Enable OpenAI').click({ force: true })
  await expect(card.getByLabel('Enable OpenAI')).toBeChecked()
  await expect(card.getByText('0 of 5 calls this month, 0 tokens.')).toBeVisible()

  await visit(page, '/sops/new')
  await page.getByRole('button', { name: 'Draft from Notes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Draft from Notes' })
  await dialog.getByLabel('Notes').fill(notes)
  await expect(dialog.getByText('5 of 5 calls are left this month.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Draft', exact: true }).click()
  await expect(dialog.getByRole('region', { name: 'Draft' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Take Into the Form' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Title')).not.toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Content' })).not.toHaveText('')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button').last().click()

  await visit(page, '/inventory/parts')
  await page.getByRole('button', { name: 'Import' }).click()
  const csv = 'Teil,Bezeichnung der Ware,Regalplatz\nQ-1,Bolt,A3\nQ-2,Nut,A4\n'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'teile.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Propose Fields' }).click()
  const proposal = page.getByRole('region', { name: 'Proposed fields' })
  await expect(proposal.getByRole('listitem').first()).toContainText('→')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take These Fields' }).click()
  await expect(proposal).toHaveCount(0)
  await expect(page.getByText(/[12] of 3 columns matched/)).toBeVisible()

  const session = await (await page.request.get('/api/session')).json()
  await visit(page, `/company/${session.companyId}`)
  await page.getByRole('button', { name: 'Summarize' }).click()
  const week = page.getByRole('region', { name: 'The Last Seven Days' })
  await expect(week.getByRole('table', { name: 'Figures of the last seven days' })).toBeVisible()
  await expect(week.getByText('2 of 5 calls are left this month.')).toBeVisible()
  await expectAccessible(page)

  // Later journeys on this product expect it as it was.
  await visit(page, '/integrations')
  await card.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(card.getByRole('button', { name: 'Disconnect' })).toHaveCount(0)
})
