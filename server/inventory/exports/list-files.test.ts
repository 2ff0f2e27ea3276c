import { expect, test } from 'vitest'
import { fileOnDisk } from '../../testing/file-on-disk.ts'
import { useOwnServer } from '../../testing/fixture.ts'
import { statementsOf } from '../../testing/postgres/statements.ts'
import { rowsOfSheet, sheetsOf } from '../imports/decode/workbook/workbook.ts'

const { server, company, operator, employee, manager, sbr } = useOwnServer()

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

test('the file of a list has the search, order, filters and columns of the screen', async () => {
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

test('in XLSX, numbers are numbers and text is text', async () => {
  await given()
  const answer = await operator.get(at('parts?format=xlsx&q=N-1&columns=name,location,stockLevel,cost'))
  const { path } = fileOnDisk(answer.rawPayload)
  expect(await sheetsOf(path)).toEqual([{ name: 'parts', isHidden: false }])
  const rows = (await Array.fromAsync(rowsOfSheet(path, 'parts'))).flat()
  expect(rows.map(({ cells, numbers }) => ({ cells, numbers: [...numbers.keys()] }))).toEqual([
    { cells: ['Name', 'Location', 'Stock Level', 'Cost'], numbers: [] },
    { cells: ['Nut', '=cmd', '7', '0.15'], numbers: [2, 3] },
  ])
})

test('the sheet of the stock value ends with the exact sum, as the screens show it, and the name of the company', async () => {
  await given()
  await server.given.part(company, { part_number: 'Z-1', cost: 0.275, stock_level: 1 })
  await server.given.sql(`update companies set name = 'Kestrel Fans' where id = $1`, [company.id])
  const answer = await operator.get(
    at('stock-value?format=xlsx&sort=partNumber&order=asc&columns=partNumber,stockLevel,value'),
  )
  const rows = (await Array.fromAsync(rowsOfSheet(fileOnDisk(answer.rawPayload).path, 'stock-value'))).flat()
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Part Number', 'On Hand', 'Value'],
    ...[
      ['B-1', '3', '0'],
      ['N-1', '7', '1.05'],
      ['N-2', '900', '0'],
      ['Z-1', '1', '0.275'],
    ],
    ['Total, Kestrel Fans', '', '1.325'],
  ])
})

test.each(['assemblies', 'products', 'vendors'])('%s have their columns in the order of the list', async (noun) => {
  const answer = await operator.get(at(noun))
  expect(answer.body).toMatch(/^\uFEFF(Assembly Number|SKU|Name),/)
})

test('an unknown column is refused, and so is a stranger', async () => {
  expect((await operator.get(at('vendors?columns=name,iban'))).statusCode).toBe(400)
  const home = await server.given.company()
  const stranger = await server.signIn('company_operator', home)
  expect((await stranger.get(at('parts'))).statusCode).toBe(404)
})

const lines = async (answer: Promise<{ body: string }>) => (await answer).body.replace('\uFEFF', '').trim().split('\n')

test('the file of tasks has the words and days of the list; everybody gets only their own tasks', async () => {
  await server.given.sql(`update companies set time_zone = 'America/New_York' where id = $1`, [company.id])
  const made = { created_at: '2026-03-02T03:00:00Z', due_on: '2026-03-09' }
  await server.given.task(company, employee.person, manager.person, {
    ...made,
    title: '=Count the nuts',
    priority: 'high',
  })
  await server.given.task(company, manager.person, operator.person, {
    ...made,
    title: 'Order bolts',
    status: 'in_progress',
  })
  const columns = 'columns=title,status,priority,dueOn,createdAt'
  expect(await lines(operator.get(at(`tasks?scope=all&sort=title&order=asc&${columns}`)))).toEqual([
    'Title,Status,Priority,Due,Created',
    "'=Count the nuts,Not Started,High,2026-03-09,2026-03-01",
    'Order bolts,In Progress,Medium,2026-03-09,2026-03-01',
  ])
  expect(await lines(employee.get(at(`tasks?columns=title`)))).toEqual(['Title', "'=Count the nuts"])
  expect(await lines(operator.get(at(`tasks?scope=all&q=bolt&columns=title`)))).toEqual(['Title', 'Order bolts'])
  expect((await manager.get(at('tasks?scope=all'))).statusCode).toBe(403)
})

test('the file of SOPs holds what the reader may read', async () => {
  const sop = { visibility: 'company', type: 'safety', stage: 'intake', created_at: '2026-03-02T12:00:00Z' }
  await server.given.sop(company, { ...sop, title: 'Gloves', status: 'published' })
  await server.given.sop(company, { ...sop, title: 'Masks', status: 'draft' })
  const columns = 'sort=title&order=asc&columns=title,type,stage,visibility,status,files'
  expect(await lines(operator.get(at(`sops?${columns}`)))).toEqual([
    'Title,Type,Stage,Visibility,Status,Files',
    'Gloves,Safety,Intake,Company SOP,Published,0',
    'Masks,Safety,Intake,Company SOP,Draft,0',
  ])
  expect(await lines(employee.get(at('sops?columns=title')))).toEqual(['Title', 'Gloves'])
})

