import { expect, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { choose, expectAccessible, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

// one grey pixel
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

/** A finger on the screen, as far as Chromium can imitate one. */
async function fingerOn(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    press: (x: number, y: number) => touch('touchStart', { x, y }),
    move: (x: number, y: number) => touch('touchMove', { x, y }),
    lift: () => touch('touchEnd'),
    // Sent together: on a busy machine the time between two events could turn a press into a long one.
    wipe: (x: number, y: number, by: number) =>
      Promise.all([
        touch('touchStart', { x, y }),
        ...[0.2, 0.5, 1].map((share) => touch('touchMove', { x: x + by * share, y })),
        touch('touchEnd'),
      ]),
    end: () => devTools.detach(),
  }
}

async function reportDone(page: Page) {
  const polish = 'Polish the rail'
  await signIn(page, people.northManager, '/tasks/new')
  const form = page.getByRole('dialog', { name: 'Create Task' })
  await form.getByLabel('Title').fill(polish)
  await choose(form, 'Assignee', /Emil Novak/)
  await form.getByRole('button', { name: 'Create Task' }).click()
  const created = page.getByRole('alert').filter({ hasText: words.tasks.created })
  await expect(created.getByRole('button', { name: 'Undo' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, people.northEmployee, '/tasks')
  await page.getByRole('row', { name: polish }).getByRole('link').click()
  const details = page.getByRole('dialog', { name: polish })
  // Nobody can help without knowing with what.
  await details.getByRole('button', { name: 'Needs Help' }).click()
  const help = page.getByRole('dialog', { name: 'Ask for help' })
  await help.getByRole('button', { name: 'Send' }).click()
  await expect(help.getByText('Say what you need')).toBeVisible()
  await expect(help.getByLabel('What do you need?')).toBeFocused()
  await help.getByRole('button', { name: 'Cancel' }).click()

  await details.getByRole('button', { name: 'Done' }).click()
  const report = page.getByRole('dialog', { name: 'Report done' })
  await report.getByLabel('Comment').fill('Twice, with fine paste')
  await report.locator('input[type=file]').setInputFiles({ name: 'rail.png', mimeType: 'image/png', buffer: photo })
  await expectAccessible(page)
  await report.getByRole('button', { name: 'Send' }).click()
  const region = details.getByRole('region', { name: 'Report' })
  await expect(region.getByText('Reported done')).toBeVisible()
  await details.getByRole('textbox', { name: 'Write a comment' }).fill('The paste is used up')
  await details.getByRole('button', { name: 'Comment' }).click()
  await expect(details.getByRole('paragraph').filter({ hasText: 'The paste is used up' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)

  // On the board a short swipe scrolls; a long press picks the card up, and at the edge the columns move to the finger.
  await page.getByRole('button', { name: 'Show as board' }).click()
  const card = page.getByRole('region', { name: 'Not Started' }).getByRole('listitem').filter({ hasText: polish })
  await expect(card.getByText('from Maya Torres')).toBeVisible()
  const lifted = page.locator('[data-lifted]')
  const scrolled = () => page.evaluate<number>(`document.querySelector('[aria-label="Board"]').scrollLeft`)
  const finger = await fingerOn(page)
  // With a finger the buttons above are larger, so the card is lower.
  await expect.poll(async () => (await page.getByRole('button', { name: 'Filters' }).boundingBox())?.height).toBe(44)
  const { x, y } = (await card.boundingBox()) ?? { x: 0, y: 0 }
  // The board goes on to the nearest column after the finger; if it scrolled before that ends, it would move back.
  const settled = page.evaluate(
    `new Promise((resolve) =>
      document.querySelector('[aria-label="Board"]').addEventListener('scrollend', () => resolve(true), { once: true }))`,
  )
  await finger.wipe(x + 250, y + 20, -220)
  expect(await settled).toBe(true)
  expect(await scrolled()).toBeGreaterThan(200)
  await expect(lifted).toHaveCount(0)
  await page.evaluate(`document.querySelector('[aria-label="Board"]').scrollLeft = 0`)
  await expect.poll(scrolled).toBe(0)
  await finger.press(x + 60, y + 20)
  await expect(lifted).toBeVisible()
  await finger.move(x + 120, y + 30)
  await finger.move(380, y + 30)
  await expect(page.locator('[data-status="complete"][data-over]')).toBeVisible()
  await finger.lift()
  await expect(report).toBeVisible()
  await finger.end()
  await page.keyboard.press('Escape')
  await expect(report).toHaveCount(0)
  await page.getByRole('button', { name: 'Show as list' }).click()
  await expect(page.getByRole('row', { name: polish })).toBeVisible()
  // A task that was opened on the dashboard leads back there: on a phone it covers the whole screen.
  await visit(page, '/dashboard')
  await page.getByRole('region', { name: 'My Tasks' }).locator('a[href*="/tasks/"]').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, people.northManager, '/tasks?scope=team')
  const row = page.getByRole('row', { name: polish })
  await expect(row.getByText('Reported done')).toBeVisible()
  await expect(row.getByRole('combobox')).toHaveCount(0)
  await row.getByRole('link').click()
  await expect(details.getByText('Twice, with fine paste')).toBeVisible()
  await expect(details.getByRole('button', { name: /^Show / }).first()).toBeVisible()
  await details.getByRole('button', { name: 'Send Back' }).click()
  await details.getByLabel('What is missing?').fill('The far end, too')
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Send Back' }).click()
  await expect(details.getByText('Sent back')).toBeVisible()
  // Beside the name of the person who answered stands the time of the answer.
  const { companyId } = await (await page.request.get('/api/session')).json()
  const taskId = new URL(page.url()).pathname.split('/').at(-1)
  const { report: sentBack } = await (await page.request.get(`/api/companies/${companyId}/tasks/${taskId}`)).json()
  await expect(details.getByRole('region', { name: 'Report' }).getByRole('time')).toHaveAttribute(
    'datetime',
    sentBack.answeredAt,
  )

  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, people.northEmployee, '/tasks')
  await page.getByRole('row', { name: polish }).getByRole('link').click()
  await expect(details.getByText('The far end, too')).toBeVisible()
  await details.getByRole('button', { name: 'Done' }).click()
  await report.getByRole('button', { name: 'Send' }).click()
  await expect(region.getByText('Reported done')).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, people.northManager, '/tasks?scope=team')
  await row.getByRole('link').click()
  await details.getByRole('button', { name: 'Mark Complete' }).click()
  await expect(page.getByText(words.tasks.updated)).toBeVisible()
  await expect(details.getByRole('combobox', { name: `Status of ${polish}` })).toHaveValue('Complete')
}

test('an employee reports a task, and takes a report back; the manager answers', async ({ page }) => {
  await leg(page, 'who reported by mistake takes it back: from the toast, in the task, from the timeline', () =>
    takeBack(page),
  )
  await leg(
    page,
    'an employee reports a task done with a photo on a phone; the manager confirms it with one press',
    () => reportDone(page),
  )
})

async function takeBack(page: Page) {
  const grease = 'Grease the hinge'
  await signIn(page, people.northManager, '/tasks/new')
  const form = page.getByRole('dialog', { name: 'Create Task' })
  await form.getByLabel('Title').fill(grease)
  await choose(form, 'Assignee', /Emil Novak/)
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(page.getByText(words.tasks.created)).toBeVisible()

  await signIn(page, people.northEmployee, '/tasks')
  const row = page.getByRole('row', { name: grease })
  await row.getByRole('link').click()
  const details = page.getByRole('dialog', { name: grease })
  const region = details.getByRole('region', { name: 'Report' })
  const report = page.getByRole('dialog', { name: 'Report done' })
  const send = async () => {
    await details.getByRole('button', { name: 'Done' }).click()
    await expect(report.getByText('Maya Torres is told and checks it.')).toBeVisible()
    await report.getByRole('button', { name: 'Send' }).click()
    await expect(region.getByText('Waiting for Maya Torres to confirm')).toBeVisible()
  }
  await details.getByRole('button', { name: 'Done' }).click()
  await report.getByRole('button', { name: 'Cancel' }).click()
  await expect(report).toHaveCount(0)

  await send()
  await expect(row.getByText('Reported done')).toBeVisible()
  await expect(row.getByText('Not Started')).toHaveCount(0)
  await expect(details.getByRole('button', { name: 'Done' })).toHaveCount(0)
  await page.getByRole('alert').filter({ hasText: 'Report sent' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Report taken back')).toBeVisible()
  await expect(region).toHaveCount(0)
  await expect(row.getByText('Not Started')).toBeVisible()

  await send()
  await region.getByRole('button', { name: 'Take Back' }).click()
  await expect(region).toHaveCount(0)

  await send()
  await details.getByRole('tab', { name: 'Activity Timeline' }).click()
  const timeline = details.getByRole('region', { name: 'Activity Timeline' })
  await timeline.getByRole('button', { name: 'Undo' }).click()
  await expect(timeline.getByText('Took back “Reported done”')).toHaveCount(3)
  await expect(timeline.getByRole('button', { name: /Undo|Redo/ })).toHaveCount(0)
  const left = async (text: string | RegExp) => (await timeline.getByText(text).last().boundingBox())?.x
  expect(await left('Created the task')).toBe(await left('Maya Torres'))
  expect(await left(/^Reported done$/)).toBe(await left('Emil Novak'))
  await expectAccessible(page)
}
