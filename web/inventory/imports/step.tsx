import { type ReactNode, useEffect, useRef } from 'react'
import classes from './step.module.css'

type StepProps = {
  title: string
  /** A line below the title. */
  subtitle?: ReactNode
  /** Buttons; the last one leads to the next step. */
  footer: ReactNode
  children: ReactNode
}

/** One step of the import: its heading takes the focus, so that a screen reader begins there. */
export function Step({ title, subtitle, footer, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes.step}>
      <div>
        <h3 ref={heading} className={classes.title} tabIndex={-1} data-autofocus>
          {title}
        </h3>
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      {children}
      <div className={classes.footer}>{footer}</div>
    </div>
  )
}
