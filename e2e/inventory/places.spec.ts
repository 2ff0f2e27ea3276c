import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { expectAccessible, people, signIn, visit } from '../people.ts'

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
