import type { ReactNode } from 'react'
import { useObstacle } from './obstacle.ts'
import classes from './save-hint.module.css'

/** The words left of the buttons of a form: why it cannot be saved now, else the usual ones. */
export function SaveHint({ children }: { children: ReactNode }) {
  const obstacle = useObstacle()
  return obstacle ? (
    <span className={classes.obstacle} role="status">
      {obstacle}
    </span>
  ) : (
    children
  )
}
