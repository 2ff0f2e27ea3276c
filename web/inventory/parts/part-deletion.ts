import { client } from '../../shared/api/api.ts'
import type { Selection } from '../../shared/table/rows/row-selection.tsx'

/** The routes that delete parts, from the list and from the details. */
export const partRoutes = {
  remove: client.parts.remove,
  list: client.parts.list,
  removeMany: ({ companyId, selection }: { companyId: string; selection: Selection }) =>
    client.parts.removeMany({ companyId, selection: selectionInput(selection) }),
}

/** A selection of parts for a bulk action: the address keeps the filter as text, the body of the request has a boolean. */
export function selectionInput(selection: Selection) {
  if ('ids' in selection) return selection
  const { isLowStock, ...matching } = selection.matching
  return { matching: { ...matching, ...(isLowStock && { isLowStock: isLowStock === 'true' }) } }
}
