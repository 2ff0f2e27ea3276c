import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import type { StockHistory } from 'contract/inventory/stock-history.ts'
import { formatMoney } from 'contract/money.ts'
import { formatQuantity } from 'contract/units.ts'
import { byDay, unread } from '../../shared/chart/by-day.ts'
import { NumbersByDay } from '../../shared/chart/numbers-by-day.tsx'
import { roundTicks, shortStep } from '../../shared/chart/round-ticks.ts'
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
      <NumbersByDay
        label="Stock by day"
        names={['On Hand', 'Stock Value']}
        rows={history.points.map(({ day, onHand, value }) => ({
          day,
          numbers: [formatQuantity(onHand, unit), value === null ? missing : formatMoney(value)],
        }))}
      />
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
  <div aria-hidden className={`mt-3 ${classes.chart}`}>
    <p>{name}</p>
    <LineChart
      h={104}
      data={days.map((day) => ({ day: day.day, [name]: of(day) }))}
      {...byDay}
      series={[{ name, color }]}
      valueFormatter={format}
      yAxisProps={{ width: 52, tickFormatter: short, ticks, interval: 0, domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0] }}
      lineChartProps={unread}
      lineProps={{ isAnimationActive: false }}
      curveType="stepAfter"
      strokeWidth={1.75}
      withDots={false}
    />
  </div>
)
