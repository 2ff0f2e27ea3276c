import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { FastifyInstance } from 'fastify'

/** JSON, parsed strictly by Fastify; also refuses a key given twice, of which parsers see only the last (security.md T28, T103). */
export function parseJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    parse(request, body as string, (error, value) => {
      const key = error ? null : repeatedKey(body as string)
      if (key === null) return done(error, value)
      const issues = [{ field: key, message: `The key '${key}' is given twice` }]
      done(new ORPCError('BAD_REQUEST', { ...sharedErrors.BAD_REQUEST, data: { issues } }))
    }),
  )
}

/**
 * The first key that an object has twice; null when none has.
 * @param json a valid JSON text
 */
export function repeatedKey(json: string): string | null {
  const open: (Set<string> | null)[] = [] // null for an array
  let keys: Set<string> | null = null
  let isKey = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') {
      const end = endOfString(json, at)
      const key = keys && isKey ? (JSON.parse(json.slice(at, end + 1)) as string) : null
      if (key !== null && keys?.has(key)) return key
      if (key !== null) keys?.add(key)
      at = end
    } else if (character === '{' || character === '[') {
      open.push(keys)
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
