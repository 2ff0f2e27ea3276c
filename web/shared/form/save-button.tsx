import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { useObstacle } from './obstacle.ts'

/**
 * The button that saves, sends or deletes. While nothing can be saved it is disabled and says why. It submits its form, unless `type` says
 * otherwise. The second click of a double click is ignored, because the effect of the first may not be visible yet (for forms:
 * one-press.ts).
 */
export function SaveButton({ disabled = false, onClick, ...props }: ButtonProps & ComponentPropsWithoutRef<'button'>) {
  const obstacle = useObstacle()
  return (
    <Button
      type="submit"
      {...(obstacle && { title: obstacle })}
      {...props}
      disabled={disabled || obstacle !== null}
      onClick={(event) => event.detail < 2 && onClick?.(event)}
    />
  )
}

/** The text left of the buttons of a form: why it cannot be saved now, or else the usual text. */
export function SaveHint({ children }: { children: ReactNode }) {
  const obstacle = useObstacle()
  return obstacle ? (
    <span className="text-warning" role="status">
      {obstacle}
    </span>
  ) : (
    children
  )
}
