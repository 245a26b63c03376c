/**
 * The job that reads saved deliveries into alerts, after the bank was answered. The job may be
 * killed at any moment and may read anything twice: an alert is identified by its content, a
 * receipt by its place (bank note 99).
 */
import type { QuarantineReason } from '../../../preload/contract/api/alerts/alert.ts'
import type { Act } from '../../store/hash-chain.ts'
import { describe, StoreError } from '../../store/store-error.ts'
import type { JobContext, StoreJob } from '../../store/store-jobs.ts'
import { Superseded } from '../../store/superseded.ts'
import { confirmationsOf, identityOf, type AlertIdentity } from '../stored/alert-identity.ts'
import { alertReaderVersion, bareAlert, readAlert, type ReadAlert } from '../read-alert.ts'
import { deduplicate, type PlacedAlert } from './deduplicate.ts'
import { splitDelivery } from '../split-delivery.ts'
import { storeAlert } from './store-alert.ts'
import {
  beginReading,
  nextPending,
  endReading,
  failReading,
  type PendingDelivery,
} from './pending-deliveries.ts'

/** The progress of the reading. */
export interface ReadProgress {
  readonly deliveries: number
  readonly alerts: number
  /** The newest of the new or repeated alerts; null if there was none. */
  readonly latestSeq: number | null
  /** Whether there are more deliveries to read. */
  readonly isMore: boolean
}

export interface ReadRequest {
  readonly at: string
  readonly atMost: number
  /**
   * These deliveries were left by a run that ended, perhaps because of one of them, so each attempt
   * is counted before it begins, which costs a flush. Deliveries of this run have not ended
   * anything yet.
   */
  readonly isAfterCrash: boolean
}

/** Reads saved deliveries, oldest first, at most `atMost`. */
export const readDeliveries: StoreJob<ReadRequest, ReadProgress> = {
  name: 'alerts.read',
  run: readPending,
}

/** An alert with `bare`, the minimal form in which it is stored if the full reading cannot be. */
interface ReadElement extends PlacedAlert {
  readonly bare: () => ReadAlert
}

/** A delivery and the result of its reading. */
interface ReadDelivery {
  readonly delivery: PendingDelivery
  readonly alerts: readonly ReadElement[]
  readonly quarantineReason: QuarantineReason | null
  readonly problem: string | null
}

async function readPending(
  job: JobContext,
  { at, atMost, isAfterCrash }: ReadRequest,
): Promise<ReadProgress> {
  const { deliveries, isMore } = await nextPending(job, atMost)
  const known = deliveries.filter((one) => one.unreadable === null)
  const unreadable = deliveries.filter((one) => one.unreadable !== null)
  for (const one of unreadable) await quarantineUnreadable(job, one, at)
  if (isAfterCrash) await beginReading(job, known)
  try {
    return { ...(await readAll(job, known, at)), isMore }
  } catch (error) {
    if (isAfterCrash) await failReading(job, known)
    if (error instanceof Superseded) return { ...nothingRead, isMore: true }
    throw error
  }
}

const nothingRead = { deliveries: 0, alerts: 0, latestSeq: null } as const

async function readAll(job: JobContext, known: readonly PendingDelivery[], at: string) {
  // Before anything is written, so that a failing reading is found outside the transaction.
  const read = known.map(readOne)
  const [first] = read
  if (first === undefined) return nothingRead
  const store = (storeOne: StoreOne): Promise<readonly number[]> =>
    job.transact(actOf(read), at, async () => {
      const seqs: (readonly number[])[] = []
      for (const one of read) seqs.push(await storeRead(job, one, storeOne))
      await endReading(job, known)
      return seqs.flat()
    })
  const stored = await wholeOrEach(store)
  const latestSeq = stored.reduce<number | null>((most, seq) => Math.max(most ?? seq, seq), null)
  return { deliveries: read.length, alerts: stored.length, latestSeq }
}

function actOf(read: readonly ReadDelivery[]): Act {
  const deliveries = read.map(({ delivery, alerts }) => ({
    id: delivery.id,
    alerts: alerts.length,
  }))
  const detail = { reader: alertReaderVersion, deliveries }
  return { actor: 'system', kind: 'alerts.read', subject: deliveries[0]?.id ?? '', detail }
}

/**
 * If the disk cannot return the bytes, writing may fail too: the other deliveries are read all the
 * same.
 */
