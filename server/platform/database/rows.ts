/** The type of a query's result comes from a shape, and the columns that PostgreSQL describes must fit it (decision 0086). */
import type { Compilable, RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Column } from './columns.ts'
import { type Db, executeOn } from './handle.ts'

/** A query of any kind: the row type that it states is not trusted. */
type Query = Compilable<unknown> | RawBuilder<unknown>

/** The rows of a query. @throws {MisfitError} when the columns do not fit the shape */
export async function rowsOf<Shape extends z.ZodObject>(db: Db, shape: Shape, query: Query): Promise<z.infer<Shape>[]> {
  const inspect = inspector?.(shape)
  const { rows, columns, sql } = await executeOn(db, query)
  if (fittingColumns.get(shape) !== columns) {
    const reasons = misfits(columns, columnsOf(shape))
    if (reasons.length > 0) throw new MisfitError(reasons, columns, shape, sql)
    fittingColumns.set(shape, columns)
  }
  inspect?.(rows, sql)
  return rows as z.infer<Shape>[]
}

/** The columns that fitted last: the same statement describes them by the same object (columns.ts). */
const fittingColumns = new WeakMap<z.ZodObject, readonly Column[]>()

/** The first row, undefined when there is none. @throws {MisfitError} like rowsOf */
export const rowOf = <Shape extends z.ZodObject>(
  db: Db,
  shape: Shape,
  query: Query,
): Promise<z.infer<Shape> | undefined> => rowsOf(db, shape, query).then(([row]) => row)

/** The row of a query that always has one, such as an insert. @throws {MisfitError} like rowsOf */
export const onlyRowOf = <Shape extends z.ZodObject>(db: Db, shape: Shape, query: Query): Promise<z.infer<Shape>> =>
  rowOf(db, shape, query).then((row) => {
    if (row === undefined) throw new Error('A query has no row')
    return row
  })

/** The values of the only column, whatever its name. @throws {MisfitError} when there are more columns, or its type is another */
export async function scalarsOf<Value extends z.ZodType>(db: Db, type: Value, query: Query): Promise<z.infer<Value>[]> {
  const inspect = inspector?.(type)
  const { rows, columns, sql } = await executeOn(db, query)
  const [column] = columns
  const fits = column && columns.length === 1 && oidsOf(type).has(column.dataTypeID)
  if (!fits) throw new MisfitError(['it has to have one column of this type'], columns, type, sql)
  const values = rows.map((row) => Object.values(row)[0])
  inspect?.(values, sql)
  return values as z.infer<Value>[]
}

/** The only value, undefined when there is no row. @throws {MisfitError} like scalarsOf */
export const scalarOf = <Value extends z.ZodType>(
  db: Db,
  type: Value,
  query: Query,
): Promise<z.infer<Value> | undefined> => scalarsOf(db, type, query).then(([value]) => value)

const Count = z.int()
const Truth = z.boolean()

/** A count; 0 without a row. @throws {MisfitError} when it is anything else */
export const countOf = (db: Db, query: Query): Promise<number> => scalarOf(db, Count, query).then((count) => count ?? 0)

/** A yes or no; false without a row. @throws {MisfitError} when the answer is not a boolean */
export const isTrue = (db: Db, query: Query): Promise<boolean> =>
  scalarOf(db, Truth, query).then((truth) => truth ?? false)

/** A query returns something other than the code expects: a mistake in the code, or a database of another version. */
export class MisfitError extends Error {
  constructor(reasons: string[], columns: readonly Column[], shape: z.ZodType, statement: string) {
    const answered = columns.map(({ name, dataTypeID }) => `${name} ${nameOfOid(dataTypeID)}`)
    super(
      [
        `A query does not fit its shape: ${reasons.join('; ')}`,
        `  answered: ${answered.join(', ') || 'no columns'}`,
        `  expected: ${describe(shape)}`,
        `  by: ${statement.trim().replace(/\s+/g, ' ').slice(0, 300)}`,
      ].join('\n'),
    )
    this.name = 'MisfitError'
  }
}

/** Runs before each query is sent, while its caller is on the stack; the function that it returns gets the values. */
export type Inspector = (shape: z.ZodType) => (values: unknown[], statement: string) => void

let inspector: Inspector | undefined

/** For queries that are sent later than they are made: tells the inspector who made the query. */
export function inspectShape(shape: z.ZodType): void {
  inspector?.(shape)
}

/** Lets tests check facts that PostgreSQL does not describe: nulls, texts that must be one of a list, the content of JSON. */
export function inspectRows(by: Inspector | undefined): void {
  inspector = by
}

type Expected = { type: string; oids: ReadonlySet<number>; isOptional: boolean }

const shapes = new WeakMap<z.ZodObject, ReadonlyMap<string, Expected>>()

