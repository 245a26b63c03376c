/** Who may deliver at all, by address (trap 98). */
import { BlockList, isIP, isIPv4 } from 'node:net'

/** Whether a delivery from this address is let in. */
export type PermittedCheck = (remote: string | null) => boolean

/**
 * Makes the check for addresses and ranges such as `192.0.2.0/24`; none: anyone may. An entry that is
 * neither lets nobody in.
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
  const [address = '', prefix] = entry.split('/')
  if (isIP(address) === 0) return
  if (prefix === undefined)
    list.addAddress(plainAddress(address) ?? address, familyOf(plainAddress(address) ?? address))
  else list.addSubnet(address, Number(prefix), familyOf(address))
}

/** One spelling: an IPv4 address that comes in IPv6's clothes, or an address with its zone, is bared. */
export function plainAddress(remote: string | null | undefined): string | null {
  const bare = remote?.replace(/%.*$/, '') ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  const address = mapped ?? bare
  return isIP(address) === 0 ? null : address
}
