import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import type { CompanyDay, FiguresInTime } from 'contract/dashboards/figures.ts'
import { formatAmount, formatMoney } from 'contract/money.ts'
import { byDay, unread } from '../../shared/chart/by-day.ts'
import { NumbersByDay } from '../../shared/chart/numbers-by-day.tsx'
import { roundTicks, shortStep } from '../../shared/chart/round-ticks.ts'
import type { Subject } from './history-subjects.ts'

type Series = { name: string; color: string; of: (day: CompanyDay) => number | null }

const hours = ({ secondsWorked }: CompanyDay) => (secondsWorked === null ? null : secondsWorked / 3_600)

const seriesOf: Record<Subject, Series[]> = {
  value: [
    { name: 'Total Value', color: 'var(--accent-text)', of: (day) => day.totalValue },
    { name: 'Value at Cost', color: 'var(--text-faint)', of: (day) => day.valueAtCost },
  ],
  stock: [
    { name: 'Low Stock', color: 'var(--warning)', of: (day) => day.lowStock },
    { name: 'Can Be Built', color: 'var(--info)', of: (day) => day.buildable },
  ],
  tasks: [
    { name: 'Open', color: 'var(--info)', of: (day) => day.openTasks },
    { name: 'Overdue', color: 'var(--danger)', of: (day) => day.overdueTasks },
    { name: 'Blocked', color: 'var(--warning)', of: (day) => day.blockedTasks },
  ],
  hours: [{ name: 'Hours worked', color: 'var(--accent-solid)', of: hours }],
  revenue: [{ name: 'Revenue', color: 'var(--accent-solid)', of: (day) => day.revenue }],
}

/** The days with the current values as the last point. Sums of a day, such as hours, leave out today, which is not over. */
const withNow = ({ days, now, today }: FiguresInTime): CompanyDay[] => [
  ...days,
  { ...now, day: today, secondsWorked: null, orders: null, revenue: null },
]

/** A table below has the same numbers, for people who cannot see the lines. */
export default function HistoryChart({ figures, subject }: { figures: FiguresInTime; subject: Subject }) {
  const isFlow = subject === 'hours' || subject === 'revenue'
  const days = isFlow ? figures.days : withNow(figures)
  const series = seriesOf[subject]
  const { format, short } = formatsOf(subject, figures.now.currency ?? 'USD')
  const shared = {
    h: 152,
    data: days.map((day) => ({ day: day.day, ...Object.fromEntries(series.map(({ name, of }) => [name, of(day)])) })),
    ...byDay,
    series: series.map(({ name, color }) => ({ name, color })),
    valueFormatter: format,
    yAxisProps: { width: 52, tickFormatter: short, ...axisOf(subject, days, series) },
    withLegend: series.length > 1,
    legendProps: { verticalAlign: 'top' as const, height: 32 },
  }
  return (
    <>
      <div aria-hidden>
        {isFlow ? (
          <BarChart {...shared} barChartProps={unread} barProps={{ isAnimationActive: false, radius: [2, 2, 0, 0] }} />
        ) : (
          <LineChart
            {...shared}
            lineChartProps={unread}
            lineProps={{ isAnimationActive: false }}
            curveType={subject === 'value' ? 'monotone' : 'stepAfter'}
            strokeWidth={1.75}
            withDots={false}
            connectNulls
          />
        )}
      </div>
      <NumbersByDay
        label="Figures by day"
        names={series.map(({ name }) => name)}
        rows={days.map((day) => ({ day: day.day, numbers: series.map(({ of }) => written(of(day), format)) }))}
      />
    </>
  )
}

/** Counts begin at 0; what the stock is worth changes little, so that it needs all the room. */
function axisOf(subject: Subject, days: CompanyDay[], series: Series[]) {
  const shown = [...(subject === 'value' ? [] : [0]), ...days.flatMap((day) => series.map(({ of }) => of(day)))]
  const isCount = subject === 'tasks' || subject === 'stock'
  const ticks = roundTicks(shown, isCount ? 1 : subject === 'hours' ? 0 : shortStep(shown))
  return { ticks, interval: 0, domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0] }
}

const written = (value: number | null, format: (value: number) => string) =>
  value === null ? 'not known' : format(value)

function formatsOf(
  subject: Subject,
  currency: string,
): { format: (value: number) => string; short: (value: number) => string } {
  if (subject === 'tasks' || subject === 'stock') {
    const format = (value: number) => value.toLocaleString('en-US')
    return { format, short: format }
  }
  if (subject === 'hours') {
    const format = (value: number) => `${value.toLocaleString('en-US', { maximumFractionDigits: 1 })} h`
    return { format, short: format }
  }
  const shown = subject === 'value' ? 'USD' : currency
  const compact = new Intl.NumberFormat('en-US', {
    ...{ style: 'currency', currency: shown, notation: 'compact' },
    maximumFractionDigits: 1,
  })
  return { format: subject === 'value' ? formatMoney : (value) => formatAmount(value, currency), short: compact.format }
}
