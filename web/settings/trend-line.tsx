import classes from './system.module.css'

const width = 120
const height = 28

/** A small line from the oldest value to the newest. The figure beside it says what it means. */
export function TrendLine({ values }: { values: number[] }) {
  if (values.length < 2) return <div className={classes.trend} />
  const most = Math.max(...values, Number.MIN_VALUE)
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * width
    return `${x.toFixed(1)},${(height - 1 - (value / most) * (height - 2)).toFixed(1)}`
  })
  return (
    <svg className={classes.trend} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      <polygon className={classes.area} points={`0,${height} ${points.join(' ')} ${width},${height}`} />
      <polyline className={classes.line} points={points.join(' ')} />
    </svg>
  )
}
