import { isUtf8 } from 'node:buffer'
import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { FastifyInstance } from 'fastify'

// Text that PostgreSQL cannot store as it was sent: bytes that are not UTF-8 (decoders replace them silently), a NUL, and half
// of a character (T77).

/** The error for such text: 400 with the name of the field. @param field '' for the body as a whole */
export const brokenText = (field: string, message = 'Must be text without NUL and without halves of characters') =>
  new ORPCError('BAD_REQUEST', { ...sharedErrors.BAD_REQUEST, data: { issues: [{ field, message }] } })

/** Refuses requests whose query string or headers hold such text, before anything reads them. */
export function refuseBrokenText(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const query = raw.url?.split('?', 2)[1] ?? ''
    if (/[%\x80-\uffff]/.test(query)) checkQuery(query)
    const agent = raw.headers['user-agent'] ?? ''
    if (!isUtf8(Buffer.from(agent, 'latin1'))) throw brokenText('User-Agent', notUtf8)
  })
}

const notUtf8 = 'Must be UTF-8'

function checkQuery(query: string) {
  for (const pair of query.split('&')) {
    const bytes = bytesOf(pair)
    if (isUtf8(bytes) && !bytes.includes(0) && isAscii(pair)) continue
    const field = pair.split('=', 1)[0] ?? ''
    throw brokenText(
      isUtf8(bytesOf(field)) ? bytesOf(field).toString() : '',
      `${notUtf8}, percent-encoded, without NUL`,
    )
  }
}

// Node reads an address as Latin-1: an unencoded letter outside ASCII would arrive as two other letters.
const isAscii = (text: string) => !/[\x80-\uffff]/.test(text)

/** Decodes percent-encoding into bytes; a percent sign that starts no code stays as it is. */
const bytesOf = (encoded: string) =>
  Buffer.from(
    encoded.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** Decodes a header as UTF-8: Node has read its bytes as Latin-1. @param value a header that `refuseBrokenText` let pass */
export const headerText = (value: string): string => Buffer.from(value, 'latin1').toString()

/**
 * Finds such text in a parsed JSON value and returns its place, as 'private.notes'; null when there is none.
 * @param value the result of JSON.parse on valid UTF-8
 */
export function brokenPlace(value: unknown): string | null {
  const open: [unknown, string][] = [[value, '']]
  for (let next = open.pop(); next; next = open.pop()) {
    const [each, path] = next
    if (typeof each === 'string' && isBroken(each)) return path
    if (typeof each !== 'object' || each === null) continue
    for (const [key, inner] of Object.entries(each)) {
      const name = path ? `${path}.${key}` : key
      if (isBroken(key)) return path
      open.push([inner, name])
    }
  }
  return null
}

const isBroken = (text: string) => text.includes('\0') || !text.isWellFormed()
