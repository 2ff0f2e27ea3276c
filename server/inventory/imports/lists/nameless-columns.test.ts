import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { readUpload } from '../../../testing/read-upload.ts'

const { company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: string, mapping?: Record<string, string[]>) => {
  const query = mapping ? `?type=parts&mapping=${encodeURIComponent(JSON.stringify(mapping))}` : ''
  return (await operator.post(at(`imports${query}`), body, { 'content-type': 'text/csv' })).json()
}
const commit = async (id: string) => (await operator.post(at(`imports/${id}/commit`), {})).json()
const fieldsOf = ({ columns }: { columns: { fields: string[] }[] }) => columns.map(({ fields }) => fields)

test('columns without a header are told apart by their places, now and in the next such file', async () => {
  const file = (rows: string) => `,,Description,On Hand\n${rows}`
  const mapping = {
    'Column 1': [],
    'Column 2': ['partNumber'],
    Description: ['name'],
    'On Hand': ['stockLevel'],
  }
  const made = await preview(file('Inventory,CAB-30,Wall cabinet,14\n'), mapping)
  expect(made).toMatchObject({ status: 'previewed', summary: { create: 1, error: 0 } })
  expect(fieldsOf(made)).toEqual([[], ['partNumber'], ['name'], ['stockLevel']])
  expect(made.warnings).toEqual(['Columns without a name in the header are left out: A (row 2)'])
  await commit(made.id)
  const next = await preview(file('Inventory,CAB-36,Base cabinet,2\n'))
  expect(fieldsOf(next)).toEqual([[], ['partNumber'], ['name'], ['stockLevel']])
  const both = { 'Column 1': ['partNumber'], 'Column 2': ['partNumber'] }
  expect((await preview(file('Inventory,CAB-30,Wall cabinet,14\n'), both)).warnings).toContain(
    "The columns 'Column 1' and 'Column 2' both feed Part Number: choose one",
  )
})

test.each([
  ['Lieferanten 2026.csv', 'Firma;Ort\nAcme;Bonn\n', 'vendors'],
  ['vendors.csv', 'Name,Reach them at\nAcme,ann@acme.example\nBolt Ltd,bob@bolt.example\n', 'vendors'],
  ['Spare parts.csv', 'Name,Notes\nNut,M8\nBolt,M10\n', 'parts'],
  ['assemblies.csv', 'Name,Notes\nFrame,left\n', 'assemblies'],
  ['Produits finis.csv', 'Nom,Prix\nLampe,12\n', 'products'],
])('what the columns of %s do not say its name does: %j', async (fileName, body, type) => {
  const { sections } = await readUpload(body, { fileName })
  expect(sections[0]?.type).toBe(type)
  expect(sections[0]?.problems).not.toContainEqual(expect.objectContaining({ code: 'unknown_type' }))
})

test('addresses of mail propose vendors, and the user says whether they are', async () => {
  const { sections } = await readUpload('Name,Reach them at\nAcme,ann@acme.example\nBolt Ltd,bob@bolt.example\n')
  expect(sections[0]).toMatchObject({ type: 'vendors', problems: [{ code: 'unknown_type' }] })
})

test('only a file that nothing says anything about asks what it holds', async () => {
  const { sections } = await readUpload('Name,Notes\nNut,M8\n', { fileName: 'Book1.csv' })
  expect(sections[0]?.problems).toContainEqual(expect.objectContaining({ code: 'unknown_type' }))
})
