import type { ReactNode } from 'react'
import classes from './form-section.module.css'

/** A group of inputs, in two columns if there is room. `className="wide"` spans both columns. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={`m-0 p-0 border-0 ${classes.section}`}>
      <legend className={`w-full mb-3 text-muted text-xs font-medium p-0 ${classes.title}`}>{title}</legend>
      <div className={`grid gap-x-4 gap-y-3 grid-cols-2 ${classes.grid}`}>{children}</div>
    </fieldset>
  )
}
