import type { z } from 'zod'

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

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
