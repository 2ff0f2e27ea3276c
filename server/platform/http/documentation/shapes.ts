// Schemas of the document, rewritten so that people and generators read them easily.

export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/** A reference to a schema that has a name. */
export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

export const isObject = (node: unknown): node is JsonObject =>
  typeof node === 'object' && node !== null && !Array.isArray(node)

/** A copy in which each object, from the inside out, is what `change` makes of it. @param key the name under which the object stands */
export function mapJson(node: Json, change: (node: JsonObject, key: string) => Json, key = ''): Json {
  if (Array.isArray(node)) return node.map((each) => mapJson(each, change, key))
  if (!isObject(node)) return node
  const inner = Object.entries(node).map(([name, each]) => [name, mapJson(each, change, name)])
  return change(Object.fromEntries(inner) as JsonObject, key)
}

/** Leaves out what says nothing, and adds the formats that the names of our fields promise: `createdAt` is a moment, `dueOn` a day. */
export function tidy(node: Json): Json {
  return mapJson(node, (schema, key) => withFormat(withoutNoise(schema), key))
}

const moment = /^(?:now|since|[a-z]\w*(?:At|Since|Until))$/
const day = /^[a-z]\w*On$/

function withFormat(schema: JsonObject, key: string): JsonObject {
  const isText = [schema.type].flat().includes('string')
  if (!isText || 'format' in schema || 'enum' in schema || 'maxLength' in schema) return schema
  if (moment.test(key)) return { ...schema, format: 'date-time' }
  if (day.test(key)) return { ...schema, format: 'date' }
  return schema
}

function withoutNoise({ allowEmptyValue: _, allowReserved: __, ...schema }: JsonObject): JsonObject {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [value, nothing] = anyOf
  const isNullable = isObject(nothing) && nothing.type === 'null' && isObject(value) && typeof value.type === 'string'
  return isNullable && !('enum' in value) ? { ...value, ...rest, type: [value.type as string, 'null'] } : schema
}
