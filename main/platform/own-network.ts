/** Whether a host is in a network of one's own, which a proxy to the outside does not reach. */
import dns from 'node:dns/promises'
import { BlockList, isIPv4 } from 'node:net'
import { bareHost } from './proxy-tunnel.ts'

/** RFC 1918, RFC 4193, RFC 6598, loopback and link-local. */
const own = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const)
  own.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['::1', 128],
] as const)
  own.addSubnet(net, bits, 'ipv6')

/** Never rejects: a name that is not known here is outside. */
export async function isInOwnNetwork(host: string): Promise<boolean> {
  try {
    const found = await dns.lookup(bareHost(host), { all: true })
    return found.some(({ address }) => own.check(address, isIPv4(address) ? 'ipv4' : 'ipv6'))
  } catch {
    return false
  }
}
