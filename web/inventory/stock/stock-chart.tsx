import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import type { StockHistory } from 'contract/inventory/stock-history.ts'
import { formatMoney } from 'contract/money.ts'
import { formatQuantity } from 'contract/units.ts'
import { roundTicks, shortStep } from '../../shared/chart/round-ticks.ts'
import { formatDate } from '../../shared/format/dates.ts'
import { missing } from '../../shared/format/missing.tsx'
import classes from './stock-line.module.css'

const shortMoney = new Intl.NumberFormat('en-US', {
  ...{ style: 'currency', currency: 'USD', notation: 'compact' },
  maximumFractionDigits: 1,
})

/** On hand and value over the last year, one above the other. The table below has the same numbers, for people who cannot see the lines. */
export default function StockChart({ history, unit }: { history: StockHistory; unit: string }) {
  const days = everyDay(history)
  const values = days.map(({ value }) => value)
  return (
    <>
      <Line
        days={days}
        name="On Hand"
        color="var(--accent-text)"
        of={({ onHand }) => onHand}
        format={(value) => formatQuantity(value, unit)}
        short={(value) => value.toLocaleString('en-US', { notation: 'compact' })}
        ticks={roundTicks([0, ...days.map(({ onHand }) => onHand)])}
      />
      <Line
        days={days}
        name="Stock Value"
        color="var(--text-faint)"
        of={({ value }) => value}
        format={formatMoney}
        short={shortMoney.format}
        ticks={roundTicks([0, ...values], shortStep(values))}
      />
      <details className={classes.numbers}>
        <summary>Show as a table</summary>
        <table aria-label="Stock by day">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">On Hand</th>
              <th scope="col">Stock Value</th>
            </tr>
          </thead>
          <tbody>
            {history.points.toReversed().map(({ day, onHand, value }) => (
              <tr key={day}>
                <th scope="row">{formatDate(day)}</th>
                <td>{formatQuantity(onHand, unit)}</td>
                <td>{value === null ? missing : formatMoney(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

type Point = StockHistory['points'][number]

/** The days between two points have what the earlier one has. */
function everyDay({ today, points }: StockHistory): Point[] {
  const [first] = points
  if (!first) return []
  const count = (Date.parse(today) - Date.parse(first.day)) / 86_400_000
  let current = first
  let next = 1
  return Array.from({ length: count + 1 }, (_, place) => {
    const day = new Date(Date.parse(first.day) + place * 86_400_000).toISOString().slice(0, 10)
    const reached = points[next]
    if (reached && reached.day <= day) {
      current = reached
      next++
    }
    return { ...current, day }
  })
}

type LineProps = {
  days: Point[]
  name: string
  color: string
  of: (day: Point) => number | null
  format: (value: number) => string
  short: (value: number) => string
  ticks: number[]
}

const Line = ({ days, name, color, of, format, short, ticks }: LineProps) => (
  <div aria-hidden className={classes.chart}>
    <p>{name}</p>
    <LineChart
      h={104}
      data={days.map((day) => ({ day: day.day, [name]: of(day) }))}
      dataKey="day"
      series={[{ name, color }]}
      valueFormatter={format}
      yAxisProps={{ width: 52, tickFormatter: short, ticks, interval: 0, domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0] }}
      xAxisProps={{ minTickGap: 48, tickFormatter: (day: string) => formatDate(day).replace(/, \d+$/, '') }}
      // Also called before anything is pointed at: then there is no day.
      tooltipProps={{ labelFormatter: (day: unknown) => (typeof day === 'string' && day ? formatDate(day) : '') }}
      // Otherwise the keyboard would stop at a picture that is not read out.
      lineChartProps={{ accessibilityLayer: false }}
      lineProps={{ isAnimationActive: false }}
      curveType="stepAfter"
      strokeWidth={1.75}
      withDots={false}
      tickLine="none"
      gridAxis="x"
    />
  </div>
)
