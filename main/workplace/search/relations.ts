/** The relations of a thing in the store: each is a list of keys, newest first. */
import { sql, type RawBuilder } from 'kysely'
import type { RelatingKind, Relation } from '../../../preload/contract/api/search/search.ts'

/** The kind of thing that the keys identify. */
export type KeyOf =
  | 'order'
  | 'entry'
  | 'alert'
  | 'validation'
  | 'payee'
  | 'call'
  | 'inquiry'
  | 'recovered'
  | 'audit'

/** One relation: `keys` is a statement with a single column named `key`. */
export interface RelationKeys {
  readonly relation: Relation
  readonly of: KeyOf
  readonly keys: RawBuilder<unknown>
}

const relation = (relation: Relation, of: KeyOf, keys: RawBuilder<unknown>): RelationKeys => ({
  relation,
  of,
  keys,
})

const audit = (id: string): RelationKeys =>
  relation(
    'audit',
    'audit',
    sql`SELECT seq AS key FROM audit_entries WHERE subject = ${id} ORDER BY seq DESC`,
  )

/** The recorded calls among these ids. */
const callsAmong = (ids: RawBuilder<unknown>): RelationKeys =>
  relation(
    'calls',
    'call',
    sql`SELECT c.id AS key FROM bank_calls AS c WHERE c.id IN (${ids}) ORDER BY c.seq DESC`,
  )

