import type { Places } from '../shared/record/places.ts'

/** Where the records of each kind are shown, by the paths of routes.tsx. */
export const places: Places = {
  lists: {
    part: '/inventory/parts',
    assembly: '/inventory/assemblies',
    product: '/inventory/products',
    vendor: '/inventory/vendors',
    sop: '/sops',
    task: '/tasks',
  },
  deleted: '/inventory/deleted',
}
