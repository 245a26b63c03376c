/**
 * Compares the address that the bank sees with the registered ones. A call from another address can
 * be refused with 403, and so can the health check that would show the address (bank notes 8 and
 * 10).
 */
import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'
import { bareHost } from '../../platform/proxy-tunnel.ts'

/**
 * Returns the address in a `ClientIp`, which may be in brackets or have a port; null if there is
 * none.
 */
export function addressIn(text: string): string | null {
  const plain = text.trim().replaceAll(/^"|"$/g, '')
  if (isIP(plain) !== 0) return plain
  const bare = bareHost(plain)
  if (isIP(bare) !== 0) return bare
  return SocketAddress.parse(plain)?.address ?? null
}

/**
 * Returns whether the address is registered, in any notation; an IPv4 address may be mapped into
 * IPv6.
 */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  const list = new BlockList()
  for (const one of registered) {
    const plain = addressIn(one)
    if (plain) list.addAddress(plain, familyOf(plain))
  }
  return list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** The facts known when a bank answers 403. */
export interface Whereabouts {
  /** The `ClientIp` that a health check last reported, unchanged; null if never. */
  readonly lastClientIp: string | null
  readonly registeredAddresses: readonly string[]
}

/**
 * Returns one sentence on the possible cause of a 403 (bank note 8). The sentence says that there
 * may be another cause.
 */
export function hintFor403({ lastClientIp, registeredAddresses }: Whereabouts): string {
  const address = lastClientIp === null ? null : addressIn(lastClientIp)
  if (address === null) {
    return 'The bank also answers 403 to unregistered addresses. The address it sees is unknown.'
  }
  if (registeredAddresses.length === 0) {
    return `The bank also answers 403 to unregistered addresses. It last saw ${address}, and the profile lists none.`
  }
  return isRegistered(address, registeredAddresses)
    ? `The bank last saw ${address}, which is registered. Unless the address changed, the 403 has another reason.`
    : `The bank last saw ${address}, which the profile does not list as registered. The bank answers 403 to unregistered addresses.`
}
