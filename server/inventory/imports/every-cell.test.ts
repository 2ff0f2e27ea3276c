// Whatever a file says is stored, or the preview says that it is not.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { columnLetters, workbookOf } from '../../testing/workbook-file.ts'

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: Buffer | string, query = 'type=auto') =>
  (await operator.post(at(`imports?fileName=list.csv&${query}`), body, { 'content-type': 'text/csv' })).json()
const rowsOf = async (id: string): Promise<Row[]> =>
  (await operator.get(at(`imports/${id}/rows?pageSize=500`))).json().items

const piecesOf = (text: unknown) =>
  String(text)
    .toLowerCase()
    .split(/ × | · |, |[":{}]/)

/** All values of a record, also those of its lines and its bank data. */
const valuesOf = (record: unknown): string[] =>
  typeof record === 'object' && record !== null ? Object.values(record).flatMap(valuesOf) : piecesOf(record)

/** What the company has, read as a person would. The list of parts has all their fields. */
async function storedValues(): Promise<Set<string>> {
  const listed = async (noun: string) => (await operator.get(at(`${noun}?pageSize=500`))).json().items
  const values = valuesOf(await listed('parts'))
  for (const noun of ['vendors', 'assemblies', 'products'])
    for (const { id } of await listed(noun)) values.push(...valuesOf((await operator.get(at(`${noun}/${id}`))).json()))
  return new Set(values)
}

/** What the preview says that the records will hold. A row that only names an existing record shows what the file calls it. */
const shownAsStored = (rows: Row[]): string[] =>
  rows
    .flatMap(({ action, label, changes }) => [
      ...(action === 'create' ? [label] : []),
      ...(action === 'create' || action === 'update' ? changes.map(({ newValue }) => newValue) : []),
    ])
    .flatMap((text) => piecesOf(text ?? ''))
    .filter((value) => value !== '')

type Row = {
  rowNumber: number
  action: string
  label: string | null
  cells: string[]
  changes: { newValue: string | null }[]
}
type Column = { header: string; fields: string[] }
type Cell = string | number

const textOf = (name: string) => readFileSync(new URL(`mapped/columns/${name}`, import.meta.url), 'utf8')
/** The headers of real lists and bills of materials. */
const headers = [
  ...textOf('list-headers.txt')
    .matchAll(/^.* > .*$/gm)
    .map(([line]) => line.replaceAll(/ > [^|]*/g, '').split('|')),
  ...textOf('known-headers.txt')
    .split('\n\n')
    .flatMap((text) => text.split('\n')[1] ?? [])
    .map((line) => line.replaceAll('"', '').split(/[,;\t]/)),
].map((names) => names.map((name) => name.trim()))

const numbers = /qty|quantity|stock|hand|level|min|point|count|menge|bestand|cost|price|preis|qté|cantidad/i

/** A table below one of the headers: each cell says something that no other cell says. */
const table = fc
  .record({
    names: fc.constantFrom(...headers),
    nameless: fc.nat({ max: 9 }),
    gaps: fc.array(fc.boolean(), { minLength: 90, maxLength: 90 }),
    repeated: fc.boolean(),
    beside: fc.boolean(),
  })
  .map(({ names, nameless, gaps, repeated, beside }) => {
    const header = names.toSpliced(nameless, 0, ...(nameless <= names.length ? [''] : []))
    const rows = Array.from({ length: 5 }, (_, row) =>
      header.map((name, place): Cell => {
        const serial = 100 * (row + 1) + place
        if (gaps[row * header.length + place] && place > 1) return ''
        if (repeated && row === 3 && place === 1) return `T${100 * 2 + place}`
        return numbers.test(name) ? serial : `T${serial}`
      }),
    )
    return [header, ...rows.map((row, index) => (beside && index === 2 ? [...row, '', 'Obsolete'] : row))]
  })

const quoted = (cell: Cell) => `"${String(cell).replaceAll('"', '""')}"`
const csvOf = (rows: Cell[][]) => rows.map((row) => `${row.map(quoted).join(',')}\n`).join('')

test('every cell of a list or a bill of materials is in a record after the import, or the preview names its column or its row', async () => {
  await server.given.part(company, { part_number: 'T100' })
  await fc.assert(
    fc.asyncProperty(table, fc.boolean(), async (rows, isSheet) => {
      const answer = await preview(
        isSheet ? workbookOf({ name: 'A', rows }) : csvOf(rows),
        'type=auto&bomOf=X-1&components=create',
      )
      if (answer.status !== 'previewed') return
      const found = await rowsOf(answer.id)
      const committed = await operator.post(at(`imports/${answer.id}/commit`), { goodRowsOnly: true })
      expect(committed.statusCode).toBe(200)
      const stored = await storedValues()
      expect(shownAsStored(found).filter((value) => !stored.has(value))).toEqual([])
      // What a faulty row holds is not stored, and shown with the row; lines that do not add up stand in it as '203 kg + 403'.
      const taken = new Set([
        ...stored,
        ...found.flatMap(({ action, cells }) =>
          action === 'error' ? cells.flatMap(piecesOf).flatMap((piece) => [piece, ...piece.split(/ \+ | /)]) : [],
        ),
      ])
      if (committed.json().changeSetId !== null)
        expect((await operator.post(at(`imports/${answer.id}/undo`), {})).json()).toMatchObject({ conflictCount: 0 })
      const warned = new Set<string>(answer.warnings.flatMap((text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []))
      const faulty = new Set(found.flatMap(({ action, rowNumber }) => (action === 'error' ? [rowNumber] : [])))
      const isNamed = (cell: Cell, place: number, row: number) =>
        taken.has(String(cell).toLowerCase()) ||
        warned.has(String(cell)) ||
        faulty.has(row + 1) ||
        warned.has(String(row + 1)) ||
        warned.has(columnLetters(place)) ||
        // Levels are in the lines that they make.
        answer.columns[place]?.fields.includes('bomLevel') ||
        answer.leftOut.includes(answer.columns[place]?.header.trim()) ||
        answer.warnings.some((text: string) => text.includes(`'${answer.columns[place]?.header.trim() || '?'}'`))
      const silent = rows.flatMap((cells, row) =>
        row === 0 ? [] : cells.filter((cell, place) => cell !== '' && !isNamed(cell, place, row)),
      )
      expect({ silent, columns: answer.columns.map(({ header, fields }: Column) => `${header}: ${fields}`) }).toEqual({
        silent: [],
        columns: expect.anything(),
      })
    }),
    { numRuns: 40 },
  )
})

test('a value that stands only in the first row of a group is not that of the others, and the preview says so', async () => {
  const { warnings } = await preview(
    'Supplier,Part Number,Name,Bin\nACME,A-1,Nut,1\n,A-2,Bolt,\n,A-3,Pin,4\nMiller,B-1,Cap,5\n',
  )
  expect(warnings).toEqual([
    "'Supplier' is empty in 2 rows below others: if their values are meant for these rows too, fill them in",
  ])
})

test('a field that stands above the table is named, and so are other sheets, hidden ones too', async () => {
  const rows = [
    ['Location', 'Van 2'],
    ['Part Number', 'Name'],
    ['A-1', 'Nut'],
  ]
  const { warnings } = await preview(
    workbookOf({ name: 'Van', rows }, { name: 'Hall', rows }, { name: 'Old', rows, state: 'hidden' }),
  )
  expect(warnings).toEqual([
    "Only the sheet 'Van' is read, not 'Hall'",
    "Hidden sheets are not read: 'Old'",
    '1 row above the header in row 2 is left out',
  ])
})

test('what a bill of materials says of known items is not stored, and the preview says so', async () => {
  await server.given.part(company, { part_number: 'C-1', name: 'Nut M3' })
  await server.given.part(company, { part_number: 'C-2', name: 'Pin' })
  const { warnings } = await preview(
    'Parent,Component,Description,Qty,Cost\nP,C-1,Nut M4,1,2\nP,C-2,Pin,1,\n',
    'type=bom',
  )
  expect(warnings).toEqual([
    "Items that exist keep their names: C-1 ('Nut M3' is 'Nut M4' in the file)",
    "Items that exist keep what they have, 'Cost' is read only for new ones: C-1",
  ])
})

test('the rows of a component that is new complete each other, and what they say otherwise is named', async () => {
  const file = 'Parent,Component,Description,Qty,Cost,Supplier\nP,C,Nut M3,1,2,\nQ,C,Nut M4,1,2,ACME\n'
  const { id, warnings } = await preview(file, 'type=bom&components=create')
  expect(warnings).toEqual([
    'Rows of the same item describe it differently, and the first one counts: C in rows 2 and 3',
  ])
  expect((await rowsOf(id))[0]?.changes.map(({ newValue }) => newValue)).toEqual(['Nut M3', 'C', 'ACME', '2'])
})
