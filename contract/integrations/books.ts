import { z } from 'zod'
import { route } from '../route.ts'

/**
 * What the books say of a month, '2026-11': amounts in the currency of the books. `rest`: the part of the net income that no column explains; 0 as
 * long as income - costOfGoods - expenses + otherIncome - otherExpenses is the net income.
 */
export const BooksMonth = z.object({
  month: z.string(),
  income: z.number(),
  costOfGoods: z.number(),
  expenses: z.number(),
  otherIncome: z.number(),
  otherExpenses: z.number(),
  netIncome: z.number(),
  rest: z.number(),
})
export type BooksMonth = z.infer<typeof BooksMonth>

/** The company as QuickBooks knows it, and its profit and loss by month; a year ends today at the latest. */
export const Books = z.object({
  companyName: z.string(),
  legalName: z.string().nullable(),
  country: z.string().nullable(),
  fiscalYearStart: z.string().nullable(),
  currency: z.string(),
  months: z.array(BooksMonth),
})
export type Books = z.infer<typeof Books>

/** The answer names at most this many vendors of each list; the counts include all. */
export const shownVendors = 500

const List = z.object({ count: z.int(), names: z.array(z.string()) })

/**
 * Vendors by name, without regard to case and blanks. `matched`: the name here, and the one in QuickBooks if it is spelled differently. The
 * comparison changes nothing on either side. `isCut`: QuickBooks has more vendors than were read.
 */
export const VendorComparison = z.object({
  matched: z.object({
    count: z.int(),
    items: z.array(z.object({ id: z.uuid(), name: z.string(), nameThere: z.string() })),
  }),
  onlyHere: List,
  onlyThere: List,
  isCut: z.boolean(),
})
export type VendorComparison = z.infer<typeof VendorComparison>

const ask = {
  needs: 'integration.write',
  refusal: 'use integrations',
  asksOutside: true,
  limit: 'testConnection',
} as const
const errors = {
  NO_CREDENTIALS: { status: 409, message: 'Save the credentials first' },
  SERVICE_FAILED: { status: 424, message: 'QuickBooks gave no answer' },
} as const

export const booksContract = {
  get: route
    .meta(ask)
    .route({
      method: 'GET',
      path: '/companies/{companyId}/integrations/quickbooks/books',
      summary: 'The company in QuickBooks, and its profit and loss by month; asks QuickBooks',
    })
    .input(z.strictObject({ companyId: z.uuid(), year: z.coerce.number().int().min(2000).max(2100) }))
    .output(Books)
    .errors(errors),
  vendors: route
    .meta(ask)
    .route({
      method: 'GET',
      path: '/companies/{companyId}/integrations/quickbooks/vendors',
      summary: 'Vendors here and in QuickBooks by name; asks QuickBooks',
    })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(VendorComparison)
    .errors(errors),
}
