import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'
import { stockFaults } from '../testing/oracles/stock-law.ts'
import { openSession } from '../testing/session.ts'
import { untilSomebodyWaits } from '../testing/until.ts'

// An undo keeps a record whole or not at all, and the next undo does not lose what an undo had to keep.

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const undo = async (set: string) => (await operator.post(at(`change-sets/${set}/undo`), {})).json()
const add = async (noun: string, fields: object) => (await operator.post(at(noun), fields)).json()
const edit = async (noun: string, id: string, fields: object) =>
  (await operator.patch(at(`${noun}/${id}`), fields)).json()
const read = async (noun: string, id: string) => (await operator.get(at(`${noun}/${id}`))).json()

test('a vendor that is kept because a part uses it keeps its bank data', async () => {
  const vendor = await add('vendors', { name: 'Acme', private: { iban: 'DE02' } })
  await server.given.part(company, { vendor_id: vendor.id })
  expect(await undo(vendor.changeSetId)).toMatchObject({
    restored: 0,
    conflicts: [{ entityType: 'vendor', entityName: 'Acme', code: 'in_use', reason: 'Other records use it' }],
  })
  expect(await read('vendors', vendor.id)).toMatchObject({ private: { iban: 'DE02' } })
})

test('a preview says what an undo would restore and keep, and changes nothing', async () => {
  const part = await add('parts', { partNumber: 'P-1', name: 'Bolt' })
  const edited = await edit('parts', part.id, { location: 'Shelf', barcode: '77' })
  await edit('parts', part.id, { location: 'Drawer' })
  const preview = (await operator.post(at(`change-sets/${edited.changeSetId}/undo`), {}, { 'x-preview': '1' })).json()
  expect(preview).toMatchObject({ restored: 1, conflicts: [{ field: 'location', code: 'changed_since' }] })
  expect(await read('parts', part.id)).toMatchObject({ location: 'Drawer', barcode: '77' })
  expect(await undo(edited.changeSetId)).toMatchObject({ restored: 1, conflictCount: preview.conflictCount })
  expect(await read('parts', part.id)).toMatchObject({ location: 'Drawer', barcode: null })
})

test('a vendor whose bank data somebody entered since is kept', async () => {
  const vendor = await add('vendors', { name: 'Acme' })
  await edit('vendors', vendor.id, { private: { iban: 'DE02' } })
  expect(await undo(vendor.changeSetId)).toMatchObject({ conflicts: [{ entityName: 'Acme', code: 'changed_since' }] })
  expect(await read('vendors', vendor.id)).toMatchObject({ private: { iban: 'DE02' } })
})

test('a change that an undo had to keep counts when the creation is undone', async () => {
  const part = await add('parts', { partNumber: 'P-1', name: 'Bolt' })
  const washer = await add('parts', { partNumber: 'W-1', name: 'Washer' })
  const ids = [part.id, washer.id]
  const shelf = { selection: { ids }, preview: false, field: 'location', value: 'Shelf' }
  const bulk = (await operator.post(at('parts/bulk-edit'), shelf)).json()
  const later = await edit('parts', part.id, { location: 'Drawer' })
  expect(await undo(bulk.changeSetId)).toMatchObject({ restored: 1, conflicts: [{ field: 'location' }] })
  expect(await undo(later.changeSetId)).toMatchObject({ conflictCount: 0 })
  expect(await read('parts', part.id)).toMatchObject({ location: 'Shelf' })
  expect(await undo(part.changeSetId)).toMatchObject({ conflicts: [{ entityName: 'Bolt', code: 'changed_since' }] })
  expect(await undo(washer.changeSetId)).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await read('parts', part.id)).toMatchObject({ location: 'Shelf' })
})

test('a change stays undone when the undo of its undo had to keep everything', async () => {
  const part = await add('parts', { partNumber: 'P-1', name: 'Bolt' })
  const { changeSetId } = await edit('parts', part.id, { location: 'Shelf' })
  const undone = await undo(changeSetId)
  await edit('parts', part.id, { location: 'Drawer' })
  expect(await undo(undone.changeSetId)).toMatchObject({ restored: 0, conflicts: [{ code: 'changed_since' }] })
  const again = await operator.post(at(`change-sets/${changeSetId}/undo`), {})
  expect([again.statusCode, again.json().data]).toEqual([409, { reason: 'undone' }])
})

test('a number that somebody emptied, or entered where the change emptied it, is kept and reported', async () => {
  const template = await add('task-templates', { title: 'Oil the press', dueDays: 2 })
  const days = (dueDays: number | null) => edit('task-templates', template.id, { dueDays })
  const [four, none] = [await days(4), await days(null)]
  expect(await undo(four.changeSetId)).toMatchObject({ restored: 0, conflicts: [{ field: 'due_days' }] })
  expect(await read('task-templates', template.id)).toMatchObject({ dueDays: null })
  await days(6)
  expect(await undo(none.changeSetId)).toMatchObject({ restored: 0, conflicts: [{ field: 'due_days' }] })
  expect(await read('task-templates', template.id)).toMatchObject({ dueDays: 6 })
})

/** A change set of statements that no procedure runs. @returns its id */
async function query(...texts: string[]): Promise<string> {
  const session = await openSession(server)
  const id = await session.change(operator.person, company, async (ask) => {
    for (const text of texts) await ask(text, [company.id])
  })
  await session.close()
  return id as string
}

