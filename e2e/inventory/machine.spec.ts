import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { enter, originOf, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

/** The machine of the file in its real structure: boards, harnesses, a gantry that holds the harnesses, the machine. */
const boards = ['motherboard,1', 'top-ring-light,1', 'bottom-ring-light,1', 'limit-switch-board,1', 'datum-board,1']
const harnesses = ['y1-motor-harness,1', 'x-motor-harness,1', 'z-motor-harness,1', 'pump-harness,2']
const gantry = ['LPNP-HARNESS,1', 'x-gantry-front,1', 'z-gantry,2', 'M5-nut,8']
const machine = ['LPNP-BOARDS,1', 'LPNP-GANTRY,1', 'M5-nut,20', '24v-power-supply,1']
const notStocked = ['motherboard', 'y1-motor-harness']

type Line = { number: string; quantity: number }

test('a company operator builds a three-level machine from its real parts and sees what limits it', async ({
  page,
}) => {
  await enter(page, people.southOperator)
  const { companyId } = await (await page.request.get('/api/session')).json()
  await importParts(page, companyId)
  await addByPaste(page, 'assemblies', ['LPNP-BOARDS', 'Boards'], boards)
  await addByPaste(page, 'assemblies', ['LPNP-HARNESS', 'Harnesses'], harnesses)
  await addByPaste(page, 'assemblies', ['LPNP-GANTRY', 'Gantry'], gantry)
  await addByPaste(page, 'products', ['LUMENPNP', 'LumenPnP'], machine)
  await attachDrawing(page)
  await expectSameFigures(page, companyId)
  await moveTheLimit(page)
  await editAndUndo(page)
  await expectReadOnly(page)
})

/** All parts of the file with stock for five machines, except one part. */
async function importParts(page: Page, companyId: string) {
  const file = fileURLToPath(new URL('../files/lumenpnp-bom.csv', import.meta.url))
  const mapping = encodeURIComponent(JSON.stringify({ 'Part Name': ['name', 'partNumber'] }))
  const imports = `/api/companies/${companyId}/imports`
  const headers = { origin: await originOf(page) }
  const text = await readFile(file, 'utf8')
  const lines = text.split(/\r?\n/).filter(Boolean)
  const rows = lines.slice(1).map((line) => {
    const [name = ''] = line.split(',')
    return `${name},${notStocked.includes(name) ? 5 : 280},2.5`
  })
  const data = ['Part Name,Quantity,Cost', ...rows].join('\n')
  const preview = await page.request.post(`${imports}?type=parts&mapping=${mapping}`, {
    data,
    headers: { ...headers, 'content-type': 'text/csv' },
  })
  const { id, summary } = await preview.json()
  expect(summary).toMatchObject({ error: 0 })
  expect((await page.request.post(`${imports}/${id}/commit`, { data: {}, headers })).status()).toBe(200)
}

async function addByPaste(
  page: Page,
  list: 'assemblies' | 'products',
  [number, name]: [string, string],
  lines: string[],
) {
  await visit(page, `/inventory/${list}/new`)
  const form = page.getByRole('dialog')
  await form.getByLabel(list === 'products' ? 'SKU' : 'Assembly Number').fill(number)
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  if (list === 'products') await form.getByLabel('Retail Price').fill('1000')
  await form.getByRole('button', { name: 'Add Line' }).click()
  await expect(form.getByLabel('Component of line 1')).toBeFocused()
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(lines.join('\n'))})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
  await expect(form.getByText(`${lines.length} lines pasted`)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(list === 'products' ? words.products.created : words.assemblies.created)).toBeVisible()
}

async function attachDrawing(page: Page) {
  await visit(page, '/inventory/products?q=LUMENPNP')
  await page.getByRole('link', { name: /^LUMENPNP/ }).click()
  const files = page.getByRole('dialog').getByRole('region', { name: 'Files' })
  await files
    .locator('input[type=file]')
    .setInputFiles({ name: 'drawing.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nA drawing') })
  await expect(page.getByText(words.files.uploaded(1))).toBeVisible()
  await expect(files.getByText('drawing.pdf')).toBeVisible()
}

