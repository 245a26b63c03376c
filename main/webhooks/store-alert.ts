/** Writes one read alert, inside a transaction: a new one, or one more receipt of one that is there. */
import type { JobDesk } from '../storage/store-jobs.ts'
import { indexedWords } from './alert-search.ts'
import { alertReader, type ReadAlert } from './read-alert.ts'

/** Where an alert came from. */
export interface Receipt {
  readonly deliverySeq: number
  readonly at: string
  /** From 1. */
  readonly place: number
}

interface StoredAlert {
  readonly seq: number
  readonly guid: string | null
  readonly reader: number
  readonly repeats: number | null
}

/** Stores an alert and answers its seq. Storing it again changes nothing. */
export function storeAlert(desk: JobDesk, alert: ReadAlert, receipt: Receipt): number {
  const found = find(desk, alert)
  if (found === undefined) return addAlert(desk, alert, receipt)
  if (found.reader < alertReader) readAgain(desk, found, alert)
  const isOther = alert.guid !== null && alert.guid !== found.guid
  const isNew = addReceipt(desk, found.seq, alert, receipt, isOther)
  if (!isNew) return found.seq
  desk.run('UPDATE alerts SET receipts = receipts + 1 WHERE seq = ?', found.seq)
  if (isOther) markConflicts(desk, found.seq, alert.guid)
  return found.seq
}

const select = 'SELECT seq, guid, reader, repeats_seq AS repeats FROM alerts WHERE'

/** By its id, where that was used for the same words before, whenever they were sent; else by its content. */
function find(desk: JobDesk, alert: ReadAlert): StoredAlert | undefined {
  const { guid, bodyHash, contentHash, hasBody } = alert
  const byId =
    guid === null || !hasBody
      ? undefined
      : desk.one(`${select} guid = ? AND body_hash = ? ORDER BY seq LIMIT 1`, guid, bodyHash)
  return (byId ?? desk.one(`${select} content_hash = ?`, contentHash)) as StoredAlert | undefined
}

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
  reader: alertReader,
})
const factValues = (alert: ReadAlert): readonly unknown[] => {
  const values = factsOf(alert)
  return facts.map((name) => values[name])
}

const insertAlert = `
  INSERT INTO alerts
    (id, guid, content_hash, delivery_seq, place, at, repeats_seq, ${facts.join(', ')})
  VALUES (?, ?, ?, ?, ?, ?, ?, ${facts.map(() => '?').join(', ')})`

function addAlert(desk: JobDesk, alert: ReadAlert, receipt: Receipt): number {
  const { id, guid, contentHash } = alert
  const { deliverySeq, place, at } = receipt
  const repeats = alert.hasBody ? earliestWithBody(desk, alert.bodyHash) : null
  const head = [id, guid, contentHash, deliverySeq, place, at, repeats]
  const { insertId } = desk.run(insertAlert, ...head, ...factValues(alert))
  addReceipt(desk, insertId, alert, receipt, false)
  addSearch(desk, insertId, alert, repeats !== null)
  if (guid !== null) markConflicts(desk, insertId, guid)
  return insertId
}

function earliestWithBody(desk: JobDesk, bodyHash: string): number | null {
  const sql = 'SELECT seq FROM alerts WHERE body_hash = ? ORDER BY seq LIMIT 1'
  return (desk.one(sql, bodyHash) as { seq: number } | undefined)?.seq ?? null
}

const insertReceipt = `
  INSERT OR IGNORE INTO alert_receipts (alert_seq, delivery_seq, place, guid, confirmation, is_other_guid)
  VALUES (?, ?, ?, ?, ?, ?)`

/** Whether the receipt was not there yet. */
function addReceipt(
  desk: JobDesk,
  seq: number,
  { guid, id }: ReadAlert,
  { deliverySeq, place }: Receipt,
  isOther: boolean,
): boolean {
  return desk.run(insertReceipt, seq, deliverySeq, place, guid, id, Number(isOther)).changes > 0
}

// Where there are two already, all are marked: a bank that gives one id to everything costs no more than this.
const underSameGuid = `
  SELECT seq FROM alerts WHERE guid = ? AND seq <> ?
  UNION ALL
  SELECT alert_seq FROM alert_receipts WHERE guid = ? AND is_other_guid = 1 AND alert_seq <> ?
  LIMIT 2`

/** One eapAlertGUID with two contents is an alarm: neither is taken for the truth. */
function markConflicts(desk: JobDesk, seq: number, guid: string | null): void {
  const others = desk.all(underSameGuid, guid, seq, guid, seq) as readonly { seq: number }[]
  if (others.length === 0) return
  for (const each of [seq, ...others.map((other) => other.seq)]) {
    desk.run('UPDATE alerts SET conflict = 1 WHERE seq = ?', each)
  }
}

const updateAlert = `UPDATE alerts SET ${facts.map((name) => `${name} = ?`).join(', ')} WHERE seq = ?`

/** A newer reading takes the place of the older one; id, receipts and marks of others stay. */
function readAgain(desk: JobDesk, { seq, repeats }: StoredAlert, alert: ReadAlert): void {
  desk.run(updateAlert, ...factValues(alert), seq)
  desk.run('DELETE FROM alert_accounts WHERE alert_seq = ?', seq)
  desk.run('DELETE FROM alert_words WHERE rowid = ?', seq)
  addSearch(desk, seq, alert, repeats !== null)
}

function addSearch(desk: JobDesk, seq: number, alert: ReadAlert, isRepeat: boolean): void {
  for (const account of alert.accounts) {
    // Two texts that differ for JavaScript can be one in UTF-8: a lone surrogate is written as U+FFFD.
    desk.run(
      'INSERT OR IGNORE INTO alert_accounts (account, alert_seq) VALUES (?, ?)',
      account,
      seq,
    )
  }
  const words = indexedWords(alert.words, { ...alert, isRepeat })
  desk.run('INSERT INTO alert_words (rowid, words) VALUES (?, ?)', seq, words)
}
