import { z } from 'zod'
import { maxDecimals, quantity, signedQuantity } from './money.ts'
import { once } from './once.ts'
import { clean } from './text.ts'
import { unitByName } from './unit-names.ts'

/** The unit of everything that is counted. Quantities of it are whole numbers; nobody is shown it. */
export const each = 'each'

/** The usual units of measure, with the decimals that a form proposes. A company may write a word of its own instead. */
export const usualUnits: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ [each]: 0, m: 2, mm: 0, kg: 3, g: 1, l: 3, ml: 0 },
    ...{ ft: 2, in: 2, lb: 3, oz: 2, sheet: 0, roll: 0, pair: 0, set: 0, hour: 2 },
  }),
)

/** A unit as it is kept, whatever people call it: 'KG' is kg, 'MTR' is m, 'Stk.' is each; without a text it is each. */
export const unitOf = (text: string): string => {
  const unit = clean(text)
  if (unit === '') return each
  const name = unit.toLowerCase().replace(/\.$/, '')
  return usualUnits.has(name) ? name : (unitByName.get(name) ?? unit)
}

export const Unit = z
  .string()
  .max(80, { error: 'Must be at most 20 characters', abort: true }) // before any work on the text
  .overwrite(unitOf)
  .max(20, 'Must be at most 20 characters')

export const QuantityDecimals = z
  .int({ error: 'Must be a whole number' })
  .min(0, 'Must be 0 to 4')
  .max(maxDecimals, 'Must be 0 to 4')

const whole = 'Must be a whole number'

/** A quantity has at most the decimals of its part. @returns the sentence for one that has more, null for one that fits */
export function excessDecimals(value: number, decimals: number): string | null {
  if (hasAtMost(value, decimals)) return null
  return decimals === 0 ? whole : `Must have at most ${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}`
}

/** Doubles of this size print the digits that were written, so the text shows how many decimals there are. */
const hasAtMost = (quantity: number, decimals: number) => {
  const text = String(quantity)
  return !text.includes('e-') && (text.split('.')[1]?.length ?? 0) <= decimals
}

/** In what a quantity is measured. */
export type Measure = { unit: string; decimals: number }

const ruleOf =
  (rule: (message?: string) => z.ZodNumber) =>
  ({ decimals }: Measure) =>
    rule(decimals === 0 ? whole : undefined).superRefine((value, context) => {
      const message = excessDecimals(value, decimals)
      if (message) context.addIssue({ code: 'custom', message })
    })

/** The rule for a quantity of a part. */
export const quantityOf = ruleOf(quantity)

/** The rule for what is on hand of a part. */
export const stockLevelOf = ruleOf(signedQuantity)

const figures = once(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: maxDecimals }))

/** The sum of two quantities, without the residue of doubles: 0.1 + 0.2 is 0.3. */
export const addQuantities = (one: number, other: number): number =>
  Math.round((one + other) * 10 ** maxDecimals) / 10 ** maxDecimals

/** '1,234.5 m'; of each only the number. */
export const formatQuantity = (quantity: number, unit: string = each): string =>
  unit === each ? figures().format(quantity) : `${figures().format(quantity)} ${unit}`
