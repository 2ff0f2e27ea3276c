import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newSecret, signedHeaders } from './signature.ts'

const page = readFileSync(new URL('../../../docs/guide/webhooks.md', import.meta.url), 'utf8')
const exampleIn = (language: string) => page.match(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``))?.[1] ?? ''
type Delivery = [headers: Record<string, string>, body: string, secret: string]

async function inJavaScript(deliveries: Delivery[]): Promise<boolean[]> {
  const example = await import(`data:text/javascript,${encodeURIComponent(exampleIn('js'))}`)
  return deliveries.map((delivery) => example.isGenuine(...delivery))
}

async function inPython(deliveries: Delivery[]): Promise<boolean[]> {
  const ask = 'import json, sys\nprint(json.dumps([is_genuine(*each) for each in json.load(sys.stdin)]))'
  const { stdout, stderr, error } = spawnSync('python3', ['-c', `${exampleIn('python')}\n${ask}`], {
    input: JSON.stringify(deliveries),
    encoding: 'utf8',
  })
  expect([error?.message, stderr]).toEqual([undefined, ''])
  return JSON.parse(stdout)
}

test.each([inJavaScript, inPython])('the example %o takes what we have signed, and nothing else', async (check) => {
  const [secret, older, foreign] = [newSecret(), newSecret(), newSecret()]
  const body = '{"type":"part.changed","name":"Öse"}'
  const now = Math.floor(Date.now() / 1_000)
  const headers = signedHeaders('1', body, [secret, older], now)
  expect(await check([secret, older].map((each): Delivery => [headers, body, each]))).toEqual([true, true])
  const faulty: Delivery[] = [
    [headers, body, foreign],
    [headers, body.replace('part', 'task'), secret],
    [{ ...headers, 'webhook-id': '2' }, body, secret],
    [signedHeaders('1', body, [secret], now - 600), body, secret],
    [{ ...headers, 'webhook-timestamp': 'now' }, body, secret],
    [{}, body, secret],
  ]
  expect(await check(faulty)).toEqual(faulty.map(() => false))
})
