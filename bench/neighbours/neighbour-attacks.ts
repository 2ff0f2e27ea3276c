import { partsCsv } from '../data.ts'
import type { Person, Street } from './neighbour-data.ts'
import { again, type Errand, type Load, rounds, unread, uploads } from './neighbour-ways.ts'

/** Other kinds of load: requests of an attacker, and heavy work in a loop. */
export function attacksOn({ one, root }: Street): Load[] {
  const base = `/api/companies/${one.companyId}`
  const imports = `${base}/imports?type=parts`
  const post = (path: string, body: string | Buffer, type?: string): Errand => ({
    method: 'POST',
    path,
    body,
    ...(type && { type }),
  })
  const exports = [
    'exports/parts.csv',
    'exports/inventory.csv',
    'exports/inventory.csv?format=shopify',
    `bom/${root}/tree.csv`,
  ]
  const streams = exports.map((each) => `${base}/${each}`)
  const sorts = ['partNumber', 'name', 'supplierName', 'location', 'stockLevel', 'cost', 'retailPrice']
  const sorted = (turn: number) =>
    `${base}/parts?sort=${sorts[turn % sorts.length]}&order=${turn % 2 ? 'asc' : 'desc'}&page=${1 + (turn % 400)}&pageSize=500`
  const deep = `{"name":${'['.repeat(500_000)}${']'.repeat(500_000)}}`
  const strangers = ['/readyz', '/nothing/here', '/', '/auth', '/api/session', '/api/nothing']
  return [
    { name: '24 lists of 500 by every key', begin: again(one, 24, sorted) },
    { name: '24 JSON bodies of 1 MB, 500,000 deep', begin: again(one, 24, () => post(`${base}/parts`, deep)) },
    { name: '6 files of 900 columns x 3,000 rows', begin: uploads(one, 6, imports, wideFile()) },
    { name: 'a row of 25 MB', begin: uploads(one, 1, imports, oneRow(25 * 2 ** 20)) },
    {
      name: '24 clients import files of a row',
      begin: again(one, 24, (turn) => post(imports, smallFile(turn), 'text/csv')),
    },
    {
      name: '16 unread downloads of four kinds',
      leadMs: 2_000,
      begin: unread(one, [...streams, ...streams, ...streams, ...streams]),
    },
    { name: 'import of 10,000, commit, undo, in a loop', leadMs: 3_000, begin: rounds(2, importAndUndo(one, base)) },
    { name: 'delete 2,000 and undo, in a loop', leadMs: 2_000, begin: rounds(2, deleteAndUndo(one, base)) },
    {
      name: 'bulk edits of 10,000 in a loop',
      leadMs: 2_000,
      begin: again(one, 4, (turn) => post(`${base}/parts/bulk-edit`, edited(turn))),
    },
    { name: 'backups in a loop', leadMs: 2_000, begin: rounds(2, backUp(one, base)) },
    { name: '50 strangers', begin: again(null, 50, (turn) => strangers[turn % strangers.length] ?? '/') },
  ]
}

type Made = { id: string; changeSetId?: string }
type Round = Parameters<typeof rounds>[1]

function importAndUndo(one: Person, base: string): Round {
  const file = Buffer.from(partsCsv(10_000))
  return async (_turn, send) => {
    const { id } = (await send(
      { method: 'POST', path: `${base}/imports?type=parts`, body: file, type: 'text/csv' },
      one,
    )) as Made
    await send({ method: 'POST', path: `${base}/imports/${id}/commit`, body: '{}' }, one)
    await send({ method: 'POST', path: `${base}/imports/${id}/undo`, body: '{}' }, one)
  }
}

function deleteAndUndo(one: Person, base: string): Round {
  return async (turn, send) => {
    const body = JSON.stringify({ selection: { matching: { q: `P-000${2 + (turn % 8)}` } } })
    const { changeSetId } = (await send({ method: 'POST', path: `${base}/parts/bulk-delete`, body }, one)) as Made
    await send({ method: 'POST', path: `${base}/change-sets/${changeSetId}/undo`, body: '{}' }, one)
  }
}

/** 10,000 parts; each time with another location, so that each part changes. */
const edited = (turn: number) =>
  JSON.stringify({ selection: { matching: { q: 'P-001' } }, field: 'location', value: `Shelf ${turn}`, preview: false })

function backUp(one: Person, base: string): Round {
  return async (_turn, send) => {
    const { id } = (await send({ method: 'POST', path: `${base}/backups`, body: '{}' }, one)) as Made
    await send({ method: 'DELETE', path: `${base}/backups/${id}` }, one)
  }
}

const header = 'Name/Description,Part Number'

const smallFile = (turn: number) => `${header}\nA part,S-${turn}\n`

function wideFile(): Buffer {
  const columns = Array.from({ length: 898 }, (_, n) => `Column ${n}`)
  const cells = columns.map((_, n) => `c${n}`).join(',')
  const rows = Array.from({ length: 3_000 }, (_, n) => `Wide ${n},W-${n},${cells}`)
  return Buffer.from(`${header},${columns.join(',')}\n${rows.join('\n')}\n`)
}

const oneRow = (bytes: number) => Buffer.from(`${header},Location\nA part,L-1,${'x'.repeat(bytes)}\n`)
