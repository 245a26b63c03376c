/** Writes one read alert inside a transaction: a new alert, or one more receipt of a stored one. */
import type { JobContext } from '../../store/store-jobs.ts'
import { indexedText } from '../alert-search.ts'
import { otherId } from '../stored/alert-identity.ts'
import { alertReaderVersion, type ReadAlert } from '../read-alert.ts'
import type { PlacedAlert } from './deduplicate.ts'

/** The delivery of an alert. */
export interface Origin {
  readonly deliverySeq: number
  readonly at: string
}

interface StoredAlert {
  readonly seq: number
  readonly guid: string | null
  readonly content: string
  readonly reader: number
  readonly at: string
  readonly kind: string
  readonly repeats: number | null
}

const select = `
  SELECT seq, guid, content_hash AS content, reader, at, kind, repeats_seq AS repeats FROM alerts WHERE seq = ?`

/**
 * Stores an alert as the stored one with seq `known`, or as a new one if undefined, and returns its
 * seq. Repeating the call changes nothing.
 */
export function storeAlert(
  job: JobContext,
  placed: PlacedAlert,
  origin: Origin,
  known: number | undefined,
): number {
  if (known === undefined) return addAlert(job, placed, origin)
  const { alert } = placed
  const found = job.one(select, known) as StoredAlert
  if (found.reader < alertReaderVersion) readAgain(job, found, alert)
  const isOther = alert.guid !== null && alert.guid !== found.guid
  const isNew = addReceipt(job, known, placed, origin, isOther)
  if (!isNew) return known
  job.run('UPDATE alerts SET receipts = receipts + 1 WHERE seq = ?', known)
  if (isOther) markConflicts(job, found, alert.guid)
  return known
}

/**
 * Lone surrogates, which UTF-8 cannot encode, are replaced, so that every text of a bank can be
 * stored.
 */
const wellFormed = (values: readonly unknown[]): readonly unknown[] =>
  values.map((value) => (typeof value === 'string' ? value.toWellFormed() : value))

const facts = [
  'body_hash',
  'sent_at',
  'kind',
  'code',
  'status',
  'direction',
  'incoming',
  'amount',
  'currency',
  'account',
  'party',
  'reference',
  'transaction_id',
  'old_code',
  'incomplete',
  'unlisted',
  'reader',
] as const

const factsOf = (alert: ReadAlert): Readonly<Record<(typeof facts)[number], unknown>> => ({
  body_hash: alert.bodyHash,
  sent_at: alert.sentAt,
  kind: alert.kind,
  code: alert.code,
  status: alert.status,
  direction: alert.direction,
  incoming: Number(alert.isIncomingCredit),
  amount: alert.amount,
  currency: alert.currency,
  account: alert.account,
  party: alert.party,
  reference: alert.reference,
  transaction_id: alert.transactionId,
  old_code: Number(alert.isOldCode),
  incomplete: Number(alert.isIncomplete),
  unlisted: Number(alert.isUnlisted),
  reader: alertReaderVersion,
})
const factValues = (alert: ReadAlert): readonly unknown[] => {
  const values = factsOf(alert)
  return wellFormed(facts.map((name) => values[name]))
}

const insertAlert = `
  INSERT INTO alerts
    (id, guid, content_hash, delivery_seq, place, at, repeats_seq, ${facts.join(', ')})
  VALUES (?, ?, ?, ?, ?, ?, ?, ${facts.map(() => '?').join(', ')})`

function addAlert(job: JobContext, placed: PlacedAlert, origin: Origin): number {
  const { alert, confirmation, place } = placed
  const { guid, contentHash } = alert
  const repeats = alert.hasBody ? earliestWithBody(job, alert.bodyHash) : null
  const id = freeId(job, confirmation)
  const head = [id, guid, contentHash, origin.deliverySeq, place, origin.at, repeats]
  const { insertId } = job.run(insertAlert, ...head, ...factValues(alert))
  addReceipt(job, insertId, placed, origin, false)
  addSearch(job, insertId, alert, repeats !== null)
  count(job, origin.at, alert.kind, 1)
  if (guid !== null) markConflicts(job, { seq: insertId, content: contentHash }, guid)
  return insertId
}

