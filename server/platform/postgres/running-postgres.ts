import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * The embedded PostgreSQL that another process runs on a data folder right now.
 * @returns its owner's connection; null when the folder has none that runs
 */
export function findRunningPostgres(dataDir: string): string | null {
  const cluster = join(resolve(dataDir), 'postgres', 'cluster')
  try {
    // Lines of the postmaster: process, folder, start, port, socket folder (relative to its own), address, memory, state.
    const [pid, , , , socketFolder, , , state] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 0)
    if (state?.trim() !== 'ready' || !socketFolder) return null
    return `postgres://postgres@/sbr?host=${encodeURIComponent(resolve(cluster, socketFolder))}`
  } catch (error) {
    // EPERM: it runs, under another account.
    if ((error as NodeJS.ErrnoException).code === 'EPERM')
      throw new Error(`PostgreSQL in ${dataDir} belongs to another account`)
    return null
  }
}
