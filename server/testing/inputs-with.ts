import type { z } from 'zod'

/** The path of a value, and an input with a text at that path. */
type Input = [path: string, inputWith: (text: string) => unknown]

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
}

const leaves = ['string', 'number', 'boolean', 'enum', 'literal', 'null', 'int', 'unknown', 'transform']

/** For each single value in a schema, at any depth, inputs with a text in its place. @throws at a kind of schema it does not know */
export function inputsWith(schema: z.ZodType): Input[] {
  const def = schema._zod.def as unknown as Def
  if (leaves.includes(def.type)) return [['', (text) => text]]
  if (def.shape)
    return Object.entries(def.shape).flatMap(([key, one]) => below(key, one, (value) => ({ [key]: value })))
  if (def.element) return below('[]', def.element, (value) => [value])
  if (def.valueType)
    return [...below('{}', def.valueType, (value) => ({ key: value })), ['{key}', (text) => ({ [text]: true })]]
  const inner = def.innerType ?? def.in ?? def.getter?.()
  const all = inner ? [inner] : (def.options ?? [def.left, def.right].filter((one) => one !== undefined))
  if (all.length === 0) throw new Error(`Schemas of the kind ${def.type} are not known here`)
  return all.flatMap(inputsWith)
}

const below = (key: string, schema: z.ZodType, around: (value: unknown) => unknown): Input[] =>
  inputsWith(schema).map(([path, inputWith]) => [path ? `${key}.${path}` : key, (text) => around(inputWith(text))])
