import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

const { server } = useServer()

test('the dashboard shows low stock, counts and the latest changes', async () => {
  const company = await server.given.company({ description: 'Valves', time_zone: 'Europe/Berlin' })
  for (let number = 12; number > 0; number--) {
    await server.given.part(company, { name: `Bolt ${number}`, stock_level: 1, reorder_threshold: 3 })
  }
  await server.given.part(company, { name: 'Anvil', stock_level: 9 })
  await server.given.product(company)
  const client = await server.signIn('company_operator', company)
  const vendor = await client.post(`/api/companies/${company.id}/vendors`, { name: 'Acme', private: { iban: 'DE1' } })
  const board = (await client.get(`/api/companies/${company.id}/dashboard`)).json()
  expect(board.company).toMatchObject({
    id: company.id,
    status: 'active',
    description: 'Valves',
    timeZone: 'Europe/Berlin',
  })
  expect(board.counts).toEqual({ parts: 13, lowStock: 12, products: 1, vendors: 1 })
  expect(board.lowStock).toHaveLength(10)
  expect(board.lowStock[1]).toMatchObject({ name: 'Bolt 2', stockLevel: 1, reorderThreshold: 3 })
  expect(board.changes).toHaveLength(10)
  expect(board.changes[0]).toMatchObject({
    changeSetId: vendor.json().changeSetId,
    kind: 'edit',
    userName: expect.stringContaining('Test Person'),
    entityType: 'vendor',
    entityName: 'Acme',
    action: 'created',
    recordCount: 1,
  })
})

test('what exists in a new company is told, of what the reader may see', async () => {
  const company = await server.given.company()
  const client = await server.signIn('company_operator', company)
  const made = async () => (await client.get(`/api/companies/${company.id}/dashboard`)).json().hasMade
  expect(await made()).toEqual({
    people: false,
    requestedPeople: [],
    bom: false,
    sops: false,
    tasks: false,
    store: false,
  })
  const person = { name: 'Lee Ito', email: 'lee@kestrel.example', role: 'employee' }
  expect((await client.post(`/api/companies/${company.id}/access-requests`, person)).statusCode).toBe(204)
  expect(await made()).toMatchObject({ people: false, requestedPeople: ['Lee Ito'] })
  const employee = await server.signIn('employee', company)
  await server.given.sop(company, { status: 'draft' })
  const product = await server.given.product(company)
  const part = await server.given.part(company)
  await server.given.bomLine(company, { product_id: product.id }, { part_id: part.id }, 2)
  await server.given.task(company, client.person, client.person)
  expect(await made()).toMatchObject({
    people: true,
    requestedPeople: ['Lee Ito'],
    bom: true,
    sops: true,
    tasks: true,
    store: false,
  })
  const answer = await employee.get(`/api/companies/${company.id}/dashboard`)
  expect(answer.json().hasMade).toEqual({
    people: true,
    requestedPeople: [],
    bom: true,
    sops: false,
    tasks: false,
    store: false,
  })
})

test('low stock is sorted by urgency: the smallest share of its threshold first', async () => {
  const company = await server.given.company()
  const levels = { Half: [50, 100], None: [0, 2], NoThreshold: [0, 0], Almost: [9, 10], NoneOfMany: [0, 40] }
  for (const [name, [stock, threshold]] of Object.entries(levels))
    await server.given.part(company, { name, stock_level: stock, reorder_threshold: threshold })
  const client = await server.signIn('employee', company)
  const { lowStock } = (await client.get(`/api/companies/${company.id}/dashboard`)).json()
  const names = lowStock.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['NoneOfMany', 'None', 'Half', 'Almost', 'NoThreshold'])
})

test('a file attached to a record counts as a change of that record', async () => {
  const company = await server.given.company()
  const client = await server.signIn('company_operator', company)
  const records = [
    ['part', (await server.given.part(company, { name: 'Spindle' })).id, 'Spindle'],
    ['sop', (await server.given.sop(company, { title: 'Turning' })).id, 'Turning'],
    ['task', (await server.given.task(company, client.person, client.person, { title: 'Turn it' })).id, 'Turn it'],
  ]
  for (const [entityType = '', entityId = '', entityName = ''] of records) {
    const query = new URLSearchParams({ entityType, entityId, name: 'a.txt' })
    await client.post(`/api/companies/${company.id}/files?${query}`, 'a', { 'content-type': 'text/plain' })
    const { changes } = (await client.get(`/api/companies/${company.id}/dashboard`)).json()
    expect(changes[0]).toMatchObject({ entityType, entityId, entityName, action: 'updated', recordCount: 1 })
  }
})

test('an employee sees the same without the parts for operators', async () => {
  const company = await server.given.company({ description: 'Secret plan', annual_revenue: 77 })
  const vendor = await server.given.vendor(company)
  await server.given.vendorPrivate(vendor)
  const employee = await server.signIn('employee', company)
  const answer = await employee.get(`/api/companies/${company.id}/dashboard`)
  expect(answer.statusCode).toBe(200)
  expect(answer.json().company).not.toHaveProperty('description')
  expect(answer.body).not.toContain('vendor_private')
  expect(answer.json().changes).toMatchObject([{ entityType: 'vendor', userName: null }])
})

