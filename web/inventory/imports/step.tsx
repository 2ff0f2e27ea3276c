import { type ReactNode, useEffect, useRef } from 'react'
import classes from './step.module.css'

type StepProps = {
  title: string
  /** A line below the title. */
  subtitle?: ReactNode
  /** Buttons; the last one leads to the next step. */
  footer: ReactNode
  /** All of it scrolls at once, also where there is room for a table with a frame of its own. */
  isLong?: boolean
  children: ReactNode
}

/** One step of the import: its heading takes the focus, so that a screen reader begins there. */
export function Step({ title, subtitle, footer, isLong, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={`stack flex-1 min-h-0 gap-3 ${classes.step}`} data-long={isLong || undefined}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0">
        <h3 ref={heading} className={classes.title} tabIndex={-1} data-autofocus>
          {title}
        </h3>
        {subtitle && <p className="text-sm text-muted break-words">{subtitle}</p>}
      </div>
      {children}
      <div className={`row flex-wrap justify-end gap-2 border-t bg-surface py-3 px-4 ${classes.footer}`}>{footer}</div>
    </div>
  )
}
