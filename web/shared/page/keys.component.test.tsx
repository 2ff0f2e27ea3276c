import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fullLists } from '../../testing/lists.ts'
import { found, resize } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'

test('a key that is pressed while a dialog still closes acts on the list below', async () => {
  await resize(1000, 900)
  open('/inventory/vendors', 'company_operator', fullLists())
  await found('#main tbody tr[data-row-id]')
  await userEvent.keyboard('j')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await pressAtOnce('Escape', 'e')
  await expect.element(page.getByRole('dialog', { name: 'Edit Vendor' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveFocus()
  await pressAtOnce('Escape', 'n')
  await expect.element(page.getByRole('dialog', { name: 'Add Vendor' })).toBeVisible()
})

test('a key that is pressed while a dialog asks whether to leave it does nothing later', async () => {
  await resize(1000, 900)
  open('/inventory/vendors', 'company_operator', fullLists())
  await found('#main tbody tr[data-row-id]')
  await userEvent.keyboard('n')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme')
  await pressAtOnce('Escape', 'x')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Discard/ })
    .click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('toolbar', { name: 'Selected rows' })).not.toBeInTheDocument()
})

test('somebody who moves the focus before a closed dialog has given it back keeps it', async () => {
  open('/inventory/vendors', 'company_operator', fullLists())
  await found('#main tbody tr[data-row-id]')
  await userEvent.keyboard('j')
  await userEvent.keyboard('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  await expect.element(sheet).toBeVisible()
  const frames: FrameRequestCallback[] = []
  const held = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  const search = page.getByRole('searchbox').element() as HTMLElement
  search.focus()
  held.mockRestore()
  for (const frame of frames) frame(performance.now())
  expect(document.activeElement).toBe(search)
})

/** One after the other, without time between them for a screen to change. */
async function pressAtOnce(...keys: string[]) {
  for (const key of keys) {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }))
  }
}