/** The alert's confirmation, unless another alert already uses it as its id. */
function freeId(job: JobContext, confirmation: string): string {
  let id = confirmation
  for (let nth = 1; job.one('SELECT seq FROM alerts WHERE id = ?', id) !== undefined; nth += 1) {
    id = otherId(confirmation, nth)
  }
  return id
}

function earliestWithBody(job: JobContext, bodyHash: string): number | null {
  const sql = 'SELECT seq FROM alerts WHERE body_hash = ? ORDER BY seq LIMIT 1'
  return (job.one(sql, bodyHash) as { seq: number } | undefined)?.seq ?? null
}

const insertReceipt = `
  INSERT INTO alert_receipts (alert_seq, delivery_seq, place, guid, confirmation, is_other_guid)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`

/** Whether the receipt was new. */
function addReceipt(
  job: JobContext,
  seq: number,
  { alert: { guid }, confirmation, place }: PlacedAlert,
  { deliverySeq }: Origin,
  isOther: boolean,
): boolean {
  const about = [seq, deliverySeq, place, guid, confirmation, Number(isOther)]
  return job.run(insertReceipt, ...about).changes > 0
}

// With two conflicts already stored, all are marked: a bank that gives one id to every alert costs
// no more than this query.
const underSameGuid = `
  SELECT seq FROM alerts WHERE guid = ? AND content_hash <> ?
  UNION ALL
  SELECT a.seq FROM alert_receipts r JOIN alerts a ON a.seq = r.alert_seq
  WHERE r.guid = ? AND r.is_other_guid = 1 AND a.content_hash <> ?
  LIMIT 2`

/** One eapAlertGUID with two contents is an alarm: neither content is trusted. */
function markConflicts(
  job: JobContext,
  { seq, content }: Pick<StoredAlert, 'seq' | 'content'>,
  guid: string | null,
): void {
  const same = [guid, content]
  const others = job.all(underSameGuid, ...same, ...same) as readonly { seq: number }[]
  if (others.length === 0) return
  for (const each of [seq, ...others.map((other) => other.seq)]) {
    job.run('UPDATE alerts SET conflict = 1 WHERE seq = ?', each)
  }
}

const updateAlert = `UPDATE alerts SET ${facts.map((name) => `${name} = ?`).join(', ')} WHERE seq = ?`

/** A newer reading replaces the older one; id, receipts and the marks of other alerts stay. */
function readAgain(job: JobContext, stored: StoredAlert, alert: ReadAlert): void {
  const { seq, at, kind, repeats } = stored
  job.run(updateAlert, ...factValues(alert), seq)
  job.run('DELETE FROM alert_accounts WHERE alert_seq = ?', seq)
  job.run('DELETE FROM alert_words WHERE rowid = ?', seq)
  addSearch(job, seq, alert, repeats !== null)
  count(job, at, kind, -1)
  count(job, at, alert.kind, 1)
}

const addToHour = 'UPDATE alert_hours SET received = received + ? WHERE hour = ? AND kind = ?'
const insertHour = 'INSERT INTO alert_hours (received, hour, kind) VALUES (?, ?, ?)'

/**
 * Counted on arrival, so that a chart does not count a million rows. A trigger would make the
 * full-text index write out its words.
 */
function count(job: JobContext, at: string, kind: string, many: number): void {
  const ofHour = [many, at.slice(0, 13), kind]
  if (job.run(addToHour, ...ofHour).changes === 0) job.run(insertHour, ...ofHour)
}

const insertAccount = `
  INSERT INTO alert_accounts (account, alert_seq) VALUES (?, ?) ON CONFLICT DO NOTHING`

function addSearch(job: JobContext, seq: number, alert: ReadAlert, isRepeat: boolean): void {
  // Two texts that differ in JavaScript can be equal in UTF-8: a lone surrogate is written as
  // U+FFFD.
  for (const account of new Set(alert.accounts.map((each) => each.toWellFormed()))) {
    job.run(insertAccount, account, seq)
  }
  const words = indexedText(alert.searchText, { ...alert, isRepeat }).toWellFormed()
  job.run('INSERT INTO alert_words (rowid, words) VALUES (?, ?)', seq, words)
}
