import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config/config.ts'
import { startOf } from './processes.ts'

/**
 * Takes the data folder for this process, so that no second server works on the same files. It takes over a lock whose process
 * is gone (kill -9, power cut, restored backup).
 * @returns a function that gives the folder back
 * @throws {Error} one line, when another live server holds it
 */
export function lockDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const lock = join(dataDir, 'server.lock')
  const mine = `${process.pid} ${startOf(process.pid)}\n`
  const draft = `${lock}.${process.pid}`
  // Write the lock elsewhere and link it into place: nobody ever sees a lock without its content.
  writeFileSync(draft, mine)
  try {
    while (!place(draft, lock)) discardStale(lock, dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (read(lock) === mine) rmSync(lock, { force: true })
  }
}

/**
 * Creates the data folder and writes a test file into it.
 * @throws {ConfigError} when that fails
 */
export function checkDataFolder(dataDir: string): void {
  const probe = join(dataDir, `probe.${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    // A full disk is no problem of rights: PostgreSQL's start reports it, and has a reserve.
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT')
      throw new ConfigError(`DATA_DIR cannot be written: ${dataDir} (${message})`)
  }
}

function place(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function discardStale(lock: string, dataDir: string) {
  const content = read(lock)
  if (content === null) return
  const [pid, ...start] = content.trim().split(' ')
  if (startOf(Number(pid)) === start.join(' ')) {
    throw new Error(`The data folder ${dataDir} is in use by another server (process ${pid}); stop it or set DATA_DIR`)
  }
  // Rename first: of two servers that find the same stale lock, only one can move it. A fresh lock is put back.
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
    if (read(aside) !== content) place(aside, lock)
    rmSync(aside, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
