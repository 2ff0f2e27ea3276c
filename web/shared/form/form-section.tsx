import type { ReactNode } from 'react'
import classes from './form-section.module.css'

/** A group of inputs, in two columns if there is room. `className="wide"` spans both columns. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.title}>{title}</legend>
      <div className={`grid gap-x-4 gap-y-3 ${classes.grid}`}>{children}</div>
    </fieldset>
  )
}
