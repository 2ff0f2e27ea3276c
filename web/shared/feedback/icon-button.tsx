import type { ComponentPropsWithoutRef } from 'react'
import classes from './icon-button.module.css'

type IconButtonProps = ComponentPropsWithoutRef<'button'> & { label: string }

/** The plain button behind an icon of a row: a long list has hundreds, and a component of the library costs ten times as much. */
export function IconButton({ label, className = '', ...rest }: IconButtonProps) {
  return <button type="button" aria-label={label} {...rest} className={`${classes.button} ${className}`} />
}
