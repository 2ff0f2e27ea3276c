/**
 * Looks at every row that a query of the product returns in a test, and notes which queries were asked. What PostgreSQL describes is
 * compared in production too (server/platform/database/rows.ts); nulls, words of a list and what is within JSON are seen here only.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { inspectRows } from '../platform/database/rows.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where the gate wants to read which queries were asked (scripts/queries.mjs); nobody else asks for it. */
const folder = process.env.QUERIES_ASKED
if (folder) mkdirSync(folder, { recursive: true })

inspectRows((shape) => {
  const places = placesOf(new Error().stack ?? '')
  note(places)
  return (values, statement) => {
    for (const value of values) {
      const { error } = shape.safeParse(value)
      if (error)
        throw new Error(`A row does not fit its shape (${places[0]}):\n${z.prettifyError(error)}\n${statement}`)
    }
  }
})

/** The lines of the product that stand on a stack, the nearest first. */
function placesOf(stack: string): string[] {
  return Array.from(
    stack.matchAll(/(?:file:\/\/)?(\/[^\s()]*|[A-Za-z]:[^\s()]*?):(\d+):\d+\)?$/gm),
    ([, file = '', line]) => {
      return `${relative(root, file).replaceAll('\\', '/')}:${line}`
    },
  ).filter((place) => /^server\/(?!testing\/|platform\/database\/rows\.ts)/.test(place) && !place.includes('.test.ts:'))
}

const noted = new Set<string>()

function note(places: string[]) {
  if (!folder) return
  for (const place of places.filter((place) => !noted.has(place))) {
    noted.add(place)
    appendFileSync(join(folder, `${process.pid}.txt`), `${place}\n`)
  }
}