const validationsOf = (account: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`SELECT id AS key FROM validations WHERE account_significant = ${account} AND account_significant <> ''
    ORDER BY at DESC, id DESC`

const ordersWhere = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`SELECT o.id AS key FROM orders AS o WHERE ${condition} ORDER BY o.created_at DESC, o.id DESC`
const recovered = (column: string, value: string | RawBuilder<unknown>): RelationKeys =>
  relation(
    'recovered',
    'recovered',
    sql`SELECT seq AS key FROM recovered_items WHERE ${sql.ref(column)} = ${value} ORDER BY seq DESC`,
  )

/** The entries `e` of the newest orders `o` first, in the order of the batch from its end. */
const newestEntries = sql`o.created_at DESC, o.id DESC, e.position DESC, e.id DESC`

const ofOrder = (id: string): readonly RelationKeys[] => [
  relation(
    'alerts',
    'alert',
    sql`SELECT alert_seq AS key FROM order_alerts WHERE order_id = ${id} AND decision <> 'dismissed'
      ORDER BY alert_seq DESC`,
  ),
  relation(
    'payee',
    'payee',
    sql`SELECT payee_id AS key FROM orders WHERE id = ${id} AND payee_id IS NOT NULL`,
  ),
  relation(
    'ownership',
    'validation',
    sql`SELECT ownership_validation_id AS key FROM orders
      WHERE id = ${id} AND ownership_validation_id IS NOT NULL`,
  ),
  relation(
    'validations',
    'validation',
    sql`SELECT v.id AS key FROM validations AS v JOIN orders AS o ON o.beneficiary_significant = v.account_significant
      WHERE o.id = ${id} AND o.beneficiary_significant <> '' AND v.id IS DISTINCT FROM o.ownership_validation_id
      ORDER BY v.at DESC, v.id DESC`,
  ),
  callsAmong(sql`SELECT call_id FROM order_attempts WHERE order_id = ${id} UNION
    SELECT call_id FROM order_status_inquiries WHERE order_id = ${id} UNION
    SELECT call_id FROM order_status_events WHERE order_id = ${id} UNION
    SELECT validate_call_id FROM orders WHERE id = ${id} UNION
    SELECT answer_call_id FROM batches WHERE order_id = ${id}`),
  recovered('order_id', id),
  audit(id),
]

const ofBatch = (id: string): readonly RelationKeys[] => {
  const column = (name: string): RawBuilder<unknown> =>
    sql`SELECT ${sql.ref(name)} AS key FROM batches WHERE order_id = ${id} AND ${sql.ref(name)} IS NOT NULL`
  const pointing = (name: string): RawBuilder<unknown> =>
    sql`SELECT order_id AS key FROM batches WHERE ${sql.ref(name)} = ${id}`
  return [
    relation(
      'returns',
      'entry',
      sql`SELECT id AS key FROM batch_entries WHERE order_id = ${id}
        AND (returned_at IS NOT NULL OR return_reported_at IS NOT NULL OR changed_at IS NOT NULL)
        ORDER BY coalesce(returned_at, '') DESC, id`,
    ),
    relation('reverses', 'order', column('reversal_of')),
    relation('reversed-by', 'order', pointing('reversal_of')),
    relation('presents-again', 'order', column('reentry_of')),
    relation('presented-again-by', 'order', pointing('reentry_of')),
    relation(
      'same-file',
      'order',
      sql`SELECT b.order_id AS key FROM batches AS own JOIN batches AS b ON b.source_sha256 = own.source_sha256
        WHERE own.order_id = ${id} AND b.order_id <> ${id} ORDER BY b.part NULLS FIRST`,
    ),
    ...ofOrder(id),
  ]
}

const entry = (id: string, column: string): RawBuilder<unknown> =>
  sql`(SELECT ${sql.ref(column)} FROM batch_entries WHERE id = ${id})`
const ofEntry = (id: string): readonly RelationKeys[] => [
  relation('batch', 'order', sql`SELECT order_id AS key FROM batch_entries WHERE id = ${id}`),
  relation(
    'payee',
    'payee',
    sql`SELECT payee_id AS key FROM batch_entries WHERE id = ${id} AND payee_id IS NOT NULL`,
  ),
  relation(
    'follows',
    'entry',
    sql`SELECT follows_entry AS key FROM batch_entries WHERE id = ${id} AND follows_entry IS NOT NULL`,
  ),
  relation(
    'followed-by',
    'entry',
    sql`SELECT id AS key FROM batch_entries WHERE follows_entry = ${id}`,
  ),
  relation(
    'alerts',
    'alert',
    sql`SELECT key FROM (
      SELECT alert_seq AS key FROM batch_entry_status_events WHERE entry_id = ${id} AND alert_seq IS NOT NULL UNION
      SELECT seq FROM alerts WHERE reference = ${entry(id, 'trace_number')}) AS found ORDER BY key DESC`,
  ),
  recovered('entry_id', id),
  relation('validations', 'validation', validationsOf(entry(id, 'account_significant'))),
  callsAmong(sql`SELECT call_id FROM batch_entry_status_events WHERE entry_id = ${id} UNION
    SELECT detail_call_id FROM batch_entries WHERE id = ${id}`),
]

const alertSeq = (id: string): RawBuilder<unknown> => sql`(SELECT seq FROM alerts WHERE id = ${id})`
const ofAlert = (id: string): readonly RelationKeys[] => {
  const seq = alertSeq(id)
  return [
    relation(
      'payments',
      'order',
      sql`SELECT order_id AS key FROM order_alerts WHERE alert_seq = ${seq} AND decision <> 'dismissed'`,
    ),
    relation(
      'entries',
      'entry',
      sql`SELECT entry_id AS key FROM batch_entry_status_events WHERE alert_seq = ${seq} UNION
        SELECT e.id FROM batch_entries AS e WHERE e.trace_number = (SELECT reference FROM alerts
          WHERE seq = ${seq} AND kind = 'ach')`,
    ),
    relation(
      'same-reference',
      'alert',
      sql`SELECT key FROM (
        SELECT seq AS key FROM alerts WHERE reference = (SELECT reference FROM alerts WHERE seq = ${seq}) UNION
        SELECT seq FROM alerts WHERE transaction_id = (SELECT transaction_id FROM alerts WHERE seq = ${seq})) AS found
        WHERE key <> ${seq} ORDER BY key DESC`,
    ),
    recovered('alert_seq', seq),
  ]
}

const ofValidation = (id: string): readonly RelationKeys[] => {
  const account = sql`(SELECT account_significant FROM validations WHERE id = ${id})`
  return [
    relation(
      'payments',
      'order',
      ordersWhere(sql`o.ownership_validation_id = ${id}
        OR (o.beneficiary_significant = ${account} AND o.beneficiary_significant <> '')`),
    ),
    relation(
      'entries',
      'entry',
      sql`SELECT e.id AS key FROM batch_entries AS e JOIN validations AS v
          ON v.account_significant = e.account_significant AND v.routing_number = e.routing_number
          JOIN orders AS o ON o.id = e.order_id
        WHERE v.id = ${id} AND v.account_significant <> '' ORDER BY ${newestEntries}`,
    ),
    relation(
      'payee',
      'payee',
      sql`SELECT DISTINCT payee_id AS key FROM payee_versions WHERE details IS NOT NULL
        AND account_significant = ${account}`,
    ),
    relation(
      'validations',
      'validation',
      sql`SELECT key FROM (${validationsOf(account)}) AS found WHERE key <> ${id}`,
    ),
    callsAmong(sql`SELECT bank_call_id FROM validations WHERE id = ${id}`),
  ]
}

const ofPayee = (id: string): readonly RelationKeys[] => [
  relation('payments', 'order', ordersWhere(sql`o.payee_id = ${id}`)),
  relation(
    'entries',
    'entry',
    sql`SELECT e.id AS key FROM batch_entries AS e JOIN orders AS o ON o.id = e.order_id
        WHERE e.payee_id = ${id} ORDER BY ${newestEntries}`,
  ),
  relation(
    'validations',
    'validation',
    validationsOf(sql`(SELECT d.account_significant FROM payee_versions AS d
      JOIN payees AS y ON y.id = d.payee_id WHERE y.id = ${id} AND d.details IS NOT NULL
      ORDER BY d.version = y.approved_version DESC, d.version DESC LIMIT 1)`),
  ),
  audit(id),
]

const ofCall = (id: string): readonly RelationKeys[] => [
  relation(
    'payments',
    'order',
    ordersWhere(sql`o.id IN (SELECT order_id FROM order_attempts WHERE call_id = ${id} UNION
      SELECT order_id FROM order_status_inquiries WHERE call_id = ${id} UNION
      SELECT order_id FROM order_status_events WHERE call_id = ${id} UNION
      SELECT id FROM orders WHERE validate_call_id = ${id})`),
  ),
  relation(
    'entries',
    'entry',
    sql`SELECT id AS key FROM batch_entries WHERE detail_call_id = ${id}`,
  ),
  relation(
    'validations',
    'validation',
    sql`SELECT id AS key FROM validations WHERE bank_call_id = ${id}`,
  ),
  relation(
    'inquiries',
    'inquiry',
    sql`SELECT DISTINCT inquiry_id AS key FROM inquiry_calls WHERE bank_call_id = ${id}`,
  ),
  recovered('call_id', id),
]

/** The possible relations of each kind of thing. */
export const relationsOf: Readonly<Record<RelatingKind, (id: string) => readonly RelationKeys[]>> =
  {
    payment: ofOrder,
    batch: ofBatch,
    entry: ofEntry,
    alert: ofAlert,
    validation: ofValidation,
    payee: ofPayee,
    call: ofCall,
  }