/** The columns that a shape expects, by their names in SQL. */
function columnsOf(shape: z.ZodObject): ReadonlyMap<string, Expected> {
  const storedColumns = shapes.get(shape)
  if (storedColumns) return storedColumns
  const columns = new Map(
    Object.entries(shape.shape).map(([key, type]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      { type: describe(type), oids: oidsOf(type), isOptional: type instanceof z.ZodOptional },
    ]),
  )
  shapes.set(shape, columns)
  return columns
}

function misfits(columns: readonly Column[], expected: ReadonlyMap<string, Expected>): string[] {
  const reasons = columns.flatMap(({ name, dataTypeID }) => {
    const wanted = expected.get(name)
    if (!wanted) return [`${name} is not in the shape`]
    return wanted.oids.has(dataTypeID) ? [] : [`${name} is ${nameOfOid(dataTypeID)}, which is no ${wanted.type}`]
  })
  // Compare the counts first: nearly always all columns are there.
  if (reasons.length === 0 && columns.length === expected.size) return reasons
  const answered = new Set(columns.map(({ name }) => name))
  for (const [name, { isOptional }] of expected) {
    if (!answered.has(name) && !isOptional) reasons.push(`${name} is missing`)
  }
  return answered.size < columns.length ? [...reasons, 'a name comes twice'] : reasons
}

/** The PostgreSQL types for each kind of value in handle.ts and pg; others, such as a timestamp without zone, fit none. */
const oids = {
  string: { text: 25, varchar: 1043, bpchar: 1042, name: 19, uuid: 2950, timestamptz: 1184, date: 1082 },
  number: { int2: 21, int4: 23, int8: 20, numeric: 1700, float4: 700, float8: 701 },
  boolean: { bool: 16 },
  json: { json: 114, jsonb: 3802 },
  strings: { 'text[]': 1009, 'varchar[]': 1015, 'uuid[]': 2951 },
  numbers: { 'int2[]': 1005, 'int4[]': 1007, 'float8[]': 1022 },
} as const
type Kind = keyof typeof oids

const names = new Map(
  Object.values(oids).flatMap((types) => Object.entries(types).map(([name, oid]): [number, string] => [oid, name])),
)
const nameOfOid = (oid: number) => names.get(oid) ?? `type ${oid}`

const setOf = (...kinds: Kind[]): ReadonlySet<number> => new Set(kinds.flatMap((kind) => Object.values(oids[kind])))

const fitting = new WeakMap<z.core.$ZodType, ReadonlySet<number>>()

/** The PostgreSQL types that match a zod type; none for a zod type that no column can have. */
function oidsOf(type: z.core.$ZodType): ReadonlySet<number> {
  const storedOids = fitting.get(type)
  if (storedOids) return storedOids
  const matchingOids = findOids(unwrap(type))
  fitting.set(type, matchingOids)
  return matchingOids
}

function findOids(type: z.core.$ZodType): ReadonlySet<number> {
  if (type instanceof z.ZodString || type instanceof z.ZodStringFormat || type instanceof z.ZodEnum)
    return setOf('string')
  if (type instanceof z.ZodNumber) return setOf('number')
  if (type instanceof z.ZodBoolean) return setOf('boolean')
  if (type instanceof z.ZodLiteral) return setOf(...new Set([...type.values].flatMap(kindOf)))
  if (type instanceof z.ZodArray) return ofArray(type.element)
  if (type instanceof z.ZodUnion) return new Set(type.options.flatMap((option) => [...oidsOf(option)]))
  return isJson.some((kind) => type instanceof kind) ? setOf('json') : setOf()
}

const isJson = [z.ZodObject, z.ZodRecord, z.ZodTuple, z.ZodUnknown]

function ofArray(element: z.core.$ZodType): ReadonlySet<number> {
  const fits = oidsOf(element)
  if (fits.has(oids.string.text)) return setOf('strings', 'json')
  return fits.has(oids.number.int4) ? setOf('numbers', 'json') : setOf('json')
}

function kindOf(value: unknown): Kind[] {
  const kind = typeof value
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? [kind] : []
}

const wrappers = [z.ZodNullable, z.ZodOptional, z.ZodNonOptional, z.ZodReadonly]

function unwrap(type: z.core.$ZodType): z.core.$ZodType {
  return wrappers.some((wrapper) => type instanceof wrapper) ? unwrap((type as z.ZodNullable).def.innerType) : type
}

function describe(type: z.core.$ZodType): string {
  if (type instanceof z.ZodNullable) return `${describe(type.def.innerType)} or null`
  if (type instanceof z.ZodOptional) return `${describe(type.def.innerType)} if at all`
  if (!(type instanceof z.ZodObject)) return type._zod.def.type
  return Object.entries(type.shape)
    .map(([key, inner]) => `${key} ${inner instanceof z.ZodObject ? 'object' : describe(inner)}`)
    .join(', ')
}
