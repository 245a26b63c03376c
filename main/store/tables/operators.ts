import { flag, integer, json, table, text, type Row } from './define-table.ts'

/** Operators of this profile; a disabled one stays, for the name on earlier records. */
export const operators = table('operators', {
  id: text({ key: true }),
  name: text({ unique: 'without-case' }),
  /** JSON array of roles. */
  roles: json(),
  /**
   * JSON: the scrypt hash with its salt and cost; null in practice, which requires no passphrase.
   */
  passphrase: json({ null: true }),
  must_change: flag(),
  disabled: flag(),
  added_at: text(),
  /** The other operator who last set name, roles or passphrase; null: nobody else did. */
  set_by: text({ null: true }),
  set_at: text(),
  last_sign_in_at: text({ null: true }),
  failed_sign_ins: integer({ default: 0 }),
  paused_until: text({ null: true }),
})
export type OperatorsTable = Row<typeof operators>

/** Every version of the policy. */
export const policies = table('policies', {
  version: integer({ key: true }),
  /** JSON. */
  policy: json(),
  at: text(),
  actor: text(),
})
export type PoliciesTable = Row<typeof policies>
