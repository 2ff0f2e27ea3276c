/** Builds the screens and the server when their sources have changed since the last build. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, root } from './pinned-node.mjs'

const vite = join(root, 'node_modules/vite/bin/vite.js')
const common = ['contract', 'package.json', 'package-lock.json']
const screens = {
  folder: 'web',
  args: [vite, 'build', '--logLevel', 'warn'],
  result: 'web/dist',
  sources: ['web', 'docs/guide', ...common],
}
const server = {
  folder: '.',
  args: ['scripts/bundle.mjs'],
  result: 'dist',
  sources: ['server', 'database/seeds', 'scripts/bundle.mjs', ...common],
}

/** Takes a few milliseconds when nothing has changed. @returns false when a build failed; its output says why */
export const buildAll = () => isBuilt('screens', screens) && buildServer()
/** The same for the server alone. */
export const buildServer = () => isBuilt('server', server)

function isBuilt(name, { folder, args, result, sources }) {
  const stamp = join(root, result, '.stamp')
  const state = fingerprint(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return true
  console.log(`Building the ${name}...`)
  const build = spawnSync(node, args, { cwd: join(root, folder), stdio: 'inherit' })
  if (build.status !== 0) return false
  writeFileSync(stamp, state)
  return true
}

/** Names, sizes and times of all sources, without their contents. Names matter because a deletion changes no time. */
function fingerprint(sources) {
  const hash = createHash('sha256')
  const add = (path) => {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path.slice(root.length)} ${size} ${mtimeMs}\n`)
  }
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (['dist', 'node_modules'].includes(entry.name)) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (!entry.name.includes('.test.')) add(path)
    }
  }
  for (const path of sources.map((source) => join(root, source))) statSync(path).isDirectory() ? walk(path) : add(path)
  return hash.digest('hex')
}
