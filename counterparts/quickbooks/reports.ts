import { fixed } from '../store/money.ts'
import { type Books, entriesOf } from './books.ts'

const dollars = { code: 'USD', decimals: 2 }
const text = (cents: number) => fixed(cents, dollars)

/** One month of the company in cents. */
export type Month = {
  month: string
  income: number
  goods: number
  rent: number
  wages: number
  advertising: number
  otherIncome: number
  otherExpenses: number
  unexplained: number
}

/** The figures of the books by month: income is the sum of the invoices, the cost of goods is 45 % of it. */
export function monthsOf(books: Books, from: string, to: string): Month[] {
  const months: Month[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = following(month)) {
    const { income = 0, expenses = 0, unexplained = 0 } = books.other.get(month) ?? {}
    const other = { otherIncome: income, otherExpenses: expenses, unexplained }
    months.push({ month, income: 0, goods: 0, rent: 320_000, wages: 1_480_000, advertising: 0, ...other })
  }
  for (const { TxnDate, TotalAmt } of entriesOf(books, 'Invoice')) {
    const date = String(TxnDate ?? '')
    const found = months.find(({ month }) => month === date.slice(0, 7))
    if (found && date >= from && date <= to) found.income += Math.round(Number(TotalAmt ?? 0) * 100)
  }
  for (const month of months) {
    month.goods = Math.round(month.income * 0.45)
    month.advertising = Math.round(month.income * 0.06)
  }
  return months
}

