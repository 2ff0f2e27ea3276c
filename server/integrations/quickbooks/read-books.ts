import type { Books, BooksMonth } from 'contract/integrations/books.ts'
import { cleanLine } from 'contract/text.ts'
import { z } from 'zod'
import { ServiceError } from '../calls/service-error.ts'
import type { CallContext, Connection } from '../provider.ts'
import { askQuickbooks } from './quickbooks-call.ts'

const text = z.string().nullish()
const Info = z.object({
  CompanyInfo: z.object({ CompanyName: z.string(), LegalName: text, Country: text, FiscalYearStartMonth: text }),
})

const Cell = z.object({ value: text.transform((value) => value ?? '') })
const Report = z.object({
  Header: z.object({
    Currency: z.string().regex(/^[A-Z]{3}$/),
    ReportBasis: text,
    Option: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
  }),
  Columns: z.object({
    Column: z.array(z.object({ MetaData: z.array(z.object({ Name: z.string(), Value: z.string() })).optional() })),
  }),
  // Without any booking there are no rows.
  Rows: z.object({
    Row: z
      .array(
        z.object({
          group: text,
          Rows: z.object({ Row: z.array(z.unknown()).default([]) }).nullish(),
          Summary: z.object({ ColData: z.array(Cell) }).optional(),
        }),
      )
      .default([]),
  }),
})
type Report = z.infer<typeof Report>

/** The company and its profit and loss by month. @param until the last day of the report @throws {ServiceError} in words */
export async function readBooks(
  connection: Connection,
  context: CallContext,
  year: number,
  until: string,
): Promise<Books> {
  const { CompanyInfo: info } = await askQuickbooks(connection, context, {
    ...{ operation: 'Read the company', path: `companyinfo/${connection.accountId}`, shape: Info },
  })
  const query = {
    ...{ start_date: `${year}-01-01`, end_date: until },
    ...{ summarize_column_by: 'Month', accounting_method: 'Accrual' },
  }
  const report = await askQuickbooks(connection, context, {
    ...{ operation: 'Read profit and loss', path: 'reports/ProfitAndLoss', query, shape: Report },
  })
  return {
    companyName: cleanLine(info.CompanyName),
    legalName: cleanOrNone(info.LegalName),
    country: cleanOrNone(info.Country),
    fiscalYearStart: cleanOrNone(info.FiscalYearStartMonth),
    currency: report.Header.Currency,
    months: complete(report, year, until),
  }
}

const cleanOrNone = (text: string | null | undefined) => (text ? cleanLine(text) : null)

/** The columns that begin with a month; the first names the account, the last is the total. */
function monthsOf({ Columns, Rows }: Report): BooksMonth[] {
  const amount = (group: string, column: number) => {
    const section = Rows.Row.find((row) => row.group === group)
    const cells = section?.Summary?.ColData
    // QuickBooks leaves out a section without a booking, or its sum.
    if (!cells && !section?.Rows?.Row.length) return 0
    // Columns with columns of their own, or a row that ends early: each amount would stand in another month.
    if (cells?.length !== Columns.Column.length) throw unknownForm()
    return amountOf(cells[column]?.value ?? '')
  }
  return Columns.Column.flatMap(({ MetaData = [] }, column) => {
    const start = MetaData.find(({ Name }) => Name === 'StartDate')?.Value
    if (!start) return []
    const month = {
      month: start.slice(0, 7),
      income: amount('Income', column),
      costOfGoods: amount('COGS', column),
      expenses: amount('Expenses', column),
      otherIncome: amount('OtherIncome', column),
      otherExpenses: amount('OtherExpenses', column),
      netIncome: amount('NetIncome', column),
    }
    return { ...month, rest: restOf(month) }
  })
}

/** In cents, so that no fraction of a binary number looks like a difference. */
function restOf(month: Omit<BooksMonth, 'rest'>): number {
  const [income, goods, expenses, otherIncome, otherExpenses, net] = (
    ['income', 'costOfGoods', 'expenses', 'otherIncome', 'otherExpenses', 'netIncome'] as const
  ).map((key) => Math.round(month[key] * 100)) as [number, number, number, number, number, number]
  return (net - (income - goods - expenses + otherIncome - otherExpenses)) / 100
}

/** @throws {ServiceError} when the report left out, repeated or added a month, or is not by accrual: the totals would be others */
function complete(report: Report, year: number, until: string): BooksMonth[] {
  const { ReportBasis: basis, Option: options } = report.Header
  if (basis && basis !== 'Accrual')
    throw new ServiceError(`QuickBooks reported by ${basis.slice(0, 20)}, not by accrual`)
  const wanted = Array.from(
    { length: Number(until.slice(5, 7)) },
    (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`,
  )
  // A company without a booking has a report without months.
  const isEmpty = options.some(({ Name, Value }) => Name === 'NoReportData' && Value === 'true')
  const months = isEmpty ? wanted.map(emptyMonth) : monthsOf(report)
  const left = wanted.filter((each) => !months.some(({ month }) => month === each))
  if (left.length > 0) throw new ServiceError(`QuickBooks left out months of its report: ${left.join(', ')}`)
  const twice = months.flatMap(({ month }, at) =>
    months.findIndex((other) => other.month === month) < at ? [month] : [],
  )
  if (twice.length > 0) throw new ServiceError(`QuickBooks repeated months in its report: ${twice.join(', ')}`)
  const added = months.flatMap(({ month }) => (wanted.includes(month) ? [] : [month]))
  if (added.length > 0) throw new ServiceError(`QuickBooks added months to its report: ${added.join(', ')}`)
  return months
}

const emptyMonth = (month: string): BooksMonth => ({
  ...{ month, income: 0, costOfGoods: 0, expenses: 0 },
  ...{ otherIncome: 0, otherExpenses: 0, netIncome: 0, rest: 0 },
})

/** A cell without a booking is empty. */
function amountOf(value: string): number {
  if (value.trim() === '') return 0
  const amount = Number(value)
  if (!Number.isFinite(amount)) throw unknownForm()
  return amount
}

const unknownForm = () => new ServiceError('QuickBooks answered in an unknown form')
