import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from '../testing/product.tsx'

test('the palette finds screens, actions and answers of the guide by the words that people use for them', async () => {
  open('/dashboard', 'company_operator')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  for (const [text, answer] of [
    ['token', /^Make a Token/],
    ['colour scheme', /^Change Colours/],
    ['needs you', /^Dashboard/],
    ['undo', /^How to Undo/],
    ['export', /^Export Data/],
    ['download list', /^How to Export a List/],
    ['log out', /^Sign Out/],
    ['password', /^Account/],
    ['mute', /^Notification Settings/],
    ['low stock', /^Low Stock Parts/],
    ...['larger text', 'font', 'how do I change the text', 'size', 'zoom', 'night', 'dark mode', 'appearance'].map(
      (text) => [text, /^Change Colours and Font Size/] as const,
    ),
    ['undo the change', /^How to Undo/],
    ['my tasks', /^Tasks/],
    ['to do', /^Tasks/],
    ['assigned to me', /^Tasks/],
    ['what needs me', /^Dashboard/],
    ['inbox', /^See Notifications/],
    ['my data', /^Export Data/],
    ['save as', /^How to Export a List/],
  ] as const) {
    await palette.getByRole('combobox').fill(text)
    await expect.element(palette.getByRole('option', { name: answer }).first(), { message: text }).toBeVisible()
  }
  // An action of the firm is not offered to others.
  await palette.getByRole('combobox').fill('Create Company')
  await expect.element(palette.getByText('Nothing found')).toBeVisible()
})
