import { Button, type ButtonProps } from '@mantine/core'
import { useObstacle } from './obstacle.ts'

/** The button that saves a form. It is grey while nothing can be saved, and says why. */
export function SaveButton({
  disabled = false,
  ...props
}: ButtonProps & { type?: 'submit' | 'button'; onClick?: () => void }) {
  const obstacle = useObstacle()
  return (
    <Button type="submit" {...(obstacle && { title: obstacle })} {...props} disabled={disabled || obstacle !== null} />
  )
}
