import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { brokenPlace, brokenText } from './broken-text.ts'

/** More than any of our bodies needs: 10,000 chosen records, the columns of a wide file. */
const most = { depth: 20, keys: 1_100, values: 20_000 }

const [quote, comma, colon, backslash] = [34, 44, 58, 92]
const [bracket, endOfBracket, brace, endOfBrace] = [91, 93, 123, 125]

/**
 * Fastify parses JSON strictly. This also refuses a key given twice, because parsers see only the last one (T28, T103),
 * text that cannot be stored as it was sent (T77), and shapes that block the event loop for others (T103).
 */
export function parseJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body as Buffer)) return done(brokenText('', 'The body must be UTF-8'))
    const json = body.toString()
    if (json === '') return done(null) // many clients announce JSON with each request
    const odd = oddShape(json)
    if (odd) return done(brokenText('', `The body ${odd}`))
    parse(request, json, (error, value) => done(error ?? faultIn(json, value), value))
  })
}

function faultIn(json: string, value: unknown): Error | null {
  const key = repeatedKey(json)
  if (key !== null) return brokenText(key, `The key '${key.slice(0, 100)}' is given twice`)
  // In valid UTF-8 only an escape can stand for a NUL or half of a character.
  const place = json.includes('\\u') ? brokenPlace(value) : null
  return place === null ? null : brokenText(place)
}

/**
 * The reason why a text cannot be a body of ours, as the end of a sentence; null when it can. Checks before parsing and stops at
 * the first fault: checking and reporting take time for each key, value and level. Brackets in strings do not count.
 * @param json need not be valid
 */
export function oddShape(json: string): string | null {
  const keys: number[] = [] // of each open object; 0 for an array
  let values = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === quote) at = endOfString(json, at)
    else if (code === brace || code === bracket) {
      if (keys.push(0) > most.depth) return `is nested more than ${most.depth} deep`
    } else if (code === endOfBrace || code === endOfBracket) keys.pop()
    else if (code === colon) {
      const count = keys.pop() ?? 0
      if (count === most.keys) return `has an object of more than ${most.keys} keys`
      keys.push(count + 1)
    } else if (code === comma && ++values > most.values) return `has more than ${most.values} values`
  }
  return null
}

/**
 * The first key that an object has twice; null when there is none.
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
  for (let code = json.charCodeAt(end); end < json.length && code !== quote; code = json.charCodeAt(end))
    end += code === backslash ? 2 : 1
  return end
}
