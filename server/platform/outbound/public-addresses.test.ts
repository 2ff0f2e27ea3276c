import { describe, expect, test } from 'vitest'
import { useOutside } from '../../testing/outside/outside.ts'
import type { Outbound, OutboundOptions } from './outbound.ts'

const { records, openai, models, outboundWith, serve } = useOutside()

describe('addresses (T86)', () => {
  const inProduction = () => outboundWith({ allowLoopback: false })
  const refused = (outbound: Outbound, url: string) =>
    expect(outbound.send(models({ url: new URL(url) }))).rejects.toMatchObject({ code: 'refused_address' })

  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://0.0.0.0/',
    'https://localhost/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'http://shop.example/',
    'https://shop.example:22/',
    'https://shop.example:8443/',
    'https://user:word@shop.example/',
    'ftp://shop.example/',
    'file:///etc/passwd',
  ])('%s is refused', async (url) => {
    const resolve: OutboundOptions['resolve'] = (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
    await refused(outboundWith({ allowLoopback: false, resolve }), url)
  })

  test('a name with an inside address is refused, also when it had an outside one a moment before, or has both', async () => {
    const answers = [['93.184.215.14', '10.1.2.3'], ['169.254.169.254'], ['2606:2800::1', 'fd00::1']]
    for (const found of answers) {
      const resolve: OutboundOptions['resolve'] = (_, done) =>
        done(
          null,
          found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
      await refused(outboundWith({ allowLoopback: false, resolve }), 'https://shop.example/')
    }
    expect(records.map(({ tries, errorCode }) => [tries, errorCode])).toEqual(Array(3).fill([1, 'refused_address']))
  })

  test('in production this machine is refused', async () => {
    await refused(inProduction(), `${openai().url}/v1/models`)
    expect(await openai().control.calls()).toEqual({})
  })

  test('elsewhere only the configured stand-ins are reached', async () => {
    const outbound = outboundWith({ standIns: [openai().url] })
    expect(await outbound.send(models())).toMatchObject({ status: 200 })
    const url = await serve((_, response) => response.end('inside'))
    await refused(outbound, url.href)
    await refused(outbound, 'https://127.0.0.1/')
  })

  test('a stand-in is on this machine: its name may not lead to other inside addresses', async () => {
    const resolve: OutboundOptions['resolve'] = (_, done) => done(null, [{ address: '10.1.2.3', family: 4 }])
    await refused(outboundWith({ standIns: ['http://shop.example:4800'], resolve }), 'http://shop.example:4800/')
  })

  test('a name that does not exist cannot be reached', async () => {
    const resolve: OutboundOptions['resolve'] = (_, done) =>
      done(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' }), [])
    await expect(
      outboundWith({ allowLoopback: false, resolve }).send(models({ url: new URL('https://shop.example/') })),
    ).rejects.toMatchObject({ code: 'unreachable', message: 'The service cannot be reached' })
  })
})
