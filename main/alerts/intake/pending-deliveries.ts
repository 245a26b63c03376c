/**
 * Which deliveries are read next. Reading what a bank has sent may end the process in a way that nothing catches:
 * after such an end each reading is counted before it begins, what ended one is read alone, and what ended very many
 * is held.
 */
import type { QuarantineReason } from '../../../preload/contract/api/alerts/alert.ts'
import type { JobContext } from '../../store/store-jobs.ts'
import { alertReader } from '../reading/read-alert.ts'

/** A delivery as it was kept. */
export interface PendingDelivery {
  readonly seq: number
  readonly id: string
  readonly at: string
  readonly size: number
  /** How many alerts were acknowledged. */
  readonly alerts: number
  readonly held: QuarantineReason | null
  /** How often its reading was begun and did not end. */
  readonly attempts: number
  readonly body: Uint8Array
  /** Why it is not read, in a sentence; null: it is. */
  readonly unreadable: string | null
}

/** A job that has so much to read ends: the next delivery to be kept waits behind it. */
const enough = { alerts: 200, bytes: 2 * 1_048_576 } as const
/**
 * A good delivery is counted once for each run of the program that ends within its first reading, as one that is killed
 * at each start does, and hardly more than twice otherwise.
 */
const mostAttempts = 1_000
/** Rows that the disk does not give back, before the whole table is given up. */
const mostMissing = 100

const from = `
  SELECT d.seq, d.id, d.at, d.size, d.alerts, d.held, coalesce(t.attempts, 0) AS attempts
  FROM alert_deliveries d LEFT JOIN alert_attempts t ON t.delivery_seq = d.seq`
/** What is looked for in turn: what nobody has read, then what an older version has read. */
const queries = [
  `${from} WHERE d.reader IS NULL ORDER BY d.seq LIMIT 1 OFFSET ?`,
  `${from} WHERE d.reader < ${String(alertReader)} ORDER BY d.reader, d.seq LIMIT 1 OFFSET ?`,
]

type Row = Omit<PendingDelivery, 'body' | 'unreadable'>

/** The next to read, and whether there are more behind them. */
export function nextPending(
  desk: JobContext,
  atMost: number,
): { readonly deliveries: readonly PendingDelivery[]; readonly isMore: boolean } {
  const deliveries: PendingDelivery[] = []
  const taken = { deliveries: 0, alerts: 0, bytes: 0, isAlone: false }
  for (const row of rowsIn(desk)) {
    const isFull =
      taken.deliveries >= atMost ||
      taken.alerts >= enough.alerts ||
      taken.isAlone ||
      (taken.deliveries > 0 && (taken.bytes + row.size > enough.bytes || row.attempts > 0))
    if (isFull) return { deliveries, isMore: true }
    const one = withBody(desk, row)
    deliveries.push(one)
    // However many there are that cannot be read, they do not stand before the others.
    if (one.unreadable !== null) continue
    taken.deliveries += 1
    taken.alerts += row.alerts
    taken.bytes += row.size
    taken.isAlone = row.attempts > 0
  }
  return { deliveries, isMore: false }
}

function* rowsIn(desk: JobContext): Generator<Row> {
  let missing = 0
  for (const query of queries) {
    for (let place = 0; ; place += 1) {
      try {
        const row = desk.one(query, place) as Row | undefined
        if (row === undefined) break
        yield row
      } catch (error) {
        missing += 1
        if (missing > mostMissing) throw error
      }
    }
  }
}

const nothing = new Uint8Array()

function withBody(desk: JobContext, row: Row): PendingDelivery {
  if (row.attempts >= mostAttempts) {
    const unreadable = `Its reading was begun ${String(mostAttempts)} times and did not end: the program ended first.`
    return { ...row, body: nothing, unreadable }
  }
  try {
    const sql = 'SELECT body FROM alert_deliveries WHERE seq = ?'
    const { body } = desk.one(sql, row.seq) as { readonly body: Uint8Array }
    return { ...row, body, unreadable: null }
  } catch (error) {
    const unreadable = `The disk does not give its bytes back: ${String(error)}`
    return { ...row, body: nothing, unreadable }
  }
}

const countOne = `
  INSERT INTO alert_attempts (delivery_seq, attempts) VALUES (?, 1)
  ON CONFLICT (delivery_seq) DO UPDATE SET attempts = attempts + 1`
const forget = 'DELETE FROM alert_attempts WHERE delivery_seq = ?'

/** Counts that these are being read, on the disk, before they are. */
export function beginReading(desk: JobContext, deliveries: readonly PendingDelivery[]): void {
  if (deliveries.length === 0) return
  desk.tally(() => {
    for (const { seq } of deliveries) desk.run(countOne, seq)
  })
}

/** Their reading came to its end; within the transaction that stores it. */
export function readingEnded(desk: JobContext, deliveries: readonly PendingDelivery[]): void {
  for (const { seq } of deliveries) desk.run(forget, seq)
}

/** The store has refused what was read, as a full disk does: that says nothing about the deliveries. */
export function readingFailed(desk: JobContext, deliveries: readonly PendingDelivery[]): void {
  try {
    desk.tally(() => readingEnded(desk, deliveries))
  } catch {
    // Each is read alone the next time, and no more than that follows from it.
  }
}
