import { z } from 'zod'
import { route } from '../route.ts'

/** What the settings export as JSON, each in a file of its own: 'inventory_export.json'. */
export const dataExportTypes = ['inventory', 'tasks', 'sops'] as const
export type DataExportType = (typeof dataExportTypes)[number]

export const dataExportFile = (type: DataExportType) => `${type}_export.json`

export const dataExportsContract = {
  download: route
    .meta({ needs: 'data.export', refusal: 'export data', answer: ['json'], copies: true, limit: 'export', long: true })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/data-exports/{data}',
      summary: 'Inventory, tasks or SOPs as JSON: what the caller may read',
    })
    .input(z.strictObject({ companyId: z.uuid(), data: z.enum(dataExportTypes) })),
}
