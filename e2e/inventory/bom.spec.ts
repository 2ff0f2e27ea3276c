import { expect, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { enter, expectAccessible, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

test('a company operator builds products of items, by keyboard and by paste, also beside somebody else', async ({
  page,
}) => {
  await leg(
    page,
    'a company operator builds a three-level product by keyboard and by paste, and is refused a loop',
    () => buildProduct(page),
  )
  await leg(page, 'two people edit the same lines: the second chooses line by line', () => editBesideAnother(page))
  await leg(page, 'on a phone a tree fits the screen', () => fitTree(page))
})

async function buildProduct(page: Page) {
  await signIn(page, people.northOperator, '/inventory/assemblies')
  await expect(page.getByRole('heading', { name: 'Assemblies', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add Assembly' }).click()
  await typeAssembly(page)
  await expect(page.getByText(words.assemblies.created)).toBeVisible()
  await visit(page, '/inventory/assemblies?q=BOARD-1')
  await page.getByRole('link', { name: 'BOARD-1', exact: true }).press('ArrowRight')
  const lines = page.getByRole('region', { name: 'components of Control board' })
  await expect(lines.getByRole('row')).toHaveCount(4)
  await expect(lines.getByRole('row', { name: /HY-201/ })).toContainText('7')
  await expectAccessible(page)

  await makeBoughtProduct(page)
  await makeProduct(page)
  await seeProduct(page)
  await refuseLoop(page)
  await refuseDeletion(page)
  await deleteAndUndo(page)
}

/** Uses only the keyboard and the clipboard. */
async function typeAssembly(page: Page) {
  const form = page.getByRole('dialog', { name: 'Add Assembly' })
  await expect(form.getByLabel('Assembly Number')).toBeFocused()
  await page.keyboard.type('BOARD-1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Control board')
  // A new item begins with a blank line.
  await form.getByLabel('Component of line 1').focus()
  await page.keyboard.type('hy-201')
  await expect(page.getByRole('option', { name: /^HY-201/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Quantity of line 1')).toBeFocused()
  await page.keyboard.type('1.5*2')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Quantity of line 1')).toHaveValue('3')
  await expect(form.getByLabel('Component of line 2')).toBeFocused()
  // The line is one of parts; an item of another type is found too, and gives the line its type.
  await page.keyboard.type('Pump and motor unit')
  await expect(page.getByText('No parts found. Choose one of another type:')).toBeVisible()
  await expect(page.getByRole('option', { name: /Found as an assembly/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Type of line 2')).toHaveValue('assembly')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Delete')
  await paste(page, 'Part Number\tQty\nHY-202\t2\nNOPE-1\t1\nhy-203\t5\nHY-201\t4')
  await expect(form.getByText('4 lines pasted, 1 not found')).toBeVisible()
  await expect(form.getByText('were added up to 7')).toBeVisible()
  await expect(page.getByRole('listbox', { name: 'Part', exact: true })).toHaveCount(0)
  await expect(form.getByLabel('Component of line 4')).toHaveValue('HY-203')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('Choose a component')).toBeVisible()
  await expect(form.getByLabel('Component of line 3')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Control+Backspace')
  await expect(form.getByText('Choose a component')).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
}

/** A string, because the journeys are compiled without the browser's types. */
async function paste(page: Page, text: string) {
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
}

async function makeBoughtProduct(page: Page) {
  await visit(page, '/inventory/products/new')
  const form = page.getByRole('dialog', { name: 'Add Product' })
  await form.getByLabel('SKU').fill('LAMP-1')
  await form.getByLabel('Name', { exact: false }).first().fill('Lamp')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(words.products.created)).toBeVisible()
  await visit(page, '/inventory/products?q=LAMP-1')
  await page.getByRole('button', { name: 'Edit LAMP-1 Lamp' }).click()
  await page.getByRole('dialog', { name: 'Edit Product' }).getByLabel('Location').fill('Shelf 7')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(words.products.updated)).toBeVisible()
}

async function makeProduct(page: Page) {
  await visit(page, '/inventory/products/new')
  const form = page.getByRole('dialog', { name: 'Add Product' })
  await expect(form.getByLabel('SKU')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText(words.products.skuRequired)).toBeVisible()
  await form.getByLabel('SKU').fill('ROBOT-1')
  await form.getByLabel('Name', { exact: false }).first().fill('Robot')
  await form.getByLabel('Retail Price').fill('5000')
  await addLine(page, 'Assembly', 'BOARD-1')
  await page.keyboard.type('2')
  await addLine(page, 'Product', 'LAMP-1')
  await page.keyboard.type('3')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(words.products.created)).toBeVisible()
}

/** Adds a line and chooses its component; then the quantity has the focus. */
async function addLine(page: Page, type: string, number: string) {
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Add Line' }).click()
  await form
    .getByLabel(/^Type of line/)
    .last()
    .selectOption(type)
  await form
    .getByLabel(/^Component of line/)
    .last()
    .fill(number)
  await page.getByRole('option', { name: new RegExp(`^${number}`) }).click()
  await expect(form.getByLabel(/^Quantity of line/).last()).toBeFocused()
}

async function seeProduct(page: Page) {
  await visit(page, '/inventory/products?q=ROBOT-1')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'ROBOT-1', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Robot' })
  const tree = details.getByRole('region', { name: 'Bill of Materials, level by level' })
  // Beside the list the details are narrow, and the lines have no column headers.
  await expect(tree.getByRole('row').filter({ hasNot: page.getByRole('columnheader') })).toHaveCount(2)
  await tree.getByRole('button', { name: /BOARD-1 Control board/ }).click()
  await expect(tree.getByRole('row', { name: /HY-201/ })).toContainText('14')
  await expect(details.getByText('Can Be Built')).toBeVisible()
  await details.getByLabel('How many to build').fill('1,000')
  await details.getByText('All Parts', { exact: true }).click()
  const needed = details.getByRole('region', { name: 'All parts' })
  await expect(needed.getByRole('row', { name: /HY-201/ })).toContainText('14,000')
  const lamp = needed.getByRole('row', { name: /LAMP-1/ })
  await expect(lamp.getByRole('cell')).toHaveText(['LAMP-1 LampProduct', '3', '3,000', '—', '', '$0.00'])
  await expectAccessible(page)
  await details.getByRole('tab', { name: 'Activity Timeline' }).click()
  await expect(details.getByText('Added 2 × BOARD-1 Control board')).toBeVisible()
}

async function refuseLoop(page: Page) {
  await visit(page, '/inventory/assemblies?q=BOARD-1')
  await page.getByRole('button', { name: 'Edit BOARD-1 Control board' }).click()
  await addLine(page, 'Product', 'ROBOT-1')
  await page.keyboard.press('Control+Enter')
  const refusal = 'A bill of materials cannot contain itself: BOARD-1 > ROBOT-1 > BOARD-1'
  await expect(page.getByRole('dialog').getByText(refusal)).toBeVisible()
  await page.keyboard.press('Control+Backspace')
  await expect(page.getByRole('dialog').getByText(refusal)).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(words.assemblies.updated)).toBeVisible()
}

async function refuseDeletion(page: Page) {
  await visit(page, '/inventory/assemblies/new?q=BOARD')
  const form = page.getByRole('dialog', { name: 'Add Assembly' })
  await form.getByLabel('Assembly Number').fill('BOARD-2')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Spare board')
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Delete BOARD-2 Spare board' }).click()
  await expect(dialog.getByText(words.assemblies.deleteOne)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('checkbox', { name: /BOARD-1/ }).check()
  await page.getByRole('checkbox', { name: /BOARD-2/ }).check()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText('They can be restored for 90 days.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText('Still in use, so nothing was deleted')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete the other 1' }).click()
  await expect(page.getByText(words.deleted(1, 'assembly'))).toBeVisible()
  // Of one alone the question says so at once.
  await page.getByRole('button', { name: 'Delete BOARD-1 Control board' }).click()
  await expect(dialog.getByText('Still in use, so it cannot be deleted')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'ROBOT-1 Robot' }).click()
  await expect(page.getByRole('dialog', { name: 'Robot' })).toBeVisible()
}

async function deleteAndUndo(page: Page) {
  await page.getByRole('dialog', { name: 'Robot' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(words.products.deleteOne)).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const toast = page.getByRole('alert').filter({ hasText: words.deleted(1, 'product') })
  await expect(page.getByRole('link', { name: 'ROBOT-1', exact: true })).toHaveCount(0)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'ROBOT-1', exact: true })).toBeVisible()
  await visit(page, '/inventory/products?q=ROBOT-1')
  await page.getByText('Cards', { exact: true }).click()
  await page.getByRole('button', { name: 'Robot ROBOT-1', exact: true }).click()
  await expect(page.getByRole('row', { name: /BOARD-1/ })).toContainText('2')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Robot ROBOT-1', exact: true })).toBeVisible()
  await page.getByText('List', { exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'SKU' })).toBeVisible()
}

async function editBesideAnother(page: Page) {
  await signIn(page, people.northOperator, '/inventory/assemblies/new')
  await page.getByRole('textbox', { name: 'Assembly Number' }).fill('SHARED-1')
  await page.getByRole('dialog').getByLabel('Name', { exact: false }).first().fill('Shared')
  await addLine(page, 'Part', 'HY-204')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(words.assemblies.created)).toBeVisible()
  await visit(page, '/inventory/assemblies?q=SHARED-1')
  const other = await page.context().newPage()
  await other.goto(page.url())
  for (const each of [page, other]) {
    await each.getByRole('button', { name: 'Edit SHARED-1 Shared' }).click()
    await expect(each.getByLabel('Quantity of line 1')).toBeVisible()
  }
  for (const [each, quantity] of [
    [page, '5'],
    [other, '8'],
  ] as const) {
    await each.getByLabel('Quantity of line 1').fill(quantity)
    if (each === page) await addLine(page, 'Part', 'FA-401')
    await each.keyboard.press('Control+Enter')
    if (each === page) await expect(page.getByText(words.assemblies.updated)).toBeVisible()
  }
  const conflict = other.getByRole('alert', { name: 'Conflicting changes' })
  await expect(conflict.getByText(/^5 × HY-204/)).toBeVisible()
  await expect(conflict.getByText(/^8 × HY-204/)).toBeVisible()
  await expect(conflict.getByText(/^1 × FA-401/)).toBeVisible()
  await expectAccessible(other)
  await conflict.getByRole('button', { name: 'Save These Values' }).click()
  await other.getByRole('button', { name: 'What is in SHARED-1 Shared' }).click()
  const lines = other.getByRole('region', { name: 'components of Shared' })
  await expect(lines.getByRole('row', { name: /HY-204/ })).toContainText('8')
  // The opened content of a row is as wide as the list, not as a column.
  const [wide, list] = await Promise.all(
    [lines, other.getByRole('table', { name: 'Assemblies' })].map(async (box) => (await box.boundingBox())?.width ?? 0),
  )
  expect(wide).toBeGreaterThan((list ?? 0) * 0.8)
  await expect(lines.getByRole('row', { name: /FA-401/ })).toBeVisible()
}

async function fitTree(page: Page) {
  await enter(page, people.northOperator)
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/inventory/products?q=HPU-2200-4')
  const overflow = (element: { scrollWidth: number; clientWidth: number }) => element.scrollWidth - element.clientWidth
  await page.getByRole('link', { name: /^Details/ }).click()
  await page.getByRole('button', { name: 'Expand all' }).click()
  const tree = page.getByRole('region', { name: 'Bill of Materials, level by level' })
  await expect(tree.getByRole('link', { name: /Coupling half/ })).toBeVisible()
  expect(await tree.evaluate(overflow)).toBe(0)
}
