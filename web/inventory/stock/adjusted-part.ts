import type { Part } from 'contract/inventory/parts.ts'

/** What an adjustment of stock has to know of its part. */
export type AdjustedPart = Pick<Part, 'id' | 'partNumber' | 'stockLevel'>
