import type { FieldIssue } from '../errors.ts'
import { each, excessDecimals, formatQuantity, type Measure } from '../units.ts'

/** The unit of a part, and its quantities. */
type Measured = Measure & { stockLevel: number; reorderThreshold: number }
/** A part that has nothing yet. */
export const unmeasured: Measured = { unit: each, decimals: 0, stockLevel: 0, reorderThreshold: 0 }

/**
 * The fields of a part that do not fit its unit and decimals, with a sentence for each.
 * @param sent the fields that somebody writes
 * @param stored the part as it was; decimals that no longer hold its quantities are at fault, not these
 */
export function measureIssues(sent: Partial<Measured>, stored: Measured): FieldIssue[] {
  const { unit, decimals } = { ...stored, ...sent }
  if (unit === each && decimals > 0)
    return [{ field: 'decimals', message: `Must be 0: whole numbers are counted in ${each}` }]
  const misfits = (['stockLevel', 'reorderThreshold'] as const).flatMap((field) => {
    const quantity = sent[field] ?? stored[field]
    const message = excessDecimals(quantity, decimals)
    if (message === null) return []
    return sent[field] === undefined
      ? [{ field: 'decimals', message: `Too few for ${formatQuantity(quantity)}` }]
      : [{ field, message }]
  })
  return misfits.filter(({ field }, index) => misfits.findIndex((one) => one.field === field) === index)
}
