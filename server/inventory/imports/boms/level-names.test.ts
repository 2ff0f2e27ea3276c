// Columns of levels under the names that programs give them: what a line needs never becomes stock.

import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`

/** Imports a file as a person does who names no type. */
async function imported(body: string, query = '') {
  const url = at(`imports?type=auto&components=create${query}`)
  const preview = (await operator.post(url, body, { 'content-type': 'text/csv' })).json()
  expect((await operator.post(at(`imports/${preview.id}/commit`), {})).statusCode).toBe(200)
  const found = await server.given.sql(
    `with items as (select id, part_number as number from parts union all select id, assembly_number from assemblies union all select id, sku from products)
      select i.number as item, c.number, l.quantity from bom_lines l join items i on i.id = l.parent_id join items c on c.id = l.component_id
      where l.company_id = $1 order by 1, 2`,
    [company.id],
  )
  const stock = (await operator.get(at('parts')))
    .json()
    .items.map(({ stockLevel }: { stockLevel: number }) => stockLevel)
  const lines = found.map(({ item, number, quantity }) => `${item} > ${number} ${Number(quantity)}`)
  return { lines, stock, warnings: preview.warnings as string[] }
}

const tree = ['SUB > P-1 12', 'TOP > SUB 2']

test.each([
  ...['Niv.', 'Niv', 'Lev', 'Lev.', 'Lv', 'Liv.', 'Rang', 'Tier', 'Tiefe', 'Hierarchie', 'Dispostufe'],
  ...['Gliederungsstufe', 'Auflösungsstufe', 'Explosion level', 'Level No'],
])('%s beside an item and a quantity is a level', async (level) => {
  const body = `${level};Article;Désignation;Quantité\n0;TOP;Machine;1\n1;SUB;Pied;2\n2;P-1;Vis;12\n`
  expect(await imported(body)).toMatchObject({ lines: tree, stock: [0] })
})

test('a rank that only rises is no level', async () => {
  const body = 'Rang;Artikelnummer;Bezeichnung;Menge\n1;A;A;5\n2;B;B;5\n3;C;C;5\n4;D;D;5\n5;E;E;5\n'
  expect(await imported(body)).toMatchObject({ lines: [], stock: [5, 5, 5, 5, 5] })
})

test('levels of SAP beside components', async () => {
  const body =
    'Lev;Item;Component;Object description;Comp. Qty (CUn);Un\n.1;0010;BG;Assembly;2;PC\n..2;0010;T-1;Part;4;PC\n.1;0020;T-2;Cable;3;PC\n'
  expect((await imported(body, '&bomOf=FERT')).lines).toEqual(['BG > T-1 4', 'FERT > BG 2', 'FERT > T-2 3'])
})

test.each(['Gesamtmenge', 'Qté totale', 'Cant. total', 'Quantità totale', 'Total Qty'])(
  'levels beside %s keep the structure, and the total is told',
  async (quantity) => {
    const body = `Level,Part Number,Name,${quantity}\n0,TOP,Machine,1\n1,SUB,Foot,2\n2,P-1,Screw,12\n`
    const { lines, warnings } = await imported(body)
    expect(lines).toEqual(tree)
    expect(warnings).toContainEqual(expect.stringContaining(`'${quantity}'`))
  },
)

test.each([
  ['Status', 'Obsolete', "'Status' (Obsolete, Active) is left out: every row counts, whatever it says there"],
  ['Status', 'On hold', "'Status' (On hold, Active) is left out: every row counts, whatever it says there"],
  ['Lifecycle', 'Obsolete', "'Lifecycle' (Obsolete, Active) is left out: every row counts, whatever it says there"],
])('%s %s of a line is told, because the line counts', async (header, word, warning) => {
  const { lines, warnings } = await imported(`Parent,Child,Qty,${header}\nT,P-1,4,${word}\nT,P-2,4,Active\n`)
  expect(lines).toEqual(['T > P-1 4', 'T > P-2 4'])
  expect(warnings).toContain(warning)
})

test('a line that is left out as an alternate is not said to count', async () => {
  const { lines, warnings } = await imported('Parent,Item,Component,Qty,Alternate\nT,10,P-1,4,\nT,10,P-1B,4,ALT\n')
  expect(lines).toEqual(['T > P-1 4'])
  expect(warnings.join()).toContain('P-1B in row 3')
  expect(warnings.join()).not.toContain('every line counts')
})
