import { fileURLToPath } from 'node:url'
import { expect, type Page, type Request } from '@playwright/test'
import { workbookOf } from '../../server/testing/workbook-file.ts'
import { leg, test } from '../journey.ts'
import { enter, expectAccessible, hold, people, choose as pick, visit } from '../people.ts'
import { words } from '../words.ts'

async function choose(page: Page, name: string, content: string | Buffer, list = 'parts') {
  await visit(page, `/inventory/${list}`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
  await page.getByLabel('CSV file', { exact: true }).setInputFiles(file)
}

const preview = (page: Page) => page.getByRole('button', { name: 'Preview', exact: true }).click()

async function expectPart(page: Page, number: string, texts: string[]) {
  await visit(page, `/inventory/parts?q=${number}`)
  await page
    .getByRole('row', { name: new RegExp(number) })
    .getByRole('link')
    .click()
  for (const text of texts)
    await expect(page.getByRole('dialog').getByText(text, { exact: true }).first()).toBeVisible()
}

test('an operator imports files whose columns, units and components are in question', async ({ page }) => {
  await leg(
    page,
    'a file that is no table is refused; the user chooses how ambiguous prices are read, and the preview names left-out columns',
    () => answerQuestions(page),
  )
  await leg(
    page,
    'a bill of materials chosen on the list of parts is offered as what it is; an error in a store export names its product',
    () => importBill(page),
  )
  await leg(
    page,
    'the file of a bill of materials is imported at its product, and a faulty quantity is corrected line by line',
    () => importAtProduct(page),
  )
})

async function answerQuestions(page: Page) {
  await enter(page, people.northOperator)
  await visit(page, '/inventory/parts')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const photo = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') }
  await page.getByLabel('CSV file', { exact: true }).setInputFiles(photo)
  await expect(page.getByText(words.imports.invalidInDialog, { exact: true })).toBeVisible()
  await expect(page.getByText(words.imports.invalidFile, { exact: true })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  const file = 'Part Number;Name;Unit cost (EUR);Colour;Qty\nMARK-1;Nut;2,345;red;n/a\nMARK-2;Bolt;1.250;blue;3 rows\n'
  await choose(page, 'prices.csv', file)
  await expect(page.getByRole('heading', { name: 'Check the columns' })).toBeVisible()
  const cost = page.getByRole('row', { name: /Unit cost \(EUR\)/ })
  await expect(
    cost.getByText('Is 2,345 about 2.3 thousand, or 2.345? The rest of the file suggests a decimal comma.'),
  ).toBeVisible()
  await expect(cost.getByText('Suggested. Please check.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Colour/ }).getByPlaceholder('Ignored')).toBeVisible()
  await expect(cost.getByRole('listitem').first()).toHaveText('2,345 is 2345')
  await expectAccessible(page)
  await cost.getByText('Decimal comma', { exact: true }).click()
  await expect(cost.getByRole('listitem').first()).toHaveText('2,345 is 2.345')
  await expect(cost.getByText('These amounts are in EUR.')).toBeVisible()
  await cost.getByRole('checkbox', { name: 'Take the amounts as dollars' }).check()
  const quantity = page.getByRole('row', { name: /^Qty/ })
  await expect(quantity.getByText('More than a number: n/a, 3 rows.')).toBeVisible()
  await quantity.getByRole('checkbox', { name: 'Ignore units; TBD and the like count as empty' }).check()
  // A column that loses its field says to which one.
  const colour = page.getByRole('combobox', { name: 'Fields for column Colour' })
  await colour.click()
  await page.getByRole('option', { name: 'Quantity' }).click()
  await expect(quantity.getByText('Quantity now comes from Colour.')).toBeVisible()
  await colour.press('Backspace')
  await pick(page, 'Fields for column Qty', 'Quantity')
  await expect(page.getByText('Quantity now comes from Colour.')).toHaveCount(0)
  await preview(page)
  await expect(page.getByText('Ignored: Colour (red).')).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 Rows' }).click()
  await expect(page.getByText(words.imports.complete).first()).toBeVisible()
  await expectPart(page, 'MARK-2', ['$1,250.00', '3'])
  await test.step('on a phone each column and each row of an import is as high as what it says', () =>
    expectRowsWhole(page))
}

async function expectRowsWhole(page: Page) {
  const name = 'A bracket whose description needs more than one line of a phone'
  await choose(page, 'long.csv', `Part #,Desc,QOH,Price/ea\nPH-1,${name},3 pcs,TBD\nPH-2,Bolt,5,0.2\n`)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('heading', { name: 'Check the columns' })).toBeVisible()
  const overlapping = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('[role=dialog] tbody :is(th, td)')]
      .filter((cell) => cell.scrollHeight > cell.clientHeight + 2).map((cell) => cell.textContent)`)
  expect(await overlapping()).toEqual([])
  await preview(page)
  await expect(page.getByText(name).first()).toBeVisible()
  expect(await overlapping()).toEqual([])
}

async function importBill(page: Page) {
  await enter(page, people.northOperator)
  await choose(page, 'bom.csv', 'Level,Part Number,Name,Qty\n1,TOP-7,Machine,1\n2,SUB-9,Plate,4\n')
  await expect(page.getByRole('heading', { name: 'Import a bill of materials' })).toBeVisible()
  await page.getByRole('button', { name: 'Import as Parts' }).click()
  const quantity = page.getByRole('row', { name: /^Qty/ })
  await expect(quantity.getByPlaceholder('Ignored')).toBeVisible()
  await page.getByRole('button', { name: 'Import as a Bill of Materials' }).click()
  await expect(page.getByRole('heading', { name: 'Import a bill of materials' })).toBeVisible()
  await expect(page.getByText(/This looks like a bill of materials/)).toHaveCount(0)
  await preview(page)
  await expect(page.getByText('1 component is unknown: SUB-9.')).toBeVisible()
  await page.getByRole('button', { name: 'Create It as a Part' }).click()
  await expect(page.getByText('1 component is unknown: SUB-9.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Import 2 Rows' })).toBeVisible()

  // The error of a product in a store export names its handle.
  const file = 'Handle,Title,Variant SKU,Variant Price\nlamp,Lamp,SHOP-1,twelve\nfan,Fan,SHOP-2,10\n'
  await choose(page, 'shop.csv', file, 'products')
  await page.getByRole('button', { name: 'Import 1 Row' }).click()
  await expect(page.getByText(words.imports.product('lamp', 'Variant Price'))).toBeVisible()
}

test('counts, suppliers and pasted cells change what is there; the figures match a calculation by hand', async ({
  page,
}) => {
  await leg(page, 'a count sheet of two columns changes the stock of existing parts', () => importCounts(page))
  await leg(page, 'suppliers become vendors, variants products, and corrections survive a look at the columns', () =>
    importSuppliers(page),
  )
  await leg(
    page,
    'a sheet with decimal commas, a list of lines and pasted cells become a machine; its figures match a calculation by hand',
    () => importMachine(page),
  )
})

async function importCounts(page: Page) {
  await enter(page, people.northOperator)
  await choose(page, 'parts.csv', 'Part Number,Name,Quantity,Location\nCOUNT-1,Counted part,12,Shelf 9\n')
  await page.getByRole('button', { name: 'Import 1 Row' }).click()
  await expect(page.getByText(words.imports.complete).first()).toBeVisible()
  await choose(page, 'count.csv', 'Number,Counted\nCOUNT-1,41\n')
  await expect(page.getByRole('button', { name: 'Changes 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 Row' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectPart(page, 'COUNT-1', ['Counted part', '41', 'Shelf 9'])
  // A guessed column renames nothing until the user says so; a lower stock is said before the import.
  await choose(page, 'names.csv', 'Number,Bezeichnung,Counted\nCOUNT-1,Gezählt,3\n')
  await expect(page.getByText(/existing record keeps its name/)).toHaveCount(0)
  const rename = page.getByRole('checkbox', { name: 'Also change the names of 1 existing record' })
  await preview(page)
  await expect(page.getByText(/1 existing record keeps its name/)).toBeVisible()
  await expect(page.getByText('1 part gets a lower stock level: COUNT-1 from 41 to 3')).toBeVisible()
  await page.getByRole('button', { name: 'Back to Columns' }).click()
  await rename.check()
  await preview(page)
  await expect(page.getByText(/Name changes of existing records: 1/)).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 Row' }).click()
  await expectPart(page, 'COUNT-1', ['Gezählt', '3', 'Shelf 9'])
  // A corrected row brings its warnings with it.
  await choose(page, 'faulty.csv', 'Number,Counted\nCOUNT-1,few\n')
  await page.getByRole('button', { name: 'Correct row 2' }).click()
  await page.getByRole('form', { name: 'Row 2' }).getByLabel('Counted').fill('2')
  await page.getByRole('button', { name: 'Save Row' }).click()
  await expect(page.getByText('1 part gets a lower stock level: COUNT-1 from 3 to 2')).toBeVisible()
}

async function importSuppliers(page: Page) {
  await enter(page, people.northOperator)
  const parts = 'Part Number,Name,Vendor,Cost\nLINK-1,Nut,Brand New Ltd,1.50\nLINK-2,Bolt,Brand New Ltd,much\n'
  await choose(page, 'suppliers.csv', parts)
  // The question stands above the rows, with the usual answer.
  await expect(page.getByText('1 name becomes a new vendor.')).toBeVisible()
  await pick(page, 'Are the suppliers your vendors?', 'Link to vendors I have')
  await expect(page.getByText('1 name stays plain text.')).toBeVisible()
  await pick(page, 'Are the suppliers your vendors?', 'Link them, and add missing vendors')
  await expect(page.getByText('2 parts and 1 new vendor in suppliers.csv')).toBeVisible()
  await page.getByRole('button', { name: 'Correct row 3' }).click()
  const editor = page.getByRole('form', { name: 'Row 3' })
  await expect(editor.getByLabel('Cost')).toHaveAttribute('aria-invalid', 'true')
  await expect(editor.getByLabel('Name')).not.toHaveAttribute('aria-invalid', 'true')
  // The faulty value is selected: what is typed replaces it.
  await page.keyboard.type('2.50')
  // A person who looks at the columns while a row is saved stays on the columns.
  const isSaving = (request: Request) => request.url().includes('/rows/3')
  const release = await hold(page, isSaving)
  await page.getByRole('button', { name: 'Save Row' }).click()
  await page.getByRole('button', { name: 'Back to Columns' }).click()
  const saved = page.waitForResponse((response) => isSaving(response.request()))
  release()
  await saved
  // When the file is read in another way, the corrections are kept.
  await page.getByText(/^Read as Parts/).click()
  await pick(page, 'Empty cells of existing records', 'Clear the value')
  await expect(page.getByText('Your corrections in 1 row stay where the file still has them.')).toBeVisible()
  await preview(page)
  await page.getByRole('button', { name: 'Import 2 Rows and 1 New Vendor' }).click()
  await expect(page.getByText(words.imports.complete).first()).toBeVisible()

  await visit(page, '/inventory/products')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const store = fileURLToPath(new URL('../files/shopify-jewelery.csv', import.meta.url))
  await page.getByLabel('CSV file', { exact: true }).setInputFiles(store)
  await expect(page.getByText('leather-anchor, rows 4, 5: prices 69.99, 55, taken 69.99')).toBeVisible()
  await page.getByText('Each its own product', { exact: true }).click()
  await preview(page)
  await expect(page.getByText('leather-anchor-gold · Anchor Bracelet Mens - Gold')).toBeVisible()
}

/*
 * By hand. A feeder holds 2 motors at 4.75, 6 screws at 0.125 and a board at 12.5: 22.75. A machine holds 3 feeders, 10 screws and a frame at
 * 149.9: 219.4. Of 20 motors, 100 screws, 11 boards and 5 frames there are enough for 3 machines; of 2 frames, for 2.
 */
async function importMachine(page: Page) {
  await enter(page, people.southOperator)
  const rows = [
    ['Teileliste', '', '', ''],
    ['Artikelnummer', 'Bezeichnung', 'EK-Preis', 'Bestand'],
    ['MOT-J', 'Motor', '4,75', '20'],
    ['SCR-J', 'Schraube', '0,125', '100'],
    ['BRD-J', 'Platine', '12,5', '11'],
    ['FRM-J', 'Rahmen', '149,90', '5'],
  ]
  await choose(page, 'teile.xlsx', workbookOf({ name: 'Teile', rows }))
  await preview(page)
  await page.getByRole('button', { name: 'Import 4 Rows' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const head = 'Parent;Component;Qty\n'
  const lines =
    'MACHINE-J;FEEDER-J;3\nMACHINE-J;SCR-J;10\nMACHINE-J;FRM-J;1\nFEEDER-J;MOT-J;2\nFEEDER-J;SCR-J;6\nFEEDER-J;BRD-J;1\n'
  await choose(page, 'bom.csv', `${head}${lines}`, 'products')
  await preview(page)
  await pick(page, 'Add MACHINE-J as', 'Products')
  await page.getByRole('button', { name: 'Import 2 Rows' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const machine = async () => {
    await visit(page, '/inventory/summary?q=MACHINE-J')
    return page.getByRole('row', { name: /MACHINE-J/ })
  }
  await expect((await machine()).getByText('$219.40')).toBeVisible()
  await expect((await machine()).getByRole('cell', { name: '3', exact: true })).toBeVisible()
  await visit(page, '/inventory/parts')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Paste', { exact: true }).click()
  await page.getByLabel('Cells from a spreadsheet').fill('Artikelnummer\tBestand\nFRM-J\t2\n')
  await preview(page)
  await page.getByRole('button', { name: 'Import 1 Row' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect((await machine()).getByRole('cell', { name: '2', exact: true })).toBeVisible()

  // The import of cells was a mistake: it is among the past imports.
  await visit(page, '/inventory/summary?tab=transfer')
  const past = page
    .getByRole('table', { name: 'Past imports' })
    .getByRole('row', { name: /Pasted|cells/ })
    .first()
  await expect(past.getByText('1 part changed', { exact: true })).toBeVisible()
  await past.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect(past.getByText('Undone', { exact: true })).toBeVisible()
  await expect((await machine()).getByRole('cell', { name: '3', exact: true })).toBeVisible()
}

async function importAtProduct(page: Page) {
  await enter(page, people.northOperator)
  await visit(page, '/inventory/products/new')
  const form = page.getByRole('dialog', { name: 'Add Product' })
  await form.getByLabel('SKU').fill('MIXER-1')
  await form.getByLabel('Name', { exact: false }).first().fill('Mixer')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(words.products.created)).toBeVisible()
  await visit(page, '/inventory/products?q=MIXER-1')
  await page
    .getByRole('row', { name: /MIXER-1/ })
    .getByRole('link')
    .click()
  await page.getByRole('button', { name: 'Import a file' }).click()
  const file = 'Part Number,Name,Qty\nFA-401,Screw,2x\nFA-405,Washer,8 pcs\nFA-402,Bolt,1.5 m\n'
  const buffer = Buffer.from(file)
  await page.getByLabel('CSV file', { exact: true }).setInputFiles({ name: 'mixer.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('heading', { name: 'Import a bill of materials' })).toBeVisible()
  await page.getByText('Errors', { exact: true }).click()
  // The line that is at fault stands first.
  const lines = page.getByRole('list', { name: /^Lines of/ }).getByRole('listitem')
  await expect(lines.first()).toHaveText('FA-4021.5 mNot a quantity')
  await expect(lines).toHaveCount(3)
  await page.getByRole('button', { name: /^Correct row/ }).click()
  const cable = page.getByRole('textbox', { name: 'FA-402' })
  await expect(cable).toBeFocused()
  await expectAccessible(page)
  await cable.fill('2')
  await page.getByRole('button', { name: 'Save Row' }).click()
  await page.getByRole('button', { name: 'Import 1 Row' }).click()
  await expect(page.getByText(words.imports.complete).first()).toBeVisible()
  await expect(page.getByRole('region', { name: /level by level/ }).getByText('FA-402')).toBeVisible()
}
