import type { z } from 'zod'

/** A schema of zod as it describes itself. */
type Described = { _zod: { def: Definition } }
type Definition = {
  type: string
  format?: string
  shape?: Record<string, Described>
  innerType?: Described
  in?: Described
  options?: Described[]
  items?: Described[]
  entries?: Record<string, string>
  values?: unknown[]
  getter?: () => Described
}

/**
 * The smallest value that a schema of the contract takes, with some fields of one's own: a test names what it is about. Lists are empty,
 * what may be missing is missing. So a sample cannot drift from the contract.
 * @throws when the result is not valid
 */
export function sampleOf<Schema extends z.ZodType>(schema: Schema, fields: Partial<z.output<Schema>> = {}) {
  const smallest = smallestOf(schema as unknown as Described, '')
  const isObject = typeof smallest === 'object' && smallest !== null && !Array.isArray(smallest)
  return schema.parse(isObject ? { ...smallest, ...fields } : smallest) as z.output<Schema>
}

/** A page of a list that holds all of it. */
export const pageWith = <Item>(items: Item[]) => ({ items, total: items.length, isCapped: false })

let last = 0

/** An id that no other sample has. */
export const newId = () => `00000000-0000-4000-8000-${String(++last).padStart(12, '0')}`

/** @param key the name of the field, which says whether a text is a time or a day */
function smallestOf({ _zod: { def } }: Described, key: string): unknown {
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {}).flatMap(([name, inner]) => {
          const value = smallestOf(inner, name)
          return value === undefined ? [] : [[name, value]]
        }),
      )
    case 'string':
      return textOf(def, key)
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'array':
      return []
    case 'record':
      return {}
    case 'nullable':
    case 'null':
      return null
    case 'enum':
      return Object.values(def.entries ?? {})[0]
    case 'literal':
      return def.values?.[0]
    case 'union':
      return def.options?.[0] && smallestOf(def.options[0], key)
    case 'tuple':
      return def.items?.map((item) => smallestOf(item, key))
    case 'lazy':
      return def.getter && smallestOf(def.getter(), key)
    case 'pipe':
      return def.in && smallestOf(def.in, key)
    case 'readonly':
    case 'nonoptional':
      return def.innerType && smallestOf(def.innerType, key)
    default:
      return undefined
  }
}

function textOf({ format }: Definition, key: string): string {
  if (format === 'uuid' || format === 'guid') return newId()
  if (key === 'timeZone') return 'Europe/Berlin'
  if (key.endsWith('At') || key === 'now') return '2026-11-02T09:00:00.000Z'
  if (key.endsWith('On') || format === 'date' || ['from', 'to'].includes(key)) return '2026-11-02'
  return ''
}
