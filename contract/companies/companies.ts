import { z } from 'zod'
import { route } from '../route.ts'

export const companyStatuses = ['active', 'inactive', 'sold'] as const
export const companyTypes = ['parent', 'portfolio'] as const

/** What pickers and the company switcher show. */
export const CompanyName = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(companyTypes),
  status: z.enum(companyStatuses),
  isSbr: z.boolean(),
})
export type CompanyName = z.infer<typeof CompanyName>

export const companiesContract = {
  get: route
    .meta({ needs: 'company.read' })
    .route({ method: 'GET', path: '/companies/{companyId}', summary: 'One company' })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(CompanyName)
    .errors({ NOT_FOUND: { status: 404, message: 'Not found' } }),
}
