/** The first steps on any machine: it has Node 18 or later, and nothing else is installed yet. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const isWindows = process.platform === 'win32'
export const node = `${root}node_modules/.bin/node${isWindows ? '.cmd' : ''}`

/** Runs `npm ci` when a package of the lockfile is missing in node_modules or has another version. */
export function install() {
  if (isInstalled()) return
  console.log('Installing packages (npm ci)...')
  // `npm ci` refuses a lockfile that lacks a package for some other system; `npm install` then takes the same versions.
  const isDone = npm('ci') || npm('install', '--no-save')
  if (isDone && existsSync(node)) return
  console.error(isDone ? `There is no Node 26 for ${process.platform}-${process.arch}` : 'Installing failed; see above')
  process.exit(1)
}

function npm(...args) {
  const options = ['--no-progress', '--no-audit', '--no-fund', '--loglevel=error']
  return spawnSync('npm', [...args, ...options], { cwd: root, stdio: 'inherit', shell: isWindows }).status === 0
}

/** Compares contents, not times: a checkout or an `npm install` of one package must not cause a full installation. */
function isInstalled() {
  // npm writes this list last, so an interrupted install counts as none.
  const list = `${root}node_modules/.package-lock.json`
  if (!existsSync(list) || !existsSync(node)) return false
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const present = packagesOf(list)
  return Object.entries(packagesOf(`${root}package-lock.json`)).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/')) return true
    const isForOtherMachine = wanted.optional && !present[path]
    return isForOtherMachine || (present[path] && present[path].version === wanted.version)
  })
}

/** For programs on the pinned Node. */
export const forNode = {
  // Node keeps compiled code: importing the server takes 0.2 s instead of 0.35 s.
  NODE_COMPILE_CACHE: `${root}.cache/node`,
  // Pictures and passwords are computed in Node's pool of threads, which also reads files and compresses answers: 4 are too few.
  UV_THREADPOOL_SIZE: '12',
}

/** Runs a file on the pinned Node instead of this process: same input and output, signals, exit code. */
export function become(file, args = []) {
  const env = { ...forNode, ...process.env }
  const child = spawn(node, [file, ...args], { stdio: 'inherit', shell: isWindows, env })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
  if (!process.env.npm_lifecycle_event) return
  // A killed npm cannot pass on a signal; a signal to `npm start` is meant for the server.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()
}
