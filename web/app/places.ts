import { lazy } from '../shared/page/code.ts'
import type { Places } from '../shared/record/places.ts'

/** The paths (routes.tsx) at which the records of each kind are shown. */
export const places: Places = {
  lists: {
    part: '/inventory/parts',
    assembly: '/inventory/assemblies',
    product: '/inventory/products',
    location: '/inventory/locations',
    vendor: '/inventory/vendors',
    sop: '/sops',
    task: '/tasks',
    task_template: '/tasks/templates',
    time_entry: '/time-clock',
  },
  deleted: '/inventory/deleted',
  Sections: lazy(async () => ({ default: (await import('./record-sections.tsx')).RecordSections })),
}
