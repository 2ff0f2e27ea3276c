import { expect, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { choose, enter, expectAccessible, originOf, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

test('SOPs are written by operators and managers, and read by employees', async ({ page }) => {
  await leg(page, 'a company operator writes, reads, links, changes and deletes a SOP', () => writeSop(page))
  await leg(page, 'a manager changes only their own SOPs; an employee reads published ones', () => writeOwnSop(page))
})

async function writeSop(page: Page) {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text()) && message.type() === 'error') violations.push(message.text())
  })
  await signIn(page, people.northOperator)
  await page.getByRole('link', { name: 'SOPs' }).click()
  await expect(page.getByRole('row', { name: /Lockout and tagout/ })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'SBR Internal' })).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add SOP' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill('Deburring of end caps')
  await form.getByLabel('Video URL').fill('https://youtube.com.evil.com/watch?v=dQw4w9WgXcQ')
  await form
    .getByLabel('Content')
    .fill('## Tools\n\n- [ ] Scraper\n\n<script>alert(1)</script> [no](javascript:alert(1)) **Careful**')
  await expect(form.getByRole('heading', { name: 'Tools' })).toBeVisible()
  await expect(form.getByText('<script>alert(1)</script>', { exact: false }).last()).toBeVisible()
  await expect(form.getByRole('link', { name: 'no' })).toHaveCount(0)
  await form.getByRole('button', { name: 'Create SOP' }).click()
  await expect(form.getByText('Must be the address of a YouTube or Vimeo video')).toBeVisible()
  await form.getByLabel('Video URL').fill('https://youtu.be/dQw4w9WgXcQ')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(words.sops.created)).toBeVisible()

  const row = page.getByRole('row', { name: /Deburring of end caps/ })
  await expect(row.getByRole('img', { name: 'Has a video' })).toBeVisible()
  await row.click()
  const reading = page.getByRole('dialog')
  await expect(reading.getByRole('heading', { name: 'Tools' })).toBeVisible()
  await expect(reading.getByRole('button', { name: 'Play Video' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expectAccessible(page)

  await visit(page, '/inventory/parts?q=NM-1005')
  await page.getByRole('button', { name: /^Edit / }).click()
  await choose(page.getByRole('dialog'), 'SOP', 'Deburring of end caps')
  await page.getByRole('dialog').getByRole('button', { name: 'Update Part' }).click()
  await expect(page.getByText(words.parts.updated)).toBeVisible()
  await page
    .getByRole('row', { name: /NM-1005/ })
    .getByRole('link')
    .click()
  const linked = page.getByRole('region', { name: 'SOP', exact: true })
  await expect(linked.getByRole('heading', { name: 'Tools' })).toBeVisible()
  await linked.getByRole('link', { name: 'Deburring of end caps' }).click()
  await page.waitForURL(/\/sops\//)

  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog').getByText(/NM-1005/)).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).last().click()
  expect(violations).toEqual([])
}

async function writeOwnSop(page: Page) {
  await signIn(page, people.northManager, '/sops')
  await expect(page.getByRole('button', { name: 'Edit Lockout and tagout at the turning centre' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Edit|Delete) Final inspection/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add SOP' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill('Of short life')
  await form.getByLabel('Content').fill('Wait.\n\nStart.')
  await form.getByRole('button', { name: 'Create SOP' }).click()
  await expect(page.getByText(words.sops.created)).toBeVisible()

  // Somebody else saves while the SOP is edited: both texts are shown, paragraph by paragraph.
  await page.getByRole('button', { name: 'Edit Of short life' }).click()
  await form.getByLabel('Content').fill('Wait a minute.\n\nStart.')
  const { companyId } = await (await page.request.get('/api/session')).json()
  const path = `/api/companies/${companyId}/sops`
  const [{ id }] = (await (await page.request.get(`${path}?q=short+life`)).json()).items
  const headers = { 'if-match': '*', origin: new URL(page.url()).origin }
  const theirs = { headers, data: { content: 'Wait.\n\nStart slowly.' } }
  expect((await page.request.patch(`${path}/${id}`, theirs)).status()).toBe(200)
  await form.getByRole('button', { name: 'Update SOP' }).click()
  const panel = form.getByRole('alert', { name: 'Conflicting changes' })
  await expect(panel.getByText('Start slowly.')).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Save These Values' }).click()
  await expect(page.getByText(words.sops.updated)).toBeVisible()
  const { content } = await (await page.request.get(`${path}/${id}`)).json()
  expect(content).toBe('Wait a minute.\n\nStart slowly.')

  await page.getByRole('button', { name: 'Delete Of short life' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  // The message comes before the list is read again: only a row that was gone shows that it is back.
  await expect(page.getByRole('button', { name: 'Delete Of short life' })).toHaveCount(0)
  await page.getByRole('alert').filter({ hasText: words.sops.deleted }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Delete Of short life' })).toBeVisible()

  await test.step('a manager brings back a SOP of their own, from where SOPs are', async () => {
    await page.getByRole('button', { name: 'Delete Of short life' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('button', { name: 'Delete Of short life' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Recently Deleted' }).click()
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: 'Restore Of short life' }).click()
    await expect(page.getByText('SOP restored')).toBeVisible()
    await page.getByRole('button', { name: 'Open Of short life' }).click()
    await expect(page.getByRole('dialog').getByText('Of short life').first()).toBeVisible()
  })

  // A long text can be confirmed at its end, too.
  const long = { headers, data: { content: `Start slowly.\n\n${'Keep your hands away. '.repeat(40)}` } }
  expect((await page.request.patch(`${path}/${id}`, long)).status()).toBe(200)
  await signIn(page, people.northEmployee, `/sops/${id}/read`)
  await expect(page.getByText('Start slowly.')).toBeVisible()
  await page.getByRole('button', { name: 'I have read it' }).last().click()
  await expect(page.getByText('Confirmed. Thank you.')).toBeVisible()
  await expect(page.getByText('You have read this SOP.')).toBeVisible()
  // The text has nothing to tick.
  await expect(page.getByRole('button', { name: 'Start the Checklist' })).toHaveCount(0)
  await visit(page, '/sops')
  await expect(page.getByRole('row', { name: /Lockout and tagout/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Packing hydraulic/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Add SOP|^Edit|^Delete/ })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: /^Shared by SBR\s*\d+ to read$/ })).toBeVisible()
  await visit(page, '/sops?type=form')
  await expect(page.getByText(words.sops.none)).toBeVisible()
  await visit(page, '/sops?visibility=sbr_public')
  await page.getByRole('row', { name: /Month-end stock count/ }).click()
  await expect(page.getByRole('dialog').getByText('last working day')).toBeVisible()
}

test('a SOP is shared by SBR, compared and restored', async ({ page }) => {
  await leg(page, 'an operator of SBR shares a SOP of a company and undoes it', () => shareSop(page))
  await leg(page, 'any two versions of a SOP are compared, and an earlier one is restored', () => compareVersions(page))
})

async function shareSop(page: Page) {
  await signIn(page, people.operator, '/sops')
  await expect(page.getByText(words.sops.createFirst)).toBeVisible()
  await page.getByRole('tab', { name: 'SBR Internal' }).click()
  await expect(page.getByRole('row', { name: /Onboarding a new portfolio company/ })).toBeVisible()
  await page
    .getByRole('combobox', { name: /company/i })
    .first()
    .click()
  await page.getByRole('option', { name: /North Manufacturing/ }).click()
  await page.getByRole('tab', { name: 'Company SOPs' }).click()
  await page.getByRole('button', { name: 'Edit Lockout and tagout at the turning centre' }).click()
  await choose(page.getByRole('dialog'), 'Visibility', 'SBR Public (Shared)')
  await expect(page.getByText('For the people of all companies')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Update SOP' }).click()
  await expect(page.getByText(words.sops.updated)).toBeVisible()
  // The list follows the SOP to its new company.
  await expect(page.getByRole('tab', { name: 'Shared by SBR', selected: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /Lockout and tagout/ })).toBeVisible()
  await page.getByRole('tab', { name: 'Company SOPs' }).click()
  await expect(page.getByRole('row', { name: /Lockout and tagout/ })).toHaveCount(0)
  await page.getByRole('alert').filter({ hasText: words.sops.updated }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: /Lockout and tagout/ })).toBeVisible()
  await page.getByRole('tab', { name: 'Shared by SBR' }).click()
  await expect(page.getByRole('row', { name: /Lockout and tagout/ })).toHaveCount(0)
}

async function compareVersions(page: Page) {
  await enter(page, people.northOperator)
  const { companyId } = await (await page.request.get('/api/session')).json()
  const headers = { origin: await originOf(page) }
  const at = `/api/companies/${companyId}/sops`
  const data = { title: 'Warm up', content: 'Run for one minute.', status: 'published', visibility: 'company' }
  const { id } = await (await page.request.post(at, { headers, data })).json()
  for (const minutes of ['two', 'three', 'four']) {
    const change = { content: `Run for ${minutes} minutes.`, changeNote: `Now ${minutes}` }
    const answer = await page.request.patch(`${at}/${id}`, { headers: { ...headers, 'if-match': '*' }, data: change })
    expect(answer.ok()).toBe(true)
  }
  await visit(page, `/sops/${id}/read`)
  await page.getByRole('button', { name: 'Versions' }).click()
  const history = page.getByRole('dialog', { name: 'Versions of Warm up' })
  const changes = history.getByRole('region', { name: 'Changes' })
  await expect(changes.getByRole('deletion')).toHaveText(['three'])
  await expect(changes.getByRole('insertion')).toHaveText(['four'])
  await choose(history, 'Compare with', 'Version 1')
  await expect(changes.getByRole('deletion')).toHaveText(['one', 'minute'])
  await expect(changes.getByRole('insertion')).toHaveText(['four', 'minutes'])
  await expectAccessible(page)

  // There is none before the first version: all of it is new.
  await history.getByRole('button', { name: /^Version 1/ }).click()
  await expect(changes.getByRole('insertion')).toHaveText(['Warm up', 'Run for one minute.'])

  await history.getByRole('button', { name: /^Version 2/ }).click()
  await choose(history, 'Compare with', 'Version 4')
  await expect(changes.getByRole('deletion')).toHaveText(['four'])
  await history.getByRole('button', { name: 'Restore This Version' }).click()
  await expect(page.getByText(words.sops.updated)).toBeVisible()
  await expect(history.getByRole('button', { name: /^Version 5.*Version 2 restored/ })).toBeVisible()

  await visit(page, `/sops/${id}/edit`)
  const form = page.getByRole('dialog')
  const changed = form.getByLabel('What changed')
  await changed.fill('x'.repeat(501))
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('Must be at most 500 characters')).toBeVisible()
  await expect(changed).toHaveValue('x'.repeat(501))
  await changed.fill('As before')
  await form.getByLabel('Description').fill('For every morning')
  await form.getByLabel('Ask people to read it again').check()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(words.sops.updated)).toBeVisible()
  await visit(page, `/sops/${id}/read`)
  await page.getByRole('button', { name: 'Versions' }).click()
  await expect(history.getByRole('button', { name: /^Version 6.*As before/ })).toBeVisible()
}
