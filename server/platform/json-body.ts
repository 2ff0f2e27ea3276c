import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { brokenPlace, brokenText } from './broken-text.ts'

const maxDepth = 20

/**
 * JSON, parsed strictly by Fastify; also refuses a key given twice, of which parsers see only the last (security.md T28, T103),
 * text that cannot be kept as it was sent (T77), and nesting that would exhaust the stack of whoever walks through it.
 */
export function parseJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body as Buffer)) return done(brokenText('', 'The body must be UTF-8'))
    const json = body.toString()
    if (depthOf(json) > maxDepth) return done(brokenText('', `The body is nested more than ${maxDepth} deep`))
    parse(request, json, (error, value) => done(error ?? faultIn(json, value), value))
  })
}

function faultIn(json: string, value: unknown): Error | null {
  const key = repeatedKey(json)
  if (key !== null) return brokenText(key, `The key '${key.slice(0, 100)}' is given twice`)
  // In valid UTF-8 only an escape can stand for such a character.
  const place = json.includes('\\u') ? brokenPlace(value) : null
  return place === null ? null : brokenText(place)
}

/** How deep the brackets of a text are nested, those in strings left out. @param json need not be valid */
export function depthOf(json: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') at = endOfString(json, at)
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === '}' || character === ']') depth--
  }
  return deepest
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
  while (end < json.length && json[end] !== '"') end += json[end] === '\\' ? 2 : 1
  return end
}
