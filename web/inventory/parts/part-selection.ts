import type { Selection } from '../../shared/table/rows/row-selection.tsx'

/** A selection of parts for a bulk action: the address keeps the filter as text, the body of the request has a boolean. */
export function selectionInput(selection: Selection) {
  if ('ids' in selection) return selection
  const { isLowStock, ...matching } = selection.matching
  return { matching: { ...matching, ...(isLowStock && { isLowStock: isLowStock === 'true' }) } }
}
