/**
 * `npm run kit`: makes dist-kit/sbr-operations-VERSION.tar.gz, which docs/install.md installs on an empty Debian. It holds what runs, at the
 * paths of this repository: no tests, no tools, nothing left to build or to install. `-- --try` tries it afterwards (try-kit.mjs).
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './pinned-node.mjs'
import { buildScreens } from './screens.mjs'
import { tryKit } from './try-kit.mjs'

const sources = [
  'contract',
  'server',
  'database',
  'deploy',
  'docs/install.md',
  'docs/configuration.md',
  'docs/operations.md',
]
const isOnlyForTests = /\.test\.ts$|^server\/testing\/|^database\/.*\.(lock|gen\.sql)$/
/** Licences stay: packages ask for it. */
const isOnlyToRead = /\.([cm]?ts|map|flow|markdown|a)$|(?<!licen[cs]e|notice)\.md$|\.(test|spec)\.js$/i
const isFolderOfTools =
  /\/(@types|testing|tests?|__tests__|spec|benchmarks?|examples?|docs|\.github|pgxs|pkgconfig)$|\/node-(bin-)?[a-z0-9-]+\/(include|share)$/

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const version = `${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}-${git('rev-parse', '--short=8', 'HEAD')}`
const home = join(root, 'dist-kit')
const name = `sbr-operations-${version}`
const folder = join(home, name)
const kit = `${folder}.tar.gz`

if (!buildScreens()) process.exit(1)
rmSync(home, { recursive: true, force: true })
copySources()
installPackages()
await linkLibraries()
pack()
const files = execFileSync('tar', ['-tzf', kit], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  .trim()
  .split('\n')
const megabytes = (statSync(kit).size / 1e6).toFixed(0)
console.log(`${kit.slice(root.length)}: ${megabytes} MB, ${files.filter((path) => !path.endsWith('/')).length} files`)
rmSync(folder, { recursive: true })
if (process.argv.includes('--try')) await tryKit(kit, name)

/** Copies the files that git knows, as they are now, and the built screens. */
function copySources() {
  const paths = git('ls-files', ...sources).split('\n')
  for (const path of paths.filter((path) => !isOnlyForTests.test(path))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  cpSync(join(root, 'web/dist'), join(folder, 'web/dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.stamp'),
  })
}

/** npm installs the packages of the server alone, from the lockfile, for this kind of machine. */
function installPackages() {
  const workspaces = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces
  const lists = ['package.json', 'package-lock.json', '.npmrc', ...workspaces.map((each) => `${each}/package.json`)]
  for (const path of lists) cpSync(join(root, path), join(folder, path))
  const wanted = ['server', 'contract', 'database'].map((workspace) => `--workspace=${workspace}`)
  const options = ['--omit=dev', '--include-workspace-root', '--prefer-offline', '--no-progress', '--loglevel=error']
  execFileSync('npm', ['ci', ...wanted, ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })

  for (const workspace of workspaces.filter((each) => !['server', 'contract', 'database', 'web'].includes(each)))
    rmSync(join(folder, workspace), { recursive: true })
  for (const path of ['package-lock.json', '.npmrc', 'web/package.json', 'node_modules/.package-lock.json'])
    rmSync(join(folder, path))
  for (const path of readdirSync(join(folder, 'node_modules/.bin')))
    if (path !== 'node') rmSync(join(folder, 'node_modules/.bin', path))
  prune(join(folder, 'node_modules'), 0)
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'sbr-operations', version, type: 'module' })}\n`,
  )
}

/** Removes what packages bring for their readers, compilers and tests: a tenth of the kit, and half of its files. */
function prune(place) {
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    const path = join(place, entry.name)
    if (entry.isDirectory() && isFolderOfTools.test(path)) rmSync(path, { recursive: true })
    else if (entry.isDirectory()) prune(path)
    else if (entry.isFile() && isOnlyToRead.test(entry.name)) rmSync(path)
  }
}

/** The server makes the links between PostgreSQL's libraries at its first start; in the kit it may not write, so they are made here. */
async function linkLibraries() {
  const module = pathToFileURL(join(folder, 'server/platform/postgres/postgres-binaries.ts'))
  const { findBinaries } = await import(module.href)
  findBinaries(undefined, tmpdir())
}

/** The same sources give the same bytes: names in order, times of the commit, owned by root and readable by all. */
function pack() {
  const list = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${git('log', '-1', '--format=%ct')}`,
  ]
  const options = [
    ...list,
    '--mode=u=rwX,go=rX',
    '--use-compress-program=gzip -n',
    '-cf',
    `${kit}.part`,
    '-C',
    home,
    name,
  ]
  execFileSync('tar', options)
  renameSync(`${kit}.part`, kit)
}