/** Screen, API and CSV show the same figures, to the cent. */
async function expectSameFigures(page: Page, companyId: string) {
  const base = `/api/companies/${companyId}`
  const { items } = await (await page.request.get(`${base}/products?q=LUMENPNP`)).json()
  const bom = `${base}/bom/${items[0].id}`
  const parts = await (await page.request.get(`${bom}/parts`)).json()
  expect(parts.items.find((item: Line) => item.number === 'M5-nut')).toMatchObject({ quantity: 28 })
  expect(parts.maxBuildable).toBe(5)
  const pieces = [...boards, ...harnesses, 'x-gantry-front,1', 'z-gantry,2', 'M5-nut,28', '24v-power-supply,1']
  const cost = pieces.reduce((sum, line) => sum + 2.5 * Number(line.split(',')[1]), 0)
  expect(parts.rolledUpCost).toBe(cost)
  const csv = await (await page.request.get(`${bom}/parts.csv`)).text()
  const [header = [], ...rows] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const extended = rows.map((row) => Number(row[header.indexOf('Extended Cost')]))
  expect(extended.reduce((sum, each) => sum + each, 0)).toBe(cost)
  const shown = cost.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  const details = page.getByRole('dialog', { name: 'LumenPnP' })
  await expect(details.getByText(shown).first()).toBeVisible()
  await visit(page, '/inventory/summary?q=LUMENPNP')
  const analysis = page.getByRole('table', { name: 'Product Build Analysis' })
  await expect(analysis.getByRole('row', { name: /LUMENPNP/ })).toContainText(shown)
}

/** Two parts limit the build to five. After one is restocked the other still limits; after both, a third one does. */
async function moveTheLimit(page: Page) {
  const row = page.getByRole('table', { name: 'Product Build Analysis' }).getByRole('row', { name: /LUMENPNP/ })
  await expect(row).toContainText('5')
  await expect(row).toContainText('motherboard')
  for (const number of notStocked) {
    await visit(page, `/inventory/parts?q=${number}`)
    await page.getByRole('button', { name: new RegExp(`Adjust stock of ${number}`) }).click()
    await expect(page.getByRole('dialog').getByLabel('Quantity')).toBeFocused()
    await page.keyboard.type('100+100')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Stock of ${number} is 205 now`)).toBeVisible()
    await visit(page, '/inventory/summary?q=LUMENPNP')
    await expect(row).not.toContainText('motherboard')
  }
  await expect(row).toContainText('10')
  await expect(row).toContainText('M5-nut')
}

async function editAndUndo(page: Page) {
  await visit(page, '/inventory/parts?q=motor-harness')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit parts' })
  await dialog.getByLabel('New Location').fill('Cable wall')
  const button = dialog.getByRole('button', { name: /^Change \d+ parts$/ })
  await expect(button).toBeVisible()
  const count = Number(/\d+/.exec((await button.textContent()) ?? '')?.[0])
  await button.click()
  await expect(page.getByRole('row', { name: /Cable wall/ })).toHaveCount(count)
  const toast = page.getByRole('alert').filter({ hasText: words.parts.bulkUpdated(count) })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: /Cable wall/ })).toHaveCount(0)
}

/** Other people of the company see everything and can change nothing. */
async function expectReadOnly(page: Page) {
  for (const person of [people.southManager, people.southEmployee]) {
    await signIn(page, person, '/inventory/summary?q=LUMENPNP')
    const row = page.getByRole('table', { name: 'Product Build Analysis' }).getByRole('row', { name: /LUMENPNP/ })
    await expect(row).toContainText('M5-nut')
    await visit(page, '/inventory/products?q=LUMENPNP')
    await expect(page.getByRole('button', { name: /Add Product|Edit LUMENPNP/ })).toHaveCount(0)
    await page.getByRole('link', { name: /^LUMENPNP/ }).click()
    const details = page.getByRole('dialog', { name: 'LumenPnP' })
    await expect(details.getByText('drawing.pdf')).toBeVisible()
    await expect(details.getByRole('button', { name: /Remove drawing/ })).toHaveCount(0)
    await expect(details.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  }
}
