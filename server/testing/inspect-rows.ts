/**
 * Looks at every row that a query of the product returns in a test, and notes which queries were asked. What PostgreSQL describes is
 * compared in production too (server/platform/database/rows.ts); nulls, words of a list and what is within JSON are seen here only.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getCallSites } from 'node:util'
import { z } from 'zod'
import { inspectRows } from '../platform/database/rows.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where the gate wants to read which queries were asked (scripts/queries.mjs); nobody else asks for it. */
const folder = process.env.QUERIES_ASKED
if (folder) mkdirSync(folder, { recursive: true })

inspectRows((shape) => {
  const asked = new Error('asked here')
  if (folder) note(asked)
  return (values, statement) => {
    for (const value of values) {
      const { error } = shape.safeParse(value)
      if (!error) continue
      throw new Error(`A row does not fit its shape (${placesOf(asked)[0]}):\n${z.prettifyError(error)}\n${statement}`)
    }
  }
})

/** The lines of the product that stand on a stack, the nearest first. */
function placesOf({ stack = '' }: Error): string[] {
  return Array.from(
    stack.matchAll(/(?:file:\/\/)?(\/[^\s()]*|[A-Za-z]:[^\s()]*?):(\d+):\d+\)?$/gm),
    ([, file = '', line]) => `${relative(root, file).replaceAll('\\', '/')}:${line}`,
  ).filter((place) => /^server\/(?!testing\/|platform\/database\/rows\.ts)/.test(place) && !place.includes('.test.ts:'))
}

const stacks = new Set<string>()
const noted = new Set<string>()

function note(asked: Error) {
  // Finding the lines of the source takes a hundred times as long as finding out that they are known.
  const stack = getCallSites(10)
    .map(({ scriptName, lineNumber, columnNumber }) => `${scriptName}:${lineNumber}:${columnNumber}`)
    .join()
  if (stacks.has(stack)) return
  stacks.add(stack)
  for (const place of placesOf(asked).filter((place) => !noted.has(place))) {
    noted.add(place)
    appendFileSync(join(folder as string, `${process.pid}.txt`), `${place}\n`)
  }
}
