/** Watches the disk of the data folder, so that it never gets full enough to stop PostgreSQL (F9). */
import { statfs } from 'node:fs/promises'
import { ORPCError } from '@orpc/server'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** The size of a disk in bytes, and the bytes that this account may still use. */
export type Space = { total: number; free: number }

/** `low`: somebody should make space; `full`: the server writes nothing more, so that PostgreSQL keeps running. */
export type DiskLevel = 'ample' | 'low' | 'full'

const gigabyte = 2 ** 30

/**
 * Below this much free space nothing is written. PostgreSQL needs it to run and to restart; on a small disk it must not be a large part.
 */
const reserveOf = ({ total }: Space) => Math.min(gigabyte / 2, total * 0.05)

/**
 * Limits are relative and absolute: a disk of 10 TB with 500 GB free is fine, one of 20 GB with 3 GB free is not.
 * @param before the level so far: a full disk stays full until a quarter more than the reserve is free, so that the level is stable
 */
export function levelOf(space: Space, before: DiskLevel = 'ample'): DiskLevel {
  const reserve = reserveOf(space) * (before === 'full' ? 1.25 : 1)
  if (space.free < reserve) return 'full'
  return space.free < space.total * 0.2 && space.free < 10 * gigabyte ? 'low' : 'ample'
}

/** The space of the disk that holds a folder. */
export async function spaceOf(folder: string): Promise<Space> {
  const { blocks, bavail, bsize } = await statfs(folder)
  return { total: blocks * bsize, free: bavail * bsize }
}

/** The answer to a refused write; also the detail of /readyz. */
const sentences = {
  low: 'The disk of the server is filling up',
  full: 'The disk of the server is nearly full: nothing can be changed until there is space again. Reading goes on.',
}

export type DiskWatch = {
  level(): DiskLevel
  warning(): string | undefined
  look(): Promise<void>
  /** Sets bytes aside, until the returned function is called. @throws 503 when they would come out of the reserve */
  claim(bytes: number): Promise<() => void>
}

const isFull = () => new ORPCError('UNAVAILABLE', { status: 503, message: sentences.full })

const everyMs = 5_000

/**
 * Measures the disk of a folder now and every few seconds, and logs when its level changes.
 * @param measure how to find its space; tests replace it
 */
export function watchDisk(
  app: FastifyInstance,
  folder: string,
  measure: (folder: string) => Promise<Space> = spaceOf,
): DiskWatch {
  let level: DiskLevel = 'ample'
  const look = async () => {
    const space = await measure(folder).catch(() => undefined) // the folder does not exist yet, or its disk does not answer
    if (!space) return
    const nextLevel = levelOf(space, level)
    if (nextLevel !== level) tell(app.log, nextLevel, space, folder)
    level = nextLevel
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  app.addHook('onReady', look)
  app.addHook('onClose', async () => clearInterval(timer))
  // Uploads that run: the disk can fill up between two looks.
  let claimed = 0
  const claim = async (bytes: number) => {
    const space = await measure(folder).catch(() => undefined)
    if (space && space.free - claimed - bytes < reserveOf(space)) throw isFull()
    claimed += bytes
    let isClaimed = true
    return () => {
      if (isClaimed) claimed -= bytes
      isClaimed = false
    }
  }
  return { level: () => level, warning: () => (level === 'ample' ? undefined : sentences[level]), look, claim }
}

function tell(log: FastifyBaseLogger, level: DiskLevel, { total, free }: Space, folder: string) {
  const megabytes = `${Math.floor(free / 2 ** 20)} of ${Math.floor(total / 2 ** 20)} MB are free in ${folder}`
  if (level === 'full') log.error(`The disk is nearly full: ${megabytes}. Nothing is written until there is more`)
  else if (level === 'low') log.warn(`The disk is filling up: ${megabytes}`)
  else log.info(`There is space on the disk again: ${megabytes}`)
}

/**
 * While the disk is full, answers 503 to requests that write. Reading and signing out still work.
 * @param holdsDatabase whether PostgreSQL is on this disk too; if not, only uploads are refused
 * @returns whether all changes are refused now
 */
export function refuseWrites(app: FastifyInstance, disk: DiskWatch, holdsDatabase: boolean): () => boolean {
  app.addHook('onRequest', async ({ routeOptions: { config } }) => {
    if (disk.level() === 'full' && (holdsDatabase ? config.writes : config.writes === 'upload')) throw isFull()
  })
  return () => holdsDatabase && disk.level() === 'full'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The target of writes on this route: only the database, or the disk as well. */
    writes?: 'rows' | 'upload' | undefined
  }
}
