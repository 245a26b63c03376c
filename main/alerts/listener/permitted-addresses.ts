/** Which addresses may deliver at all (bank note 98). */
import { BlockList, isIP, isIPv4 } from 'node:net'

/** Whether a delivery from this address is let in. */
export type PermittedCheck = (remote: string | null) => boolean

/**
 * Creates the check for addresses and ranges such as `192.0.2.0/24`; without any, every address may
 * deliver. An invalid entry permits no address.
 */
export function createPermittedCheck(permitted: readonly string[]): PermittedCheck {
  if (permitted.length === 0) return () => true
  const list = new BlockList()
  for (const entry of permitted) addTo(list, entry)
  return (remote) => {
    const address = plainAddress(remote)
    return address !== null && list.check(address, familyOf(address))
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6')

function addTo(list: BlockList, entry: string): void {
  const [wide = '', prefix] = entry.split('/')
  const address = plainAddress(wide)
  if (address === null) return
  const family = familyOf(address)
  // In an IPv4-mapped range the first 96 bits are the mapping prefix.
  const bits = Number(prefix) - (family === familyOf(wide) ? 0 : 96)
  if (prefix === undefined) list.addAddress(address, family)
  else if (bits >= 0) list.addSubnet(address, bits, family)
}

/**
 * The plain form of an address: an IPv4-mapped IPv6 address becomes IPv4, and a zone is removed.
 * Null if it is no address.
 */
export function plainAddress(remote: string | null | undefined): string | null {
  const bare = remote?.replace(/%.*/s, '') ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  const address = mapped ?? bare
  return isIP(address) === 0 ? null : address
}

/**
 * The network that identifies a sender: the whole IPv4 address, or the first half of an IPv6
 * address, which one customer gets as a whole.
 */
export function networkOf(remote: string | null | undefined): string {
  const address = plainAddress(remote) ?? ''
  if (!address.includes(':')) return address
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