/** A part that one change set deletes and creates again under its id, with other values. */
async function replacedPart() {
  const part = await add('parts', { partNumber: 'P-1', name: 'Bolt', stockLevel: 5, cost: 2 })
  const set = await query(
    'delete from parts where company_id = $1',
    `insert into parts (company_id, id, part_number, name, stock_level) values ($1, '${part.id}', 'P-1', 'Screw', 3)`,
    'update parts set stock_level = 7 where company_id = $1',
  )
  return { id: part.id as string, set }
}

test('a record that was deleted and created again in one change is as it was after its undo, stock and all', async () => {
  const { id, set } = await replacedPart()
  expect(await undo(set)).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await read('parts', id)).toMatchObject({ name: 'Bolt', stockLevel: 5, cost: 2 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a record that was deleted and created again in one change, and was edited since, is kept and reported', async () => {
  const { id, set } = await replacedPart()
  await edit('parts', id, { location: 'Drawer' })
  expect(await undo(set)).toMatchObject({ restored: 0, conflicts: [{ entityId: id, code: 'changed_since' }] })
  expect(await read('parts', id)).toMatchObject({ name: 'Screw', location: 'Drawer', stockLevel: 7 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('bank data that came back alone and were deleted with their vendor are reported when their return is undone', async () => {
  const vendor = await add('vendors', { name: 'Acme', private: { iban: 'DE02' } })
  const gone = await query('delete from vendor_private where company_id = $1')
  expect(await undo(gone)).toMatchObject({ restored: 1, conflictCount: 0 })
  const [back] = await server.given.sql<{ id: string }>('select undone_by as id from change_sets where id = $1', [gone])
  expect(await undo(vendor.changeSetId)).toMatchObject({ conflictCount: 0 })
  expect(await undo(back?.id ?? '')).toMatchObject({
    restored: 0,
    conflicts: [{ entityType: 'vendor_private', entityId: vendor.id, code: 'not_there' }],
  })
})

test('a line that cannot come back to a restored assembly is itself reported', async () => {
  const part = await add('parts', { partNumber: 'P-1', name: 'Bolt' })
  const assembly = await add('assemblies', { assemblyNumber: 'A-1', name: 'Frame' })
  await server.given.bomLine(company, { assembly_id: assembly.id }, { part_id: part.id }, 4)
  const other = await add('assemblies', { assemblyNumber: 'A-2', name: 'Lid' })
  const selection = { ids: [assembly.id, other.id] }
  const gone = (await operator.post(at('assemblies/bulk-delete'), { selection })).json()
  await operator.post(at('deleted/restore'), { selection: { ids: [assembly.id] } })
  await query(
    'delete from bom_lines where company_id = $1',
    `insert into bom_lines (company_id, assembly_id, part_id, quantity)
     select a.company_id, a.id, p.id, 9 from assemblies a join parts p using (company_id) where a.company_id = $1 and a.name = 'Frame'`,
  )
  expect(await undo(gone.changeSetId)).toMatchObject({
    restored: 1,
    conflicts: [{ entityType: 'bom_line', code: 'taken' }],
  })
})

test('a part that was renamed gives its number back before another one takes it', async () => {
  await add('parts', { partNumber: 'A', name: 'First' })
  await add('parts', { partNumber: 'C', name: 'Second' })
  const set = await query(
    `update parts set part_number = 'B' where company_id = $1 and name = 'First'`,
    `update parts set part_number = 'A' where company_id = $1 and name = 'Second'`,
  )
  expect(await undo(set)).toMatchObject({ restored: 2, conflictCount: 0 })
  const { items } = (await operator.get(at('parts?sort=partNumber'))).json()
  expect(items).toMatchObject([
    { partNumber: 'A', name: 'First' },
    { partNumber: 'C', name: 'Second' },
  ])
})

test('undoing a deletion keeps and reports a record that came back earlier and was changed', async () => {
  const part = await add('parts', { partNumber: 'P-1', name: 'Bolt' })
  const nut = await add('parts', { partNumber: 'P-2', name: 'Nut' })
  const selection = { ids: [part.id, nut.id] }
  const gone = (await operator.post(at('parts/bulk-delete'), { selection })).json()
  await operator.post(at('deleted/restore'), { selection: { ids: [part.id] } })
  await edit('parts', part.id, { location: 'Drawer' })
  expect(await undo(gone.changeSetId)).toMatchObject({
    restored: 1,
    conflicts: [{ entityName: 'Bolt', code: 'changed_since' }],
  })
  expect(await read('parts', part.id)).toMatchObject({ location: 'Drawer' })
  expect(await read('parts', nut.id)).toMatchObject({ name: 'Nut' })
})

test('undoing a creation waits for a save at the same time, which is not lost', async () => {
  const part = await add('parts', { partNumber: 'P-1', name: 'Bolt' })
  const session = await openSession(server)
  let undoing: Promise<unknown> = Promise.resolve()
  await session.change(operator.person, company, async (ask) => {
    await ask(`update parts set location = 'Drawer' where company_id = $1`, [company.id])
    undoing = undo(part.changeSetId)
    await untilSomebodyWaits(server.given)
  })
  await session.close()
  expect(await undoing).toMatchObject({ restored: 0, conflicts: [{ entityName: 'Bolt', code: 'changed_since' }] })
  expect(await read('parts', part.id)).toMatchObject({ location: 'Drawer' })
})
