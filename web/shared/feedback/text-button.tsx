import type { ComponentPropsWithoutRef } from 'react'
import classes from './text-button.module.css'

/** A button that looks like a word: 'Try again', 'Show all'. */
export const TextButton = (props: Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'type'>) => (
  <button type="button" data-small {...props} className={`rounded-xs text-accent min-h-6 ${classes.button} no-print`} />
)
