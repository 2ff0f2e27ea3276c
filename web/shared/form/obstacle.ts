import { useConnection } from '../api/reachability.ts'
import { useRefusedChanges } from '../session/session.ts'

/** Why nothing can be saved at the moment, beside the buttons that save; null when something can. */
export function useObstacle(): string | null {
  const connection = useConnection()
  const isFull = useRefusedChanges()
  if (connection === 'offline') return 'You are offline: this cannot be saved now.'
  return isFull ? 'The disk of the server is full: this cannot be saved now.' : null
}
