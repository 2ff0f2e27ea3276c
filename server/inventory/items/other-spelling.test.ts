import { describe, expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const list = async (noun: string) => {
  const answer = await operator.get(path(noun))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json().items
}
const sent = { 'content-type': 'text/csv' }
const preview = async (body: string, type = 'auto') =>
  (await operator.post(path(`imports?type=${type}`), body, sent)).json()
const commit = async (id: string) => (await operator.post(path(`imports/${id}/commit`), {})).json()

const nouns = [
  ['parts', 'partNumber'],
  ['assemblies', 'assemblyNumber'],
  ['products', 'sku'],
  ['vendors', 'name'],
] as const

describe.each(nouns)('%s that differ in case only are one (decision 0068)', (noun, key) => {
  const make = (number: string) => operator.post(path(noun), { name: 'Thing', [key]: number })

  test.each([
    ['P-100', 'p-100'],
    ['P-100', ' P-100 '],
    ['Straße', 'STRASSE'],
    ['P-100', 'Ｐ-１００'],
    ['É-1', 'e\u0301-1'],
  ])('%j is there, %j is refused', async (first, second) => {
    expect((await make(first)).statusCode).toBe(201)
    const refused = await make(second)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().data).toMatchObject({ reason: 'duplicate', field: key })
    expect(await list(noun)).toHaveLength(1)
  })

  test('the message names the record with the same number; a record may change its own case', async () => {
    const { id } = (await make('p-100')).json()
    const other = (await make('P-200')).json()
    expect((await make('P-100')).json().message).toBe('P-100 exists already as "p-100"')
    const renamed = await operator.patch(path(`${noun}/${other.id}`), { [key]: 'P-100' })
    expect([renamed.statusCode, renamed.json().message]).toEqual([409, 'P-100 exists already as "p-100"'])
    expect((await operator.patch(path(`${noun}/${id}`), { [key]: 'P-100' })).json()).toMatchObject({ [key]: 'P-100' })
  })

  test('when two are added at once, one is stored', async () => {
    const answers = await Promise.all([make('P-100'), make('p-100'), make('P-100 ')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
    expect(await list(noun)).toHaveLength(1)
  })

  test('a deleted record does not come back beside one with the same number', async () => {
    const { id } = (await make('P-100')).json()
    const { changeSetId } = (await operator.delete(path(`${noun}/${id}`))).json()
    await make('p-100')
    const undone = (await operator.post(path(`change-sets/${changeSetId}/undo`), {})).json()
    expect(undone.conflicts).toMatchObject([
      { code: 'taken', reason: expect.stringMatching(/is used by p-100.* now$/) },
    ])
    expect(await list(noun)).toMatchObject([{ [key]: 'p-100' }])
  })
})

test('letters of other languages stay as they are', async () => {
  for (const partNumber of ['I-1', 'İ-1', 'ı-1']) {
    expect((await operator.post(path('parts'), { name: 'x', partNumber })).statusCode).toBe(201)
  }
  expect((await operator.post(path('parts'), { name: 'x', partNumber: 'i-1' })).json().message).toContain('"I-1"')
})

describe('an import', () => {
  test('finds the record whatever the case of its number, and keeps the number as stored', async () => {
    await server.given.part(company, { part_number: 'P-100', name: 'Nut', stock_level: 1 })
    const { id, summary } = await preview('Part Number,Name,Stock\np-100,Nut,7\n', 'parts')
    expect(summary).toEqual({ create: 0, update: 1, unchanged: 0, error: 0 })
    await commit(id)
    expect(await list('parts')).toMatchObject([{ partNumber: 'P-100', stockLevel: 7 }])
  })

  test('takes the last of the rows that differ in case only, and says so', async () => {
    const { id, summary, warnings } = await preview('Part Number,Name\nP-100,First\nB,Bolt\np-100,Last\n', 'parts')
    expect(summary).toEqual({ create: 2, update: 0, unchanged: 1, error: 0 })
    expect(warnings).toContain("Row 2 is replaced by row 4: both are 'P-100'")
    expect(await commit(id)).toMatchObject({ success: 2, total: 3, errors: [] })
    expect(await list('parts')).toMatchObject([{ name: 'Bolt' }, { partNumber: 'p-100', name: 'Last' }])
  })

  test('links vendors whatever the case of their name, stored or in the same file', async () => {
    const acme = await server.given.vendor(company, { name: 'Acme Bolts' })
    const file = '# PARTS\nPart Number,Name,Linked Vendor\nA,Nut,ACME BOLTS\nB,Bolt,globex\n\n# VENDORS\nName\nGlobex\n'
    const { id, summary } = await preview(file)
    expect(summary).toMatchObject({ create: 3, error: 0 })
    await commit(id)
    expect(await list('parts')).toMatchObject([{ vendorName: 'Globex' }, { vendorId: acme.id }])
    expect((await preview(file)).summary).toEqual({ create: 0, update: 0, unchanged: 3, error: 0 })
  })

  test('finds components whatever their case, stored or in the same file', async () => {
    await server.given.part(company, { part_number: 'P-100', name: 'Nut' })
    const lines = (number: string) => `"[{""type"":""part"",""number"":""${number}"",""quantity"":2}]"`
    const file = `# ASSEMBLIES\nAssembly Number,Name,Components\nA-1,One,${lines('p-100')}\na-2,Two,${lines('NEW-1')}\n
# PARTS\nPart Number,Name\nnew-1,Bolt\n`
    const { id, summary } = await preview(file)
    expect(summary).toMatchObject({ create: 3, error: 0 })
    expect(await commit(id)).toMatchObject({ success: 3, errors: [] })
    expect((await preview(file.replace('A-1', 'a-1').replace('a-2', 'A-2'))).summary).toMatchObject({ unchanged: 3 })
    const [one] = await list('assemblies')
    const stored = (await operator.get(path(`assemblies/${one.id}`))).json()
    expect(stored.components).toMatchObject([{ number: 'P-100', quantity: 2 }])
  })

  test('keeps the bank data of the vendor it names', async () => {
    await server.given.vendor(company, { name: 'Acme' })
    const { id } = await preview('Vendor Name,Account Number\nACME,12-34\n', 'vendors')
    await commit(id)
    const [acme] = await list('vendors')
    const { name, private: bank } = (await operator.get(path(`vendors/${acme.id}`))).json()
    expect([name, bank.accountNumber]).toEqual(['Acme', '12-34'])
  })
})

test('a backup finds the record after a change of case', async () => {
  const { id } = await server.given.part(company, { part_number: 'P-100', name: 'Nut' })
  const backup = (await operator.post(path('backups'), { format: 'internal' })).json()
  await operator.patch(path(`parts/${id}`), { partNumber: 'p-100', name: 'Another' })
  const { id: importId, summary } = (await operator.post(path(`backups/${backup.id}/import`), {})).json()
  expect(summary).toMatchObject({ create: 0, update: 1, error: 0 })
  await commit(importId)
  expect(await list('parts')).toMatchObject([{ id, partNumber: 'p-100', name: 'Nut' }])
})
