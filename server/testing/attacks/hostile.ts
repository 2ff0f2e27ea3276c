import { contract } from 'contract/index.ts'
import type { z } from 'zod'

// Bodies that a procedure does not ask for, generated from the shapes of the contract.

type Path = (string | number)[]
type Definition = {
  type: string
  innerType?: z.ZodType
  element?: z.ZodType
  options?: z.ZodType[]
  shape?: object
  in?: z.ZodType
}

const definitionOf = (schema: unknown) => (schema as { _zod: { def: Definition } })._zod.def

/** The shape of a procedure's input; undefined when it takes none. @param name 'vendors.create' */
export function inputOf(name: string): z.ZodType | undefined {
  const procedure = name.split('.').reduce((at: unknown, key) => (at as Record<string, unknown>)[key], contract)
  return (procedure as { '~orpc': { inputSchema?: z.ZodType } })['~orpc'].inputSchema
}

/** Every place in a body that holds a value: a field, an entry of a list, a field of that entry. */
export function placesIn(schema: z.ZodType | undefined, path: Path = []): { path: Path; isText: boolean }[] {
  if (!schema) return []
  const { type, innerType, element, options, shape, in: before } = definitionOf(schema)
  // What a record of a batch refuses, it refuses in the answer.
  if (type === 'catch') return [{ path, isText: false }]
  const inner = innerType ?? before
  if (inner) return placesIn(inner, path)
  if (options) return options.flatMap((option) => placesIn(option, path))
  const here = path.length > 0 ? [{ path, isText: type === 'string' }] : []
  if (element) return [...here, ...placesIn(element, [...path, 0])]
  return [
    ...here,
    ...Object.entries(shape ?? {}).flatMap(([key, field]) => placesIn(field as z.ZodType, [...path, key])),
  ]
}

/** A copy of a body with another value at a place; missing parents are created. */
export function withValue(body: object, path: Path, value: unknown): object {
  const copy = structuredClone(body) as Record<string | number, unknown>
  let at = copy
  for (const [index, key] of path.slice(0, -1).entries()) {
    const child = at[key]
    if (typeof child !== 'object' || child === null) at[key] = typeof path[index + 1] === 'number' ? [] : {}
    at = at[key] as typeof copy
  }
  at[path.at(-1) ?? ''] = value
  return copy
}

/** Bodies that no procedure asks for, as sent. */
export const wrongBodies = [
  'null',
  '[]',
  '""',
  '1',
  'true',
  '{}',
  '[{}]',
  '{"__proto__":{}}',
  '{"constructor":{"prototype":{}}}',
]

/** Values that at least some field refuses, as sent. */
export const wrongValues: string[] = [
  ...['null', '[]', '[null]', '{}', '{"x":null}', '""', 'true', '-1', '0.00001', '1e999', '9007199254740993'],
  ...['"1e999"', '"2026-02-30"', '"9999999-01-01T00:00:00Z"', '"__proto__"', '"\\u202e"'],
  '"2026-11-28T08:00:00-16:00"',
  JSON.stringify('x'.repeat(20_001)),
]

/** Texts that PostgreSQL cannot store, as sent: a NUL, and halves of a character. */
export const brokenTexts: string[] = ['"a\\u0000b"', '"a\\ud800b"']
