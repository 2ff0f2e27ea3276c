// Columns and cells of a bill of materials that change which lines count, or in what unit: none of them is passed over without a word.

import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'

const { company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`

async function preview(body: string, query = 'type=auto&components=create') {
  return (await operator.post(at(`imports?${query}`), body, { 'content-type': 'text/csv' })).json()
}

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
  expect((await preview(body)).warnings).toContain(severalLists(lists))
})

test.each([
  'Parent,Component,Rev,Qty\nP-9,C-1,A,1\nP-9,C-2,B,1\n',
  'Parent,Rev,Component,Rev.,Qty\nP-9,A,C-1,A,1\nP-9,A,C-2,B,1\nP-8,B,C-2,A,1\n',
  'Index,Parent,Component,Qty\n1,P-9,C-1,1\n2,P-9,C-2,1\n1,P-8,C-2,1\n',
])('revisions of components, and numbers of lines, are no several lists: %j', async (body) => {
  expect((await preview(body)).warnings).not.toContainEqual(expect.stringContaining('several lists'))
})

test.each(['Valid From', 'Effectivity Date', 'Eff. Date', 'Date In', 'Phase Out', 'Gültig ab', 'Effective'])(
  'days of lines are named: %s',
  async (header) => {
    const body = `Parent,Component,Qty,${header}\nP-9,C-1,1,2020-01-01\nP-9,C-2,2,2021-01-01\n`
    expect((await preview(body)).warnings).toContain(`'${header}' is left out: every line counts, whatever its days`)
  },
)
