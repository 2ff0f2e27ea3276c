import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { discard } from '../../testing/look.ts'
import { open } from '../../testing/product.tsx'

/** Pastes into the text of a new SOP what a program has copied. */
async function paste(plain: string, html: string) {
  open('/sops', 'company_operator')
  await page.getByRole('button', { name: 'Add SOP' }).first().click()
  await expect.element(page.getByRole('button', { name: 'Bold' })).toBeVisible()
  await page.getByRole('dialog').getByLabelText('Title').click()
  await userEvent.keyboard('Glue a lamp{Tab}')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', plain)
  clipboardData.setData('text/html', html)
  const field = document.activeElement?.shadowRoot?.activeElement
  field?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test.each([
  ['Word', '<p><s><span>Heat to\r\n200 °C</span></s></p><p>Heat to 180 °C</p>'],
  ['Google Docs', '<span style="text-decoration:line-through">Heat to 200 °C</span><br><span>Heat to 180 °C</span>'],
  ['a change that was tracked', '<del>Heat to 200 °C</del><div>Heat to 180 °C</div>'],
])('what %s shows crossed out stays crossed out when it is pasted', async (_, html) => {
  await paste('Heat to 200 °C\r\nHeat to 180 °C', html)
  await expect.element(page.getByText('~~Heat to 200 °C~~', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Heat to 180 °C', { exact: true })).toBeVisible()
  await discard()
})
