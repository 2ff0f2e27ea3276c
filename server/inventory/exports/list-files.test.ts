import { expect, test } from 'vitest'
import { fileOnDisk } from '../../testing/file-on-disk.ts'
import { useServer } from '../../testing/fixture.ts'
import { rowsOfSheet, sheetsOf } from '../imports/decode/workbook/workbook.ts'

const { server, company, operator, employee } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/lists/${rest}`

async function given() {
  const vendor = await server.given.vendor(company, { name: 'Acme' })
  await server.given.part(company, {
    ...{ part_number: 'N-1', name: 'Nut', cost: 0.15, retail_price: 1.5, stock_level: 7, location: '=cmd' },
    ...{ vendor_id: vendor.id, supplier_name: 'ACME Ltd' },
  })
  await server.given.part(company, { part_number: 'N-2', name: 'Nut, wide', stock_level: 900, reorder_threshold: 5 })
  await server.given.part(company, { part_number: 'B-1', name: 'Bolt', stock_level: 3 })
}

test('a list is a file as it is seen: its search, order, filters and columns', async () => {
  await given()
  const answer = await employee.get(
    at(
      'parts?q=nut&sort=stockLevel&order=desc&pageSize=1&columns=partNumber,supplierName,location,stockLevel,value,isLowStock',
    ),
  )
  expect(answer.headers['content-disposition']).toBe('attachment; filename="parts.csv"')
  expect(answer.body).toBe(
    '\uFEFFPart Number,Supplier,Location,Stock Level,Retail Value,Status\n' +
      'N-2,,,900,0,In Stock\n' +
      "N-1,Acme,'=cmd,7,10.5,In Stock\n",
  )
  expect((await operator.get(at('parts?isLowStock=true&columns=name'))).body).toBe('\uFEFFName\n')
})

test('the same as XLSX: numbers are numbers, text is text', async () => {
  await given()
  const answer = await operator.get(at('parts?format=xlsx&q=N-1&columns=name,location,stockLevel,cost'))
  const { path } = fileOnDisk(answer.rawPayload)
  expect(await sheetsOf(path)).toEqual([{ name: 'parts', isHidden: false }])
  const rows = (await Array.fromAsync(rowsOfSheet(path, 'parts'))).flat()
  expect(rows).toEqual([
    { rowNumber: 1, cells: ['Name', 'Location', 'Stock Level', 'Cost'], numbers: [] },
    { rowNumber: 2, cells: ['Nut', '=cmd', '7', '0.15'], numbers: [2, 3] },
  ])
})

test.each(['assemblies', 'products', 'vendors'])('%s have their columns in the order of the list', async (noun) => {
  const answer = await operator.get(at(noun))
  expect(answer.body).toMatch(/^\uFEFF(Assembly Number|SKU|Name),/)
})

test('a column that is none is refused, and so is a stranger', async () => {
  expect((await operator.get(at('vendors?columns=name,iban'))).statusCode).toBe(400)
  const home = await server.given.company()
  const stranger = await server.signIn('company_operator', home)
  expect((await stranger.get(at('parts'))).statusCode).toBe(404)
})
