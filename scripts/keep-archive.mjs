/**
 * `npm run archive:keep -- NAME`, at a release: keeps an archive of this version and what it answers in server/testing/archives, so that every later
 * version has to restore it (past-archives.test.ts).
 */
import { spawnSync } from 'node:child_process'

const [name, ...rest] = process.argv.slice(2)
if (!name || rest.length > 0 || !/^[\w.-]+$/.test(name)) {
  console.error('Which name? npm run archive:keep -- 2026-11-29')
  process.exit(1)
}
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'server/archive/past-archives.test.ts'],
  { env: { ...process.env, KEEP_ARCHIVE: name }, stdio: 'inherit' },
)
process.exit(status ?? 1)
