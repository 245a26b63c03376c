/**
 * The address that the bank sees against those it was given: a call from another can be refused with 403,
 * and so can the health check that would tell (traps 8 and 10).
 */
import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'

/** The address in a `ClientIp`, which may stand in brackets or carry a port; null: there is none in it. */
export function addressIn(text: string): string | null {
  const plain = text.trim().replaceAll(/^"|"$/g, '')
  if (isIP(plain) !== 0) return plain
  const bare = plain.replaceAll(/^\[|\]$/g, '')
  if (isIP(bare) !== 0) return bare
  return SocketAddress.parse(plain)?.address ?? null
}

/** Whether it is one of the registered, however either is written; an IPv4 address may come mapped into IPv6. */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  const list = new BlockList()
  for (const one of registered) {
    const plain = addressIn(one)
    if (plain) list.addAddress(plain, familyOf(plain))
  }
  return list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** What is known when a bank answers 403. */
export interface Whereabouts {
  /** The `ClientIp` that a health check last told, as it came; null: never. */
  readonly lastClientIp: string | null
  readonly registeredAddresses: readonly string[]
}

/** One sentence on what a 403 may mean here (trap 8). It may mean something else, and says so. */
export function hintFor403({ lastClientIp, registeredAddresses }: Whereabouts): string {
  const address = lastClientIp === null ? null : addressIn(lastClientIp)
  if (address === null) {
    return 'The bank also answers 403 to an address that is not registered; which address it sees is not known.'
  }
  if (registeredAddresses.length === 0) {
    return `The bank also answers 403 to an address that is not registered; it last saw ${address}, and the profile lists none.`
  }
  return isRegistered(address, registeredAddresses)
    ? `The bank last saw ${address}, which is registered, so unless the address changed the 403 has another reason.`
    : `The bank last saw ${address}, which the profile does not list as registered, and answers 403 to such an address.`
}
