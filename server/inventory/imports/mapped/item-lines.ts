// Takes the JSON cell of components, makes JSON with known keys only.

import { componentTypes, LineQuantity, maxLines } from 'contract/inventory/bom.ts'
import { z } from 'zod'

const text = (max: number) => z.string().trim().max(max).nullish()

// Unknown keys are dropped unread: deep nesting and '__proto__' in a cell do no harm (T79).
const Lines = z
  .array(
    z.object({
      type: z.string().trim().toLowerCase().pipe(z.enum(componentTypes)),
      id: text(100),
      number: text(100),
      name: text(300),
      quantity: LineQuantity.default(1),
    }),
  )
  .max(maxLines)

type ParsedLines = { value: string | null } | { error: 'not_lines' | 'not_storable' }

const notLines: ParsedLines = { error: 'not_lines' }

/**
 * The JSON cell of components and bills of materials: a list of {type, id, name, quantity}, rewritten with the known keys; null when empty.
 */
export function parseLines(cell: string): ParsedLines {
  const text = cell.trim()
  if (text === '') return { value: null }
  const lines = Lines.safeParse(fromJson(text))
  if (!lines.success || lines.data.some(({ id, number, name }) => !id && !number && !name)) return notLines
  // PostgreSQL refuses NUL in jsonb and replaces lone surrogates (T77).
  const words = lines.data.map(({ id, number, name }) => `${id}${number}${name}`).join('')
  if (words.includes('\0') || !words.isWellFormed()) {
    return { error: 'not_storable' }
  }
  return { value: JSON.stringify(lines.data) }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
