/** Where the keychain keeps a profile's secrets: each environment under a name of its own (design P7). */
import type { Clock } from '../platform/clock.ts'
import type { Keychain } from './keychain/keychain.ts'
import { chunkBytesFor, createVault, type Vault } from './keychain/vault.ts'
import type { RealCard } from './profile-registry.ts'

/** The entry of one profile. The names hold no slash: Windows joins the two with one. */
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
