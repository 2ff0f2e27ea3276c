import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Action, actions, reachOf, roles } from 'contract/permissions.ts'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url)), 'utf8')
const page = read('security.md')
const operations = read('operations.md')

/** The rows of section 2.2 that name an action, with the reach of each role in the order of `roles`. */
const rows = [...page.matchAll(/^\| \d+ \| [^|]+ \| `([\w.]+)` \| (\w+) \| (\w+) \| (\w+) \| (\w+) \|/gm)]

test('the matrix of the page is the matrix of the code', () => {
  const rights = rows.map(([, action, ...reaches]) => [action, reaches])
  const kept = actions.map((action: Action) => [action, roles.map((role) => reachOf(role, action))])
  const byName = (table: unknown[][]) => table.sort(([a], [b]) => String(a).localeCompare(String(b)))
  expect(byName(rights)).toEqual(byName(kept))
})

const day = 24 * 3_600_000
/** The commands that prove something outside the gate. */
const outside = new Set(
  [...`${page}${operations}`.matchAll(/`npm run ([^`]+)`[^|`]*\(not in the gate\)/g)].map(([, command]) => command),
)
const runs = new Map(
  [...page.matchAll(/^\| `npm run ([^`]+)` \| (\d{4}-\d\d-\d\d) \|/gm)].map(([, command, on]) => [command, on]),
)

/** The commands without a run in the 30 days before. */
const staleOn = (now: number) =>
  [...new Set([...outside, ...runs.keys()])].filter(
    (command) => !(Date.parse(runs.get(command ?? '') ?? '') >= now - 30 * day),
  )

test('each command that proves something outside the gate was run within 30 days', () => {
  expect(outside.size).toBeGreaterThan(0)
  expect(staleOn(Date.now())).toEqual([])
  const newest = Math.max(...[...runs.values()].map((on) => Date.parse(on ?? '')))
  expect(staleOn(newest + 31 * day)).toEqual(expect.arrayContaining([...outside]))
})

test('each section of operations.md names what proves its promise', () => {
  const sections = [...operations.matchAll(/^##+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^a-z_ -]/g, '')
      .replaceAll(' ', '-'),
  )
  const proofs = new Map(
    [...operations.matchAll(/^\| \[[^\]]+\]\(#([\w-]+)\) \|[^|]+\|[^|]+\|([^|]+)\|/gm)].map(([, to, proof]) => [
      to,
      proof,
    ]),
  )
  expect(sections.filter((each) => !/\.test\.ts` “|^ Not proven/.test(proofs.get(each) ?? ''))).toEqual([
    'what-is-promised',
  ])
})
