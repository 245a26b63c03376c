/**
 * Checkpoints: signed ends of the audit chain. A change of the chain before a checkpoint needs a
 * new signature, and the key is not in the store.
 *
 * The signature is Ed25519 over the UTF-8 bytes of this text, lines joined by a line feed (0x0A),
 * none at the end:
 *
 *     countersign-checkpoint-1
 *     <profile id>
 *     <seq of the entry>
 *     <at: when it was signed, ISO UTC>
 *     <hash of the entry, 64 hex digits>
 *
 * Public keys are SPKI in base64, named by the SHA-256 of their DER in hex. A new key is named by
 * an act `audit.key-created` in the chain, whose subject is the key's fingerprint, before it signs
 * anything.
 */
import type { Selectable } from 'kysely'
import type { AuditCheckpointsTable } from '../tables/audit.ts'
import { fingerprintOf, isSignedBy, type AuditKey } from '../audit-key.ts'
import type { ChainHead } from '../hash-chain.ts'

export type Checkpoint = Selectable<AuditCheckpointsTable>

/** Kind of the act that names a key; its subject is the fingerprint. */
export const keyCreated = 'audit.key-created'

/** Returns the text that is signed. */
export const checkpointText = (
  profileId: string,
  { seq, at, hash }: Pick<Checkpoint, 'seq' | 'at' | 'hash'>,
): string => ['countersign-checkpoint-1', profileId, String(seq), at, hash].join('\n')

/** Signs the end of a profile's chain at an instant (ISO UTC). */
export function signCheckpoint(
  key: AuditKey,
  profileId: string,
  { seq, hash }: ChainHead,
  at: string,
): Checkpoint {
  const signature = key.sign(checkpointText(profileId, { seq, at, hash }))
  return { seq, at, hash, public_key: key.publicKey, signature }
}

/** True if a checkpoint is for this entry and signed by an accepted key. `known`: fingerprints. */
export const holdsCheckpoint = (
  checkpoint: Checkpoint,
  entry: ChainHead,
  profileId: string,
  known: ReadonlySet<string>,
): boolean =>
  checkpoint.seq === entry.seq &&
  checkpoint.hash === entry.hash &&
  known.has(fingerprintOf(checkpoint.public_key)) &&
  isSignedBy(checkpoint.public_key, checkpointText(profileId, checkpoint), checkpoint.signature)
