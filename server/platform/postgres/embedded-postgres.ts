import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Ballast, openBallast } from '../storage/ballast.ts'
import { spaceOf } from '../storage/disk-space.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { type Cluster, FullDiskError, fullDisk, openCluster, run } from './postgres-cluster.ts'
import { ended, processesIn, signal } from './processes.ts'
import { openWalArchive } from './wal-archive.ts'

const database = 'sbr'
const restartsPerMinute = 5
const longestPause = 15_000 // ms
/** PostgreSQL needs a segment of its log (16 MB) and some more space to recover. */
const startBytes = 32 * 2 ** 20

/** Settings for a small machine that also runs the server. Everything is durable: an acknowledged write survives a power cut. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  // Times 2 (hash) times 3 processes stays below the 64 MB of shared memory that containers have.
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  lc_messages: 'C',
  // The log names the error, never the statement or the row: those hold people's data.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}
/** For tests, which run many servers on one PostgreSQL. */
const careless = {
  ...{
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_compression: 'off',
    max_connections: '300',
  },
  // Tables of tests live for minutes: without vacuum and new statistics plans are the same in every run.
  ...{ wal_level: 'minimal', max_wal_senders: '0', autovacuum: 'off', checkpoint_timeout: '1h' },
}

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

type Options = {
  /** the folder of its files, in the subfolder `postgres`; one server at a time may use it */
  dataDir: string
  /** false: a power cut may lose everything (tests) */
  durable?: boolean
  /** called when PostgreSQL keeps dying and is not started again */
  onGiveUp?: (error: Error) => void
  /** called with a sentence when the disk is too full to start; the start is repeated until it succeeds */
  onFullDisk?: (sentence: string) => void
  /** the space on the disk that is reserved for such a start; none for commands and tests */
  ballastBytes?: number
  /** the folder of its archive, if it keeps one (WAL_ARCHIVE) */
  archive?: string | undefined
  /** of PostgreSQL, beside those that every start has */
  settings?: Record<string, string>
  /** milliseconds between two tries; by default growing to 15 s */
  pause?: number
}

/**
 * Runs PostgreSQL on a data folder: creates it at first start, cleans up after a crash, restarts it when it dies. On a full disk it waits.
 * @returns `url` of the superuser, over a socket that only this account (and root) can reach
 * @throws {Error} one line for the person who started the server
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  try {
    return await begin(options)
  } catch (error) {
    const home = join(resolve(options.dataDir), 'postgres')
    if (!(error instanceof FullDiskError) || !openBallast(home, 0).release()) throw error
    options.onFullDisk?.(`${error.message}. PostgreSQL gets the reserve for this case; make space`)
    return begin(options)
  }
}

async function begin(given: Options): Promise<EmbeddedPostgres> {
  const dataDir = resolve(given.dataDir)
  try {
    const unlock = lockDataFolder(dataDir)
    try {
      const cluster = await openCluster(dataDir, given.durable ?? true)
      if (!cluster.isNew) await endLeftovers(cluster)
      const archiving = given.archive === undefined ? {} : openWalArchive(given.archive, cluster)
      const options = { ...given, settings: { ...given.settings, ...archiving } }
      const stop = await supervise(cluster, options)
      const url = `postgres://postgres@/${database}?host=${encodeURIComponent(cluster.socketFolder)}`
      try {
        await createDatabase(cluster)
      } catch (error) {
        await stop()
        throw error
      }
      let stopped: Promise<void> | undefined
      const stopOnce = () =>
        stop().finally(() => {
          rmSync(cluster.socketFolder, { recursive: true, force: true })
          unlock()
        })
      return { url, stop: () => (stopped ??= stopOnce()) }
    } catch (error) {
      unlock()
      throw error
    }
  } catch (error) {
    throw fullDisk(String(error), dataDir) ?? error
  }
}

/**
 * Ends the processes that an earlier server left behind. After a kill -9 of the server the postmaster still runs. After a kill of
 * the postmaster its children may still run and hold the shared memory. The lock guarantees that no live server uses them.
 */
async function endLeftovers(cluster: Cluster) {
  const pidFile = join(cluster.folder, 'postmaster.pid')
  const postmaster = Number(readPidFile(cluster)[0])
  if (!postmaster) return // stopped cleanly
  const alive = () => processesIn(cluster.folder, 'postgres')
  const isOurs = alive().includes(postmaster)
  // Fast shutdown first, for a clean checkpoint; after SIGQUIT the next start recovers.
  for (const [name, patience] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (!isOurs) break
    signal(postmaster, name)
    if (await ended([postmaster], patience)) break
  }
  const rest = alive()
  for (const pid of rest) signal(pid, 'SIGKILL')
  if (!(await ended(rest, 10_000)))
    throw new Error(`PostgreSQL of an earlier start cannot be ended (process ${rest.join(', ')})`)
  // By now the number in these files may belong to another process, or to a zombie: PostgreSQL would take it for a second
  // postmaster and refuse to start.
  for (const file of [pidFile, ...['', '.lock'].map((end) => join(cluster.socketFolder, `.s.PGSQL.5432${end}`))]) {
    rmSync(file, { force: true })
  }
}

