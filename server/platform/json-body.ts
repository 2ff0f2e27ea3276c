import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { FastifyInstance } from 'fastify'

/**
 * JSON, parsed strictly by Fastify; also refuses a key given twice, of which parsers see only the last (security.md T28), and what is
 * nested deeper than anything of ours: what works on it later calls itself for each level (T103).
 */
export function parseJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    parse(request, body as string, (error, value) => {
      const issue = error ? null : flawIn(body as string)
      if (issue === null) return done(error, value)
      const issues = [issue]
      done(new ORPCError('BAD_REQUEST', { ...sharedErrors.BAD_REQUEST, data: { issues } }))
    }),
  )
}

const deepest = 20

/**
 * What is wrong with a text although it is JSON: the first key that an object has twice, or a place that is nested too deep; null
 * when nothing is. Looks at each character once.
 * @param json a valid JSON text
 */
export function flawIn(json: string): { field: string; message: string } | null {
  const open: (Set<string> | null)[] = [] // null for an array
  let keys: Set<string> | null = null
  let isKey = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') {
      const end = endOfString(json, at)
      const key = keys && isKey ? (JSON.parse(json.slice(at, end + 1)) as string) : null
      if (key !== null && keys?.has(key))
        return { field: key, message: `The key '${key.slice(0, 100)}' is given twice` }
      if (key !== null) keys?.add(key)
      at = end
    } else if (character === '{' || character === '[') {
      open.push(keys)
      if (open.length > deepest)
        return { field: '', message: `The body must not be nested deeper than ${deepest} levels` }
      keys = character === '{' ? new Set() : null
      isKey = true
    } else if (character === '}' || character === ']') {
      keys = open.pop() ?? null
    } else if (character === ',') isKey = true
    else if (character === ':') isKey = false
  }
  return null
}

/** @param at where it begins. @returns where it ends */
function endOfString(json: string, at: number): number {
  let end = at + 1
  while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1
  return end
}
