import { expect, type Locator, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { choose, enter, expectAccessible, filter, originOf, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

/** Opens the list of statuses, and moves to the third. Each key is pressed after the one before has had its effect. */
async function walkToBlocked(page: Page) {
  for (const status of ['Not Started', 'In Progress', 'Blocked']) {
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('[role=option][data-combobox-selected]:visible')).toHaveText(status)
  }
}

const title = 'Grease the spindle of lathe 4'

test('tasks are assigned, moved, and found from the dashboard', async ({ page }) => {
  await leg(
    page,
    'a manager assigns a task and moves it; the employee sees it and changes nothing; an operator sees all',
    () => assignTask(page),
  )
  await leg(
    page,
    'the dashboard leads to the blocked tasks; the toolbar of the board is one line, and at 200 % every card can be scrolled into sight, and stays there',
    () => findBlocked(page),
  )
})

async function assignTask(page: Page) {
  await signIn(page, people.northManager)
  await page.getByRole('link', { name: /^Tasks/ }).click()
  await expect(page.getByRole('tab')).toHaveText([/^My Tasks/, 'Team Tasks'])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Create Task' }).click()
  const form = page.getByRole('dialog', { name: 'Create Task' })
  const create = form.getByRole('button', { name: 'Create Task' })
  await expect(create).toBeDisabled()
  await form.getByLabel('Title').fill(title)
  await expect(create).toBeDisabled()
  await choose(form, 'Assignee', /Emil Novak/)
  await form.getByLabel('Due Date').fill('2020-02-03')
  await expectAccessible(page)
  await create.click()
  await expect(page.getByText(words.tasks.created)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Team Tasks' })).toHaveAttribute('aria-selected', 'true')
  const row = page.getByRole('row', { name: title })
  await expect(row.getByLabel('Overdue')).toBeVisible()

  // Arrow keys only move in the list of statuses; Enter chooses, and the focus stays.
  const status = row.getByRole('combobox', { name: `Status of ${title}` })
  await status.focus()
  await walkToBlocked(page)
  await page.keyboard.press('Escape')
  await expect(status).toHaveValue('Not Started')
  await expect(page.getByRole('option')).toHaveCount(0)
  await walkToBlocked(page)
  await page.keyboard.press('Enter')
  const blocked = page.getByRole('dialog', { name: 'What blocks this task?' })
  await expectAccessible(page)
  await blocked.getByRole('button', { name: 'Only Set to Blocked' }).click()
  await expect(page.getByText(words.tasks.updated)).toHaveCount(1)
  await expect(status).toHaveValue('Blocked')
  await expect(row.getByLabel('Overdue')).toBeVisible()
  await filter(page, 'All statuses', 'Blocked')
  await expect(row).toBeVisible()
  await expect(page.getByRole('row', { name: /coolant filter/ })).toHaveCount(0)
  await row.getByRole('link').click()
  const details = page.getByRole('dialog')
  await expect(details.getByText('Maya Torres')).toBeVisible()
  await details.getByRole('tab', { name: 'Activity Timeline' }).click()
  const timeline = details.getByRole('region', { name: 'Activity Timeline' })
  await expect(timeline.getByRole('listitem').filter({ hasText: /^Status Not Started → Blocked$/ })).toBeVisible()

  // An undo and the change that it undid say so; the next press in the same place asks, so nothing comes back by itself.
  await expect
    .poll(async () => (await timeline.getByRole('button', { name: 'Undo' }).first().boundingBox())?.height)
    .toBe(24)
  await timeline.getByRole('button', { name: 'Undo' }).first().click()
  await expect(timeline.getByText('undone', { exact: true })).toBeVisible()
  await expect(timeline.getByText('undo', { exact: true })).toBeVisible()
  await timeline.getByRole('button', { name: 'Redo' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Redo the change' })
  await dialog.getByRole('button', { name: 'Redo the change' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(timeline.getByText('undone', { exact: true })).toHaveCount(1)

  await signIn(page, people.northEmployee, '/tasks')
  await expect(page.getByRole('tab')).toHaveText([/^My Tasks/])
  await expect(row.getByText('Blocked')).toBeVisible()
  await expect(page.getByRole('row', { name: /Quote for 200/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Create Task' })).toHaveCount(0)
  await expect(row.getByRole('combobox')).toHaveCount(0)
  await visit(page, '/tasks/new')
  await expect(page.getByRole('dialog', { name: 'Create Task' })).toHaveCount(0)

  await signIn(page, people.northOperator, '/tasks')
  await expect(page.getByRole('tab')).toHaveText([/^My Tasks/, 'All Tasks'])
  await expect(row).toBeVisible()
  await filter(page, 'All assignees', /Maya Torres/)
  await expect(page.getByRole('row', { name: /Quote for 200/ })).toBeVisible()
  await expect(row).toHaveCount(0)

  // The board shows the same tasks; Space picks one up, arrows move it to the next column.
  await filter(page, 'All assignees', /Emil Novak/)
  await page.getByText('Board', { exact: true }).click()
  const card = page.getByRole('region', { name: 'Blocked' }).getByRole('link', { name: title })
  await card.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Above Blocked.')).toBeAttached()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('Above In Progress.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(page.getByText(words.tasks.updated)).toBeVisible()
  await expect(page.getByRole('region', { name: 'In Progress' }).getByRole('link', { name: title })).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('list', { name: 'Filters' }).getByText('Emil Novak')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByText('List', { exact: true }).click()
  await expect(row).toBeVisible()
}

/** An element of the page: the journeys are compiled without the browser's types. */
type Shown = { scrollIntoView: (how: object) => void }

async function findBlocked(page: Page) {
  await signIn(page, people.northOperator, '/dashboard')
  const needs = page.getByRole('region', { name: 'Needs You' })
  await expect(needs.getByRole('link', { name: /Quote for 200/ })).toBeVisible()
  await page
    .getByRole('article', { name: 'Open Tasks' })
    .getByRole('link', { name: /blocked/ })
    .click()
  await expect(page.getByRole('row', { name: /Quote for 200/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Plan the shifts/ })).toHaveCount(0)

  await visit(page, '/tasks')
  await page.getByText('Board', { exact: true }).click()
  const columns = page.getByRole('region', { name: 'Board' }).getByRole('region')
  await expect(columns.getByRole('link', { name: /Quote for 200/ })).toBeVisible()
  const toolbar = page.getByRole('search')
  const topOf = async (each: Locator) => (await each.boundingBox())?.y
  const view = toolbar.getByRole('button', { name: 'View', exact: true })
  await expect(view).toBeVisible()
  expect(await topOf(view)).toBe(await topOf(toolbar.getByRole('button', { name: 'Filters' })))
  await page.setViewportSize({ width: 720, height: 450 })
  await expect(columns.getByRole('link', { name: /Quote for 200/ })).toBeVisible()
  for (const column of await columns.all()) {
    const card = column.getByRole('listitem').getByRole('link').first()
    if ((await card.count()) === 0) continue
    await card.evaluate((each: Shown) => each.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    await expect(card).toBeInViewport({ ratio: 0.99 })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByText('List', { exact: true }).click()
  await expect(page.getByRole('row', { name: /Quote for 200/ })).toBeVisible()
}

async function handOver(page: Page) {
  await enter(page, people.operator)
  const { companies } = await (await page.request.get('/api/session')).json()
  const { id: companyId } = companies.find(({ name }: { name: string }) => name.startsWith('North'))
  const headers = { origin: await originOf(page) }
  const send = (path: string, data: object) => page.request.post(path, { headers, data })
  const leaver = { email: 'lena@north.example', firstName: 'Lena', lastName: 'Away', role: 'employee', companyId }
  const { id } = await (await send('/api/people', leaver)).json()
  for (const left of ['Oil the press', 'Label the shelves'])
    await send(`/api/companies/${companyId}/tasks`, { title: left, assignedTo: id })
  await page.request.delete(`/api/companies/${companyId}/members/${id}`, { headers })

  // As on a phone: an element that is wider than the screen would make the whole page wider.
  await page.setViewportSize({ width: 390, height: 844 })
  const devTools = await page.context().newCDPSession(page)
  const metrics = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true }
  await devTools.send('Emulation.setDeviceMetricsOverride', metrics)
  await signIn(page, people.northOperator, '/tasks')
  await page.getByRole('button', { name: 'Show and hand over' }).click()
  for (const left of ['Oil the press', 'Label the shelves'])
    await page
      .getByRole('row', { name: new RegExp(`${left}.*former`) })
      .getByRole('checkbox')
      .check()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit tasks' })
  await choose(dialog, 'New Assignee', /Emil Novak/)
  await expect(dialog.getByText('2 tasks will change')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change 2 tasks' }).click()
  await expect(page.getByText(/tasks? belongs? to people who left/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: /Oil the press.*Lena Away \(former member\)/ })).toBeVisible()
  await devTools.send('Emulation.clearDeviceMetricsOverride')
  await devTools.detach()
}

test('tasks are handed over and repeated, on a phone and with the mouse', async ({ page }) => {
  await leg(page, 'a template that repeats is made on a phone, and its first task is moved by the mouse', () =>
    repeatTask(page),
  )
  await leg(page, 'on a phone the tasks of a person who left are handed over, and the change is undone', () =>
    handOver(page),
  )
})

async function repeatTask(page: Page) {
  const sweep = 'Sweep the yard'
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, people.northManager, '/tasks/templates')
  await page.getByRole('button', { name: 'New Template' }).click()
  const form = page.getByRole('dialog', { name: 'Create Template' })
  await form.getByLabel('Title').fill(sweep)
  await choose(form, 'Assignee', /Maya Torres/)
  await choose(form.getByRole('group', { name: 'Repeat' }), 'Repeat', 'Every so many days')
  await expect(form.getByText('A new task every day.')).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create Template' }).click()
  await expect(page.getByRole('row', { name: /Sweep the yard.*1 open/ })).toBeVisible()
  // The list has taken the place of the form.
  await page.goBack()
  await expect(page).not.toHaveURL(/new/)

  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, '/tasks?q=yard')
  await expect(page.getByRole('row', { name: sweep })).toBeVisible()
  await page.getByText('Board', { exact: true }).click()
  const card = page.getByRole('listitem').filter({ hasText: sweep })
  const { x, y } = (await card.boundingBox()) ?? { x: 0, y: 0 }
  const done = page.getByRole('region', { name: 'Complete', exact: true })
  const to = (await done.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 40, y + 15)
  await page.mouse.down()
  await page.mouse.move(x + 60, y + 25, { steps: 3 })
  await page.mouse.move(to.x + 80, to.y + 60, { steps: 8 })
  await expect(page.locator('[data-status="complete"][data-over]')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByText(words.tasks.updated)).toBeVisible()
  await expect(done.getByRole('link', { name: sweep })).toBeVisible()
  await page.getByText('List', { exact: true }).click()
  await expect(page.getByRole('row', { name: sweep })).toBeVisible()
}
