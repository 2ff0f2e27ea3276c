import { useConnection } from '../api/reachability.ts'
import { useRefusedChanges } from '../session/session.ts'

/** The reason why nothing can be saved at the moment, for a place beside the save button; null when saving works. */
export function useObstacle(): string | null {
  const connection = useConnection()
  const isFull = useRefusedChanges()
  if (connection === 'offline') return 'You are offline: this cannot be saved now.'
  return isFull ? 'The disk of the server is full: this cannot be saved now.' : null
}

/** The reason why no file can be fetched at the moment; null when it works. */
export function useDownloadObstacle(): string | null {
  return useConnection() === 'offline' ? 'You are offline: nothing can be downloaded now.' : null
}
