// Columns and cells of a bill of materials that change which lines count, or in what unit: none of them is passed over without a word.

import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { bomOfTop, readUpload } from '../../../testing/read-upload.ts'

const { company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`

async function preview(body: string, query = 'type=auto&components=create') {
  return (await operator.post(at(`imports?${query}`), body, { 'content-type': 'text/csv' })).json()
}

/** Reads a file as an import does, without an upload. */
const read = (body: string, options: Parameters<typeof readUpload>[1] = { choices: { components: 'create' } }) =>
  readUpload(body, options)

const severalLists = (lists: string) =>
  `These items have several lists of components, and the lines of all count: ${lists}`

test.each([
  ['Assembly,Revision,Component,Qty\nP-9,A,C-1,1\nP-9,A,C-2,2\nP-9,B,C-3,1\nV-3,A,C-4,1\n', 'P-9 (A, B)'],
  ['Parent Part,Rev,Mtl Seq,Mtl Part,Qty/Parent\nP-9,A,10,C-1,1\nP-9,B,10,C-2,2\n', 'P-9 (A, B)'],
  ['Rev.,Parent Part,Mtl Seq,Mtl Part,Qty/Parent\nA,P-9,10,C-1,1\nB,P-9,10,C-2,2\n', 'P-9 (A, B)'],
  [
    'BOM No,Parent Item,Version,Component Item,Quantity Per\nB-1,P-9,001,C-1,1\nB-2,P-9,002,C-2,1\n',
    'P-9 (B-1 001, B-2 002)',
  ],
  ['Baugruppe;Änderungsstand;Komponente;Menge\nP-9;a;C-1;1\nP-9;b;C-2;2\n', 'P-9 (a, b)'],
  ['Baugruppe;Index;Komponente;Menge\nP-9;a;C-1;1\nP-9;b;C-2;2\n', 'P-9 (a, b)'],
  ['Ensemble;Indice;Composant;Quantité\nP-9;A;C-1;1\nP-9;B;C-2;2\n', 'P-9 (A, B)'],
  ['Conjunto;Revisión;Componente;Cantidad\nP-9;A;C-1;1\nP-9;B;C-2;2\n', 'P-9 (A, B)'],
  ['Component,Qty,Parent,Issue\nC-1,1,P-9,1\nC-2,2,P-9,2\n', 'P-9 (1, 2)'],
  ['Parent,Rev,Component,Qty\nP-9,A,C-1,1\n,,C-2,1\n,B,C-3,1\n', 'P-9 (A, B)'],
  ['Parent,Bill No,Component,Qty\nP-9,1,C-1,1\nP-9,2,C-2,1\n', 'P-9 (1, 2)'],
])('several revisions of one item are several lists: %j', async (body, lists) => {
  expect((await read(body)).warnings).toContain(severalLists(lists))
})

test.each([
  ['Parent,Parent Revision,Component,Qty\nDESK,A,LEG,4\nDESK,A,TOP,1\nDESK,B,LEG,5\n', 'DESK (A, B)'],
  ['Parent,Alternative BOM,Plant,Component,Qty\nDESK,1,10,LEG,4\nDESK,1,20,LEG,3\n', 'DESK (1 10, 1 20)'],
  ['Product,BoM Lines/Component,BoM Lines/Quantity\nDESK,LEG,4\n,TOP,1\nLAMP,BULB,1\nDESK,LEG,3\n', 'DESK (rows 2, 5)'],
  ['ID,Item,Item Code (Items),Qty (Items)\nB-1,DESK,LEG,4\n,,TOP,1\nB-2,DESK,LEG2,3\n', 'DESK (rows 2, 4)'],
])('several lists of one item are named, since the lines of all count: %j', async (body, lists) => {
  const { warnings } = await preview(body, 'type=bom&components=create')
  expect(warnings).toContain(severalLists(lists))
})

test('one list of an item is no several lists, however its rows name it', async () => {
  const body =
    'Parent,Parent Revision,Component,Revision,Qty\nDESK,A,LEG,1,4\n,,TOP,2,1\nLAMP,B,BULB,1,1\nLAMP,B,LEG,1,1\n'
  const { warnings } = await preview(body, 'type=bom&components=create')
  expect(warnings).toEqual([])
  const merged = await preview('Parent,Component,Qty\nDESK,LEG,4\nDESK,TOP,1\n,GLUE,1\n', 'type=bom&components=create')
  expect(merged.warnings).toEqual([])
})

test('several lists that all become one item are named', async () => {
  const body = 'Level,BOM Revision,Part Number,Qty\n1,A,C-1,4\n1,B,C-1,2\n'
  const flat = 'BOM Revision,Part Number,Qty Per\nA,C-1,4\nB,C-1,2\n'
  for (const file of [body, flat])
    expect((await preview(file, 'type=bom&bomOf=TOP-1&components=create')).warnings).toContain(
      severalLists('TOP-1 (A, B)'),
    )
})

test.each([
  'Parent,Component,Rev,Qty\nP-9,C-1,A,1\nP-9,C-2,B,1\n',
  'Parent,Rev,Component,Rev.,Qty\nP-9,A,C-1,A,1\nP-9,A,C-2,B,1\nP-8,B,C-2,A,1\n',
  'Index,Parent,Component,Qty\n1,P-9,C-1,1\n2,P-9,C-2,1\n1,P-8,C-2,1\n',
])('revisions of components, and numbers of lines, are no several lists: %j', async (body) => {
  expect((await read(body)).warnings).not.toContainEqual(expect.stringContaining('several lists'))
})

test.each(['Valid From', 'Effectivity Date', 'Eff. Date', 'Date In', 'Phase Out', 'Gültig ab', 'Effective'])(
  'days of lines are named: %s',
  async (header) => {
    const body = `Parent,Component,Qty,${header}\nP-9,C-1,1,2020-01-01\nP-9,C-2,2,2021-01-01\n`
    expect((await read(body)).warnings).toContain(`'${header}' is left out: every line counts, whatever its days`)
  },
)

test.each([
  'Component;Component Description;Qty;Un\nC-1;Wire;1,5;M\nC-2;Nut;1;PC\n',
  'Komponentennummer;Komponentenmenge (KME);CUn\nC-1;1,5;M\nC-2;1;PC\n',
  'Component;Qty;BUn\nC-1;1,5;M\nC-2;1;PC\n',
  'Component;Qty;Uom.\nC-1;1,5;M\nC-2;1;PC\n',
  'Component;Qty;Un.\nC-1;1,5;M\nC-2;1;PC\n',
  'Component;Qty;Base Unit\nC-1;1,5;M\nC-2;1;PC\n',
  'Component;Qty;Component UoM\nC-1;1,5;M\nC-2;1;PC\n',
  'Komponente;Menge;Einh\nC-1;1,5;M\nC-2;1;ST\n',
  'Komponente;Menge;ME\nC-1;1,5;M\nC-2;1;ST\n',
  'Componente;Quantità;UM\nC-1;1,5;M\nC-2;1;PZ\n',
  'Componente;Cantidad;Ud\nC-1;1,5;M\nC-2;1;PZA\n',
  'Składnik;Ilość;jm\nC-1;1,5;M\nC-2;1;SZT\n',
  'Komponenta;Qty;MJ\nC-1;1,5;M\nC-2;1;KS\n',
  'Onderdeel;Aantal;Eenh\nC-1;1,5;M\nC-2;1;ST\n',
  'Composant;Quantité;Un\nC-1;1,5;M\nC-2;1;PCE\n',
])('the units of lines are known by the short names of programs: %j', async (body) => {
  const { warnings, id } = await preview(body, 'type=bom&bomOf=TOP-1&components=create')
  expect(warnings).toEqual([])
  await operator.post(at(`imports/${id}/commit`), {})
  const { items } = (await operator.get(at('parts?sort=partNumber'))).json()
  expect(items).toMatchObject([{ unit: 'm' }, { unit: 'each' }])
})

test('a column of another name whose values are units is taken as the unit, and the preview says so', async () => {
  const body = 'Component,Qty,Dim\nC-1,1.5,M\nC-2,1,PC\nC-3,2,KG\nC-4,4,EA\n'
  const { warnings, id } = await preview(body, 'type=bom&bomOf=TOP-1&components=create')
  expect(warnings).toEqual(["The column 'Dim' is taken as Unit"])
  await operator.post(at(`imports/${id}/commit`), {})
  const { items } = (await operator.get(at('parts?sort=partNumber'))).json()
  expect(items.map(({ unit }: { unit: string }) => unit)).toEqual(['m', 'each', 'kg', 'each'])
})

test('also in a list of parts', async () => {
  const body = 'Part Number,Name,On Hand,Dim\nC-1,Wire,1.5,M\nC-2,Nut,1,PC\n'
  const { warnings, id } = await preview(body, 'type=parts')
  expect(warnings).toEqual(["The column 'Dim' is taken as Unit, Decimals"])
  await operator.post(at(`imports/${id}/commit`), {})
  const { items } = (await operator.get(at('parts?sort=partNumber'))).json()
  expect(items).toMatchObject([{ unit: 'm' }, { unit: 'each' }])
})

test.each(['Size', 'Drawing Size', 'Grade'])(
  'sizes of clothes and letters of other kinds are no units: %s',
  async (header) => {
    const body = `Component,Qty,${header}\nC-1,1,M\nC-2,1,L\nC-3,2,S\n`
    expect((await read(body, bomOfTop)).warnings).toEqual([])
  },
)

test.each([
  ['Komponente;Menge;PTp\nC-1;2;L\nC-2;1;D\n'],
  ['Komponente;Menge;Positionsart\nC-1;2;L\nC-2;1;T\n'],
  ['Component,Quantity,Category\nC-1,2,Hardware\nC-2,1,Document\n'],
  ['Component,Quantity,Type\nC-1,2,Part\nC-2,1,Doc\n'],
  ['Component,Quantity,Kind\nC-1,2,Part\nC-2,1,Drawing\n'],
  ['Komponente;Menge;Art\nC-1;2;Teil\nC-2;1;Zeichnung\n'],
  ['Component,Quantity,Type\nC-1,2,L\nC-2,1,D\n'],
  ['Component,Quantity,Item Type\nC-1,2,Part\nC-2,1,Documentation\n'],
  ['Composant;Quantité;Catégorie\nC-1;2;Pièce\nC-2;1;Dessin\n'],
  ['Componente;Cantidad;Tipo\nC-1;2;Pieza\nC-2;1;Documento\n'],
])('documents and texts are left out under every name of their kind: %j', async (body) => {
  const { bom, warnings } = await read(body, bomOfTop)
  expect(bom).toMatchObject({ lines: 1, unknownNumbers: ['C-1'] })
  expect(warnings).toContain('Lines marked as alternates, documents, work or deleted are left out: C-2 in row 3')
})

test.each([
  'Component,Quantity,Category\nC-1,2,A\nC-2,1,D\n',
  'Component,Quantity,Type\nC-1,2,Reference\nC-2,1,T\n',
  'Component,Quantity,Category\nC-1,2,Documents holder\nC-2,1,Reference\n',
])('letters and words of other kinds leave no line out: %j', async (body) => {
  const { bom, warnings } = await read(body, bomOfTop)
  expect([bom?.lines, warnings]).toEqual([2, []])
})

const leftOut = (rows: string) => `Rows without a parent, a level or a component are left out: ${rows}`

test.each(['~', '-', '–', '--', '---', 'n/a', 'N/A', 'TBD', '?', 'tbc', 'none'])(
  "a sign for 'nothing' is no component: %s",
  async (sign) => {
    const pairs = await read(`Parent,Component,Qty,Description\nP-9,${sign},2,Motor\nP-9,C-1,1,Glue\n`)
    expect(pairs.bom).toMatchObject({ lines: 1, unknownNumbers: ['C-1'] })
    expect(pairs.warnings).toContain(leftOut('2'))
    const flat = await read(`Part Number,Qty,Description\nC-1,1,Glue\n${sign},2,Motor\n`, {
      type: 'bom',
      choices: { bomOf: 'TOP-1' },
    })
    expect(flat.bom).toMatchObject({ lines: 1, unknownNumbers: ['C-1'] })
    expect(flat.warnings).toContain(leftOut('3'))
  },
)

test("a sign for 'nothing' is no parent, and the rows below do not go to the parent above", async () => {
  const body = 'Parent,Component,Qty\nP-9,C-1,1\nn/a,C-2,1\n,C-3,1\nP-9,C-4,1\n'
  const { bom, warnings } = await read(body)
  expect(bom).toMatchObject({ parents: 1, lines: 2, unknownNumbers: ['C-1', 'C-4'] })
  expect(warnings).toContain(leftOut('3, 4'))
})

test.each(['TBD', ''])(
  "components of an assembly without a number do not go to another one without a word: '%s'",
  async (sign) => {
    const body = `Level,Part Number,Qty\n1,A-1,1\n2,C-1,1\n1,${sign},1\n2,C-2,5\n1,A-2,1\n2,C-3,1\n`
    const { bom, warnings } = await read(body, bomOfTop)
    expect(bom).toMatchObject({ parents: 3, lines: 5 })
    expect(warnings).toEqual([leftOut('4'), 'A level is missing above row 5: they hang on the row above'])
  },
)

test("'~' as the number of a part in a list is named", async () => {
  const { warnings } = await read('Part No,Name,Stock\n~,Label,7\nA-1,Glue,2\n', { type: 'parts' })
  expect(warnings).toContain("Part No keeps words for 'nothing' as text: '~' in row 2")
})

test('three decimals beside litres, as SAP writes them, are asked about, not taken for thousands', async () => {
  const rows = ['.1\t4712000\tPumpe\t1,000\tST', '..2\t4712002\tSchraube\t4,000\tST', '.1\t4713000\tÖl\t18,500\tL']
  const { warnings } = await read(`Stufe\tKomponente\tObjektkurztext\tMenge\tME\n${rows.join('\n')}\n`, {
    type: 'bom',
    choices: { bomOf: 'P-4711' },
  })
  expect(warnings).toContain(
    "Menge is read with a decimal point, but '1,000', '4,000' and '18,500' may have a decimal comma: choose one",
  )
})
