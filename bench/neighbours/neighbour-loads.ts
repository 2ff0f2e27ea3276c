import { partsCsv } from '../data.ts'
import type { Street } from './neighbour-data.ts'
import { again, type Load, unread, uploads } from './neighbour-ways.ts'

/** The loads, one at a time: what one person of a large company can do alone. */
export function loadsOn({ one, root }: Street): Load[] {
  const base = `/api/companies/${one.companyId}`
  const sorts = ['location', 'cost', 'stockLevel', 'retailPrice']
  const list = (turn: number) => `${base}/parts?sort=${sorts[turn % sorts.length]}&page=${1 + (turn % 40)}`
  const words = ['steel', 'M5', 'bolt', 'P-0', 'rubber x']
  const search = (turn: number) => `${base}/parts?sort=cost&q=${encodeURIComponent(words[turn % words.length] ?? '')}`
  return [
    { name: 'nothing', begin: async () => async () => undefined },
    { name: '24 lists in parallel', begin: again(one, 24, list) },
    { name: '24 searches in parallel', begin: again(one, 24, search) },
    { name: '8 tree.csv of 19 levels', begin: again(one, 8, () => `${base}/bom/${root}/tree.csv`) },
    { name: '3 unread exports', leadMs: 2_000, begin: unread(one, Array(3).fill(`${base}/exports/parts.csv`)) },
    { name: '24 imports of 28 MB', begin: uploads(one, 24, `${base}/imports?type=parts`, largeFile()) },
    { name: 'a cell of 240,000 digits', begin: uploads(one, 1, `${base}/imports?type=parts`, manyDigits()) },
  ]
}

function largeFile(): Buffer {
  const [header] = partsCsv(0).split('\n', 1)
  const padding = 'x'.repeat(150)
  const rows = Array.from(
    { length: 140_000 },
    (_, n) => `Bolt ${padding} ${n},I-${n},Shelf,${n % 100},Supplier,AC,1.5,2,3`,
  )
  return Buffer.from(`${header}\n${rows.join('\n')}\n`)
}

const manyDigits = () => Buffer.from(`Name/Description,Part Number,Cost\nBolt,B-1,${'1'.repeat(240_000)}x\n`)
