import { z } from 'zod'

/** Values of a form by path: `{ name: …, 'private.iban': … }`. */
export type FlatValues = Record<string, unknown>

/**
 * The values of a form's inputs for a record: only the fields of the schema. For a null, a text input
 * holds '', which the contract turns back into null, and a select holds null.
 * @param source the record to edit, or the initial values of a new one
 */
export function formValues<Schema extends z.ZodObject>(
  schema: Schema,
  source: Partial<z.input<Schema>>,
): z.input<Schema> {
  const stored = source as Record<string, unknown>
  const entries = Object.entries(schema.shape as Record<string, z.ZodType>).map(([key, field]) => {
    const isChoice = field.safeParse(null).success && !field.safeParse('').success
    return [key, stored[key] ?? (isChoice ? null : '')]
  })
  return Object.fromEntries(entries)
}

export function flatten(values: object, prefix = ''): FlatValues {
  const entries = Object.entries(values).flatMap(([key, value]) => {
    const path = `${prefix}${key}`
    return isGroup(value) ? Object.entries(flatten(value, `${path}.`)) : [[path, value]]
  })
  return Object.fromEntries(entries)
}

/** The paths at which two forms differ. */
export function differences(one: object, other: object): string[] {
  const [flatOne, flatOther] = [flatten(one), flatten(other)]
  return Object.keys(flatOne).filter((path) => JSON.stringify(flatOne[path]) !== JSON.stringify(flatOther[path]))
}

/**
 * Whether somebody entered something. What the contract reads as the same is the same: '' and null, ' Bolt' and 'Bolt', an empty amount and 0;
 * so is a row that was added and left blank.
 */
export function isChanged(schema: unknown, first: unknown, now: unknown): boolean {
  if (Object.is(first, now)) return false
  const fields = fieldsIn(schema)
  if (fields && isGroup(first) && isGroup(now)) {
    const [one, other] = [first, now] as Record<string, unknown>[]
    return Object.keys({ ...first, ...now }).some((key) => isChanged(fields[key], one?.[key], other?.[key]))
  }
  return JSON.stringify(asRead(schema, first)) !== JSON.stringify(asRead(schema, now))
}

function asRead(schema: unknown, value: unknown): unknown {
  const filled = Array.isArray(value) ? value.filter((each) => !isBlank(each)) : value
  const read = schema instanceof z.ZodType ? schema.safeParse(filled) : undefined
  const known = read?.success ? read.data : filled
  return typeof known === 'string' ? known.trim() || null : (known ?? null)
}

/** The fields of an object, also of one that may be missing or that is turned into something else. */
function fieldsIn(schema: unknown): Record<string, unknown> | undefined {
  if (schema instanceof z.ZodObject) return schema.shape
  if (schema instanceof z.ZodPipe) return fieldsIn(schema.def.in)
  return schema instanceof z.ZodOptional ? fieldsIn(schema.def.innerType) : undefined
}

const isBlank = (row: unknown): boolean => isGroup(row) && Object.values(row).every((value) => !value)

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
