/**
 * Checks every row that a query of the product returns in a test, and records which queries were asked. Production checks only what
 * PostgreSQL describes (server/platform/database/rows.ts); only tests check nulls, words of a list and the content of JSON.
 */
import { strictEqual } from 'node:assert'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getCallSites } from 'node:util'
import { z } from 'zod'
import { inspectRows } from '../platform/database/rows.ts'
import { inspectAnswers } from '../platform/http/answers/listed-fields.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The folder in which the gate reads which queries were asked (scripts/queries.mjs); unset outside the gate. */
const folder = process.env.QUERIES_ASKED
if (folder) mkdirSync(folder, { recursive: true })

/** Zod's own words: the reader is a programmer. */
const { localeError } = z.locales.en()

inspectRows((shape) => {
  const caller = new Error('asked here')
  if (folder) note(caller)
  return (values, statement) => {
    for (const value of values) {
      const { error } = shape.safeParse(value, { error: localeError })
      if (!error) continue
      throw new Error(`A row does not fit its shape (${placesOf(caller)[0]}):\n${z.prettifyError(error)}\n${statement}`)
    }
  }
})

/** Each answer is what its schema makes of it, to the last field. */
inspectAnswers((schema, value, listed) => {
  const parsed = schema.safeParse(value, { error: localeError })
  if (parsed.error) throw new Error(`An answer does not fit its schema:\n${z.prettifyError(parsed.error)}`)
  strictEqual(JSON.stringify(listed), JSON.stringify(parsed.data))
})

/** The product's lines in a stack trace, the nearest first. */
function placesOf({ stack = '' }: Error): string[] {
  return Array.from(
    stack.matchAll(/(?:file:\/\/)?(\/[^\s()]*|[A-Za-z]:[^\s()]*?):(\d+):\d+\)?$/gm),
    ([, file = '', line]) => `${relative(root, file).replaceAll('\\', '/')}:${line}`,
  ).filter((place) => /^server\/(?!testing\/|platform\/database\/rows\.ts)/.test(place) && !place.includes('.test.ts:'))
}

const stacks = new Set<string>()
const noted = new Set<string>()

function note(caller: Error) {
  // Finding the source lines takes a hundred times as long as checking that they are known.
  const stack = getCallSites(10)
    .map(({ scriptName, lineNumber, columnNumber }) => `${scriptName}:${lineNumber}:${columnNumber}`)
    .join()
  if (stacks.has(stack)) return
  stacks.add(stack)
  for (const place of placesOf(caller).filter((place) => !noted.has(place))) {
    noted.add(place)
    appendFileSync(join(folder as string, `${process.pid}.txt`), `${place}\n`)
  }
}
