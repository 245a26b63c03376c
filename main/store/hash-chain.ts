/**
 * The audit chain: every act is an entry whose hash covers the entry before it. An entry that is
 * changed, removed or inserted therefore makes every later hash wrong (Promise P9).
 *
 * The hash of an entry is SHA-256, in lower-case hex, over the UTF-8 bytes of this JSON array
 * written without white space:
 *
 *     ["countersign-audit-1", seq, at, actor, kind, subject, detail, previous_hash]
 *
 * where `detail` is the stored JSON text itself, as one string: a verifier hashes the stored text
 * and parses nothing. The first entry has seq 1 and 64 zeros as its previous hash. A chain alone
 * cannot show that its newest entries were cut off, so its head is also stored elsewhere.
 */
import { createHash } from 'node:crypto'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import { canonicalJson, type JsonObject } from '../platform/json/canonical-json.ts'

/** An action of an operator or of the program; `detail` never contains a secret. */
export interface Act {
  /** The operator's id, or `system`. */
  readonly actor: string
  /** Noun and past participle, such as `validation.requested`. */
  readonly kind: string
  /** Id of the thing that was acted on. */
  readonly subject: string
  readonly detail: JsonObject
}

/** One row of the table `audit_entries`. */
export interface AuditEntry {
  /** From 1, without gaps. */
  readonly seq: number
  /** ISO UTC. */
  readonly at: string
  readonly actor: string
  readonly kind: string
  readonly subject: string
  /** Canonical JSON text. */
  readonly detail: string
  readonly previous_hash: string
  readonly hash: string
}

/** End of a chain: the next entry continues it, and a stand-alone verifier compares it. */
export type ChainHead = Pick<AuditEntry, 'seq' | 'hash'>

/** Head of an empty chain. */
export const genesis: ChainHead = { seq: 0, hash: '0'.repeat(64) }

/** Reads the head of the chain; no row for an empty one. */
export const selectHead = 'SELECT seq, hash FROM audit_entries ORDER BY seq DESC LIMIT 1'

/** The first entry that fails the check, and why. */
export interface ChainBreak {
  readonly seq: number
  /**
   * `order`: not the next number. `link`: does not continue the entry before. `hash`: was changed.
   */
  readonly reason: 'order' | 'link' | 'hash'
}

/** Returns the hash of an entry, encoded as described at the top of this file. */
export function entryHash(entry: Omit<AuditEntry, 'hash'>): string {
  const { seq, at, actor, kind, subject, detail, previous_hash } = entry
  const encoded = JSON.stringify([
    'countersign-audit-1',
    seq,
    at,
    actor,
    kind,
    subject,
    detail,
    previous_hash,
  ])
  return createHash('sha256').update(encoded, 'utf8').digest('hex')
}

/**
 * Returns the entry that records `act` after `head`, at the instant `at` (ISO UTC).
 *
 * @throws {TypeError} if the detail is not JSON.
 */
export function nextEntry(head: ChainHead, act: Act, at: string): AuditEntry {
  const entry = {
    seq: head.seq + 1,
    at,
    // SQLite stores UTF-8: a lone surrogate would be read back as a different text from the hashed
    // one.
    actor: act.actor.toWellFormed(),
    kind: act.kind.toWellFormed(),
    subject: act.subject.toWellFormed(),
    detail: canonicalJson(act.detail),
    previous_hash: head.hash,
  }
  return { ...entry, hash: entryHash(entry) }
}

function breakOf(head: ChainHead, entry: AuditEntry): ChainBreak['reason'] | undefined {
  if (entry.seq !== head.seq + 1) return 'order'
  if (entry.previous_hash !== head.hash) return 'link'
  return entry.hash === entryHash(entry) ? undefined : 'hash'
}

/**
 * Checks entries in order of `seq`, from the start of the chain or, page by page, from the head of
 * the previous page. Returns the new head, or the first entry that fails.
 */
export function verifyChain(
  entries: Iterable<AuditEntry>,
  from: ChainHead = genesis,
): Result<ChainHead, ChainBreak> {
  let head = from
  for (const entry of entries) {
    const reason = breakOf(head, entry)
    if (reason !== undefined) return err({ seq: entry.seq, reason })
    head = { seq: entry.seq, hash: entry.hash }
  }
  return ok(head)
}
