import { type ComponentType, componentTypes } from 'contract/inventory/bom.ts'
import { ComponentChoice } from 'contract/inventory/components.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { listPage } from '../../platform/database/list-page.ts'
import { rowsOf } from '../../platform/database/rows.ts'

const kinds = {
  part: { table: 'parts', number: 'partNumber' },
  assembly: { table: 'assemblies', number: 'assemblyNumber' },
  product: { table: 'products', number: 'sku' },
} as const satisfies Record<ComponentType, object>

type Search = { companyId: string; type: ComponentType; q?: string | undefined; pageSize: number }

/** SQL: the unit and decimals of assemblies and products. */
const counted = sql`'each' as unit, 0 as decimals`

const Item = ComponentChoice.omit({ type: true })

/** Items of one kind by number. The item with exactly this number comes first, however many others contain it. */
export async function searchComponents(db: Db, { companyId, type, q, pageSize }: Search): Promise<ComponentChoice[]> {
  const { table, number } = kinds[type]
  const measure = type === 'part' ? sql`t.unit, t.decimals` : counted
  const extra = sql`${sql.ref(`t.${number}`)} as number, ${measure}`
  const source = { table, row: Item, keyColumn: number, columns: ['id', 'name'], extra }
  const [page, exact] = await Promise.all([
    listPage(db, source, { companyId, q, sort: number, order: 'asc', page: 1, pageSize }),
    q ? find(db, companyId, [type], [q]) : [],
  ])
  const found = page.items.map((item) => ({ type, ...item }))
  const choices = exact.map(({ asked: _asked, ...choice }) => choice)
  const first = new Set(choices.map(({ id }) => id))
  return [...choices, ...found.filter(({ id }) => !first.has(id))].slice(0, pageSize)
}

/** The items with these numbers, in any case: at most one item of each kind for a number. */
export async function resolveNumbers(db: Db, companyId: string, numbers: string[]) {
  const asked = [...new Set(numbers.filter(Boolean))]
  const byNumber = Map.groupBy(await find(db, companyId, componentTypes, asked), (found) => found.asked)
  return numbers.map((number) => ({
    number,
    matches: (byNumber.get(number) ?? []).map(({ asked: _asked, ...choice }) => choice),
  }))
}

const Found = ComponentChoice.extend({ asked: z.string() })
type Found = z.infer<typeof Found>

/** In the order of the types. */
async function find(db: Db, companyId: string, types: readonly ComponentType[], asked: string[]): Promise<Found[]> {
  const selects = types.map(
    (
      type,
    ) => sql`select f.asked, ${type} as type, f.id, f.number, f.name, ${type === 'part' ? sql`p.unit, p.decimals` : counted}
      from app.find_by_number(${companyId}::uuid, ${kinds[type].table}, ${asked}::text[]) f
      ${type === 'part' ? sql`join parts p on p.company_id = ${companyId} and p.id = f.id` : sql``}`,
  )
  return rowsOf(db, Found, sql`${sql.join(selects, sql` union all `)}`)
}
