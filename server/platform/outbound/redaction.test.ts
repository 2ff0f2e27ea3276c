import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { useOutside } from '../../testing/outside/outside.ts'
import type { Call } from './outbound.ts'

const { records, openai, models, outboundWith, serve } = useOutside()

describe('a log without secrets', () => {
  const echo = async (status: number) =>
    serve(async (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      response
        .writeHead(status)
        .end(JSON.stringify({ url: request.url, headers: request.headers, sent: Buffer.concat(chunks).toString() }))
    })
  const canary = 'c4n4ry-53cr3t'

  test.each<[string, Partial<Call>]>([
    ['a bearer', { headers: { authorization: `Bearer ${canary}` } }],
    [
      'a name and password',
      { headers: { authorization: `Basic ${Buffer.from(`name:${canary}`).toString('base64')}` } },
    ],
    ['a header of Shopify', { headers: { 'X-Shopify-Access-Token': canary } }],
    ['a header of ShipStation', { headers: { 'API-Key': canary } }],
    ['a cookie', { headers: { cookie: `session=${canary}` } }],
    [
      'a form',
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: canary }).toString(),
      },
    ],
    ['a field', { method: 'POST', body: JSON.stringify({ auth: [{ client_secret: canary }] }) }],
  ])('%s that the service repeats is not kept', async (_, more) => {
    const url = await echo(400)
    const encoded = Buffer.from(`name:${canary}`).toString('base64')
    await outboundWith().send(models({ url, ...more }))
    expect(records[0]?.detail).toContain('[redacted]')
    expect(JSON.stringify(records)).not.toMatch(new RegExp(`${canary}|${encoded}`))
  })

  test('a query that names a secret is not kept', async () => {
    const url = new URL(`?code=${canary}&token=${canary}&page=2&client_secret=${canary}`, await echo(400))
    await outboundWith().send(models({ url }))
    expect(records[0]?.detail).toMatch(
      /^GET \/\?code=\[redacted\]&token=\[redacted\]&page=2&client_secret=\[redacted\]/,
    )
    expect(JSON.stringify(records)).not.toContain(canary)
  })

  test('secrets in an answer are not kept, the reason of a refusal is', async () => {
    const url = await serve((_, response) => {
      const body = {
        access_token: canary,
        nested: [{ refresh_token: canary }],
        code: 'invalid_grant',
        note: 'sk-proj-abcdefgh12',
      }
      response.writeHead(400).end(JSON.stringify(body))
    })
    await outboundWith().send(models({ url }))
    expect(JSON.stringify(records)).not.toMatch(new RegExp(`${canary}|sk-proj`))
    expect(records[0]?.detail).toContain('invalid_grant')
  })

  test('nothing is kept of a good answer, and of a long one only the beginning', async () => {
    await outboundWith().send(models({ url: await serve((_, response) => response.end('Ann Smith, ann@example.com')) }))
    expect(JSON.stringify(records)).not.toContain('Ann')
    await outboundWith().send(
      models({ url: await serve((_, response) => response.writeHead(404).end('x'.repeat(1e6))) }),
    )
    expect(records[1]?.detail.length).toBeLessThan(2_100)
  })

  test('an error contains neither address nor secret', async () => {
    await openai().control.misbehave({ share: 1, kinds: ['refused'] })
    const error = await outboundWith()
      .send(models({ maxTries: 1 }))
      .catch((failure) => failure)
    const words = [error, error.cause].map((each) => `${each.message} ${each.stack}`).join()
    expect(words).not.toContain(openai().credentials.apiKey)
    expect(error.message).toBe('The connection to the service broke off')
  })

  test('a structure that is nested too deep to be checked is not kept', async () => {
    const deep = `${'['.repeat(9_000)}"${canary}"${']'.repeat(9_000)}`
    await outboundWith().send(models({ url: await serve((_, response) => response.writeHead(404).end(deep)) }))
    expect(records).toMatchObject([{ status: 404 }])
    expect(records[0]?.detail.length).toBeLessThan(2_100)
  })

  test('a log that cannot be written does not fail the call', async () => {
    const onCall = () => Promise.reject(new Error('the disk is full'))
    expect(await outboundWith({ onCall }).send(models())).toMatchObject({ status: 200 })
  })
})
