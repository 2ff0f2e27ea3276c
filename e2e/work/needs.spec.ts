import { expect, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { enter, expectAccessible, originOf, people, signIn, visit } from '../people.ts'

const needOf = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Needs You' }).getByRole('listitem').filter({ hasText: words })

async function companyOf(page: Page): Promise<string> {
  return `/api/companies/${(await (await page.request.get('/api/session')).json()).companyId}`
}

test('what needs somebody is answered on the dashboard of a company', async ({ page }) => {
  await leg(
    page,
    'a forgotten clock-in is ended on the dashboard, with the end of the shift proposed and the original kept',
    () => endForgotten(page),
  )
  await leg(page, 'whoever may not adjust stock gives somebody a task for a part that is short', () => giveTask(page))
  await leg(page, 'a report is answered on the dashboard; the task stays in its place for a moment, with Undo', () =>
    answerReport(page),
  )
})

async function endForgotten(page: Page) {
  await enter(page, people.southManager)
  const headers = { 'if-match': '*', origin: await originOf(page) }
  const company = await companyOf(page)
  const pressed = await page.request.post(`${company}/time-entries/clock-in`, { headers, data: { heldSeconds: 4_000 } })
  const { id, userName } = await pressed.json()
  await enter(page, people.operator)
  const setShift = (shiftHours: number) => page.request.patch(company, { headers, data: { shiftHours } })
  expect((await setShift(1)).status()).toBe(200)

  await signIn(page, people.southOperator, '/dashboard')
  const need = needOf(page, `${userName} may have forgotten to clock out`)
  await need.getByRole('button', { name: 'End Entry of' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Time Entry' })
  const start = await form.getByLabel(/^Start/).inputValue()
  const end = await form.getByLabel(/^End/).inputValue()
  expect(Date.parse(`${end}Z`) - Date.parse(`${start}Z`)).toBe(3_600_000)
  // The reason is the one that is likely, and no entry changes without one.
  const reason = form.getByLabel('Reason for the change')
  await expect(reason).toHaveValue('Forgot to clock out')
  await reason.fill('')
  await form.getByRole('button', { name: 'Update Time Entry' }).click()
  await expect(form.getByText('Reason is required')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep Editing' }).click()
  await reason.fill('Left without the clock')
  await form.getByRole('button', { name: 'Update Time Entry' }).click()
  await expect(page.getByText('Time Entry updated successfully')).toBeVisible()
  await expect(need).toHaveCount(0)
  await expect(page).toHaveURL(/\/dashboard/)

  const { revisions } = await (await page.request.get(`${company}/time-entries/${id}`)).json()
  expect(revisions).toMatchObject([{ kind: 'edited', reason: 'Left without the clock', oldEndedAt: null }])
  await enter(page, people.operator)
  expect((await setShift(12)).status()).toBe(200)
}

async function giveTask(page: Page) {
  await enter(page, people.northOperator)
  const company = await companyOf(page)
  const origin = await originOf(page)
  const add = async (noun: string, data: object) => {
    const answer = await page.request.post(`${company}/${noun}`, { headers: { origin }, data })
    expect(answer.status()).toBe(201)
    return answer.json()
  }
  const part = await add('parts', { partNumber: 'SHORT-1', name: 'Short part', stockLevel: 0 })
  await add('products', { sku: 'SHORT-P', name: 'Waits', bom: [{ type: 'part', id: part.id, quantity: 2 }] })

  await signIn(page, people.northManager, '/dashboard')
  const more = page.getByRole('region', { name: 'Needs You' }).getByRole('button', { name: /^Show \d+ more/ })
  const need = needOf(page, 'SHORT-1')
  await expect(need.or(more).first()).toBeVisible()
  if (!(await need.isVisible())) await more.click()
  await need.getByRole('link', { name: 'Create Task' }).click()
  const form = page.getByRole('dialog', { name: 'Create Task' })
  await expect(form.getByText('SHORT-1 Short part').or(form.locator('input[value="SHORT-1 Short part"]'))).toBeVisible()
}

async function answerReport(page: Page) {
  await enter(page, people.northManager)
  const company = await companyOf(page)
  const origin = await originOf(page)
  await enter(page, people.northEmployee)
  const { user } = await (await page.request.get('/api/session')).json()
  await enter(page, people.northManager)
  const data = { title: 'Oil the lathe', assignedTo: user.id, priority: 'critical' }
  const task = await (await page.request.post(`${company}/tasks`, { headers: { origin }, data })).json()
  await enter(page, people.northEmployee)
  const report = await page.request.post(`${company}/tasks/${task.id}/reports`, {
    ...{ headers: { origin }, data: { kind: 'done', comment: 'Two drops', fileIds: [] } },
  })
  expect(report.status()).toBe(201)
  const level = { ...data, title: 'Level the bed' }
  await enter(page, people.northManager)
  const stuck = await (await page.request.post(`${company}/tasks`, { headers: { origin }, data: level })).json()
  await enter(page, people.northEmployee)
  const secondReport = await page.request.post(`${company}/tasks/${stuck.id}/reports`, {
    ...{ headers: { origin }, data: { kind: 'needs_help', comment: 'The level is broken', fileIds: [] } },
  })
  expect(secondReport.status()).toBe(201)

  // The employee finds the report beside the task, and opens the task by pressing anywhere in its row.
  await visit(page, '/dashboard')
  const own = page.getByRole('region', { name: 'My Tasks' }).getByRole('listitem').filter({ hasText: 'Oil the lathe' })
  await expect(own.getByText('Reported done')).toBeVisible()
  await own.click({ position: { x: 300, y: 12 } })
  await expect(page.getByRole('dialog', { name: 'Oil the lathe' })).toBeVisible()

  await signIn(page, people.northManager, '/tasks')
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tasks' })
  await expect(entry).toHaveAccessibleDescription(/reports? to review/)
  const { open, reported } = await (await page.request.get(`${company}/task-counts`)).json()
  await expect(entry.locator('..')).toContainText(String(open + reported))
  await page.getByRole('button', { name: /to review$/ }).click()
  await expect(page.getByRole('row', { name: 'Oil the lathe' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(reported + 1)

  await visit(page, '/dashboard')
  const need = needOf(page, 'Oil the lathe')
  await expect(need.getByText('“Two drops”')).toBeVisible()
  // Whoever asks for help has not said that the task is done.
  await expect(needOf(page, 'Level the bed').getByRole('button')).toHaveText(['Answer', 'Mark Complete'])
  await need.getByRole('button', { name: 'Send Back' }).click()
  await expect(need.getByLabel('What is missing?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(need.getByRole('button', { name: 'Send Back' })).toBeFocused()
  await expectAccessible(page)
  await need.getByRole('button', { name: 'Mark Complete' }).click()
  const undo = need.getByRole('button', { name: 'Undo: Oil the lathe' })
  await expect(undo).toBeVisible()
  await undo.click()
  await expect(need.getByRole('button', { name: 'Mark Complete' })).toBeVisible()
}

test('the dashboard of the firm names other companies with late tasks; a row of the portfolio opens the company', async ({
  page,
}) => {
  await signIn(page, people.operator, '/portfolio')
  const row = page.getByRole('row', { name: /North Manufacturing/ })
  const blocked = await row.getByTitle('North Manufacturing: blocked tasks').textContent()
  await expect(row.getByRole('cell').getByRole('link')).toHaveCount(9)
  await row.getByTitle(/North Manufacturing: hours of this week\nTime on the clock/).click()
  await expect(page).toHaveURL(/\/time-clock\/sheets\?company=/)
  await page.goBack()
  await row.getByTitle('North Manufacturing: revenue of this year').click()
  await expect(page.getByRole('heading', { name: 'Revenue', exact: true })).toBeInViewport()
  await page.goto(`${new URL(page.url()).pathname}#store-tab-customers`)
  const customers = page.getByRole('tab', { name: /Customers/, selected: true })
  await expect(customers).toBeInViewport()
  await page.reload()
  await expect(customers).toBeInViewport()
  await visit(page, '/portfolio')
  await row
    .getByRole('cell')
    .first()
    .click({ position: { x: 4, y: 8 } })
  await expect(page.getByRole('heading', { name: 'North Manufacturing Dashboard' })).toBeVisible()

  const { companies } = await (await page.request.get('/api/session')).json()
  const firm = companies.find(({ isSbr }: { isSbr: boolean }) => isSbr).id
  await visit(page, `/company/${firm}?company=${firm}`)
  const needs = page.getByRole('region', { name: 'Needs You' })
  const north = needs.getByRole('listitem').filter({ hasText: 'North Manufacturing' })
  await expect(north).toContainText(`${blocked} tasks blocked`)
  await expectAccessible(page)
  await needs.getByRole('link', { name: /portfolio|All companies/ }).click()
  await expect(page).toHaveURL(/\/portfolio/)

  await page.setViewportSize({ width: 390, height: 844 })
  const card = page.getByRole('list', { name: 'All companies' }).getByRole('listitem').filter({ hasText: 'North' })
  await expect(card.getByTitle('North Manufacturing: overdue tasks')).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await card.click({ position: { x: 240, y: 16 } })
  await expect(page.getByRole('heading', { name: 'North Manufacturing Dashboard' })).toBeVisible()
})
