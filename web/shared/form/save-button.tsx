import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'
import { useObstacle } from './obstacle.ts'

/**
 * The button that saves, sends or deletes: grey while nothing can be saved, and it says why. It submits its form, unless `type` says otherwise.
 * The second press of a double click is no press: the first may not be seen on the screen yet (for forms, one-press.ts sees to that).
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
