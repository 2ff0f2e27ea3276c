import type { Parsed } from 'contract/amounts.ts'
import { maxQuantity } from 'contract/money.ts'
import { z } from 'zod'

// Unknown keys are dropped and never followed: depth and '__proto__' in a cell do no harm (security.md T79).
const Lines = z
  .array(
    z.object({
      type: z.enum(['part', 'assembly', 'product']),
      id: z.string().max(100).optional(),
      name: z.string().max(300).optional(),
      quantity: z.int().min(1).max(maxQuantity).default(1),
    }),
  )
  .max(1_000)

const notLines: Parsed = { error: 'must be a JSON list of {type, id or name, quantity}' }

/** The JSON cell of components and bills of materials: the spec's list, re-written with the known keys; empty is null. */
export function parseLines(cell: string): Parsed {
  const text = cell.trim()
  if (text === '') return { value: null }
  const lines = Lines.safeParse(fromJson(text))
  if (!lines.success || lines.data.some(({ id, name }) => !id && !name)) return notLines
  // PostgreSQL refuses NUL in jsonb and replaces lone surrogates (security.md T77).
  if (lines.data.some(({ id = '', name = '' }) => `${id}${name}`.includes('\0') || !`${id}${name}`.isWellFormed())) {
    return { error: 'contains a character that cannot be stored' }
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
