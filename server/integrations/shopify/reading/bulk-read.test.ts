import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createOutbound, type OutboundOptions } from '../../../platform/outbound/outbound.ts'
import type { Connection } from '../../provider.ts'
import type { SyncContext } from '../../sync-context.ts'
import { familiesOf } from './bulk-read.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Reads a result at an address that the store has named. */
async function readAt(url: string, more: Partial<OutboundOptions> = {}): Promise<unknown[]> {
  const outbound = createOutbound({
    allowLoopback: false,
    onCall: () => undefined,
    sleep: async () => undefined,
    ...more,
  })
  ends.push(() => outbound.close())
  const context = { outbound, companyId: 'c', signal: new AbortController().signal } as SyncContext
  const families: unknown[] = []
  for await (const family of familiesOf({ name: 'shopify' } as Connection, context, url)) families.push(family)
  return families
}

const notAllowed = 'The address of Shopify leads to a place that is not allowed'

test.each(['http://files.example/result', 'https://127.0.0.1/result', 'https://files.example:22/result'])(
  'a result at %s is not read (T86)',
  async (url) => {
    await expect(readAt(url)).rejects.toThrow(notAllowed)
  },
)

test.each(['10.0.0.5', '169.254.169.254', '::1'])(
  'nor one at a name that leads to %s when it is connected to, whatever it led to before',
  async (address) => {
    const family = address.includes(':') ? 6 : 4
    const resolve: OutboundOptions['resolve'] = (_host, done) => done(null, [{ address, family }])
    await expect(readAt('https://files.example/result', { resolve })).rejects.toThrow(notAllowed)
  },
)

test('a result that redirects is not followed', async () => {
  const urls: string[] = []
  const server = createServer((request, response) => {
    urls.push(request.url ?? '')
    response.writeHead(302, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  ends.push(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await expect(readAt(`http://127.0.0.1:${port}/result`, { allowLoopback: true })).rejects.toThrow(
    'Shopify answered with another address, which is not followed',
  )
  expect(urls).toEqual(['/result'])
})
