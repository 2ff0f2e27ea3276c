import type { CompanyChange } from 'contract/activity/changes.ts'
import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

// An import is one change: one line in the lists of changes, with its file and what it stored, the same for all who read the log.

const { company, operator, employee } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const changes = async (query = '', who = operator): Promise<{ total: number; items: CompanyChange[] }> =>
  (await who.get(at(`changes${query}`))).json()
const file = 'Part Number,Name,Vendor,Cost\nA,Nut,Acme,1\nB,Bolt,Acme,2\nC,Pin,Bolt House,3\n'

async function importFile() {
  const sent = await operator.post(at('imports?suppliers=create&fileName=parts.csv'), file, {
    'content-type': 'text/csv',
  })
  const { id } = sent.json()
  const result = (await operator.post(at(`imports/${id}/commit`), {})).json()
  return { id, result }
}

const records = [
  { type: 'part', create: 3, update: 0 },
  { type: 'vendor', create: 2, update: 0 },
]

test('an import is one line of the changes, with its file and what it stored, in the result and among past imports too', async () => {
  const { id, result } = await importFile()
  expect(result.records).toEqual(records)
  const [past] = (await operator.get(at('imports'))).json().items
  expect(past).toMatchObject({ id, fileName: 'parts.csv', records })
  const imported = { changeSetId: result.changeSetId, isTakenBack: false, fileName: 'parts.csv', records }
  const { total, items } = await changes()
  expect({ total, items }).toMatchObject({
    total: 1,
    items: [{ changeSetId: result.changeSetId, imported, canUndo: true, isUndone: false }],
  })
  // A person without the right to import reads the same line, without Undo.
  expect((await changes('', employee)).items).toMatchObject([{ imported, canUndo: false }])
  const latest = (await employee.get(at('dashboard'))).json().changes
  expect(latest).toMatchObject([{ imported, isUndone: false }])
})

test('each change of an import is found by its name, kind and field', async () => {
  await importFile()
  expect((await changes('?kind=part')).total).toBe(3)
  expect((await changes('?q=bolt')).items.map(({ entityName }) => entityName).sort()).toEqual(['Bolt', 'Bolt House'])
})

test('the undo of an import is one line too, and so is the undo of that', async () => {
  const { id, result } = await importFile()
  const undone = (await operator.post(at(`imports/${id}/undo`), {})).json()
  const imported = { changeSetId: result.changeSetId, fileName: 'parts.csv', records }
  const takenBack = { imported: { ...imported, isTakenBack: true } }
  const first = { imported: { ...imported, isTakenBack: false } }
  expect((await changes()).items).toMatchObject([
    { ...takenBack, canUndo: true },
    { ...first, isUndone: true, canUndo: false },
  ])
  await operator.post(at(`change-sets/${undone.changeSetId}/undo`), {})
  expect((await changes()).items).toMatchObject([first, takenBack, first])
})

test('the timeline of a record names the import that changed it', async () => {
  const { result } = await importFile()
  const [part] = (await operator.get(at('parts?q=A'))).json().items
  const { items } = (await operator.get(at(`activity?entityId=${part.id}`))).json()
  expect(items).toMatchObject([
    { changeSetKind: 'import', imported: { changeSetId: result.changeSetId, fileName: 'parts.csv', records } },
  ])
})

test('the lines of a bill of materials count as a change of their product', async () => {
  const importLines = async (quantity: number) => {
    const body = `Product,Component,Quantity\nCART,WHEEL,${quantity}\nCART,AXLE,2\n`
    const sent = await operator.post(at('imports?type=bom&components=create&fileName=cart.csv'), body, {
      'content-type': 'text/csv',
    })
    return (await operator.post(at(`imports/${sent.json().id}/commit`), {})).json().records
  }
  expect(await importLines(4)).toEqual([
    { type: 'part', create: 2, update: 0 },
    { type: 'product', create: 1, update: 0 },
  ])
  expect(await importLines(6)).toEqual([{ type: 'product', create: 0, update: 1 }])
})
