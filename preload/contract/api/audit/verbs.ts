/** The verbs of the noun `audit`: the hash chain, read, checked, signed and taken along (design P9). */
import { keychainProblem } from '../keychain-problem.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { page, pageRequest } from '../../kernel/paging.ts'
import { writtenFile } from '../profiles/profile.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../verbs.ts'
import { z } from '../../kernel/zod.ts'

/** One entry, its detail as it stands in the chain: never a secret, accounts masked. */
export const auditEntry = z.object({
  seq: z.int(),
  at: z.iso.datetime(),
  actor: z.string(),
  /** The operator's name; the id where nobody has it any more. */
  actorName: z.string(),
  kind: z.string(),
  subject: z.string(),
  /** The order that the subject is, or an entry of: read beside the chain, which knows the id alone. Null: none is known. */
  subjectOrder: z
    .object({
      id: z.string(),
      kind: z.enum(['payment', 'batch']),
      reference: z.string(),
      /** Whom a payment pays; what a batch is called. */
      name: z.string(),
    })
    .nullable(),
  /** Canonical JSON text, as it was hashed. */
  detail: z.string(),
  previousHash: z.string(),
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

const filters = {
  search: z.string().max(100).optional(),
  actor: z.string().max(200).optional(),
  /** A kind, or the noun before its dot. */
  kind: z.string().max(100).optional(),
  subject: z.string().max(200).optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
}
/** A page of the chain, newest first. */
export const auditRequest = z.object({
  ...pageRequest,
  ...filters,
  sort: listSort(['seq', 'at', 'actor', 'kind', 'subject']),
})
export type AuditRequest = z.infer<typeof auditRequest>

/** How the chain stands. */
export const auditState = z.object({
  entries: z.int(),
  /** The hash of the newest entry; null: there is none. */
  head: z.string().nullable(),
  /** Fingerprint of the key that signs, SHA-256 in hex; null: none yet. */
  signedBy: z.string().nullable(),
  /** Why nothing can be signed now; null: it can, or was not asked for yet. */
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

/** The audit. */
export const audit = {
  getState: query(nothing, auditState),
  list: query(auditRequest, page(auditEntry)),
  /** What the list can be narrowed to. */
  getFacets: query(
    nothing,
    z.object({
      kinds: z.array(z.string()),
      actors: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
  /** Reads the whole chain and its checkpoints. */
  check: command(nothing, auditState, [], anyOperator),
  /** Signs the chain's head as it is now. */
  sign: command(nothing, auditState, ['keychain-problem'], anyOperator),
  /** Writes the whole chain with its checkpoints to a file that the operator chooses, for `scripts/verify-audit.mjs`. */
  exportFile: command(nothing, writtenFile, ['file-failed', 'keychain-problem'], anyOperator),
  changed: event(auditState),
} as const
