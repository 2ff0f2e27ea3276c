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

test.each([
  [
    'Word',
    '103 pcs, CO2 at 20 m2',
    '<p>10<sup>3</sup>&nbsp;pcs, CO<sub>2</sub> at 20 m<sup>2</sup></p>',
    '10³ pcs, CO₂ at 20 m²',
  ],
  [
    'Google Docs',
    '10−3 bar, H2O',
    '<b style="font-weight:normal"><span>10</span><span style="font-size:0.6em;vertical-align:super">−3</span><span style="vertical-align:baseline"> bar, H</span><span style="vertical-align:sub">2</span><span>O</span></b>',
    '10⁻³ bar, H₂O',
  ],
  [
    'signs without a raised form',
    '10x, Vcc, the 1st',
    '10<sup>x</sup>, V<sub>cc</sub>, the 1<sup>st</sup>',
    '10^x, V_cc, the 1st',
  ],
  ['a bold figure', 'Fill 103 g', 'Fill <b>10<sup>3</sup></b> g', 'Fill **10³** g'],
  ['bold text of a numbered step', '1. Open valve', '<p><strong>1. Open valve</strong></p>', '1. **Open valve**'],
  ['a sign that Markdown reads', 'Pump P*2*a', '<b>Pump P*2*a</b>', 'Pump P*2*a'],
  [
    'bold text of Google Docs',
    'Wear gloves now',
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Wear </span><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:700;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">gloves</span><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;"> now</span></p></b>',
    'Wear **gloves** now',
  ],
  [
    'a bold item of a list of Google Docs',
    '1. Warning: hot',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><ol><li dir="ltr" style="font-weight:700;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:700;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Warning:</span><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;"> hot</span></p></li></ol></b>',
    '1. **Warning:** hot',
  ],
  ['a heading of Word', 'Start-up', '<h2><b>Start-up</b></h2>', '## Start-up'],
  ['a title of Word', 'Start-up', '<p class=MsoTitle>Start-up</p>', '# Start-up'],
])('%s keeps what it raises, lowers, prints bold or heads when it is pasted', async (_, plain, html, markdown) => {
  await paste(plain, html)
  await expect.element(page.getByText(markdown, { exact: true })).toBeVisible()
  await discard()
})

test('the cells of a table of Word keep their exponents and bold heads', async () => {
  await paste(
    'Product\tm2\r\nTank\t103',
    '<table><tr><td><h1>Product</h1></td><td><b>m<sup>2</sup></b></td></tr><tr><td>Tank</td><td>10<sup>3</sup></td></tr></table>',
  )
  await expect.element(page.getByText(/Product\s+\*\*m²\*\*/)).toBeVisible()
  await expect.element(page.getByText(/Tank\s+10³/)).toBeVisible()
  await discard()
})
