import { Heads } from '../shared/table/grid/heads.tsx'
import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { formatAmount } from 'contract/money.ts'
import { roundTicks, shortStep } from '../shared/chart/round-ticks.ts'
import bare from '../shared/table/grid/bare-table.module.css'
import classes from './revenue.module.css'

/** Without the residue of adding doubles, so that it is the exact sum and shown as Total Revenue is. */
const sumOf = (months: number[]) => Math.round(months.reduce((sum, month) => sum + month, 0) * 10_000) / 10_000

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type MonthChartProps = {
  year: number
  months: number[] | undefined
  /** the year before; undefined when it had no orders */
  before: number[] | undefined
  currency: string
}

/** Twelve months beside those of the year before. A table below has the same numbers, for people who cannot see the bars. */
export default function MonthChart({ year, months = [], before, currency }: MonthChartProps) {
  const rows = names.map((month, index) => ({
    month,
    ...(before && { [year - 1]: before[index] ?? 0 }),
    [year]: months[index] ?? 0,
  }))
  const amount = (value: number) => formatAmount(value, currency)
  const short = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  const shown = [0, ...months, ...(before ?? [])]
  const ticks = roundTicks(shown, shortStep(shown))
  const axis = { ticks, interval: 0, domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0] }
  const series = [
    ...(before ? [{ name: String(year - 1), color: 'var(--text-faint)' }] : []),
    { name: String(year), color: 'var(--accent-solid)' },
  ]
  return (
    <>
      <div className={`flex-1 ${classes.bars}`} aria-hidden>
        <BarChart
          h="100%"
          mih={160}
          data={rows}
          dataKey="month"
          series={series}
          valueFormatter={amount}
          yAxisProps={{ width: 56, ...axis, tickFormatter: (value: number) => short.format(value) }}
          xAxisProps={{ interval: 'equidistantPreserveStart' }}
          // Keeps the keyboard from stopping at a picture that is not read out; the table below has the same numbers.
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ isAnimationActive: false, maxBarSize: 22, radius: [3, 3, 0, 0] }}
          withLegend
          legendProps={{ verticalAlign: 'top', height: 32 }}
          tickLine="none"
          gridAxis="x"
        />
      </div>
      <details className={`mt-2 text-sm text-muted ${classes.numbers}`}>
        <summary>Show as a table</summary>
        <table className={`${bare.table} ${classes.table}`} aria-label={`Monthly revenue of ${year}`}>
          <Heads
            of={['Month', `${year}`, before !== undefined && `${year - 1}`]}
            numeric={[`${year}`, `${year - 1}`]}
          />
          <tbody>
            {names.map((month, index) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                <td data-numeric>{amount(months[index] ?? 0)}</td>
                {before && <td data-numeric>{amount(before[index] ?? 0)}</td>}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td data-numeric>{amount(sumOf(months))}</td>
              {before && <td data-numeric>{amount(sumOf(before))}</td>}
            </tr>
          </tfoot>
        </table>
      </details>
    </>
  )
}
