import { expect, type Page } from '@playwright/test'
import { breakAt, isChange, refused } from '../broken-answers.ts'
import { ensureClockedIn } from '../clock.ts'
import { leg, test } from '../journey.ts'
import { expectAccessible, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

type Point = { x: number; y: number }

/** Taps at a point as soon as a button stands there that takes presses: sooner than any finger. */
const tapWhenThere = (page: Page, { x, y }: Point, name: string) =>
  page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const button = document.elementFromPoint(${x}, ${y})?.closest('button')
      if (button?.textContent !== '${name}' || button.disabled) return requestAnimationFrame(look)
      const tap = { clientX: ${x}, clientY: ${y}, detail: 1, bubbles: true, cancelable: true }
      button.dispatchEvent(new MouseEvent('click', tap))
      resolve()
    }
    look()
  })`)

test('an employee uses the clock on a phone, and proposes what is missing', async ({ page }) => {
  await leg(page, 'an employee clocks in and out, and sees nobody else', () => useClock(page))
  await leg(
    page,
    'a correction is proposed from the menu of an entry; a break outside the shift is refused at its field',
    () => proposeCorrection(page),
  )
  await leg(page, 'a missing entry is proposed on a phone and accepted; the wall says who is in', () =>
    proposeEntry(page),
  )
})

async function useClock(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, people.northEmployee, '/time-clock')
  await expect(page.getByText('You are not clocked in.')).toBeVisible()
  await expectAccessible(page)
  // One press, one effect: the second click must not press the element that has replaced the button by then.
  await page.getByRole('button', { name: 'Clock In' }).dblclick({ delay: 250 })
  await expect(page.getByText(words.timeClock.clockedIn)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Start Break' })).toBeVisible()
  await expect(page.getByText(/Clocked in since/)).toBeVisible()
  await page.getByRole('button', { name: 'Clock Out' }).click()
  await expect(page.getByText(words.timeClock.clockedOut)).toBeVisible()
  await expect(page.getByText('You are not clocked in.')).toBeVisible()
  await expect(page.getByText('Maya Torres')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Edit/ })).toHaveCount(0)
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  // An employee sees no other people's entries, so the screen says nothing about them.
  await visit(page, '/dashboard')
  await expect(page.getByText('You are not clocked in.')).toBeVisible()
  await visit(page, '/time-clock')
  await test.step('the second tap of a double tap does not press what has just appeared there', () => tapTwice(page))
}

async function tapTwice(page: Page) {
  const clockIn = page.getByRole('button', { name: 'Clock In' })
  await expect(clockIn).toBeVisible()
  const { x, y, width, height } = (await clockIn.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const low = { x: x + width / 2, y: y + height - 8 }
  await page.mouse.click(low.x, low.y)
  await tapWhenThere(page, low, 'Start Break')
  await expect(page.getByText(words.timeClock.clockedIn)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/Clocked in since/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Break' })).toBeVisible()
  // Keys are not held back.
  await page.getByRole('button', { name: 'Clock Out' }).press('Enter')
  await expect(clockIn).toBeEnabled()
  await clockIn.press('Enter')
  await expect(page.getByText(/Clocked in since/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clock Out' })).toBeEnabled()
  await page.getByRole('button', { name: 'Clock Out' }).press('Enter')
  await expect(page.getByText('You are not clocked in.')).toBeVisible()
}

async function proposeCorrection(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, people.northEmployee, '/time-clock')
  await page.getByRole('button', { name: 'Day before' }).click()
  await expect(page.getByRole('heading', { name: /^Entries of/ })).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Actions for the entry/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Propose a Correction' }).click()
  const form = page.getByRole('dialog', { name: 'Propose a Correction' })
  const tenMinutesAfter = async (label: string) => {
    const wall = await form.getByLabel(label, { exact: true }).inputValue()
    return new Date(Date.parse(`${wall}Z`) + 600_000).toISOString().slice(0, 16)
  }
  const remove = form.getByRole('button', { name: /^Remove break/ })
  while (await remove.first().isVisible()) await remove.first().click()
  await form.getByRole('button', { name: 'Add Break' }).click()
  await expect(form.getByText('Start of break', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Start of break')).toHaveValue('')
  await form.getByLabel('Start of break').fill(await tenMinutesAfter('Start *'))
  await form.getByLabel('End of break').fill(await tenMinutesAfter('End'))
  await form.getByLabel('Reason for the change').fill('The break was short')
  await form.getByRole('button', { name: 'Propose' }).click()
  await expect(form.getByText('The break ends after the shift')).toBeVisible()
  await form.getByLabel('End of break').fill(await tenMinutesAfter('Start of break'))
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Propose' }).click()
  await expect(form).toHaveCount(0)
  // The form has left its address.
  await page.goBack()
  await expect(page.getByRole('heading', { name: /Entries/ })).toBeVisible()
  await expect(page).not.toHaveURL(/propose/)
  await visit(page, '/time-clock/proposals')
  const proposal = page.getByRole('listitem').filter({ hasText: 'The break was short' })
  await proposal.getByRole('button', { name: 'Withdraw' }).click()
  await expect(proposal).toHaveCount(0)
}

test('operators and managers read and edit the time of others', async ({ page }) => {
  await leg(
    page,
    'an operator has no clock, but sees who is clocked in; among entries of several days each time says its day, and days in the wrong order are put in order',
    () => readEntries(page),
  )
  await leg(page, 'a manager edits an entry, and everybody who may see the entry sees the reason', () =>
    editEntry(page),
  )
})

async function readEntries(page: Page) {
  await signIn(page, people.northManager, '/time-clock')
  await ensureClockedIn(page)
  await signIn(page, people.northOperator, '/time-clock')
  await expect(page.getByRole('row', { name: /Maya Torres.*Clocked in/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /Clock In|Clock Out/ })).toHaveCount(0)
  await visit(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Clocked In' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Maya Torres', exact: true })).toBeVisible()

  const { companyId } = await (await page.request.get('/api/session')).json()
  const { from: today } = await (await page.request.get(`/api/companies/${companyId}/time-entries`)).json()
  const before = new Date(Date.parse(today) - 6 * 86_400_000).toISOString().slice(0, 10)
  await visit(page, `/time-clock?from=${today}&to=${before}`)
  await expect(page.getByRole('heading', { name: /^Entries of .* – / })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Time entries' }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  const date = /[A-Z][a-z]{2} \d+, \d+:\d\d [AP]M/g
  for (const text of await rows.allInnerTexts())
    expect(text.match(date)).toHaveLength(text.includes('Clocked in') || text.includes('On a break') ? 1 : 2)
}

async function editEntry(page: Page) {
  await signIn(page, people.northManager, '/time-clock')
  await ensureClockedIn(page)
  await page.getByRole('button', { name: 'Day before' }).click()
  // The entries of today are shown until those of the day before have loaded.
  await expect(page.getByRole('heading', { name: /^Entries of/ })).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit the entry of Emil Novak' }).first().click()
  const form = page.getByRole('dialog', { name: 'Edit Time Entry' })
  const [day] = (await form.getByLabel('Start').inputValue()).split('T')
  await form.getByLabel('End').fill(`${day}T16:45`)
  await form.getByRole('button', { name: 'Update Time Entry' }).click()
  await expect(form.getByText('Reason is required')).toBeVisible()
  await form.getByLabel('Reason for the change').fill('Forgot to clock out')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Time Entry updated successfully')).toBeVisible()
  const row = page.getByRole('row', { name: /Emil Novak.*4:45 PM.*Edited/ })
  await expect(row).toBeVisible()

  await signIn(page, people.northEmployee, `/time-clock?from=${day}&to=${day}`)
  await page
    .getByRole('row', { name: /4:45 PM.*Edited/ })
    .getByRole('link')
    .click()
  const details = page.getByRole('dialog')
  await details.getByRole('tab', { name: 'Activity Timeline' }).click()
  await expect(details.getByText('Forgot to clock out')).toBeVisible()
  await expectAccessible(page)
}

async function proposeEntry(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, people.northEmployee, '/time-clock')
  await page.getByRole('link', { name: 'Propose a Missing Entry' }).click()
  const form = page.getByRole('dialog', { name: 'Propose a Missing Entry' })
  const proposedStart = await form.getByLabel('Start').inputValue()
  expect(proposedStart).toMatch(/:00$/)
  await expect(form.getByLabel('End')).toHaveValue(proposedStart)
  await form.getByLabel('Start').fill('2999-03-02T08:00')
  await form.getByRole('button', { name: 'Propose' }).click()
  await expect(form.getByText('Reason is required')).toBeVisible()
  await expect(form.getByLabel('End')).toBeFocused()
  await form.getByLabel('End').fill('2999-03-02T16:30')
  await form.getByLabel('Reason').fill('The phone was at home')
  await form.getByRole('button', { name: 'Propose' }).click()
  await expect(form.getByText('Start and end cannot lie in the future')).toBeVisible()
  await form.getByLabel('Start').fill('2020-03-02T08:00')
  await form.getByLabel('End').fill('2020-03-02T16:30')
  await expect(form.getByText('Worked: 8 h 30 m')).toBeVisible()
  await form.getByRole('button', { name: 'Add Break' }).click()
  await form.getByLabel('Start of break').fill('2020-03-02T12:00')
  await form.getByLabel('End of break').fill('2020-03-02T12:30')
  await expect(form.getByText('Worked: 8 h 0 m, without 30 m of breaks')).toBeVisible()
  await form.getByRole('button', { name: 'Remove break 1' }).click()
  await breakAt(page, isChange, { ...refused, data: { reason: 'entry_overlap', detail: 'Mar 2' } })
  await form.getByRole('button', { name: 'Propose' }).click()
  const why = form.getByText('Failed to propose the entry: This overlaps another of your entries: Mar 2')
  await expect(why).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await form.getByRole('button', { name: 'Propose' }).click()
  await expect(form).toHaveCount(0)
  await visit(page, '/time-clock?from=2020-03-02&to=2020-03-02')
  await expect(page.getByText('No time entries')).toBeVisible()
  const removed = page.getByRole('button', { name: 'Removed Entries Only' })
  await removed.click()
  await expect(page).toHaveURL(/isRemoved=true/)
  await removed.click()
  await expect(page).not.toHaveURL(/isRemoved/)

  await signIn(page, people.northManager, '/dashboard')
  const needs = page.getByRole('region', { name: 'Needs You' })
  const need = needs.getByRole('listitem').filter({ hasText: 'The phone was at home' })
  // Other journeys may have left needs that are more urgent.
  const showAll = async () => {
    const more = needs.getByRole('button', { name: /^Show \d+ more/ })
    await expect(need.or(more).first()).toBeVisible()
    if (await more.isVisible()) await more.click()
  }
  await showAll()
  const none = { x: 0, width: 0 }
  const decline = (await need.getByRole('button', { name: 'Decline' }).boundingBox()) ?? none
  const accept = (await need.getByRole('button', { name: 'Accept' }).boundingBox()) ?? none
  expect(decline.x - accept.x - accept.width).toBeGreaterThanOrEqual(7)
  await page
    .getByRole('link', { name: /proposes: missing entry/ })
    .first()
    .click()
  const proposal = page.getByRole('listitem').filter({ hasText: 'The phone was at home' })
  await expect(proposal.getByText('Emil Novak')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await showAll()
  await need.getByRole('button', { name: 'Accept' }).click()
  // The row stays for a moment: the next proposal must not slide under the finger.
  await expect(needs.getByText('Accepted', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, '/time-clock?from=2020-03-02&to=2020-03-02')
  await expect(page.getByRole('row', { name: /Emil Novak.*8:00 AM.*4:30 PM.*Added/ })).toBeVisible()

  await visit(page, '/time-clock')
  await ensureClockedIn(page)
  await visit(page, '/time-clock/wall')
  const wall = page.getByRole('dialog', { name: /^Who Is In/ })
  await expect(wall.getByText('Maya Torres')).toBeVisible()
  await expectAccessible(page)
}
