import { each, type Measure } from 'contract/units.ts'

/** The facts about a part, an assembly or a product that an adjustment of its stock needs. */
export type AdjustedItem = { id: string; number: string; stockLevel: number; measure: Measure }

/** Assemblies and products are counted. */
export const counted: Measure = { unit: each, decimals: 0 }

/** A part as its lists and forms know it. */
export const adjustedPart = (part: { id: string; partNumber: string; stockLevel: number } & Measure): AdjustedItem => {
  const { id, partNumber, stockLevel, unit, decimals } = part
  return { id, number: partNumber, stockLevel, measure: { unit, decimals } }
}
