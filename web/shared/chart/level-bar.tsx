import classes from './level-bar.module.css'

/**
 * The stock of a part against its reorder threshold, which is the middle of the bar: a thin line below a number that says the same. It has
 * a colour only when stock is low. Nothing without a threshold.
 */
export function LevelBar({ level, threshold }: { level: number; threshold: number }) {
  if (threshold <= 0) return null
  const share = Math.min(100, Math.max(0, (level / threshold) * 50))
  return (
    <span className={`relative block ${classes.track}`} aria-hidden>
      <span
        className={`block h-full ${classes.level}`}
        data-low={level <= threshold || undefined}
        style={{ width: `${share}%` }}
      />
    </span>
  )
}
