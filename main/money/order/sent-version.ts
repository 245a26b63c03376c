/**
 * An order as one of its sendings had it. When an order that was journalled becomes a draft again,
 * what was sent is kept with its journal entry: the bank may report it after all, and then the order
 * is again what was sent, whatever was edited since (Promises P1 and P10).
 */
import type { Transaction } from 'kysely'
import type { JsonValue } from '../../platform/json/canonical-json.ts'
import type { Act, AlsoRecord, Reader, Tables } from '../../store/store.ts'
import { refusalConfirmed } from '../may-bank-have.ts'
import { makersOf } from './approval/approvals.ts'
import { nothingYet, sentColumns } from './order-columns.ts'
import {
  approvalsOf,
  attemptsOf,
  mayBeAtBank,
  system,
  voidApprovals,
  type AttemptRow,
} from './order-records.ts'
import type { OrderContext, OrderKind, OrderRow, OrderSummary } from './types.ts'

export interface SentVersion {
  readonly columns: Pick<OrderRow, (typeof sentColumns)[number]>
  /** The approvals that it was sent by, by their sequence. */
  readonly approvals: readonly number[]
  /** What its kind has beside the row. */
  readonly content: JsonValue
}

const columnsOf = (row: OrderRow): SentVersion['columns'] =>
  Object.fromEntries(sentColumns.map((name) => [name, row[name]])) as SentVersion['columns']

/** Keeps what the last sending sent, before its order becomes a draft or is bound to another bank. */
export async function keepSentVersion(
  tx: Transaction<Tables>,
  row: OrderRow,
  kind: OrderKind,
): Promise<void> {
  const sent = (await attemptsOf(tx, row.id)).findLast(
    ({ is_restore_marker }) => is_restore_marker === 0,
  )
  if (sent?.body_sha256 !== row.body_sha256) return
  const valid = (await approvalsOf(tx, row.id)).filter(({ voided_at }) => voided_at === null)
  const version: SentVersion = {
    columns: columnsOf(row),
    approvals: valid.map(({ seq }) => seq),
    content: await kind.content.read(tx, row.id),
  }
  await tx
    .insertInto('order_sent_versions')
    .values({ order_id: row.id, attempt: sent.seq, version: JSON.stringify(version) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Returns the sending that the bank may have taken, although it ended as not sent: the newest that
 * the bank answered, otherwise the newest; undefined if nothing was ever sent.
 */
export const suspectedSending = (attempts: readonly AttemptRow[]): AttemptRow | undefined =>
  attempts.findLast(({ reason }) => reason === refusalConfirmed) ??
  attempts.findLast(({ status }) => status !== null) ??
  attempts.at(-1)

/** The reason of one that had ended as not sent, and that the bank reported later. */
export const reportedByBank = 'reported-since'

/** Returns what this sending sent; null if the order still is what was sent. */
async function sentVersionOf(
  reader: Reader,
  { order_id, seq }: Pick<AttemptRow, 'order_id' | 'seq'>,
): Promise<SentVersion | null> {
  const kept = await reader
    .selectFrom('order_sent_versions')
    .select('version')
    .where('order_id', '=', order_id)
    .where('attempt', '=', seq)
    .executeTakeFirst()
  return kept === undefined ? null : (JSON.parse(kept.version) as SentVersion)
}

/**
 * Returns the order as the bank would have it: as it was sent, in its present state, and the content
 * beside it, null if the stored one is that.
 */
export async function asSent(
  reader: Reader,
  row: OrderSummary,
): Promise<{ readonly row: OrderSummary; readonly content: JsonValue }> {
  const attempts = await attemptsOf(reader, row.id)
  // A sending that did not end as not sent is of the order as it is: no draft follows it.
  const suspected = mayBeAtBank(attempts) ? undefined : suspectedSending(attempts)
  const version = suspected && (await sentVersionOf(reader, suspected))
  return version
    ? { row: { ...row, ...version.columns }, content: version.content }
    : { row, content: null }
}

/**
 * Makes an order again what this sending sent, still as a draft: the caller moves it on. What was
 * edited since becomes a draft of its own, under another reference; its act is recorded with the
 * caller's. Returns the id of that draft; null if nothing was edited, or the edits were discarded.
 */
export async function putBack(
  { clock, newId, kinds }: Pick<OrderContext, 'clock' | 'newId' | 'kinds'>,
  tx: Transaction<Tables>,
  row: OrderRow,
  attempt: AttemptRow,
  also: AlsoRecord,
): Promise<string | null> {
  const version = await sentVersionOf(tx, attempt)
  if (version === null) return null
  const { columns, approvals, content: sent } = version
  const { content } = kinds.of(row)
  const at = clock.now().toISOString()
  const isSame =
    row.debit_account === columns.debit_account &&
    content.formOf(row) === content.formOf(columns) &&
    JSON.stringify(await content.read(tx, row.id)) === JSON.stringify(sent)
  const edits = isSame || row.state === 'withdrawn' ? null : newId()
  if (edits !== null)
    also(await draftEdits(tx, row, kinds.of(row), { id: edits, now: clock.now() }))
  await voidApprovals(tx, row.id, at, 'The bank has reported what was sent before')
  await tx
    .updateTable('order_approvals')
    .set({ voided_at: null, voided_because: null })
    .where('order_id', '=', row.id)
    .where('approval_hash', '=', columns.approval_hash)
    .where('seq', 'in', [0, ...approvals])
    .execute()
  // What was approved changes in a draft alone.
  const draft = { ...columns, state: 'draft', sent_back: null } as const
  await tx.updateTable('orders').set(draft).where('id', '=', row.id).execute()
  await content.write(tx, row.id, sent)
  return edits
}

/** Writes what an order says now as a new draft of its maker, and returns the act of that. */
async function draftEdits(
  tx: Transaction<Tables>,
  row: OrderRow,
  { content }: OrderKind,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<Act> {
  const at = now.toISOString()
  const renewed = content.renewed(row, now)
  const comment = `The bank has reported ${row.reference} as it was sent before. This draft has what was changed since, and may pay the same again.`
  await tx
    .insertInto('orders')
    .values({
      ...columnsOf(row),
      ...nothingYet,
      ...renewed,
      id,
      maker: row.maker,
      state: 'draft',
      search_text: '',
      created_at: at,
      updated_at: at,
      sent_back: JSON.stringify({ by: system, at, comment }),
    })
    .execute()
  await content.copy(tx, row.id, id)
  const authors = [...(await makersOf(tx, row))]
  const detail = {
    service: row.service,
    reference: renewed.reference,
    changedFrom: row.id,
    authors,
  }
  return { actor: row.maker, kind: 'order.drafted', subject: id, detail }
}