test('the file of time entries has hours, and the company’s clock times; in XLSX these are times', async () => {
  await server.given.sql(`update companies set time_zone = 'America/New_York' where id = $1`, [company.id])
  const entry = { started_at: '2026-03-02T13:00:00Z', ended_at: '2026-03-02T20:45:00Z', notes: '@desk' }
  await server.given.timeEntry(company, employee.person, entry)
  await server.given.timeEntry(company, manager.person, { ...entry, notes: 'Another' })
  const asked = 'time-entries?from=2026-03-02&to=2026-03-02&columns=startedAt,endedAt,seconds,notes'
  expect(await lines(employee.get(at(asked)))).toEqual([
    'Start,End,Worked Hours,Notes',
    "2026-03-02 08:00,2026-03-02 15:45,7.75,'@desk",
  ])
  expect(await lines(operator.get(at(asked)))).toHaveLength(3)
  const { path } = fileOnDisk((await employee.get(at(`${asked}&format=xlsx`))).rawPayload)
  const [, row] = (await Array.fromAsync(rowsOfSheet(path, 'time-entries'))).flat()
  expect(row?.cells.slice(2)).toEqual(['7.75', '@desk'])
  expect(row?.cells[0]).toContain('2026-03-02')
})

test('the file of people is for those who may see all of them', async () => {
  const email = `zoe-${company.id}@north.example`
  const home = await server.given.company({ name: 'Filed' })
  const created = { email, firstName: 'Zoe', lastName: '+Plus', role: 'employee', companyId: home.id }
  expect((await sbr.post('/api/people', created)).statusCode).toBe(201)
  const asked = `/api/lists/people?companyId=${home.id}&columns=name,email,role,companyName,status`
  expect(await lines(sbr.get(asked))).toEqual([
    'User,Email,Role,Company,Status',
    `Zoe +Plus,${email},Employee,Filed,Pre-authorized`,
  ])
  expect((await operator.get(asked)).statusCode).toBe(403)
})

/** More rows than one read takes. */
const many = 1_100

/** The request, how each row begins, and SQL that makes many rows of the company $1, by the person $2; they count from 1 down the list. */
const longLists: [string, string, string][] = [
  [
    'tasks?scope=all&sort=title&order=asc&columns=title,status',
    'Task ',
    `insert into tasks (company_id, title, assigned_to, assigned_by) select $1, 'Task ' || n, $2, $2 from generate_series(1, $3) n`,
  ],
  [
    'tasks?scope=all&sort=assigneeName&q=long+ta&columns=title,status',
    'Task ',
    `insert into tasks (company_id, title, assigned_to, assigned_by, created_at)
       select $1, 'Task ' || n || ' is long', $2, $2, now() - n * interval '1 minute' from generate_series(1, $3) n`,
  ],
  [
    'movements?sort=partNumber&order=asc&columns=partNumber,delta',
    'P-',
    `with p as (insert into parts (company_id, part_number, name) select $1, 'P-' || n, $2 from generate_series(1, $3) n returning company_id, id)
       insert into stock_movements (company_id, item_id, item_type, delta, balance, reason, change_set_id)
       select company_id, id, 'part', 1, 1, 'received', gen_random_uuid() from p`,
  ],
  [
    'stock-value?sort=partNumber&order=asc&columns=partNumber,value',
    'P-',
    `with p as (insert into parts (company_id, part_number, name, stock_level) select $1, 'P-' || n, 'Part', n from generate_series(1, $3) n)
       select $2::uuid`,
  ],
  [
    'sops?sort=title&order=asc&columns=title,status',
    'SOP ',
    `insert into sops (company_id, title, type, stage, visibility, status, created_by)
       select $1, 'SOP ' || n, 'safety', 'intake', 'company', 'published', $2 from generate_series(1, $3) n`,
  ],
  [
    'time-entries?from=2026-03-02&to=2026-03-02&sort=startedAt&order=asc&columns=notes,seconds',
    'Entry ',
    `insert into time_entries (company_id, user_id, started_at, ended_at, notes)
       select $1, $2, at, at + interval '20 seconds', 'Entry ' || n
       from generate_series(1, $3) n, lateral (select '2026-03-02T12:00:00Z'::timestamptz + n * interval '30 seconds' as at) a`,
  ],
  [
    'parts?sort=name&columns=name,stockLevel',
    'Part ',
    `insert into parts (company_id, part_number, name) select $1, $2 || n, 'Part ' || n from generate_series(1, $3) n`,
  ],
]

test.each(longLists)('%s is read in one pass, in the order of the list, each row once', async (asked, name, make) => {
  await server.given.sql(make, [company.id, operator.person.id, many])
  let rows: string[] = []
  const statements = await statementsOf(async () => {
    rows = (await lines(operator.get(at(asked)))).slice(1)
  })
  const numbers = rows.map((row) => Number(row.slice(name.length).split(/[ ,]/)[0]))
  expect(numbers.length).toBe(many)
  expect(numbers).toEqual(Array.from({ length: many }, (_, place) => place + 1))
  expect(statements.length).toBeGreaterThan(2)
  expect(statements.filter((text) => /\boffset\b/.test(text))).toEqual([])
})
