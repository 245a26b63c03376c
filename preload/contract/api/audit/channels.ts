/** Channels of `audit`: list, check, sign and export the hash chain (Promise P9). */
import { keychainProblem } from '../keychain-problem.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { page, pageRequest } from '../../kernel/paging.ts'
import { writtenFile } from '../profiles/profile.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'

/** One entry; its detail is the text in the chain: never a secret, accounts masked. */
export const auditEntry = z.object({
  seq: z.int(),
  at: z.iso.datetime(),
  actor: z.string(),
  /** The operator's name; the id if no operator has it now. */
  actorName: z.string(),
  /** Name of the workstation of a team that recorded it; null: one computer had the profile. */
  workstation: z.string().nullable(),
  kind: z.string(),
  subject: z.string(),
  /**
   * The order that the subject is, or belongs to; read outside the chain, which holds only the
   * id. Null if none is known.
   */
  subjectOrder: z
    .object({
      id: z.string(),
      kind: z.enum(['payment', 'batch']),
      reference: z.string(),
      /** Payee of a payment, or name of a batch. */
      name: z.string(),
    })
    .nullable(),
  /** Canonical JSON, exactly the hashed text. */
  detail: z.string(),
  previousHash: z.string(),
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

const filters = {
  search: z.string().max(100).optional(),
  actor: z.string().max(200).optional(),
  /** A kind of act, or only the noun before its dot. */
  kind: z.string().max(100).optional(),
  subject: z.string().max(200).optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
}
export const auditRequest = z.object({
  ...pageRequest,
  ...filters,
  sort: listSort(['seq', 'at', 'actor', 'kind', 'subject']),
})
export type AuditRequest = z.infer<typeof auditRequest>

export const auditState = z.object({
  entries: z.int(),
  /** Hash of the newest entry; null if none. */
  head: z.string().nullable(),
  /** Fingerprint of the signing key, SHA-256 in hex; null if none yet. */
  signedBy: z.string().nullable(),
  /** Why signing fails now; null if it works or was not yet tried. */
  unsigned: keychainProblem.nullable(),
  latestCheckpoint: z.object({ seq: z.int(), at: z.iso.datetime(), hash: z.string() }).nullable(),
  checked: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('not-yet') }),
    z.object({
      kind: z.literal('holds'),
      at: z.iso.datetime(),
      entries: z.int(),
      checkpoints: z.int(),
    }),
    z.object({
      kind: z.literal('broken'),
      at: z.iso.datetime(),
      seq: z.int(),
      reason: z.enum(['order', 'link', 'hash', 'signature', 'missing']),
    }),
  ]),
})
export type AuditState = z.infer<typeof auditState>

export const audit = {
  getState: query(nothing, auditState),
  list: query(auditRequest, page(auditEntry)),
  /** Values for the list filters. */
  getFacets: query(
    nothing,
    z.object({
      kinds: z.array(z.string()),
      actors: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
  /** Verifies the whole chain and its checkpoints. */
  check: command(nothing, auditState, [], anyOperator),
  /** Signs the current head of the chain. */
  sign: command(nothing, auditState, ['keychain-problem'], anyOperator),
  /**
   * Writes the chain and its checkpoints to a file that the operator chooses, for
   * `scripts/verify-audit.mjs`.
   */
  exportFile: command(nothing, writtenFile, ['file-failed', 'keychain-problem'], anyOperator),
  changed: event(auditState),
} as const