async function quarantineUnreadable(
  job: JobContext,
  delivery: PendingDelivery,
  at: string,
): Promise<void> {
  const read: ReadDelivery = {
    delivery,
    alerts: [],
    quarantineReason: 'unread',
    problem: delivery.unreadable,
  }
  try {
    await job.transact(actOf([read]), at, async () => {
      await storeRead(job, read, attempt)
      await endReading(job, [delivery])
    })
  } catch {
    // The delivery stays unread and is tried again with the next reading.
  }
}

function readOne(delivery: PendingDelivery): ReadDelivery {
  try {
    const split = splitDelivery(delivery.body)
    if (split.kind === 'quarantined') {
      const isCompressed =
        delivery.quarantine_reason === 'compressed' && split.reason === 'not-json'
      const quarantineReason = isCompressed ? 'compressed' : split.reason
      return { delivery, alerts: [], quarantineReason, problem: split.problem }
    }
    const identities = split.elements.map(identityOf)
    const confirmations = confirmationsOf(split.elements, identities)
    const alerts = split.elements.map((element, index) => ({
      ...readElement(element, identities[index]),
      confirmation: confirmations[index] ?? '',
      place: index + 1,
    }))
    return { delivery, alerts, quarantineReason: null, problem: split.findProblem() }
  } catch (error) {
    return { delivery, alerts: [], quarantineReason: 'unread', problem: String(error) }
  }
}

function readElement(
  element: unknown,
  identity: AlertIdentity | undefined,
): Pick<ReadElement, 'alert' | 'bare'> {
  const bare = () => bareAlert(element, identity)
  try {
    return { alert: readAlert(element, identity), bare }
  } catch {
    return { alert: bare(), bare }
  }
}

/** Stores one alert; returns why it was not stored, or throws. */
type StoreOne = (job: JobContext, work: () => Promise<void>) => Promise<string | null>

/**
 * Stores all alerts without a savepoint for each, at which the text index would write out its
 * words. If an alert cannot be stored, nothing was, and each is attempted on its own.
 */
async function wholeOrEach<T>(store: (storeOne: StoreOne) => Promise<T>): Promise<T> {
  try {
    return await store(whole)
  } catch (error) {
    if (!isFaultOfAlert(error)) throw error
    return await store(attempt)
  }
}

const whole: StoreOne = async (_job, work) => {
  await work()
  return null
}

const markRead = `UPDATE alert_deliveries SET reader = ?, quarantine_reason = ?, problem = ?
  WHERE seq = ? AND (reader IS NULL OR reader < ${String(alertReaderVersion)})`

/**
 * Returns the seqs of the alerts. An alert that cannot be stored as read does not stop the others.
 * Throws {@link Superseded} if another workstation has read the delivery meanwhile.
 */
async function storeRead(
  job: JobContext,
  { delivery, alerts, quarantineReason, problem }: ReadDelivery,
  storeOne: StoreOne,
): Promise<readonly number[]> {
  const origin = { deliverySeq: delivery.seq, at: delivery.at }
  const deduplication = await deduplicate(job, delivery.seq, alerts)
  const seqs: number[] = []
  const problems: string[] = []
  const store = (placed: PlacedAlert): Promise<string | null> =>
    storeOne(job, async () => {
      const seq = await storeAlert(job, placed, origin, await deduplication.find(placed))
      deduplication.claim(placed, seq)
      seqs.push(seq)
    })
  for (const placed of alerts) {
    const why = await store(placed)
    if (why === null) continue
    const bareFailure = await store({ ...placed, alert: placed.bare() })
    if (bareFailure !== null) problems.push(`Alert ${String(placed.place)}: ${bareFailure}`)
  }
  const sentence = [problem, ...problems.slice(0, 3)].filter((each) => each !== null).join(' ')
  const { changes } = await job.run(
    markRead,
    alertReaderVersion,
    problems.length > 0 ? 'unread' : quarantineReason,
    sentence.toWellFormed() || null,
    delivery.seq,
  )
  if (changes === 0) throw new Superseded()
  return seqs
}

/** Runs the work completely or not at all; returns the reason for the latter. */
const attempt: StoreOne = async (job, work) => {
  const attempted = await job.attempt(work)
  if (attempted.ok) return null
  if (!isFaultOfAlert(attempted.error)) throw attempted.error
  return describe(attempted.error)
}

/** A full disk or an unreadable page is not a fault of the alert. */
function isFaultOfAlert(error: unknown): boolean {
  if (error instanceof Superseded) return false
  if (error instanceof StoreError) return ['constraint', 'statement'].includes(error.code)
  return error instanceof Error && !('code' in error)
}
