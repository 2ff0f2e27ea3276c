import { randomUUID } from 'node:crypto'
import { kinds, me, type Pick, tableOf, tables, type World } from './undo-world.ts'

/** One random step: all choices are numbers, taken modulo the number of options. */
export type Step = { table: number; verb: number; pick: number; value: number }

type Statement = [text: string, values: unknown[]]

/**
 * The statements of one step in a company; none when there is nothing to act on. To delete a record, delete its lines first.
 * @param ids the ids of each table, in order
 */
export function statementsFor({ table, verb, pick, value }: Step, company: string, ids: Ids): Statement[] {
  const name = tables[table % tables.length] as string
  const kind = kinds[name] as (typeof kinds)[string]
  const one: Pick = (of) => ids[of]?.at(pick % Math.max(1, ids[of].length)) ?? null
  const doing = verbs[verb % verbs.length]
  if (doing === 'make') return insertOf(name, kind.make(one, value), company)
  const id = one(name)
  const columns = Object.keys(kind.fields)
  // A few fields are used again and again, so that people's changes collide.
  const column = columns.at([pick, pick + 1, -1, -2][value % 4] ?? 0) ?? columns[0]
  if (!id || (doing === 'change' && !column)) return []
  if (doing === 'change' && column) {
    const given = kind.fields[column]?.(one, value)
    return [[`update ${name} set ${column} = $3 where company_id = $1 and id = $2`, [company, id, given]]]
  }
  const lines = ['bom_lines', 'gauge_readings'].map(
    (of): Statement => [`delete from ${of} where company_id = $1 and parent_id = $2`, [company, id]],
  )
  return [...lines, [`delete from ${name} where company_id = $1 and id = $2`, [company, id]]]
}

const verbs = ['make', 'change', 'change', 'delete', 'change', 'change', 'make', 'change'] as const

export type Ids = Record<string, string[]>
export const idsOf = (world: World): Ids => {
  const ids: Ids = {}
  for (const [key, { id }] of world) ids[tableOf(key)] = [...(ids[tableOf(key)] ?? []), id]
  return ids
}

function insertOf(name: string, row: Record<string, unknown> | undefined, company: string): Statement[] {
  if (!row) return []
  const own = { company_id: company, ...('storage_key' in row && { storage_key: `${company}/${randomUUID()}` }) }
  const keys = Object.keys({ ...row, ...own })
  const given: unknown[] = Object.values({ ...row, ...own })
  const places = given.map((value, at) => (value === me ? 'app.user_id()' : `$${at + 1 - mine(given.slice(0, at))}`))
  return [
    [
      `insert into ${name} (${keys}) values (${places}) returning '${name}' as made, id`,
      given.filter((value) => value !== me),
    ],
  ]
}

const mine = (given: unknown[]) => given.filter((value) => value === me).length

/** The start of every life: two records of each kind, and the rows that belong to them. */
export const beginning: Step[] = [0, 1].flatMap((round) =>
  tables.map((_, table) => ({ table, verb: 0, pick: round, value: round + 3 })),
)
