/**
 * Decides which deliveries are read next. Reading the bank's bytes may crash the process. After a
 * crash each attempt is counted before it begins, a delivery that crashed one is read alone, and
 * one that crashed very many is quarantined.
 */
import type { QuarantineReason } from '../../../preload/contract/api/alerts/alert.ts'
import { describe } from '../../store/store-error.ts'
import type { JobContext } from '../../store/store-jobs.ts'
import { alertReaderVersion } from '../read-alert.ts'

/** A delivery as stored. */
export interface PendingDelivery {
  readonly seq: number
  readonly id: string
  readonly at: string
  readonly size: number
  /** How many alerts were acknowledged. */
  readonly alerts: number
  readonly quarantine_reason: QuarantineReason | null
  /** How many readings of it began and did not end. */
  readonly attempts: number
  readonly body: Uint8Array
  /** Why it is not read, in a sentence; null: it is readable. */
  readonly unreadable: string | null
}

/**
 * The limits of one job, because the next delivery to be stored waits for its end. Alerts for each
 * delivery that it may take.
 */
const enough = { alertsEach: 200 / 64, bytes: 2 * 1_048_576 } as const
/**
 * A good delivery is counted once for each run of the program that ends during its first reading,
 * such as a run killed at each start, and otherwise hardly more than twice.
 */
const mostAttempts = 1_000
/** The most unreadable rows before the reading of the table is given up. */
const mostMissing = 100

const from = `
  SELECT d.seq, d.id, d.at, d.size, d.alerts, d.quarantine_reason, coalesce(t.attempts, 0) AS attempts
  FROM alert_deliveries d LEFT JOIN alert_attempts t ON t.delivery_seq = d.seq`
/**
 * First the deliveries that were never read, then those read by an older version. The whole order of
 * the index is named, since PostgreSQL sorts otherwise.
 */
const queries = [
  `${from} WHERE d.reader IS NULL ORDER BY d.reader NULLS FIRST, d.seq LIMIT 1 OFFSET ?`,
  `${from} WHERE d.reader < ${String(alertReaderVersion)} ORDER BY d.reader NULLS FIRST, d.seq LIMIT 1 OFFSET ?`,
]

type Row = Omit<PendingDelivery, 'body' | 'unreadable'>

/** The next deliveries to read, and whether there are more after them. */
export async function nextPending(
  job: JobContext,
  atMost: number,
): Promise<{ readonly deliveries: readonly PendingDelivery[]; readonly isMore: boolean }> {
  const deliveries: PendingDelivery[] = []
  const taken = { deliveries: 0, alerts: 0, bytes: 0, isAlone: false }
  for await (const row of rowsIn(job)) {
    const isFull =
      taken.deliveries >= atMost ||
      taken.alerts >= enough.alertsEach * atMost ||
      taken.isAlone ||
      (taken.deliveries > 0 && (taken.bytes + row.size > enough.bytes || row.attempts > 0))
    if (isFull) return { deliveries, isMore: true }
    const one = await withBody(job, row)
    deliveries.push(one)
    // Unreadable deliveries do not count, so that any number of them cannot block the others.
    if (one.unreadable !== null) continue
    taken.deliveries += 1
    taken.alerts += row.alerts
    taken.bytes += row.size
    taken.isAlone = row.attempts > 0
  }
  return { deliveries, isMore: false }
}

async function* rowsIn(job: JobContext): AsyncGenerator<Row> {
  let missing = 0
  for (const query of queries) {
    for (let place = 0; ; place += 1) {
      try {
        const row = (await job.one(query, place)) as Row | undefined
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

async function withBody(job: JobContext, row: Row): Promise<PendingDelivery> {
  if (row.attempts >= mostAttempts) {
    const unreadable = `Reading was started ${String(mostAttempts)} times and never finished: the program ended first.`
    return { ...row, body: nothing, unreadable }
  }
  try {
    const sql = 'SELECT body FROM alert_deliveries WHERE seq = ?'
    const { body } = (await job.one(sql, row.seq)) as { readonly body: Uint8Array }
    return { ...row, body, unreadable: null }
  } catch (error) {
    const unreadable = `The bytes could not be read from the disk: ${describe(error)}`
    return { ...row, body: nothing, unreadable }
  }
}

const countOne = `
  INSERT INTO alert_attempts (delivery_seq, attempts) VALUES (?, 1)
  ON CONFLICT (delivery_seq) DO UPDATE SET attempts = alert_attempts.attempts + 1`
const forget = 'DELETE FROM alert_attempts WHERE delivery_seq = ?'

/** Counts on the disk, before the reading, that these are being read. */
export async function beginReading(
  job: JobContext,
  deliveries: readonly PendingDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return
  await job.tally(async () => {
    for (const { seq } of deliveries) await job.run(countOne, seq)
  })
}

/** Removes the counts; called within the transaction that stores the reading. */
export async function endReading(
  job: JobContext,
  deliveries: readonly PendingDelivery[],
): Promise<void> {
  for (const { seq } of deliveries) await job.run(forget, seq)
}

/** The store rejected the reading, such as a full disk: that is no fault of the deliveries. */
export async function failReading(
  job: JobContext,
  deliveries: readonly PendingDelivery[],
): Promise<void> {
  try {
    await job.tally(() => endReading(job, deliveries))
  } catch {
    // The counts stay, so each delivery is read alone the next time; nothing else follows.
  }
}
