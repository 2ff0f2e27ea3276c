import type { ReactNode } from 'react'
import { useObstacle } from './obstacle.ts'
import classes from './save-hint.module.css'

/** The text left of the buttons of a form: why it cannot be saved now, or else the usual text. */
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
