/**
 * `npm run kit`: makes dist-kit/sbr-operations-VERSION.tar.gz, which docs/install.md installs on an empty Debian. It holds what runs, at the
 * paths of this repository: the bundle, the screens, SQL, Node and PostgreSQL; nothing left to build or to install. `-- --try` tries it afterwards (try-kit.mjs).
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findBinaries } from '../server/platform/postgres/postgres-binaries.ts'
import { buildAll } from './builds.mjs'
import { root } from './pinned-node.mjs'
import { tryKit } from './try-kit.mjs'

const sources = [
  'database/*.sql',
  'database/seeds/pictures',
  'server/*.css',
  'deploy',
  'docs/install.md',
  'docs/configuration.md',
  'docs/operations.md',
]
const built = ['dist', 'web/dist']
/** PostgreSQL, Node and the packages that the bundle leaves out (bundle.mjs). */
const packages = ['sharp', ...optionalOf('package.json'), ...optionalOf('server/package.json')]
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

if (!buildAll()) process.exit(1)
rmSync(home, { recursive: true, force: true })
findBinaries(undefined, tmpdir()) // makes the links between PostgreSQL's libraries: in the kit the server may not write
copyFiles()
for (const name of packages) copyPackage(name)
prune(join(folder, 'node_modules'))
pack()
const files = execFileSync('tar', ['-tzf', kit], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  .trim()
  .split('\n')
const megabytes = (statSync(kit).size / 1e6).toFixed(0)
console.log(`${kit.slice(root.length)}: ${megabytes} MB, ${files.filter((path) => !path.endsWith('/')).length} files`)
rmSync(folder, { recursive: true })
if (process.argv.includes('--try')) await tryKit(kit, name)

function optionalOf(list) {
  return Object.keys(JSON.parse(readFileSync(join(root, list), 'utf8')).optionalDependencies)
}

/** Copies the files that git knows, as they are now, and what was built. */
function copyFiles() {
  const isOnlyForUs = /^database\/schema\.gen\.sql$|\.stamp$/
  const paths = git('ls-files', ...sources).split('\n')
  for (const path of [...paths, ...built, 'node_modules/.bin/node']) {
    if (isOnlyForUs.test(path)) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    const filter = (each) => !isOnlyForUs.test(each)
    cpSync(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true, filter })
  }
  const about = { name: 'sbr-operations', version, type: 'module' }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about)}\n`)
}

/** Copies an installed package with those that it needs. A package for another kind of machine is not there. */
function copyPackage(name) {
  const path = `node_modules/${name}`
  if (!existsSync(join(root, path)) || existsSync(join(folder, path))) return
  cpSync(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true })
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) copyPackage(needed)
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
