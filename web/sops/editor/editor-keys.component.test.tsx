import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { discard } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'

test('Tab leads from the title of a SOP to its text, where Enter continues a list, and from there to the tools', async () => {
  open('/sops', 'company_operator')
  await page.getByRole('button', { name: 'Add SOP' }).first().click()
  const bold = page.getByRole('button', { name: 'Bold' })
  await expect.element(bold).toBeVisible()
  const title = page.getByRole('dialog').getByLabelText('Title')
  await title.click()
  await userEvent.keyboard('Wire a lamp{Tab}1. Cut the cord{Enter}Strip it')
  await expect.element(page.getByText('Strip it', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(bold).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await userEvent.keyboard('{Enter}Solder')
  await expect.element(page.getByText('Solder', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(title).toHaveFocus()
  await discard()
})
