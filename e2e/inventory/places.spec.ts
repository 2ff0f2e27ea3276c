import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { choose, enter, expectAccessible, originOf, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

test('a company operator adds two places, puts a part at home, moves some of it, and finds it there', async ({
  page,
}) => {
  await signIn(page, people.northOperator, '/inventory/locations')
  await expectAccessible(page)
  const add = async (code: string, name: string) => {
    await page.getByRole('button', { name: 'Add Place' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Code' }).fill(code)
    await form.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  }
  await add('J-01', 'Journey shelf')
  await add('J-02', 'Journey cage')

  await visit(page, '/inventory/parts/new')
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Part Number' }).fill('J-PART')
  await form.getByRole('textbox', { name: 'Name', exact: false }).first().fill('Journey part')
  await form.getByRole('combobox', { name: 'Location' }).fill('j-01')
  await form.getByLabel('Stock Level').fill('10')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await page.getByPlaceholder('Search parts').fill('J-PART')
  await page.getByRole('row', { name: /J-PART/ }).click()

  const details = page.getByRole('dialog', { name: 'Journey part' })
  await expect(details.getByText('J-01').first()).toBeVisible()
  await details.getByRole('button', { name: /Adjust stock of/ }).click()
  const popover = page.getByRole('dialog', { name: /Adjust stock of/ })
  await popover.getByText('Move', { exact: true }).click()
  await popover.getByLabel('Quantity').fill('4')
  await popover.getByRole('combobox', { name: 'To' }).click()
  await page.getByRole('option', { name: /J-02/ }).click()
  await popover.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('4 of J-PART moved to J-02')).toBeVisible()

  await visit(page, '/inventory/locations')
  await page.getByRole('row', { name: /Journey cage/ }).click()
  const place = page.getByRole('dialog', { name: /J-02/ })
  await expect(place.getByRole('link', { name: /J-PART/ })).toBeVisible()
  await expect(place.getByText('4', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await place.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(/Journey part/).last()).toBeVisible()
})

/** Two places, a part that keeps lots and one that does not, as the forms send them. */
async function makeStore(page: Page) {
  const { companyId } = await (await page.request.get('/api/session')).json()
  const headers = { origin: await originOf(page) }
  const make = (noun: string, data: object) =>
    page.request.post(`/api/companies/${companyId}/${noun}`, { headers, data })
  for (const code of ['DAY-A', 'DAY-B']) await make('locations', { code, name: `Shelf ${code}` })
  await make('parts', { partNumber: 'DAY-1', name: 'Cutting oil', cost: 2, hasLots: true })
  await make('parts', { partNumber: 'DAY-2', name: 'Day bolt', cost: 0.5 })
}

test('a company operator lives a day with the ledger: receives, moves, counts, reverses, books a file and takes it back, and looks at yesterday', async ({
  page,
}) => {
  await enter(page, people.northOperator)
  await makeStore(page)
  await visit(page, '/inventory/parts?q=DAY-1')
  await page.getByRole('row', { name: /DAY-1/ }).click()
  const details = page.getByRole('dialog', { name: 'Cutting oil' })
  const form = page.getByRole('dialog', { name: /Adjust stock of DAY-1/ })
  const adjust = () => details.getByRole('button', { name: 'Adjust stock of DAY-1' }).click()
  const apply = () => form.getByRole('button', { name: 'Apply' }).click()

  await adjust()
  await form.getByLabel('Quantity').fill('12')
  await choose(form, 'Place', /DAY-A/)
  await form.getByRole('combobox', { name: 'Lot' }).fill('L-1')
  await form.getByLabel('Price each').fill('3')
  await apply()
  await expect(page.getByText('Stock of DAY-1 is 12 now')).toBeVisible()

  await details.getByRole('button', { name: 'Move what is at DAY-A, lot L-1' }).click()
  await page.getByRole('option', { name: /DAY-B/ }).click()
  await form.getByLabel('Quantity').fill('5')
  await apply()
  await expect(page.getByText('5 of DAY-1 moved to DAY-B')).toBeVisible()

  await adjust()
  await form.getByText('Count', { exact: true }).click()
  await form.getByLabel('Counted quantity').fill('4')
  await apply()
  await expect(form.getByText('Which place?')).toBeVisible()
  await choose(form, 'Place', /DAY-B/)
  await expect(form.getByText('Here 5 → 4')).toBeVisible()
  await apply()
  await expect(page.getByText('Stock of DAY-1 is 11 now')).toBeVisible()

  await visit(page, '/inventory/movements?q=DAY-1')
  const count = page.getByRole('row', { name: /Counted/ })
  await expect(count.getByText('DAY-B')).toBeVisible()
  await expect(count.getByText('L-1')).toBeVisible()
  await expectAccessible(page)
  await count.hover()
  await count.getByRole('button', { name: /^Reverse/ }).click()
  await expect(page.getByText('Stock of DAY-1 is 12 now')).toBeVisible()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const lines = (await readFile(await (await coming).path(), 'utf8')).trim().split('\n')
  expect(lines[0]).toContain('Place,Lot')
  expect(lines.filter((line) => line.includes('DAY-B,L-1'))).toHaveLength(3)

  await visit(page, '/inventory/parts')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await choose(page, 'What the file contains', 'Stock')
  const file = 'Item Number,Place,Lot,Quantity,Cost Each\nDAY-2,DAY-A,,7,1.5\nDAY-2,DAY-B,,3,2\n'
  await page
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name: 'opening.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Import 2 Rows' }).click()
  const done = page.getByRole('alert').filter({ hasText: words.imports.complete })
  await expect(done).toBeVisible()
  await done.getByRole('button', { name: 'Undo' }).click()
  await visit(page, '/inventory/movements?q=DAY-2')
  await expect(page.getByRole('row', { name: /Undo/ })).toHaveCount(2)

  await visit(page, '/inventory/stock-value?q=DAY-1')
  await expect(page.getByText('$36.00 at cost')).toBeVisible()
  const day = page.getByLabel('At the end of')
  const today = await day.inputValue()
  await day.fill(new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10))
  await expect(page.getByText('$36.00')).toHaveCount(0)
  await expect(page.getByText('$0.00 at cost')).toBeVisible()
})
