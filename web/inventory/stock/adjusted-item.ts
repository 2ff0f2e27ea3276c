import type { ComponentType } from 'contract/inventory/bom.ts'

/** The facts about a part, an assembly or a product that an adjustment of its stock needs. */
export type AdjustedItem = { id: string; type: ComponentType; number: string; stockLevel: number }

/** A part as its lists and forms know it. */
export const adjustedPart = (part: { id: string; partNumber: string; stockLevel: number }): AdjustedItem => ({
  ...{ id: part.id, type: 'part', number: part.partNumber, stockLevel: part.stockLevel },
})
