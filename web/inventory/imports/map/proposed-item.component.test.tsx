import { BomFacts } from 'contract/inventory/import-choices.ts'
import { problem } from 'contract/inventory/import-problems.ts'
import { ImportPreview } from 'contract/inventory/imports.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from '../../../testing/product.tsx'
import { newId, sampleOf } from '../../../testing/samples.ts'

const Field = ImportPreview.shape.fields.element
const fieldOf = (field: string, label: string) => sampleOf(Field, { field, label })

const lines = sampleOf(ImportPreview, {
  ...{ id: newId(), fileName: 'BOM AP Pump 100.csv', type: 'bom', types: [], status: 'needs_mapping' },
  ...{ missing: ['Parent or Level'], bom: sampleOf(BomFacts) },
  columns: [
    sampleOf(ImportPreview.shape.columns.element, { header: 'Part', fields: ['bomComponent'], samples: ['P-1'] }),
    sampleOf(ImportPreview.shape.columns.element, { header: 'Above', fields: [], samples: ['P-0'] }),
  ],
  fields: [fieldOf('bomComponent', 'Component'), fieldOf('bomParent', 'Parent'), fieldOf('bomLevel', 'Level')],
})

/** @returns the items that were sent so far, with their names */
async function openLines(fileName = 'BOM AP Pump 100.csv', problems = lines.problems) {
  const sent: (string | undefined)[] = []
  open('/inventory/parts', 'company_operator', {
    imports: {
      create: ({ bomOf = null, bomName = null }) => {
        sent.push(bomName ? `${bomOf}: ${bomName}` : (bomOf ?? undefined))
        if (bomOf !== 'TL-500') return { ...lines, fileName, problems }
        return {
          ...lines,
          ...{ fileName, status: 'previewed', missing: [] },
          choices: { ...lines.choices, bomOf, bomName },
        }
      },
    },
  })
  await page.getByRole('button', { name: 'Import parts' }).click()
  const file = new File(['Part\nP-1\n'], fileName, { type: 'text/csv' })
  await userEvent.upload(page.getByLabelText('CSV file').last(), file)
  return sent
}

test('the name of a file proposes the item of a bill of materials that names none', async () => {
  const sent = await openLines()
  await expect.element(page.getByLabelText('Number of the assembly or product')).toHaveValue('AP Pump 100')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect.poll(() => sent).toEqual([undefined, 'AP Pump 100'])
})

test('the number in the name of a file is taken at once, and its name can be changed', async () => {
  const sent = await openLines('TL-500 table lamp.csv')
  await expect.element(page.getByLabelText('Number of the assembly or product')).toHaveValue('TL-500')
  await page.getByLabelText('Its name').fill('Table Lamp')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect.element(page.getByText('All lines belong to TL-500 Table Lamp.')).toBeVisible()
  expect(sent).toEqual([undefined, 'TL-500: table lamp', 'TL-500: Table Lamp'])
})

test('a file whose name was imported before proposes the item that it described then', async () => {
  const sent = await openLines('TL-500 table lamp.csv', [problem('bom_of_what', { last: 'AP-100' })])
  await expect.element(page.getByLabelText('Number of the assembly or product')).toHaveValue('AP-100')
  await expect.element(page.getByText('From the last import of this file. Please check.')).toBeVisible()
  expect(sent).toEqual([undefined])
})

test('while a column may name the items, the number in the name of a file is only proposed', async () => {
  const open = problem('columns_open', { columns: ['Above'], label: 'Parent' }, { field: 'bomParent' })
  const sent = await openLines('TL-500 table lamp.csv', [open])
  await expect.element(page.getByLabelText('Number of the assembly or product')).toHaveValue('TL-500')
  expect(sent).toEqual([undefined])
})

test('the name of a file proposes no item once a column names the parents', async () => {
  const sent = await openLines()
  await page.getByRole('combobox', { name: 'Fields for column Above' }).click()
  await page.getByRole('option', { name: 'Parent' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect.poll(() => sent).toEqual([undefined, undefined])
})

test('a column that lines do not keep is not counted as matched', async () => {
  const columns = [
    ...lines.columns,
    sampleOf(ImportPreview.shape.columns.element, { header: 'Ref', fields: ['bomReference'], samples: ['R1'] }),
  ]
  const fields = [...lines.fields, fieldOf('bomReference', 'References')]
  const look = { ...lines, columns, fields, leftOut: ['Above', 'Ref'] }
  open('/inventory/parts', 'company_operator', { imports: { create: () => look } })
  await page.getByRole('button', { name: 'Import parts' }).click()
  const file = new File(['Part\nP-1\n'], 'lines.csv', { type: 'text/csv' })
  await userEvent.upload(page.getByLabelText('CSV file').last(), file)
  await expect.element(page.getByText('1 of 3 columns matched, 2 ignored.')).toBeVisible()
  const ref = page.getByRole('row', { name: /^Ref/ })
  await expect.element(ref.getByText('Ignored: lines of a bill of materials do not keep it.')).toBeVisible()
})

test('once a column feeds the quantity, no warning says that none does', async () => {
  const counted = 'No column feeds Quantity: each line counts 1'
  const look = { ...lines, fields: [...lines.fields, fieldOf('bomQuantity', 'Quantity')] }
  const problems = [problem('bom_counts_one', {})]
  open('/inventory/parts', 'company_operator', { imports: { create: () => ({ ...look, problems }) } })
  await page.getByRole('button', { name: 'Import parts' }).click()
  const file = new File(['Part\nP-1\n'], 'lines.csv', { type: 'text/csv' })
  await userEvent.upload(page.getByLabelText('CSV file').last(), file)
  await expect.element(page.getByText(counted)).toBeVisible()
  await page.getByRole('combobox', { name: 'Fields for column Above' }).click()
  await page.getByRole('option', { name: 'Quantity' }).click()
  await expect.element(page.getByText(counted)).not.toBeInTheDocument()
})
