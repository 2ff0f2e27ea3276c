import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newSecret, signedHeaders } from './signature.ts'

const page = readFileSync(new URL('../../../docs/integrations.md', import.meta.url), 'utf8')
const [, code = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? []
type Example = { isGenuine: (headers: Record<string, string>, body: string, secret: string) => boolean }
const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Example

test('the example of docs/integrations.md takes what we have signed, and nothing else', () => {
  const [secret, older, foreign] = [newSecret(), newSecret(), newSecret()]
  const body = '{"type":"part.changed"}'
  const now = Math.floor(Date.now() / 1_000)
  const headers = signedHeaders('1', body, [secret, older], now)
  expect([secret, older, foreign].map((each) => isGenuine(headers, body, each))).toEqual([true, true, false])
  expect(isGenuine(headers, body.replace('part', 'task'), secret)).toBe(false)
  expect(isGenuine({ ...headers, 'webhook-id': '2' }, body, secret)).toBe(false)
  expect(isGenuine(signedHeaders('1', body, [secret], now - 600), body, secret)).toBe(false)
  expect(isGenuine({}, body, secret)).toBe(false)
})
