// An item of a bill of materials and its lines, as they are read.

import type { Misfit } from './line-quantity.ts'

/** `unread`: the text in the cell when it is no quantity; the corrected row must then give one. */
export type Line = { child: BomItem; quantity: number; row: number; unit: string; unread?: string }
/**
 * `row`: where the item is first named. `parentRow`: where its lines begin. `cells`: the rows that describe it, as one. `differsIn`: the first row that
 * describes it otherwise. `unit`: the first one that its rows name. `badQuantities`, `misfits`: of its lines, as text: no quantities, and those in a unit that
 * is not that of the component.
 */
export type BomItem = {
  number: string
  name: string
  row: number
  parentRow: number
  cells: string[]
  differsIn?: number
  lines: Line[] | null
  isComponent: boolean
  unit: string
  badQuantities: string[]
  misfits: Misfit[]
}
