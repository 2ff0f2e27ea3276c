import type { ReactNode } from 'react'
import { useObstacle } from './obstacle.ts'

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
