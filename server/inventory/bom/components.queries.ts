import { type ComponentType, componentTypes } from 'contract/inventory/bom.ts'
import type { ComponentChoice } from 'contract/inventory/components.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { listPage } from '../../platform/list-page.ts'

const kinds = {
  part: { table: 'parts', number: 'partNumber' },
  assembly: { table: 'assemblies', number: 'assemblyNumber' },
  product: { table: 'products', number: 'sku' },
} as const satisfies Record<ComponentType, object>

type Search = { companyId: string; type: ComponentType; q?: string | undefined; pageSize: number }

/** Items of one kind by number. Whoever types a whole number means that one, however many others contain it. */
export async function searchComponents(db: Db, { companyId, type, q, pageSize }: Search): Promise<ComponentChoice[]> {
  const { table, number } = kinds[type]
  const source = { table, columns: ['id', number, 'name'] }
  const [page, exact] = await Promise.all([
    listPage<Record<string, string>>(db, source, { companyId, q, sort: number, order: 'asc', page: 1, pageSize }),
    q ? find(db, companyId, [type], (column) => sql`${column} = any (${casesOf(q)}::text[])`) : [],
  ])
  const found = page.items.map((row) => ({ type, id: row.id, number: row[number], name: row.name }) as ComponentChoice)
  const first = new Set(exact.map(({ id }) => id))
  return [...exact, ...found.filter(({ id }) => !first.has(id))].slice(0, pageSize)
}

/** Looks numbers up by key; only those not found that way are compared whatever their case, which reads the company once. */
export async function resolveNumbers(db: Db, companyId: string, numbers: string[]) {
  const asked = [...new Set(numbers.filter(Boolean))]
  const byKey = await find(db, companyId, componentTypes, (column) => sql`${column} = any (${asked.flatMap(casesOf)})`)
  const known = new Set(byKey.map(({ number }) => number.toLowerCase()))
  const rest = asked.map((number) => number.toLowerCase()).filter((number) => !known.has(number))
  const byCase =
    rest.length > 0 ? await find(db, companyId, componentTypes, (column) => sql`lower(${column}) = any (${rest})`) : []
  const byNumber = Map.groupBy([...byKey, ...byCase], ({ number }) => number.toLowerCase())
  return numbers.map((number) => ({ number, matches: bestOf(number, byNumber.get(number.toLowerCase()) ?? []) }))
}

/** One of each kind: where two differ in case only, the one that was typed. */
function bestOf(number: string, candidates: ComponentChoice[]): ComponentChoice[] {
  return componentTypes.flatMap((type) => {
    const ofType = candidates.filter((candidate) => candidate.type === type)
    return ofType.find((candidate) => candidate.number === number) ?? ofType[0] ?? []
  })
}

const casesOf = (number: string) => [...new Set([number, number.toUpperCase(), number.toLowerCase()])]

async function find(
  db: Db,
  companyId: string,
  types: readonly ComponentType[],
  matches: (column: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<ComponentChoice[]> {
  const selects = types.map((type) => {
    const { table, number } = kinds[type]
    const column = sql.ref(`i.${number}`)
    return sql`select ${type} as type, i.id, ${column} as number, i.name from ${sql.table(table)} i
      where i.company_id = ${companyId} and ${matches(column)}`
  })
  const { rows } = await sql<ComponentChoice>`${sql.join(selects, sql` union all `)}`.execute(db)
  return rows
}
