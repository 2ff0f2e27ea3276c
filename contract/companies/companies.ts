import { z } from 'zod'
import { CalendarDay } from '../calendar-day.ts'
import { decimal, maxQuantity } from '../money.ts'
import { route } from '../route.ts'
import { clean, onOneLine, optionalEmail, optionalText, optionalUrl, requiredText } from '../text.ts'
import { TimeZone } from '../time-zone.ts'
import { companyColors } from './company-colors.ts'

export const companyStatuses = ['active', 'inactive', 'sold'] as const
export const companyStatusLabels: Record<(typeof companyStatuses)[number], string> = {
  active: 'Active',
  inactive: 'Inactive',
  sold: 'Sold',
}

export const companyTypes = ['parent', 'portfolio'] as const
export const companyTypeLabels: Record<(typeof companyTypes)[number], string> = {
  parent: 'Parent',
  portfolio: 'Portfolio',
}

/** The fields for pickers and the company switcher. */
export const CompanyName = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(companyTypes),
  status: z.enum(companyStatuses),
  isSbr: z.boolean(),
  /** The time zone in which the times of the company are shown (product.md 10). */
  timeZone: z.string(),
  color: z.enum(companyColors),
})
export type CompanyName = z.infer<typeof CompanyName>

/** Whether people can be added to it: it is active, and not the parent firm, whose people are chosen by role (product.md 5). */
export const isChoosable = (company: Pick<CompanyName, 'status' | 'isSbr'>) =>
  company.status === 'active' && !company.isSbr

/** Where a company is. */
export const CompanyAddress = z.strictObject({
  street: optionalText(200),
  city: optionalText(100),
  region: optionalText(100),
  postalCode: optionalText(20),
  country: optionalText(100),
})

/** How a company is reached. */
export const CompanyContact = z.strictObject({
  person: optionalText(200),
  email: optionalEmail(),
  phone: optionalText(50),
})

/** More facts: name and value, at most 50. */
export const CompanyMetadata = z
  .record(
    z
      .string()
      .max(400, { error: 'Must be at most 100 characters', abort: true })
      .overwrite(clean)
      .min(1, 'Name the field')
      .max(100, 'Must be at most 100 characters'),
    z.string().max(4_000, { abort: true }).overwrite(clean).max(1_000, 'Must be at most 1000 characters'),
  )
  .refine((entries) => Object.keys(entries).length <= 50, { error: 'Must have at most 50 fields' })
  .meta({ examples: [{ 'Fiscal year': 'April to March' }] })

const AnnualRevenue = decimal(2)
  .min(0, 'Must not be negative')
  .max(9_999_999_999_999.99, 'Must be at most 9,999,999,999,999.99')

export const CompanyFields = z.strictObject({
  name: requiredText(200, 'Company name is required').overwrite(onOneLine),
  description: optionalText(2_000),
  status: z.enum(companyStatuses),
  type: z.enum(companyTypes),
  parentCompanyId: z.uuid().nullable(),
  website: optionalUrl(),
  industry: optionalText(200),
  foundedOn: CalendarDay.nullable(),
  employeeCount: z
    .int({ error: 'Must be a whole number' })
    .min(0, 'Must not be negative')
    .max(maxQuantity, 'Must be at most 2,147,483,647')
    .nullable(),
  annualRevenue: AnnualRevenue.nullable(),
  timeZone: TimeZone,
  /** hours; a person who is clocked in for longer is asked about it */
  shiftHours: z
    .int({ error: 'Must be a whole number' })
    .min(1, 'Must be at least 1 hour')
    .max(24, 'Must be at most 24 hours'),
  /** whether breaks of the time clock count as work; for entries that begin from now on */
  areBreaksPaid: z.boolean(),
  /** hours; an entry that is longer gets a break of `autoBreakMinutes` when it ends, less the breaks that were taken. null: never */
  autoBreakHours: z
    .int({ error: 'Must be a whole number' })
    .min(1, 'Must be at least 1 hour')
    .max(24, 'Must be at most 24 hours')
    .nullable(),
  autoBreakMinutes: z
    .int({ error: 'Must be a whole number' })
    .min(1, 'Must be at least 1 minute')
    .max(240, 'Must be at most 240 minutes'),
  /** whether programs may suggest changes, which an operator accepts or declines */
  takesSuggestions: z.boolean(),
  /** whether stock may fall below zero */
  allowsNegativeStock: z.boolean(),
  /** The colour by which people recognise the company in the header of each screen. */
  color: z.enum(companyColors),
  address: CompanyAddress,
  contactInfo: CompanyContact,
  metadata: CompanyMetadata,
})
export type CompanyFields = z.infer<typeof CompanyFields>

