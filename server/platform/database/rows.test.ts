import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { useServer } from '../../testing/fixture.ts'
import { type Database, openDatabase } from './database.ts'
import type { Db } from './handle.ts'
import { rowOf, rowsOf, scalarOf, scalarsOf } from './rows.ts'
import { runtimeUrl } from './schema/database-roles.ts'

const { server } = useServer()
let database: Database
beforeAll(async () => {
  database = openDatabase(await runtimeUrl(server.adminUrl), 1)
})
afterAll(async () => {
  await database.close()
})

const reading = <T>(work: (db: Db) => Promise<T>) => database.read({ tokenHash: null, companyId: null }, work)

const Person = z.object({ id: z.uuid(), firstName: z.string(), age: z.int().nullable() })
const person = sql`'01890a5d-ac96-774b-bcce-b302099a8057'::uuid as id, 'Ann' as first_name`

const refusal = (query: RawBuilder<unknown>, shape: z.ZodObject = Person) =>
  reading((db) => rowsOf(db, shape, query)).then(
    () => 'it fits',
    (error: Error) => error.message,
  )

test('rows come with the names and types of their shape', async () => {
  const rows = await reading((db) => rowsOf(db, Person, sql`select ${person}, null::int as age`))
  expect(rows).toEqual([{ id: '01890a5d-ac96-774b-bcce-b302099a8057', firstName: 'Ann', age: null }])
})

test('the first row, or none', async () => {
  const [first, none] = await reading((db) =>
    Promise.all([
      rowOf(db, Person, sql`select ${person}, 7 as age`),
      rowOf(db, Person, sql`select ${person}, 7 as age where false`),
    ]),
  )
  expect(first?.age).toBe(7)
  expect(none).toBeUndefined()
})

test('a query of the builder is compared too', async () => {
  const shape = z.object({ sku: z.string(), cost: z.number() })
  expect(await reading((db) => rowsOf(db, shape, db.selectFrom('products').select(['sku', 'cost'])))).toEqual([])
  await expect(
    reading((db) => rowsOf(db, shape, db.selectFrom('products').select(['sku', 'name as cost']))),
  ).rejects.toThrow('cost is text, which is no number')
})

test('a column of another name is reported, with both lists and the statement', async () => {
  const message = await refusal(sql`select ${person}, 7 as years`)
  expect(message).toBe(
    [
      'A query does not fit its shape: years is not in the shape; age is missing',
      '  answered: id uuid, first_name text, years int4',
      '  expected: id string, firstName string, age number or null',
      "  by: select '01890a5d-ac96-774b-bcce-b302099a8057'::uuid as id, 'Ann' as first_name, 7 as years",
    ].join('\n'),
  )
})

test('an extra column is reported', async () => {
  expect(await refusal(sql`select ${person}, 7 as age, 'x' as colour`)).toContain('colour is not in the shape')
})

test('a name that comes twice is reported: one of the values would be lost', async () => {
  expect(await refusal(sql`select ${person}, 7 as age, 8 as age`)).toContain('a name comes twice')
})

test('a wrong shape is reported although there are no rows', async () => {
  expect(await refusal(sql`select ${person}, 'x' as age where false`)).toContain('age is text, which is no number')
})

// Each line has a value, a type that accepts it and one that does not.
test.each<[string, z.ZodType, z.ZodType]>([
  [`'x'`, z.string(), z.number()],
  [`'x'::name`, z.string(), z.boolean()],
  ['uuidv7()', z.uuid(), z.int()],
  ['now()', z.iso.datetime(), z.number()],
  ['current_date', z.iso.date(), z.boolean()],
  [`'x'`, z.enum(['x', 'y']), z.array(z.string())],
  [`'x'`, z.literal('x'), z.literal(1)],
  ['1', z.int(), z.string()],
  ['1::bigint', z.int(), z.string()],
  ['1.5', z.number(), z.string()],
  ['true', z.boolean(), z.string()],
  [`'{"a":1}'::jsonb`, z.object({ a: z.int() }), z.string()],
  [`'{"a":1}'::json`, z.record(z.string(), z.int()), z.boolean().or(z.string())],
  [`'[{"a":1}]'::json`, z.array(z.object({ a: z.int() })), z.boolean()],
  [`array['x']`, z.array(z.string()), z.array(z.object({}))],
  ['array[uuidv7()]', z.array(z.uuid()), z.array(z.int())],
  ['array[1]', z.array(z.int()), z.array(z.string())],
  [`'x'`, z.union([z.string(), z.number(), z.null()]), z.union([z.number(), z.boolean()])],
])('%s fits its own type, and no other', async (value, right, wrong) => {
  const query = sql`select ${sql.raw(value)} as v`
  expect(await refusal(query, z.object({ v: right }))).toBe('it fits')
  expect(await refusal(query, z.object({ v: right.nullable().optional() }))).toBe('it fits')
  expect(await refusal(query, z.object({ v: wrong }))).toContain('which is no')
})

test.each(['now()::timestamp', `interval '1 day'`, `'x'::bytea`, 'array[1.5]'])(
  '%s becomes nothing that a shape can say',
  async (value) => {
    for (const type of [z.string(), z.number(), z.unknown(), z.array(z.number())])
      expect(await refusal(sql`select ${sql.raw(value)} as v`, z.object({ v: type }))).toContain('which is no')
  },
)

test('an optional column may be missing', async () => {
  const shape = Person.extend({ nickname: z.string().optional() })
  expect(await refusal(sql`select ${person}, 7 as age`, shape)).toBe('it fits')
})

test('tests find a null where none is allowed, an unknown word and JSON of another kind', async () => {
  const problemOf = async (query: RawBuilder<unknown>, shape = Person) => {
    const message = await refusal(query, shape)
    return /✖ (.*)\n\s+→ at (.*)/.exec(message)?.slice(1, 3)
  }
  expect(await problemOf(sql`select uuidv7() as id, null as first_name, 1 as age`)).toEqual([
    'Invalid input: expected string, received null',
    'firstName',
  ])
  expect(await problemOf(sql`select 'c' as size`, z.object({ size: z.enum(['a', 'b']) }) as never)).toEqual([
    'Invalid option: expected one of "a"|"b"',
    'size',
  ])
  const Shelf = z.object({ at: z.object({ row: z.int() }) })
  expect(await problemOf(sql`select '{"row":"3"}'::jsonb as at`, Shelf as never)).toEqual([
    'Invalid input: expected number, received string',
    'at.row',
  ])
})

test('one value of one column, whatever its name', async () => {
  const [count, keys, none] = await reading((db) =>
    Promise.all([
      scalarOf(db, z.int(), sql`select 3`),
      scalarsOf(db, z.string(), sql`select * from (values ('a'), ('b')) v(key)`),
      scalarOf(db, z.boolean(), sql`select true where false`),
    ]),
  )
  expect([count, keys, none]).toEqual([3, ['a', 'b'], undefined])
})

test.each([
  ['another type', sql`select 'x'`],
  ['two columns', sql`select 1 as a, 2 as b`],
  ['no column', sql`select`],
])('%s is no value', async (_name, query) => {
  await expect(reading((db) => scalarOf(db, z.int(), query))).rejects.toThrow('one column of this type')
})

test('tests find a value that is null where null is not allowed', async () => {
  await expect(reading((db) => scalarOf(db, z.int(), sql`select null::int`))).rejects.toThrow('received null')
})