function following(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

type Amounts = (month: Month) => number

/** Lines, sections with lines, and sums, as the report writes them. @param cells of a row, by month and in all @param sumless the group without a sum */
function rowsWith(cells: (amounts: Amounts) => { value: string }[], sumless: string) {
  const line = (value: string, id: string, amounts: Amounts) => ({
    ColData: [{ value, id }, ...cells(amounts)],
    type: 'Data',
  })
  const section = (title: string, group: string, rows: object[], amounts: Amounts) => ({
    Header: { ColData: [{ value: title }, ...cells(() => 0)] },
    Rows: { Row: rows },
    ...(group !== sumless && { Summary: { ColData: [{ value: `Total ${title}` }, ...cells(amounts)] } }),
    type: 'Section',
    ...(group && { group }),
  })
  const sum = (title: string, group: string, amounts: Amounts) => ({
    Summary: { ColData: [{ value: title }, ...cells(amounts)] },
    type: 'Section',
    group,
  })
  return { line, section, sum }
}

/** ProfitAndLoss: nested sections, one column for each month if requested, and one for the total. */
export function profitAndLoss(books: Books, from: string, to: string, isByMonth: boolean) {
  const { reportManner } = books
  if (reportManner === 'empty')
    return { Header: headerOf(books, from, to, isByMonth), Columns: { Column: columnsOf([], true) }, Rows: {} }
  const months = columnMonths(books, from, to)
  const cells = (amounts: Amounts) => {
    const values = months.map(amounts)
    const total = values.reduce((sum, value) => sum + value, 0)
    const shown = [...(isByMonth ? values : []), total].map((value) => ({ value: value === 0 ? '' : text(value) }))
    if (reportManner === 'parted') return shown.flatMap((cell) => [cell, { value: '12.50' }])
    return reportManner === 'narrow' ? shown.slice(0, -2) : shown
  }
  const { line, section, sum } = rowsWith(cells, reportManner === 'sumless' ? 'Income' : '-')
  const gross: Amounts = ({ income, goods }) => income - goods
  const spent: Amounts = ({ rent, wages, advertising }) => rent + wages + advertising
  const operating: Amounts = (month) => gross(month) - spent(month)
  const beside: Amounts = ({ otherIncome, otherExpenses }) => otherIncome - otherExpenses
  const net: Amounts = (month) => operating(month) + beside(month) + month.unexplained
  const staff = section('Payroll Expenses', '', [line('Wages', '66', ({ wages }) => wages)], ({ wages }) => wages)
  const expenses = [
    line('Advertising', '7', ({ advertising }) => advertising),
    staff,
    line('Rent or Lease', '17', ({ rent }) => rent),
  ]
  const otherRows = [
    section(
      'Other Income',
      'OtherIncome',
      [line('Interest Earned', '25', (month) => month.otherIncome)],
      (month) => month.otherIncome,
    ),
    section(
      'Other Expenses',
      'OtherExpenses',
      [line('Penalties', '26', (month) => month.otherExpenses)],
      (month) => month.otherExpenses,
    ),
    sum('Net Other Income', 'NetOtherIncome', beside),
  ]
  return {
    Header: headerOf(books, from, to, isByMonth),
    Columns: { Column: columnsOf(months, isByMonth).map((column) => partedIf(reportManner === 'parted', column)) },
    Rows: {
      Row: [
        section(
          'Income',
          'Income',
          [line('Sales of Product Income', '79', ({ income }) => income)],
          ({ income }) => income,
        ),
        section(
          'Cost of Goods Sold',
          'COGS',
          [line('Cost of Goods Sold', '80', ({ goods }) => goods)],
          ({ goods }) => goods,
        ),
        sum('Gross Profit', 'GrossProfit', gross),
        section('Expenses', 'Expenses', expenses, spent),
        sum('Net Operating Income', 'NetOperatingIncome', operating),
        // QuickBooks leaves these sections out while they are empty.
        ...(books.other.size > 0 ? otherRows : []),
        sum('Net Income', 'NetIncome', net),
      ],
    },
  }
}

function headerOf({ clock, reportManner }: Books, from: string, to: string, isByMonth: boolean) {
  return {
    Time: clock.iso(),
    ReportName: 'ProfitAndLoss',
    ReportBasis: reportManner === 'cash' ? 'Cash' : 'Accrual',
    StartPeriod: from,
    EndPeriod: to,
    SummarizeColumnsBy: isByMonth ? 'Month' : 'Total',
    Currency: 'USD',
    Option: [
      { Name: 'AccountingStandard', Value: 'GAAP' },
      { Name: 'NoReportData', Value: String(reportManner === 'empty') },
    ],
  }
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function columnsOf(months: Month[], isByMonth: boolean) {
  const account = { ColTitle: '', ColType: 'Account', MetaData: [{ Name: 'ColKey', Value: 'account' }] }
  const total = { ColTitle: 'Total', ColType: 'Money', MetaData: [{ Name: 'ColKey', Value: 'total' }] }
  const columns = months.map(({ month }) => {
    const [year = 0, number = 1] = month.split('-').map(Number)
    const title = `${monthNames[number - 1]} ${year}`
    const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
    return {
      ColTitle: title,
      ColType: 'Money',
      MetaData: [
        { Name: 'StartDate', Value: `${month}-01` },
        { Name: 'EndDate', Value: last },
        { Name: 'ColKey', Value: title },
      ],
    }
  })
  return isByMonth ? [account, ...columns, total] : [account, total]
}

/** The months of the columns, with one that does not belong there if the manner says so. */
function columnMonths(books: Books, from: string, to: string): Month[] {
  const whole = monthsOf(books, from, to)
  const before = `${Number(from.slice(0, 4)) - 1}-12`
  if (books.reportManner === 'repeat') return [...whole.slice(0, 1), ...whole]
  return books.reportManner === 'stray' ? [...monthsOf(books, `${before}-01`, `${before}-31`), ...whole] : whole
}

/** A column with columns of its own: rows have a cell for each of those. */
const partedIf = (isParted: boolean, column: { ColType: string }) =>
  isParted && column.ColType === 'Money'
    ? { ...column, Columns: { Column: [{ ColTitle: 'Current' }, { ColTitle: '% of Income' }] } }
    : column

/** The same months as decimal texts, for comparison. */
export function totalsOf(books: Books, from: string, to: string) {
  return monthsOf(books, from, to).map(
    ({ month, income, goods, rent, wages, advertising, otherIncome, otherExpenses, unexplained }) => ({
      month,
      income: text(income),
      costOfGoods: text(goods),
      expenses: text(rent + wages + advertising),
      otherIncome: text(otherIncome),
      otherExpenses: text(otherExpenses),
      netIncome: text(income - goods - rent - wages - advertising + otherIncome - otherExpenses + unexplained),
      rest: text(unexplained),
    }),
  )
}
