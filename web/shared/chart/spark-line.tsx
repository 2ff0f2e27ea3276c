import classes from './spark-line.module.css'

/** The width and height of the picture; it is stretched to its box. */
const width = 100
const height = 28

/**
 * A small line without axes that shows how a figure changed. It is decoration beside the figure, so it is not read out. Unknown values
 * leave a gap. Drawn by hand: a table of companies has hundreds, and a chart library would be larger than the rest of the screen.
 * @param values the oldest first
 */
export function SparkLine({ values, tone }: { values: readonly (number | null)[]; tone?: 'warning' | undefined }) {
  const numbers = values.filter((value) => value !== null)
  if (numbers.length < 2) return null
  return (
    <svg
      className={`block w-full h-full ${classes.line}`}
      data-tone={tone}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={pathOf(values, Math.min(...numbers), Math.max(...numbers))} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** A value that never changes gives a line in the middle. */
function pathOf(values: readonly (number | null)[], lowest: number, highest: number): string {
  const x = (place: number) => ((place / (values.length - 1)) * width).toFixed(1)
  const y = (value: number) =>
    (highest === lowest ? height / 2 : 2 + (1 - (value - lowest) / (highest - lowest)) * (height - 4)).toFixed(1)
  return values
    .map((value, place) =>
      value === null ? '' : `${(values[place - 1] ?? null) === null ? 'M' : 'L'}${x(place)} ${y(value)}`,
    )
    .join('')
}