async function supervise(cluster: Cluster, options: Options) {
  let isStopping = false
  let restarts: number[] = []
  const ballast = openBallast(join(cluster.folder, '..'), options.ballastBytes ?? 0)
  let child = await launch(cluster, options)
  let revival: Promise<void> | undefined

  const revive = async () => {
    restarts = [...restarts.filter((time) => time > Date.now() - 60_000), Date.now()]
    if (restarts.length > restartsPerMinute) throw new Error(`PostgreSQL keeps stopping; see ${cluster.logFile}`)
    await endLeftovers(cluster)
    if (isStopping) return
    child = await launchPatiently(cluster, options, ballast, () => isStopping)
    watch()
  }
  const watch = () => {
    const onExit = () => {
      if (!isStopping) revival = revive().catch((error) => (isStopping ? undefined : options.onGiveUp?.(error)))
    }
    if (child.exitCode !== null || child.signalCode !== null) onExit()
    else child.once('exit', onExit)
  }
  watch()
  const renewal = options.ballastBytes ? keepBallast(ballast) : undefined

  return async () => {
    isStopping = true
    clearInterval(renewal)
    await revival
    if (!(await end(child, 'SIGINT', 30_000))) await end(child, 'SIGQUIT', 10_000)
  }
}

/**
 * A full disk ends PostgreSQL, and PostgreSQL cannot start without some space to recover in. First it gets the ballast. After that it
 * is started again and again until somebody makes space. No acknowledged write is lost meanwhile.
 */
async function launchPatiently(cluster: Cluster, options: Options, ballast: Ballast, isStopping: () => boolean) {
  for (let pause = 1_000; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await launch(cluster, options)
    } catch (error) {
      if (!(error instanceof FullDiskError) || isStopping()) throw error
      if (ballast.release())
        options.onFullDisk?.(`${error.message}. PostgreSQL gets the reserve for this case; make space`)
      else {
        options.onFullDisk?.(`${error.message}. PostgreSQL starts again as soon as there is space; make some`)
        await sleep(options.pause ?? pause)
      }
      if (isStopping()) throw error
      await endLeftovers(cluster)
    }
  }
}

function keepBallast(ballast: Ballast) {
  void ballast.renew()
  return setInterval(() => void ballast.renew(), 60_000).unref()
}

async function launch(cluster: Cluster, { durable = true, ...options }: Options): Promise<ChildProcess> {
  keepLogSmall(cluster.logFile)
  const log = openSync(cluster.logFile, 'a')
  const logged = statSync(cluster.logFile).size
  const chosen = {
    ...settings,
    ...(durable ? {} : careless),
    ...options.settings,
    unix_socket_directories: cluster.socketFolder,
  }
  // Relative to the data directory, in which PostgreSQL works: this path works even where the absolute path is not accessible.
  if (cluster.socketFolder === join(cluster.folder, '../socket')) chosen.unix_socket_directories = '../socket'
  const flags = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = run(cluster, 'postgres', cluster.folder, flags, log)
  closeSync(log)
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))

  while (!isReady(cluster, child)) {
    if (failure) throw new Error(`PostgreSQL cannot be run on this machine: ${failure.message}`)
    if (child.exitCode !== null || child.signalCode !== null) {
      const output = readFileSync(cluster.logFile).subarray(logged).toString()
      const reason = output
        .split('\n')
        .findLast((line) => /FATAL|PANIC/.test(line))
        ?.replace(/^.*?(FATAL|PANIC): +/, '')
      throw (
        (await noSpace(output, cluster.folder)) ??
        new Error(`PostgreSQL did not start: ${reason ?? `see ${cluster.logFile}`}`)
      )
    }
    await sleep(5)
  }
  return child
}

/** On a full disk PostgreSQL cannot write this into its own log. */
async function noSpace(output: string, folder: string) {
  const { free } = await spaceOf(folder)
  return fullDisk(free < startBytes ? 'ENOSPC' : output, folder)
}

/** The postmaster writes its state into line 8 of its pid file (pg_ctl waits for it, too). */
function isReady(cluster: Cluster, child: ChildProcess): boolean {
  const lines = readPidFile(cluster)
  return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready'
}

function readPidFile(cluster: Cluster): string[] {
  try {
    return readFileSync(join(cluster.folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

async function end(child: ChildProcess, name: NodeJS.Signals, patience: number) {
  if (child.exitCode !== null || child.signalCode !== null) return true
  const exit = new Promise<boolean>((done) => child.once('exit', () => done(true)))
  child.kill(name)
  return Promise.race([exit, sleep(patience, false, { ref: false })])
}

async function createDatabase(cluster: Cluster) {
  const client = new pg.Client({ host: cluster.socketFolder, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}

function keepLogSmall(file: string) {
  const megabytes = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20
  if (megabytes > 10) renameSync(file, `${file}.1`)
}