/** Without `parentCompanyId` a portfolio company belongs to the SBR firm. */
export const NewCompany = CompanyFields.partial().extend({ name: CompanyFields.shape.name })
/** What changes of a company; a field that is left out keeps its value. */
export const CompanyChanges = CompanyFields.partial()

/**
 * A card of the portfolio, or a row of the Company Management table. `monthRevenue`: of this month, in `currency`; both null until a store
 * is connected.
 */
export const CompanyCard = CompanyName.extend({
  description: z.string().nullable(),
  parentCompanyId: z.uuid().nullable(),
  parentName: z.string().nullable(),
  createdAt: z.string(),
  peopleCount: z.int(),
  partCount: z.int(),
  lowStockCount: z.int(),
  monthRevenue: z.number().nullable(),
  currency: z.string().nullable(),
})
export type CompanyCard = z.infer<typeof CompanyCard>

/** `children` is absent for readers of one company (security.md 2.2, row 9); `parentName` is null for them. */
export const CompanyDetails = z.object({
  id: z.uuid(),
  isSbr: z.boolean(),
  ...CompanyFields.shape,
  parentName: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  children: z.array(CompanyName.extend({ description: z.string().nullable(), createdAt: z.string() })).optional(),
})
export type CompanyDetails = z.infer<typeof CompanyDetails>

const one = z.strictObject({ companyId: z.uuid() })
const gone = { NOT_FOUND: { status: 404, message: 'Not found' } }
const clash = { CONFLICT: { status: 409, data: z.unknown() } }

export const companiesContract = {
  list: route
    .meta({ needs: 'portfolio.read' })
    .route({
      method: 'GET',
      path: '/companies',
      summary: 'The portfolio: all companies with their figures, the parent firm first',
    })
    .output(z.object({ items: z.array(CompanyCard) })),
  parents: route
    .meta({ needs: 'company.write', refusal: 'modify companies' })
    .route({ method: 'GET', path: '/companies/parents', summary: 'The companies that can be chosen as parent' })
    .output(z.object({ items: z.array(CompanyName) })),
  get: route
    .meta({ needs: 'company.read' })
    .route({ method: 'GET', path: '/companies/{companyId}', summary: 'One company' })
    .input(one)
    .output(CompanyName)
    .errors(gone),
  getDetails: route
    .meta({ needs: 'company.readFull' })
    .route({ method: 'GET', path: '/companies/{companyId}/details', summary: 'All fields of a company' })
    .input(one)
    .output(CompanyDetails)
    .errors(gone),
  create: route
    .meta({ needs: 'company.write', refusal: 'create companies' })
    .route({ method: 'POST', path: '/companies', summary: 'Add a company', successStatus: 201 })
    .input(NewCompany)
    .output(CompanyDetails)
    .errors(clash),
  /** Its version is that of its details. */
  update: route
    .meta({ needs: 'company.write', refusal: 'modify companies', evenIfSold: true, versioned: true })
    .route({ method: 'PATCH', path: '/companies/{companyId}', summary: 'Change a company' })
    .input(CompanyChanges.extend(one.shape))
    .output(CompanyDetails)
    .errors({ ...gone, ...clash }),
}
