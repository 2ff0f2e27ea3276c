import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { discard } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'

const openForm = async () => {
  open('/sops', 'company_operator')
  await page.getByRole('button', { name: 'Add SOP' }).first().click()
  await expect.element(page.getByRole('button', { name: 'Bold' })).toBeVisible()
  await page.getByRole('dialog').getByLabelText('Title').click()
}

test('a quote goes on without a second mark, and ends at an empty line; steps have boxes in the preview', async () => {
  await openForm()
  await userEvent.keyboard('Wire a lamp{Tab}> Careful{Enter}> The cord is live{Enter}{Enter}Then test it')
  await userEvent.keyboard('{Enter}{Enter}- [[ ] Press the switch')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByRole('blockquote')).toMatchTextContent(/^\s*Careful\s+The cord is live\s*$/)
  await expect.element(preview.getByText('Then test it')).toBeVisible()
  await expect.element(preview.getByRole('checkbox', { name: 'Step' })).toBeVisible()
  await discard()
})

test('Tab leads from the title of a SOP to its text, where Enter continues a list, and from there to the tools', async () => {
  await openForm()
  const bold = page.getByRole('button', { name: 'Bold' })
  const title = page.getByRole('dialog').getByLabelText('Title')
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

test('what is typed after a press on Checklist or Heading stands behind its mark, and Enter goes on with the steps', async () => {
  open('/sops', 'company_operator')
  await page.getByRole('button', { name: 'Add SOP' }).first().click()
  await page.getByRole('button', { name: 'Heading' }).click()
  await userEvent.keyboard('Lamp{Enter}')
  await page.getByRole('button', { name: 'Checklist' }).click()
  await userEvent.keyboard('Cut the cord{Enter}Strip it')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByRole('heading', { name: 'Lamp' })).toBeVisible()
  await expect.element(preview.getByRole('listitem').nth(1)).toHaveTextContent('Strip it')
  await discard()
})