test('the names of people who left, or belong to the firm, stay with their changes', async () => {
  const company = await server.given.company()
  const operator = await server.signIn('sbr_operator', await server.given.firm())
  const leaver = await server.signIn('company_operator', company)
  const reader = await server.signIn('employee', company)
  await operator.post(`/api/companies/${company.id}/vendors`, { name: 'By the firm' })
  await leaver.post(`/api/companies/${company.id}/vendors`, { name: 'By a leaver' })
  expect((await operator.delete(`/api/people/${leaver.person.id}`)).statusCode).toBe(204)
  const { changes } = (await reader.get(`/api/companies/${company.id}/dashboard`)).json()
  expect(changes).toMatchObject([
    { entityName: 'By a leaver', userName: expect.stringContaining('Test Person') },
    { entityName: 'By the firm', userName: expect.stringContaining('Test Person') },
  ])
})

test('the dashboard of another company does not exist', async () => {
  const client = await server.signIn('manager', await server.given.company())
  const other = await server.given.company()
  expect((await client.get(`/api/companies/${other.id}/dashboard`)).statusCode).toBe(404)
})

test('the dashboard shows open and blocked tasks, and who is clocked in, to those who may read them', async () => {
  const company = await server.given.company()
  const operator = await server.signIn('company_operator', company)
  const manager = await server.signIn('manager', company)
  const employee = await server.signIn('employee', company)
  const give = (to: typeof employee, fields: Record<string, unknown>) =>
    server.given.task(company, to.person, operator.person, fields)
  for (let number = 1; number <= 5; number++) await give(employee, { title: `Low ${number}`, priority: 'low' })
  await give(employee, { title: 'Late', status: 'blocked', priority: 'high', due_on: '2020-01-01' })
  await give(manager, { title: 'Now', status: 'in_progress', priority: 'critical' })
  await give(manager, { title: 'Done', status: 'complete', priority: 'critical' })
  for (const client of [employee, manager]) {
    await client.post(`/api/companies/${company.id}/time-entries/clock-in`, {})
  }
  const boardOf = async (client: typeof employee) => (await client.get(`/api/companies/${company.id}/dashboard`)).json()
  const all = await boardOf(operator)
  expect(all.tasks).toMatchObject({ open: 7, blocked: 1, overdue: 1 })
  expect(all.tasks.urgent.map(({ title }: { title: string }) => title).slice(0, 3)).toEqual(['Now', 'Late', 'Low 5'])
  expect(all.tasks.urgent).toHaveLength(5)
  expect(all.clockedIn).toMatchObject({ count: 2, people: [{}, { userName: expect.stringContaining('Test Person') }] })
  const own = await boardOf(employee)
  expect(own.tasks).toMatchObject({ open: 6, blocked: 1, urgent: [{ title: 'Late', isOverdue: true }, {}, {}, {}, {}] })
  expect(own.clockedIn).toMatchObject({ count: 1, people: [{}] })
  expect((await boardOf(manager)).tasks).toMatchObject({ open: 1, urgent: [{ title: 'Now' }] })
})

test('a busy time clock does not push other changes off the dashboard', async () => {
  const company = await server.given.company()
  const operator = await server.signIn('company_operator', company)
  const employee = await server.signIn('employee', company)
  await operator.post(`/api/companies/${company.id}/vendors`, { name: 'Acme' })
  for (let number = 0; number < 50; number++) await server.given.timeEntry(company, employee.person)
  const { changes } = (await operator.get(`/api/companies/${company.id}/dashboard`)).json()
  expect(changes).toMatchObject([{ entityName: 'Acme' }])
})

test('a latest change says whether its reader can undo it', async () => {
  const company = await server.given.company()
  const operator = await server.signIn('company_operator', company)
  const manager = await server.signIn('manager', company)
  const path = `/api/companies/${company.id}`
  const part = (await operator.post(`${path}/parts`, { partNumber: 'P-1', name: 'Bolt' })).json()
  const sop = {
    title: 'Washing',
    visibility: 'company',
    type: 'process',
    stage: 'other',
    content: 'Wash',
    status: 'draft',
  }
  const written = (await manager.post(`${path}/sops`, sop)).json()
  const seenBy = async (client: typeof operator) =>
    Object.fromEntries(
      (await client.get(`${path}/dashboard`))
        .json()
        .changes.map((each: { changeSetId: string; canUndo: boolean }) => [each.changeSetId, each.canUndo]),
    )
  expect(await seenBy(operator)).toEqual({ [part.changeSetId]: true, [written.changeSetId]: true })
  expect(await seenBy(manager)).toMatchObject({ [part.changeSetId]: false, [written.changeSetId]: true })
  const undone = (await operator.post(`${path}/change-sets/${part.changeSetId}/undo`, {})).json()
  expect(await seenBy(operator)).toMatchObject({ [part.changeSetId]: false, [undone.changeSetId]: true })
})
