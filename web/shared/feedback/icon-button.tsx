import type { ComponentPropsWithoutRef } from 'react'
import classes from './icon-button.module.css'

type IconButtonProps = ComponentPropsWithoutRef<'button'> & { label: string }

/** A plain button for the icons of a row: a long list has hundreds of them, and the library's component takes ten times as long. */
export function IconButton({ label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={`inline-row justify-center text-muted rounded-sm align-middle h-7 ${classes.button} ${className}`}
    />
  )
}
