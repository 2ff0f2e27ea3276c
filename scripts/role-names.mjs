/** Only contract/permissions.ts decides by role, so role names may appear only there, in the database and in tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const allowed =
  /^(contract\/permissions\.ts|database\/|e2e\/|bench\/|server\/testing\/|.*\.(test|spec)\.tsx?$|.*\.gen\.ts$)/

const matrix = readFileSync(join(root, 'contract/permissions.ts'), 'utf8')
const roles = matrix.match(/roles = \[([^\]]+)\]/)?.[1].match(/\w+/g) ?? []
if (roles.length === 0) throw new Error('contract/permissions.ts lists no roles')
// Finds role names as literals or keys: 'manager', manager: ... The words may appear in sentences.
const namesRole = (line) =>
  Array.from(line.matchAll(/(['"`])(\w+)\1|\w+/g)).some(
    ([word, , quoted]) => roles.includes(quoted) || (roles.includes(word) && word.includes('_')),
  )

const findings = ['contract', 'server', 'web'].flatMap((folder) =>
  filesIn(join(root, folder)).flatMap((file) => {
    const path = relative(root, file)
    if (allowed.test(path)) return []
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (namesRole(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []))
  }),
)
for (const finding of findings) console.error(finding)
if (findings.length > 0) {
  console.error('A role is named outside contract/permissions.ts; ask `can` for an action instead')
  process.exitCode = 1
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist'].includes(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesIn(path)
    return /\.(ts|tsx)$/.test(entry.name) ? [path] : []
  })
}
