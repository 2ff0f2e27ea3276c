import { isObject } from '../shared/exchange.ts'
import { chance, hash, pick } from '../shared/random.ts'

type Schema = Record<string, unknown>

/** A violation of the rules of strict mode in a schema; undefined when there is none. */
export function strictProblem(schema: unknown, path = '()'): string | undefined {
  if (!isObject(schema)) return `In context=${path}, the schema must be an object`
  for (const branch of branchesOf(schema)) {
    const found = strictProblem(branch, path)
    if (found) return found
  }
  if (typesOf(schema).includes('array')) return strictProblem(schema.items, `${path}.items`)
  if (!typesOf(schema).includes('object')) return undefined
  const properties = isObject(schema.properties) ? schema.properties : {}
  if (schema.additionalProperties !== false)
    return `In context=${path}, 'additionalProperties' is required to be supplied and to be false.`
  const required = Array.isArray(schema.required) ? schema.required : []
  const missing = Object.keys(properties).find((name) => !required.includes(name))
  if (missing !== undefined) {
    return `In context=${path}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`
  }
  for (const [name, each] of Object.entries(properties)) {
    const found = strictProblem(each, `${path}.properties.${name}`)
    if (found) return found
  }
  return undefined
}

const typesOf = ({ type }: Schema): unknown[] => (Array.isArray(type) ? type : [type])
const branchesOf = ({ anyOf }: Schema): unknown[] => (Array.isArray(anyOf) ? anyOf : [])

/** Words of the input, for an answer that fits the question. */
export function wordsOf(input: string): string[] {
  const words = input.match(/[\p{L}\d][\p{L}\d-]{2,30}/gu) ?? []
  return words.length > 0 ? words : ['nothing']
}

/** A value that fits a schema, the same for the same seed, with words of the input in its texts. */
export class Inventor {
  readonly #seed: number
  readonly #words: string[]
  readonly #definitions: Schema
  #count = 0

  constructor(seed: number, words: string[], root: Schema) {
    this.#seed = seed
    this.#words = words
    this.#definitions = isObject(root.$defs) ? root.$defs : {}
  }

  of(schema: unknown, depth = 0): unknown {
    this.#count += 1
    if (!isObject(schema)) return null
    if ('const' in schema) return schema.const
    if (Array.isArray(schema.enum)) return pick(schema.enum, this.#seed, this.#count)
    if (typeof schema.$ref === 'string')
      return this.of(this.#definitions[schema.$ref.split('/').at(-1) ?? ''], depth + 1)
    const [branch] = branchesOf(schema)
    if (branch !== undefined) return this.of(branch, depth)
    const type = typesOf(schema).find((each) => each !== 'null') ?? 'null'
    return this.#typed(String(type), schema, depth)
  }

  #typed(type: string, schema: Schema, depth: number): unknown {
    if (type === 'object') {
      const properties = isObject(schema.properties) ? Object.entries(schema.properties) : []
      return Object.fromEntries(properties.map(([name, each]) => [name, this.of(each, depth + 1)]))
    }
    if (type === 'array') {
      const least = Number(schema.minItems ?? 0)
      const length = depth > 6 ? least : Math.min(Number(schema.maxItems ?? 3), Math.max(least, 2))
      return Array.from({ length }, () => this.of(schema.items, depth + 1))
    }
    if (type === 'integer' || type === 'number') return this.#number(type === 'integer', schema)
    if (type === 'boolean') return chance(this.#seed, this.#count) < 0.5
    return type === 'string' ? this.#text(schema) : null
  }

  #number(isWhole: boolean, { minimum, maximum }: Schema): number {
    const low = Number(minimum ?? 0)
    const high = Number(maximum ?? low + 100)
    const value = low + chance(this.#seed, this.#count) * (high - low)
    return isWhole ? Math.round(value) : Math.round(value * 100) / 100
  }

  #text({ format }: Schema): string {
    const number = hash(this.#seed, this.#count)
    if (format === 'date') return `2026-11-${String(1 + (number % 28)).padStart(2, '0')}`
    if (format === 'date-time') return `2026-11-${String(1 + (number % 28)).padStart(2, '0')}T12:00:00Z`
    if (format === 'email') return `person${number % 100}@north.example`
    if (format === 'uuid') return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
    return Array.from({ length: 4 }, (_, place) => pick(this.#words, this.#seed, this.#count, place)).join(' ')
  }
}
