import type { Part } from 'contract/inventory/parts.ts'

/** The facts about a part that an adjustment of its stock needs. */
export type AdjustedPart = Pick<Part, 'id' | 'partNumber' | 'stockLevel'>
