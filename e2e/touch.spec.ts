import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { people, signIn } from './people.ts'

/** A finger needs 44 px, wherever it meets what it presses; half of that to each side of its middle. */
const reach = 21

type OnScreen = {
  getBoundingClientRect: () => { x: number; y: number; width: number; height: number }
  contains: (met: object | null) => boolean
  ownerDocument: { elementFromPoint: (x: number, y: number) => { outerHTML: string } | null }
}

/** What is met at points around the middle of a target, instead of it and of what it holds. */
function missed(element: OnScreen, far: number): string[] {
  const { x, y, width, height } = element.getBoundingClientRect()
  const around = { above: [0, -far], below: [0, far], before: [-far, 0], behind: [far, 0] }
  return Object.entries(around).flatMap(([where, [across = 0, along = 0]]) => {
    const met = element.ownerDocument.elementFromPoint(x + width / 2 + across, y + height / 2 + along)
    return element.contains(met) ? [] : [`${where}: ${met?.outerHTML.slice(0, 120)}`]
  })
}

async function expectWithinReach(target: Locator) {
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  expect(await target.evaluate(missed, reach), String(target)).toEqual([])
}

/** As a phone does: fingers instead of a pointer. */
async function asPhone(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await devTools.send('Emulation.setDeviceMetricsOverride', {
    width: 390,
    height: 844,
    deviceScaleFactor: 1,
    mobile: true,
  })
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  return async () => {
    await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await devTools.send('Emulation.clearDeviceMetricsOverride')
    await devTools.detach()
  }
}

test('what is small on a phone is within reach of a finger: counts, copies, lines of a bill, cells of an import', async ({
  page,
}) => {
  const asBefore = await asPhone(page)
  await signIn(page, people.northOperator, '/inventory/parts')
  await expectWithinReach(page.getByRole('button', { name: /needs? restocking/ }))
  const { companyId } = await (await page.request.get('/api/session')).json()
  const { items } = await (await page.request.get(`/api/companies/${companyId}/products?pageSize=100`)).json()
  // Not the first one: an earlier journey may have made it, without a product of the store.
  const product = items.find(({ sku }: { sku: string }) => sku === 'HPU-2200')
  await page.goto(`/inventory/products/${product.id}`)
  await expectWithinReach(page.getByRole('button', { name: 'Copy SKU' }).first())
  const bill = page.getByRole('region', { name: 'Bill of Materials' })
  await expectWithinReach(bill.getByRole('link', { name: /Download CSV/ }))
  await expectWithinReach(bill.getByRole('button', { name: 'Expand all' }))
  await expectWithinReach(bill.getByRole('button', { expanded: false }).first())

  await page.goto(`/inventory/products/${product.id}/edit`)
  await expectWithinReach(page.getByRole('combobox', { name: /^Type/ }).first())
  await expectWithinReach(page.getByRole('button', { name: 'Clear Shopify product' }))

  await page.goto('/inventory/summary?tab=transfer')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      ...{ name: 'parts.csv', mimeType: 'text/csv' },
      buffer: Buffer.from('Part Number,Name,Cost\nTOUCH-1,Bolt,many\n'),
    })
  await expectWithinReach(page.getByRole('link', { name: 'Download errors as CSV' }))
  await page.getByRole('button', { name: 'Correct row 2' }).click()
  for (const cell of await page.getByRole('form', { name: 'Row 2' }).getByRole('textbox').all())
    await expectWithinReach(cell)
  await asBefore()
})
