/**
 * `npm run explore -- [MINUTES]`: runs the property tests with one random seed after another, for 10 minutes by default, and prints each
 * seed that fails. The gate always tries the same cases, so that it gives the same result for the same code; this looks for others.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { install, node, root } from './pinned-node.mjs'

const folders = ['contract', 'server', 'web', 'counterparts']

install()
const end = Date.now() + Number(process.argv[2] ?? 10) * 60_000
const files = folders
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file))))
  .filter((file) => /\.test\.tsx?$/.test(file) && readFileSync(join(root, file), 'utf8').includes("'fast-check'"))
console.log(`${files.length} files with property tests`)
while (Date.now() < end) explore(randomInt(2 ** 31))

function explore(seed) {
  const { status, stdout, stderr } = spawnSync(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, SEED: String(seed), NO_COLOR: '1' },
  })
  console.log(`SEED=${seed} ${status === 0 ? 'passed' : 'FAILED'}`)
  if (status === 0) return
  process.exitCode = 1
  console.log(stdout + stderr)
}
