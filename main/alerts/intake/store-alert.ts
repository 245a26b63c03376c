/** Writes one read alert inside a transaction: a new alert, or one more receipt of a stored one. */
import type { JobContext } from '../../store/store-jobs.ts'
import { indexedText } from '../alert-search.ts'
import { otherId } from '../stored/alert-identity.ts'
import { placeInTime } from '../stored/alert-times.ts'
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
export async function storeAlert(
  job: JobContext,
  placed: PlacedAlert,
  origin: Origin,
  known: number | undefined,
): Promise<number> {
  if (known === undefined) return addAlert(job, placed, origin)
  const { alert } = placed
  const found = (await job.one(select, known)) as StoredAlert
  if (found.reader < alertReaderVersion) await readAgain(job, found, alert)
  const isOther = alert.guid !== null && alert.guid !== found.guid
  const isNew = await addReceipt(job, known, placed, origin, isOther)
  if (!isNew) return known
  await job.run('UPDATE alerts SET receipts = receipts + 1 WHERE seq = ?', known)
  if (isOther) await markConflicts(job, found, alert.guid)
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
  'par_number',
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
  par_number: alert.parNumber,
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

// RETURNING would make the full-text index write out its words, as a savepoint does.
const seqOfId = 'SELECT seq FROM alerts WHERE id = ?'

async function addAlert(job: JobContext, placed: PlacedAlert, origin: Origin): Promise<number> {
  const { alert, confirmation, place } = placed
  const { guid, contentHash } = alert
  const repeats = alert.hasBody ? await earliestWithBody(job, alert.bodyHash) : null
  const id = await freeId(job, confirmation)
  const head = [id, guid, contentHash, origin.deliverySeq, place, origin.at, repeats]
  await job.run(insertAlert, ...head, ...factValues(alert))
  const { seq } = (await job.one(seqOfId, id)) as { readonly seq: number }
  await addReceipt(job, seq, placed, origin, false)
  await addSearch(job, seq, alert, repeats !== null)
  await count(job, origin.at, alert.kind, 1)
  await placeInTime(job, seq, origin.at)
  if (guid !== null) await markConflicts(job, { seq, content: contentHash }, guid)
  return seq
}

/** The alert's confirmation, unless another alert already uses it as its id. */
async function freeId(job: JobContext, confirmation: string): Promise<string> {
  let id = confirmation
  for (let nth = 1; (await job.one(seqOfId, id)) !== undefined; nth += 1) {
    id = otherId(confirmation, nth)
  }
  return id
}

async function earliestWithBody(job: JobContext, bodyHash: string): Promise<number | null> {
  const sql = 'SELECT seq FROM alerts WHERE body_hash = ? ORDER BY seq LIMIT 1'
  return ((await job.one(sql, bodyHash)) as { seq: number } | undefined)?.seq ?? null
}

const insertReceipt = `
  INSERT INTO alert_receipts (alert_seq, delivery_seq, place, guid, confirmation, is_other_guid)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`

/** Whether the receipt was new. */
async function addReceipt(
  job: JobContext,
  seq: number,
  { alert: { guid }, confirmation, place }: PlacedAlert,
  { deliverySeq }: Origin,
  isOther: boolean,
): Promise<boolean> {
  const about = [seq, deliverySeq, place, guid, confirmation, Number(isOther)]
  return (await job.run(insertReceipt, ...about)).changes > 0
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
async function markConflicts(
  job: JobContext,
  { seq, content }: Pick<StoredAlert, 'seq' | 'content'>,
  guid: string | null,
): Promise<void> {
  const same = [guid, content]
  const others = (await job.all(underSameGuid, ...same, ...same)) as readonly { seq: number }[]
  if (others.length === 0) return
  for (const each of [seq, ...others.map((other) => other.seq)]) {
    await job.run('UPDATE alerts SET conflict = 1 WHERE seq = ?', each)
  }
}

const updateAlert = `UPDATE alerts SET ${facts.map((name) => `${name} = ?`).join(', ')} WHERE seq = ?`

/** A newer reading replaces the older one; id, receipts and the marks of other alerts stay. */
async function readAgain(job: JobContext, stored: StoredAlert, alert: ReadAlert): Promise<void> {
  const { seq, at, kind, repeats } = stored
  await job.run(updateAlert, ...factValues(alert), seq)
  await job.run('DELETE FROM alert_accounts WHERE alert_seq = ?', seq)
  await job.run('DELETE FROM alert_text WHERE rowid = ?', seq)
  await addSearch(job, seq, alert, repeats !== null)
  await count(job, at, kind, -1)
  await count(job, at, alert.kind, 1)
}

const addToHour = 'UPDATE alert_hours SET received = received + ? WHERE hour = ? AND kind = ?'
const insertHour = 'INSERT INTO alert_hours (received, hour, kind) VALUES (?, ?, ?)'

/**
 * Counted on arrival, so that a chart does not count a million rows. A trigger would make the
 * full-text index write out its words.
 */
async function count(job: JobContext, at: string, kind: string, many: number): Promise<void> {
  const ofHour = [many, at.slice(0, 13), kind]
  const { changes } = await job.run(addToHour, ...ofHour)
  if (changes === 0) await job.run(insertHour, ...ofHour)
}

const insertAccount = `
  INSERT INTO alert_accounts (account, alert_seq) VALUES (?, ?) ON CONFLICT DO NOTHING`

async function addSearch(
  job: JobContext,
  seq: number,
  alert: ReadAlert,
  isRepeat: boolean,
): Promise<void> {
  // Two texts that differ in JavaScript can be equal in UTF-8: a lone surrogate is written as
  // U+FFFD.
  for (const account of new Set(alert.accounts.map((each) => each.toWellFormed()))) {
    await job.run(insertAccount, account, seq)
  }
  const words = indexedText(alert.searchText, { ...alert, isRepeat }).toWellFormed()
  await job.run('INSERT INTO alert_text (rowid, words) VALUES (?, ?)', seq, words)
}
