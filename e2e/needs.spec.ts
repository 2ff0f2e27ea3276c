import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { enter, expectAccessible, people, signIn } from './people.ts'

const needOf = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Needs You' }).getByRole('listitem').filter({ hasText: words })

async function companyOf(page: Page): Promise<string> {
  return `/api/companies/${(await (await page.request.get('/api/session')).json()).companyId}`
}

test('a forgotten clock-in is ended on the dashboard, with the end of the shift proposed and the original kept', async ({
  page,
}) => {
  const headers = { 'if-match': '*', origin: '' }
  await signIn(page, people.southManager, '/time-clock')
  headers.origin = new URL(page.url()).origin
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
  await expectAccessible(page)
  // The reason is the one that is likely, and no entry changes without one.
  const reason = form.getByLabel('Reason for the change')
  await expect(reason).toHaveValue('Forgot to clock out')
  await reason.fill('')
  await form.getByRole('button', { name: 'Update Time Entry' }).click()
  await expect(form.getByText('Reason is required')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await reason.fill('Left without the clock')
  await form.getByRole('button', { name: 'Update Time Entry' }).click()
  await expect(page.getByText('Time Entry updated successfully')).toBeVisible()
  await expect(need).toHaveCount(0)
  await expect(page).toHaveURL(/\/dashboard/)

  const { revisions } = await (await page.request.get(`${company}/time-entries/${id}`)).json()
  expect(revisions).toMatchObject([{ kind: 'edited', reason: 'Left without the clock', oldEndedAt: null }])
  await enter(page, people.operator)
  expect((await setShift(12)).status()).toBe(200)
})

test('whoever may not adjust stock gives somebody a task for a part that is short', async ({ page }) => {
  await signIn(page, people.northOperator, '/dashboard')
  const company = await companyOf(page)
  const { origin } = new URL(page.url())
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
  await need.getByRole('link', { name: 'New Task' }).click()
  const form = page.getByRole('dialog', { name: 'Create Task' })
  await expect(form.getByText('SHORT-1 Short part').or(form.locator('input[value="SHORT-1 Short part"]'))).toBeVisible()
})
