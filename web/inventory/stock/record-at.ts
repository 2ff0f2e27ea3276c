import type { ComponentType } from 'contract/inventory/bom.ts'

const lists: Record<ComponentType, string> = { part: 'parts', assembly: 'assemblies', product: 'products' }

/** The address of an item below '/inventory'. */
export const recordAt = (type: ComponentType, id: string): string => `${lists[type]}/${id}`
