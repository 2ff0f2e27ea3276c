import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, findBinaries, postgresAccount } from './postgres-binaries.ts'

const majorVersion = 18
const longestSocketPath = 107 // bytes, the limit of Linux (macOS: 103)

/** The paths of one database cluster on this machine, and the account that runs it. */
export type Cluster = {
  binaries: string
  account: Account
  /** the data directory itself; its parent belongs to the account too */
  folder: string
  /** the absolute path for clients */
  socketFolder: string
  logFile: string
  isNew: boolean
}

/**
 * Finds the cluster of a data folder, or creates it (initdb) when there is none.
 * @param dataDir absolute path
 * @param durable false: initdb does not wait for the disk (tests)
 * @throws {Error} one line: a folder of another version, no space, no account
 */
export async function openCluster(dataDir: string, durable: boolean): Promise<Cluster> {
  const account = postgresAccount()
  const home = join(dataDir, 'postgres')
  makeFolder(home, account)
  const cluster = {
    binaries: findBinaries(account, dataDir),
    account,
    folder: join(home, 'cluster'),
    socketFolder: socketFolder(home, account),
    logFile: join(home, 'postgres.log'),
  }
  const isNew = !existsSync(cluster.folder)
  if (isNew) await initialise(cluster, home, durable)
  else checkVersion(cluster.folder)
  return { ...cluster, isNew }
}

/**
 * Starts a program of the cluster, working in `folder`. Below a private folder (root's home) the account cannot reach its
 * data by the absolute path. It can still work there: the working directory is entered before the account changes, and
 * /proc/self/cwd leads to it directly. So the program gets that path.
 */
export function run(
  cluster: Omit<Cluster, 'isNew'>,
  program: string,
  folder: string,
  options: string[],
  output: 'pipe' | number,
): ChildProcess {
  const name = cluster.account && process.platform === 'linux' ? '/proc/self/cwd' : folder
  return spawn(join(cluster.binaries, 'bin', program), ['-D', name, ...options], {
    cwd: folder,
    ...cluster.account,
    // A session of its own: Ctrl+C in the terminal reaches only the server, which finishes its requests before it stops PostgreSQL.
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', output, output],
  })
}

/** PostgreSQL has no space to work in. The reserve may help, or somebody makes space. */
export class FullDiskError extends Error {}

/** A FullDiskError, if the output of a program reports a full disk. */
export const fullDisk = (output: string, dataDir: string) =>
  /No space left on device|Check free disk space|ENOSPC|EDQUOT|Disk quota exceeded/.test(output)
    ? new FullDiskError(`The disk is full: PostgreSQL needs space in ${dataDir}`)
    : undefined

async function initialise(cluster: Omit<Cluster, 'isNew'>, home: string, durable: boolean) {
  // Renamed into place when complete: a crash in initdb leaves only a draft, and the next start deletes it.
  for (const name of readdirSync(home)) if (name.startsWith('draft-')) rmSync(join(home, name), { recursive: true })
  const draft = join(home, `draft-${process.pid}`)
  makeFolder(draft, cluster.account)
  const options = [
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  options.push('--data-checksums', '--auth-local=trust', '--auth-host=reject', '--no-instructions')
  if (!durable) options.push('--no-sync')
  const child = run(cluster, 'initdb', draft, options, 'pipe')
  const { code, output } = await outcome(child)
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true })
    const reason = output.split('\n').findLast((line) => /initdb: error|FATAL/.test(line)) ?? `exit ${code}`
    throw fullDisk(output, home) ?? new Error(`PostgreSQL could not make its data folder in ${home}: ${reason}`)
  }
  renameSync(draft, cluster.folder)
}

function outcome(child: ChildProcess) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => reject(new Error(`PostgreSQL cannot be run on this machine: ${error.message}`)))
    child.on('close', (code) => resolve({ code, output }))
  })
}

function checkVersion(folder: string) {
  const version = Number(readFileSync(join(folder, 'PG_VERSION'), 'utf8'))
  if (version === majorVersion) return
  const age = version > majorVersion ? 'newer' : 'older'
  throw new Error(
    `The data folder ${folder} belongs to PostgreSQL ${version}, ${age} than the ${majorVersion} of this program`,
  )
}

/** Makes a folder that only the account of PostgreSQL (and root) may enter. */
export function makeFolder(folder: string, account: Account) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  if (!account) return
  try {
    chownSync(folder, account.uid, account.gid)
  } catch (error) {
    const reason = (error as Error).message
    throw new Error(
      `PostgreSQL refuses to run as root and has no account of its own here (${reason}); use another account or set DATABASE_URL`,
    )
  }
}

function socketFolder(home: string, account: Account): string {
  const near = join(home, 'socket')
  const isShort =
    Buffer.byteLength(join(near, '.s.PGSQL.5432')) <= (process.platform === 'darwin' ? 103 : longestSocketPath)
  const folder = isShort ? near : join(tmpdir(), `sbr-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`)
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  const owner = account?.uid ?? process.getuid?.()
  // In a temporary folder somebody else may have created this folder first, to listen in.
  if (stats && !isShort && !(stats.isDirectory() && stats.uid === owner)) {
    throw new Error(`${folder} belongs to somebody else; choose a DATA_DIR with a shorter path`)
  }
  makeFolder(folder, account)
  return folder
}
