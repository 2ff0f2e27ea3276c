import type { Room } from '../shared/counterpart.ts'
import { chance, pick } from '../shared/random.ts'
import { fixed } from '../store/money.ts'

/** The kinds of records of a company. The records at the start are computed from their number; those written since are kept. */
export type Entity = 'Vendor' | 'Customer' | 'Invoice' | 'Bill'
export type Entry = Record<string, unknown> & {
  Id: string
  SyncToken: string
  MetaData: { CreateTime: string; LastUpdatedTime: string }
}

/**
 * How a report is made. `repeat`: its first month comes twice. `empty`: the company has no booking. `cash`: by cash, although accrual was asked for.
 * `parted`: each month has two columns, the amount and its share of the income. `narrow`: rows end two cells early. `stray`: a month of the year before
 * comes first. `sumless`: the income has no sum.
 */
export const reportManners = ['whole', 'repeat', 'empty', 'cash', 'parted', 'narrow', 'stray', 'sumless'] as const

export type Books = Room & {
  realmId: string
  companyName: string
  sizes: Record<Entity, number>
  written: Record<Entity, Map<string, Entry>>
  /** Cents of a month beside its trade, '2026-11': interest, penalties, and an amount that only the net income has. */
  other: Map<string, { income: number; expenses: number; unexplained: number }>
  reportManner: (typeof reportManners)[number]
  longestPage: number
  /** Deleted records: id and time. */
  deleted: Record<Entity, Map<string, string>>
  end: number
}

const day = 86_400_000
const firms = [
  'Alder',
  'Birch',
  'Cedar',
  'Delta',
  'Ember',
  'Falcon',
  'Granite',
  'Harbor',
  'Ivory',
  'Juniper',
  'Keystone',
  'Lumen',
]
const trades = ['Fasteners', 'Plastics', 'Logistics', 'Electronics', 'Packaging', 'Coatings', 'Tooling', 'Steel']

export const entities: Entity[] = ['Vendor', 'Customer', 'Invoice', 'Bill']
export const isEntity = (name: string): name is Entity => entities.some((entity) => entity === name)

/** All current records of a kind, in the order of their ids. */
export function* entriesOf(books: Books, entity: Entity): Generator<Entry> {
  for (let index = 0; index < books.sizes[entity]; index += 1) {
    const found = entryOf(books, entity, String(index + 1))
    if (found) yield found
  }
  for (const [id, entry] of books.written[entity]) if (Number(id) > books.sizes[entity]) yield entry
}

export function entryOf(books: Books, entity: Entity, id: string): Entry | undefined {
  if (books.deleted[entity].has(id)) return undefined
  const written = books.written[entity].get(id)
  const index = Number(id) - 1
  return (
    written ??
    (Number.isInteger(index) && index >= 0 && index < books.sizes[entity] ? made(books, entity, index) : undefined)
  )
}

function made(books: Books, entity: Entity, index: number): Entry {
  const { CreateTime, LastUpdatedTime } = timesOf(books, entity, index)
  const common = {
    Id: String(index + 1),
    SyncToken: '0',
    domain: 'QBO',
    sparse: false,
    MetaData: { CreateTime, LastUpdatedTime },
  }
  if (entity === 'Vendor' || entity === 'Customer') return { ...common, ...nameOf(books, entity, index) }
  return { ...common, ...documentOf(books, entity, index) }
}

/** The first record is two years old, the last is new; some were changed later. */
function timesOf({ seed, end, sizes }: Books, entity: Entity, index: number) {
  const created = end - 730 * day + Math.floor((730 * day * (index + 0.5)) / sizes[entity])
  const updated = Math.min(end, created + Math.floor(chance(seed, index, 300) ** 4 * 90 * day))
  return { CreateTime: zoned(created), LastUpdatedTime: zoned(updated) }
}

/** QuickBooks writes times with the offset of the Pacific coast. */
export const zoned = (milliseconds: number) =>
  `${new Date(milliseconds - 8 * 3_600_000).toISOString().slice(0, 19)}-08:00`

function nameOf({ seed }: Books, entity: Entity, index: number) {
  const salt = entity === 'Vendor' ? 301 : 305
  const name = `${pick(firms, seed, index, salt)} ${pick(trades, seed, index, salt + 1)} ${index + 1}`
  return {
    DisplayName: name,
    CompanyName: name,
    PrintOnCheckName: name,
    Active: chance(seed, index, salt + 2) >= 0.05,
    PrimaryEmailAddr: { Address: `office${index + 1}@${entity.toLowerCase()}.example` },
    PrimaryPhone: { FreeFormNumber: `(555) 01${String(index % 100).padStart(2, '0')}` },
    BillAddr: {
      Line1: `${index + 1} Harbor Road`,
      City: 'Portland',
      CountrySubDivisionCode: 'OR',
      PostalCode: '97201',
    },
    Balance: Math.floor(chance(seed, index, salt + 3) * 500_000) / 100,
    ...(entity === 'Vendor' && { AcctNum: `A-${1000 + index}`, Vendor1099: false }),
  }
}

/** Cents of an invoice or bill. */
function centsOf({ seed }: Books, entity: Entity, index: number): number {
  return 2_000 + Math.floor(chance(seed, index, entity === 'Invoice' ? 310 : 320) ** 2 * 480_000)
}

function documentOf(books: Books, entity: Entity, index: number) {
  const cents = centsOf(books, entity, index)
  const amount = Number(fixed(cents, { code: 'USD', decimals: 2 }))
  const isPaid = chance(books.seed, index, 330) < 0.85
  const other = entity === 'Invoice' ? 'Customer' : 'Vendor'
  const partner = 1 + Math.floor(chance(books.seed, index, 331) * books.sizes[other])
  const reference = { value: String(partner), name: String(entryOf(books, other, String(partner))?.DisplayName ?? '') }
  const txnDate = timesOf(books, entity, index).CreateTime.slice(0, 10)
  return {
    DocNumber: String(1001 + index),
    TxnDate: txnDate,
    DueDate: new Date(Date.parse(txnDate) + 30 * day).toISOString().slice(0, 10),
    CurrencyRef: { value: 'USD', name: 'United States Dollar' },
    TotalAmt: amount,
    Balance: isPaid ? 0 : amount,
    [`${other}Ref`]: reference,
    Line: [
      {
        Id: '1',
        LineNum: 1,
        Amount: amount,
        DetailType: entity === 'Invoice' ? 'SalesItemLineDetail' : 'AccountBasedExpenseLineDetail',
      },
    ],
  }
}
