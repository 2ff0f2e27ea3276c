import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { OutboundError } from './outbound-error.ts'

/** Finds the addresses of a host; tests replace the DNS. */
export type Resolve = (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

export const resolveByDns: Resolve = (host, done) => {
  dnsLookup(host, { all: true }, (error, addresses) => done(error, addresses))
}

/** Networks that are not the internet: this machine, private ones, link-local ones with the metadata of clouds, and reserved ones. */
const inside = new BlockList()
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [address = '', bits] = network.split('/')
  inside.addSubnet(address, Number(bits), 'ipv4')
}
// Tunnels, documentation and 6to4 (which carries an IPv4 address) lie within the global range of IPv6.
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside.addSubnet(address, bits, 'ipv6')
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address, in any notation, lies on the internet. */
export function isPublic(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !inside.check(address, 'ipv4')
  return kind === 6 && globalIpv6.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

/** Whether an IP address is this machine. */
export const isLoopback = (address: string): boolean => /^(127\.[\d.]+|::1)$/.test(address)

/** Errors from before the connection was open: the request cannot have had an effect. */
const beforeSending = new WeakSet<Error>()
export const wasNeverSent = (error: unknown): boolean => error instanceof Error && beforeSending.has(error)

/**
 * Opens connections for undici. It checks the address that is connected to, so a name that resolves to another address a moment
 * later (DNS rebinding, T86) gains nothing. One inner address among the addresses of a host refuses them all.
 * @param build undici's own function
 * @param isAllowed whether an address may be connected to
 */
export function guardedConnector(
  build: typeof buildConnector,
  isAllowed: (address: string) => boolean,
  resolve: Resolve,
): buildConnector.connector {
  const refuseInner = (addresses: LookupAddress[]) => {
    if (!addresses.every(({ address }) => isAllowed(address))) throw new OutboundError('refused_address')
  }
  const lookup: LookupFunction = (host, { all }, done) =>
    resolve(host, (error, addresses) => {
      try {
        if (error) throw error
        refuseInner(addresses)
        const [first] = addresses
        if (!first) throw new OutboundError('unreachable')
        if (all) done(null, addresses)
        else done(null, first.address, first.family)
      } catch (failure) {
        done(failure as Error, [])
      }
    })
  const connect = build({ timeout: 5_000, allowH2: false, lookup })
  return (options, done) => {
    const report = ((error: Error | null, socket: never) => {
      if (error) beforeSending.add(error)
      done(error as never, socket)
    }) as buildConnector.Callback
    // Node does not look up a host that is an address already.
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) && !isAllowed(host)) return report(new OutboundError('refused_address'), null)
    connect(options, report)
  }
}
