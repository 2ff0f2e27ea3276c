import { type Catalogue, columnName, type Field, type FieldKind, type Fields } from 'contract/catalogue.ts'
import { personFields } from 'contract/identity/person-fields.ts'
import { itemCatalogues } from 'contract/inventory/catalogues.ts'
import { movementFields } from 'contract/inventory/movements.ts'
import { sopFields } from 'contract/sops/sop-fields.ts'
import { taskFields } from 'contract/tasks/task-fields.ts'
import { timeEntryFields } from 'contract/time-clock/time-entry-fields.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { cloneDatabase } from '../postgres/databases.ts'

// Compares the catalogues with the database: a sort key without a column fails here and not for a user.

let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ connectionString: await cloneDatabase(inject('postgresUrl')) })
  await owner.connect()
})
afterAll(() => owner.end())

const rows = async (text: string, values: unknown[]) => (await owner.query(text, values)).rows

const types: Record<Exclude<FieldKind, 'lines' | 'files'>, string> = {
  ...{ text: 'text', code: 'text', email: 'text', 'web address': 'text', choice: 'text' },
  ...{ 'yes/no': 'boolean', money: 'numeric', quantity: 'numeric', time: 'timestamp with time zone', link: 'uuid' },
  ...{ unit: 'text', count: 'integer' },
  ...{ day: 'date', moment: 'timestamp with time zone', hours: 'integer' },
}

/** The database's facts about a table: the types of its columns, its keys, and the columns for sorting, filtering and searching. */
async function stored(table: string) {
  const columns = await rows(
    `select column_name, data_type, generation_expression from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  )
  const [tenant] = await rows('select search_columns, sort_expressions from app.tenant_tables where table_name = $1', [
    table,
  ])
  const [key] = await rows(
    `select pg_get_indexdef(indexrelid) as made from pg_index where indrelid = to_regclass($1) and indisunique and not indisprimary`,
    [table],
  )
  return {
    types: Object.fromEntries(
      columns.map((column) => [column.column_name, column.data_type.replace('smallint', 'integer')]),
    ),
    searched: columns.find((column) => column.column_name === 'search_text')?.generation_expression ?? '',
    offered: tenant?.search_columns ?? [],
    expressions: Object.keys(tenant?.sort_expressions ?? {}),
    key: key?.made ?? '',
  }
}

const ofKinds = ({ fields }: Catalogue, isWanted: (field: Field) => unknown) =>
  Object.entries(fields).flatMap(([key, field]) => (isWanted(field) ? [columnName(key)] : []))

describe.each(Object.values(itemCatalogues) as Catalogue[])('the catalogue of $table', (catalogue) => {
  const { table, noun, key, fields } = catalogue

  test('has fields that the database stores, each in a column of its kind', async () => {
    const [own, guarded] = [await stored(table), await stored(`${noun}_private`)]
    const columns = Object.entries(fields).flatMap(([name, { kind, sort, seenBy }]) => {
      const column = columnName(name)
      const found = (seenBy ? guarded : own).types[column]
      if (kind === 'lines' || kind === 'files' || (sort === 'derived' && !found)) return []
      return [{ declared: `${column} ${types[kind]}`, found: `${column} ${found}` }]
    })
    expect(columns.map(({ found }) => found)).toEqual(columns.map(({ declared }) => declared))
  })

  test('sorts and filters by the columns that the search of the database offers, and by no others', async () => {
    const { offered } = await stored(table)
    expect(ofKinds(catalogue, ({ sort, isFilter }) => sort || isFilter).sort()).toEqual([...offered].sort())
  })

  test('marks as derived the fields that the database sorts by an expression', async () => {
    expect(ofKinds(catalogue, ({ sort }) => sort === 'derived').sort()).toEqual(
      (await stored(table)).expressions.sort(),
    )
  })

  test('is searched where it says', async () => {
    const { searched, types: all } = await stored(table)
    const found = Object.keys(all).filter((column) => new RegExp(`\\b${column}\\b`).test(searched))
    expect(ofKinds(catalogue, ({ isSearched }) => isSearched).sort()).toEqual(found.sort())
  })

  test('has a key that is unique in a company', async () => {
    expect((await stored(table)).key).toContain(`app.folded(${columnName(key)})`)
  })

  test('names the action that guards fields not everybody may see', async () => {
    const guards = [...new Set(Object.values(fields).flatMap(({ seenBy }) => seenBy ?? []))]
    const policies = await rows(
      `select pg_get_expr(polqual, polrelid) as asked from pg_policy where polrelid = to_regclass($1) and polname = 'may_read'`,
      [`${noun}_private`],
    )
    expect(policies).toHaveLength(guards.length)
    for (const [index, guard] of guards.entries()) expect(policies[index].asked).toContain(`'${guard}'`)
  })
})

describe.each([
  { table: 'tasks', fields: taskFields as Fields, computed: ['assigneeName', 'assignerName'] },
  { table: 'sops', fields: sopFields, computed: ['files'] },
  { table: 'time_entries', fields: timeEntryFields, computed: ['userName', 'seconds', 'breakSeconds'] },
  { table: 'profiles', fields: personFields, computed: ['name', 'role', 'companyName', 'status'] },
  {
    table: 'stock_movements',
    fields: movementFields,
    computed: ['partNumber', 'partName', 'unit', 'locationCode', 'userName'],
  },
])('the fields of $table', ({ table, fields, computed }) => {
  const stands = Object.entries(fields).filter(([name]) => !computed.includes(name))

  test('that are not computed are stored, each in a column of its kind', async () => {
    const { types: found } = await stored(table)
    const typeOf = (kind: FieldKind) => (kind === 'lines' || kind === 'files' ? undefined : types[kind])
    expect(stands.map(([name]) => `${name} ${found[columnName(name)]}`)).toEqual(
      stands.map(([name, { kind }]) => `${name} ${typeOf(kind)}`),
    )
  })

  test('are sorted by a column where the catalogue says so', () => {
    for (const [name, { sort }] of Object.entries(fields))
      expect([name, sort]).not.toEqual([name, computed.includes(name) ? 'stored' : 'derived'])
  })
})
