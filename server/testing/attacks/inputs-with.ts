import type { z } from 'zod'

/**
 * The path of a value, an input with a text at that path, and what is done to that text: the same words mean that the same patterns and
 * functions read it.
 */
type Input = [path: string, inputWith: (text: string) => unknown, reading: string]

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  left?: z.ZodType
  right?: z.ZodType
  getter?: () => z.ZodType
  checks?: object[]
}

const leaves = ['string', 'number', 'boolean', 'enum', 'literal', 'null', 'int', 'unknown', 'transform']

/** For each single value in a schema, at any depth, inputs with a text in its place. @throws at a kind of schema it does not know */
export function inputsWith(schema: z.ZodType, above = ''): Input[] {
  const def = schema._zod.def as unknown as Def
  if (leaves.includes(def.type)) return [['', (text) => text, above + wordsOf(def)]]
  const reading = above + wordsOf(def.type === 'pipe' ? def : (def.checks ?? []))
  const below = (key: string, part: z.ZodType, around: (value: unknown) => unknown): Input[] =>
    inputsWith(part, reading).map(([path, inputWith, words]) => [
      path ? `${key}.${path}` : key,
      (text) => around(inputWith(text)),
      words,
    ])
  if (def.shape)
    return Object.entries(def.shape).flatMap(([key, one]) => below(key, one, (value) => ({ [key]: value })))
  if (def.element) return below('[]', def.element, (value) => [value])
  if (def.valueType)
    return [
      ...below('{}', def.valueType, (value) => ({ key: value })),
      ['{key}', (text) => ({ [text]: true }), `${reading} key ${wordsOf(def.keyType)}`],
    ]
  const inner = def.innerType ?? def.in ?? def.getter?.()
  const all = inner ? [inner] : (def.options ?? [def.left, def.right].filter((one) => one !== undefined))
  if (all.length === 0) throw new Error(`Schemas of the kind ${def.type} are not known here`)
  return all.flatMap((one) => inputsWith(one, reading))
}

const numbers = new Map<unknown, number>()

/** One and the same function or check of our own has one and the same number. */
function numberOf(value: unknown): number {
  if (!numbers.has(value)) numbers.set(value, numbers.size)
  return numbers.get(value) as number
}

/** All that a schema is made of, in words: patterns, limits, and the functions by their numbers. */
function wordsOf(made: unknown): string {
  return JSON.stringify(made ?? null, (_, part) => {
    if (typeof part === 'function') return `function ${numberOf(part)}`
    if (part instanceof RegExp || typeof part === 'bigint') return String(part)
    const def = part?._zod?.def
    if (def === undefined) return part
    return def.check === 'custom' ? `check ${numberOf(part)}` : { def }
  })
}
