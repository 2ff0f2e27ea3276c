import { expect, type Locator } from '@playwright/test'
import { test } from '../journey.ts'
import { people, signIn } from '../people.ts'
import { words } from '../words.ts'

/** What the owner of a small workshop keeps: headers written by hand, units behind quantities, words for no value. */
const shopList = [
  'Art. No,What it is,On shelf,Shelf,Price ea,Mfr / Supplier,Min,Note',
  ...Array.from({ length: 60 }, (_, place) => {
    const stock = place === 7 ? '150 m' : place % 9 === 4 ? `${place} pcs` : `${place * 7}`
    const price = place % 11 === 5 ? 'TBD' : `$${place}.20`
    return `K-${place + 1},Part ${place + 1},${stock},A${place % 4},${price},Acme,10,${place ? '' : 'ask Joe'}`
  }),
]
const lines = ['Part,Qty', ...Array.from({ length: 12 }, (_, place) => `K-${place + 1},${place + 1}`)]
const steps = [
  'Check the parts',
  'Mount the motor',
  'Push the blade on',
  'Connect the cable',
  'Close the housing',
  'Test',
]

/** The presses of the whole walk: whoever saves one lowers the number. Choosing a file counts as one press, signing in as two. */
const mostPresses = 38

test('the first hour of a company, from its name to a file for the accountant, needs few presses', async ({ page }) => {
  let presses = 0
  const press = async (what: Locator) => {
    await what.click()
    presses++
  }
  const give = async (input: Locator, name: string, rows: string[]) => {
    await input.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
    presses++
  }
  const enter = async (email: string) => {
    await signIn(page, email)
    presses += 2
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first()
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

  await test.step('a company', async () => {
    await enter(people.operator)
    await press(link('Add Portfolio Company'))
    await page.getByLabel('Company Name').fill('Kestrel Fans')
    await press(button('Create Company'))
  })
  const setUp = page.getByRole('region', { name: 'Set up Kestrel Fans' })
  const fileOf = (step: string) => setUp.getByRole('listitem').filter({ hasText: step }).getByLabel('CSV file')
  await test.step('its parts, and what a product is made of', async () => {
    await expect(page.getByRole('region', { name: 'Figures' })).toHaveCount(0)
    await give(fileOf('Import your parts'), 'stock list.csv', shopList)
    await press(button(/^Import 60 Rows/))
    await expect(setUp.getByText('1 of 6 done')).toBeVisible()
    await give(fileOf('Say what your products are made of'), 'FAN-1 Desk fan bom.csv', lines)
    await press(button(/^Import 1 Row/))
  })
  await test.step('how many can be built, and what blocks it', async () => {
    const builds = page.getByRole('region', { name: 'Product Build Analysis' })
    await expect(builds.getByRole('row', { name: /FAN-1/ })).toBeVisible()
  })
  await test.step('a SOP, and a task by it for an employee who is not there yet', async () => {
    await press(link('SOPs'))
    await press(button('Add SOP').first())
    await page.getByLabel('Title').fill('Assemble the desk fan')
    await press(button('Checklist'))
    await page.keyboard.insertText(steps.map((step, place) => (place > 0 ? `- [ ] ${step}` : step)).join('\n'))
    await press(button('Create SOP'))
    await press(button('Give a Task').first())
    const form = dialog('Create Task')
    await expect(form.getByLabel('Title')).toHaveValue('Assemble the desk fan')
    await expect(form.getByRole('combobox', { name: 'Assignee' })).toBeFocused()
    await page.keyboard.insertText('Emil Berg')
    await press(page.getByRole('option', { name: 'Add Emil Berg' }))
    await dialog('Create User').getByLabel('Email').fill('emil@kestrel.example')
    await press(button('Create User'))
    await press(form.getByRole('button', { name: 'Create Task' }))
    await expect(page.getByText(words.tasks.created)).toBeVisible()
  })
  await test.step('the employee does it on a phone, and clocks in and out', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await enter('emil@kestrel.example')
    await press(page.getByRole('region', { name: 'My Tasks' }).getByRole('link', { name: 'Assemble the desk fan' }))
    await press(button('Start the Checklist'))
    for (const place of steps.keys()) await press(page.getByRole('checkbox', { name: `Step ${place + 1}` }))
    await press(button('Finish and Report'))
    await press(link('Clock'))
    await press(button('Clock In'))
    await press(button('Clock Out'))
    await expect(page.getByText(words.timeClock.clockedOut)).toBeVisible()
  })
  await test.step('the operator corrects the hour, and takes a file for the accountant', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, people.operator, '/tasks') // the desk is another device, where nobody signed out
    await press(link('Time Clock'))
    await press(button(/^Edit the entry of/))
    const form = dialog('Edit Time Entry')
    await form.getByLabel(/^Start/).fill('2026-11-02T08:00')
    await form.getByLabel('Reason for the change').fill('Began earlier')
    await press(form.getByRole('button', { name: 'Update Time Entry' }))
    await press(button('Export'))
    const file = page.waitForEvent('download')
    await press(page.getByRole('menuitem', { name: /\(Excel\)$/ }).first())
    expect((await file).suggestedFilename()).toMatch(/^time-sheet-.*\.xlsx$/)
  })
  await test.step('one mistake is undone where the latest changes are listed', async () => {
    await press(link('Dashboard'))
    await press(button(/^Undo changed/).first())
    await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  })
  expect(presses).toBeLessThanOrEqual(mostPresses)
})
