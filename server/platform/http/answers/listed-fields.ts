import { once } from 'contract/once.ts'
import { z } from 'zod'

type Picker = (value: never) => unknown

/** Compares an answer with what its whole schema makes of it; set by tests (server/testing/inspect-rows.ts). */
export type AnswerInspector = (schema: z.ZodType, value: unknown, listed: unknown) => void

let inspector: AnswerInspector | undefined

/** Lets tests check that answers fit their schemas. In production their columns were checked when they were read (rows.ts). */
export function inspectAnswers(by: AnswerInspector | undefined): void {
  inspector = by
}

/**
 * The output schema of a procedure as a function that copies the listed fields and nothing else: checking each value of a list of 50 as well
 * takes a seventh of the processor time of its request.
 * @returns a standard schema, as oRPC wants it
 */
export function listedFieldsOf(schema: z.ZodType): z.ZodType['~standard'] {
  const pick = once(() => pickerOf(schema))
  return {
    ...schema['~standard'],
    validate: (value) => {
      const listed = pick()(value as never)
      inspector?.(schema, value, listed)
      return { value: listed }
    },
  }
}

const same: Picker = (value) => value
const pickers = new WeakMap<z.core.$ZodType, Picker>()

function pickerOf(schema: z.core.$ZodType): Picker {
  const picker = pickers.get(schema)
  if (picker) return picker
  // A schema may contain itself, so its own picker is there before it is made.
  pickers.set(schema, (value) => made(value))
  const made = makePicker(schema)
  pickers.set(schema, made)
  return made
}

function makePicker(schema: z.core.$ZodType): Picker {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly) {
    const inner = pickerOf(schema.def.innerType)
    return inner === same ? same : (value) => (value === null || value === undefined ? value : inner(value))
  }
  if (schema instanceof z.ZodObject && !schema.def.catchall) return fieldsOf(schema)
  if (schema instanceof z.ZodArray) {
    const element = pickerOf(schema.element)
    return element === same ? same : (values: never[]) => values.map(element)
  }
  if (schema instanceof z.ZodUnion && schema.options.every((option) => pickerOf(option) === same)) return same
  if (leaves.some((leaf) => schema instanceof leaf)) return same
  // Whatever else there is keeps its own parser.
  return (value) => (schema as z.ZodType).parse(value)
}

const leaves = [
  z.ZodString,
  z.ZodStringFormat,
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodEnum,
  z.ZodLiteral,
  z.ZodNull,
  z.ZodUnknown,
]

/** Writes the object literal, as for the rows of the database (columns.ts). JSON leaves out what is undefined. */
function fieldsOf(schema: z.ZodObject): Picker {
  const fields = Object.entries(schema.shape)
  const picks = fields.map(([, type]) => pickerOf(type))
  const values = fields.map(([key], at) => {
    const name = JSON.stringify(key)
    return `${name}: ${picks[at] === same ? `v[${name}]` : `p[${at}](v[${name}])`}`
  })
  return new Function('p', `return (v) => ({ ${values.join()} })`)(picks)
}
