import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Action, actions, reachOf, roles } from 'contract/permissions.ts'
import { expect, test } from 'vitest'

const page = readFileSync(fileURLToPath(new URL('../../../docs/security.md', import.meta.url)), 'utf8')

/** The rows of section 2.2 that name an action, with the reach of each role in the order of `roles`. */
const rows = [...page.matchAll(/^\| \d+ \| [^|]+ \| `([\w.]+)` \| (\w+) \| (\w+) \| (\w+) \| (\w+) \|/gm)]

test('the matrix of the page is the matrix of the code', () => {
  const rights = rows.map(([, action, ...reaches]) => [action, reaches])
  const kept = actions.map((action: Action) => [action, roles.map((role) => reachOf(role, action))])
  const byName = (table: unknown[][]) => table.sort(([a], [b]) => String(a).localeCompare(String(b)))
  expect(byName(rights)).toEqual(byName(kept))
})
