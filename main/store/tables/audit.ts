import { integer, json, table, text, type Row } from './define-table.ts'

/** The audit chain; append-only by triggers, and written by `record` alone. */
export const auditEntries = table(
  'audit_entries',
  {
    seq: integer({ key: true }),
    at: text(),
    actor: text(),
    kind: text(),
    subject: text(),
    /** Canonical JSON. */
    detail: json(),
    previous_hash: text(),
    hash: text(),
  },
  {
    indexes: {
      audit_entries_by_subject: ['subject', 'seq'],
    },
    isReadOnly: true,
  },
)
export type AuditEntriesTable = Row<typeof auditEntries>

/** Signed ends of the audit chain. */
export const auditCheckpoints = table('audit_checkpoints', {
  seq: integer({ key: true }),
  at: text(),
  hash: text(),
  /** Ed25519, SPKI in base64. */
  public_key: text(),
  /** Base64. */
  signature: text(),
})
export type AuditCheckpointsTable = Row<typeof auditCheckpoints>
