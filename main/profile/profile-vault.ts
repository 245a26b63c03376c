/**
 * The keychain entry of a profile's secrets. Each environment has its own service name (Promise
 * P7).
 */
import type { Clock } from '../platform/clock.ts'
import type { Keychain } from './keychain.ts'
import { chunkBytesFor, createVault, type Vault } from './keychain/vault.ts'
import type { RealCard } from './profile-registry.ts'

/**
 * Returns the vault of one profile. Names contain no slash, because Windows joins the two with one.
 */
export const profileVault = (
  keychain: Keychain,
  { id, environment }: Pick<RealCard, 'id' | 'environment'>,
  markerFile: string,
  clock: Clock,
): Vault =>
  createVault({
    keychain,
    service: `Countersign ${environment}`,
    account: id,
    markerFile,
    chunkBytes: chunkBytesFor(process.platform),
    clock,
  })
