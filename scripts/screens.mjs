/** Builds the screens when their sources have changed since the last build. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, root } from './pinned-node.mjs'

const stamp = join(root, 'web/dist/.stamp')

/** Takes a few milliseconds when nothing has changed. @returns false when the build failed; its output says why */
export function buildScreens() {
  if (!existsSync(join(root, 'web/index.html'))) return true
  const state = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return true
  console.log('Building the screens...')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const build = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], { cwd: join(root, 'web'), stdio: 'inherit' })
  if (build.status !== 0) return false
  writeFileSync(stamp, state)
  return true
}

/** Names, sizes and times of all sources, without their contents. Names matter because a deletion changes no time. */
function fingerprint() {
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
  walk(join(root, 'web'))
  walk(join(root, 'contract'))
  walk(join(root, 'docs/guide'))
  add(join(root, 'package-lock.json'))
  return hash.digest('hex')
}
