/**
 * The job that reads kept deliveries into alerts, after the bank was answered. It may be killed at any moment
 * and may read anything twice: an alert is known by its content, a receipt by its place (trap 99).
 */
import type { QuarantineReason } from '../../../preload/contract/api/alerts/alert.ts'
import type { Act } from '../../store/audit-chain/hash-chain.ts'
import type { JobContext, StoreJob } from '../../store/store-jobs.ts'
import { confirmationsOf } from '../reading/alert-identity.ts'
import { alertReader, bareAlert, readAlert, type ReadAlert } from '../reading/read-alert.ts'
import { deduplicate, type PlacedAlert } from './deduplicate.ts'
import { splitDelivery } from './split-delivery.ts'
import { storeAlert } from './store-alert.ts'
import {
  beginReading,
  nextPending,
  readingEnded,
  readingFailed,
  type PendingDelivery,
} from './pending-deliveries.ts'

/** How far the reading came. */
export interface ReadOn {
  readonly deliveries: number
  readonly alerts: number
  /** The newest of the alerts that were touched; null: none was. */
  readonly latestSeq: number | null
  /** Whether there is more to read. */
  readonly isMore: boolean
}

/** What is to be read, and how carefully. */
export interface Reading {
  readonly at: string
  readonly atMost: number
  /**
   * These were left by a run that has ended, perhaps of one of them: each attempt is counted before it is made,
   * which costs a flush. What came in this run has ended nothing yet.
   */
  readonly isAfterAnEnd: boolean
}

/** Reads kept deliveries, oldest first, so many at most. */
export const readDeliveries: StoreJob<Reading, ReadOn> = {
  name: 'alerts.read',
  run: readOn,
}

/** An alert with what it is stored as when it cannot be stored as it was read. */
interface OneRead extends PlacedAlert {
  readonly bare: ReadAlert
}

/** A delivery with what was read out of it. */
interface Read {
  readonly delivery: PendingDelivery
  readonly alerts: readonly OneRead[]
  readonly held: QuarantineReason | null
  readonly problem: string | null
}

function readOn(desk: JobContext, { at, atMost, isAfterAnEnd }: Reading): ReadOn {
  const { deliveries, isMore } = nextPending(desk, atMost)
  const known = deliveries.filter((one) => one.unreadable === null)
  const unreadable = deliveries.filter((one) => one.unreadable !== null)
  for (const one of unreadable) holdUnreadable(desk, one, at)
  if (isAfterAnEnd) beginReading(desk, known)
  try {
    return { ...readAll(desk, known, at), isMore }
  } catch (error) {
    if (isAfterAnEnd) readingFailed(desk, known)
    throw error
  }
}

function readAll(desk: JobContext, known: readonly PendingDelivery[], at: string) {
  // Before anything is written: what the reading fails on is found out outside of the transaction.
  const read = known.map(readOne)
  const [first] = read
  if (first === undefined) return { deliveries: 0, alerts: 0, latestSeq: null }
  const stored = desk.transact(actOf(read), at, () => {
    const seqs = read.map((one) => storeRead(desk, one))
    readingEnded(desk, known)
    return seqs.flat()
  })
  const latestSeq = stored.reduce<number | null>((most, seq) => Math.max(most ?? seq, seq), null)
  return { deliveries: read.length, alerts: stored.length, latestSeq }
}

function actOf(read: readonly Read[]): Act {
  const deliveries = read.map(({ delivery, alerts }) => ({
    id: delivery.id,
    alerts: alerts.length,
  }))
  const detail = { reader: alertReader, deliveries }
  return { actor: 'system', kind: 'alerts.read', subject: deliveries[0]?.id ?? '', detail }
}

/** A page that the disk does not give back may not be written either: the others are read all the same. */
function holdUnreadable(desk: JobContext, delivery: PendingDelivery, at: string): void {
  const read: Read = { delivery, alerts: [], held: 'unread', problem: delivery.unreadable }
  try {
    desk.transact(actOf([read]), at, () => {
      storeRead(desk, read)
      readingEnded(desk, [delivery])
    })
  } catch {
    // It stays unread, and is looked at again with the next reading.
  }
}

function readOne(delivery: PendingDelivery): Read {
  try {
    const split = splitDelivery(delivery.body)
    if (split.kind === 'held') {
      const isCompressed = delivery.held === 'compressed' && split.reason === 'not-json'
      const held = isCompressed ? 'compressed' : split.reason
      return { delivery, alerts: [], held, problem: split.problem }
    }
    const confirmations = confirmationsOf(split.elements)
    const alerts = split.elements.map((element, index) => ({
      ...readElement(element),
      confirmation: confirmations[index] ?? '',
      place: index + 1,
    }))
    return { delivery, alerts, held: null, problem: split.problem }
  } catch (error) {
    return { delivery, alerts: [], held: 'unread', problem: String(error) }
  }
}

function readElement(element: unknown): Pick<OneRead, 'alert' | 'bare'> {
  const bare = bareAlert(element)
  try {
    return { alert: readAlert(element), bare }
  } catch {
    return { alert: bare, bare }
  }
}

const markRead = 'UPDATE alert_deliveries SET reader = ?, held = ?, problem = ? WHERE seq = ?'

/** Answers the seqs of the alerts. One that cannot be stored as it was read does not keep the others back. */
function storeRead(desk: JobContext, { delivery, alerts, held, problem }: Read): readonly number[] {
  const origin = { deliverySeq: delivery.seq, at: delivery.at }
  const settlement = deduplicate(desk, delivery.seq, alerts)
  const seqs: number[] = []
  const problems: string[] = []
  const store = (placed: PlacedAlert): string | null =>
    attempt(desk, () => {
      const seq = storeAlert(desk, placed, origin, settlement.find(placed))
      settlement.claim(placed, seq)
      seqs.push(seq)
    })
  for (const placed of alerts) {
    const why = store(placed)
    if (why === null) continue
    const whyNot = store({ ...placed, alert: placed.bare })
    if (whyNot !== null) problems.push(`Alert ${String(placed.place)}: ${whyNot}`)
  }
  const told = [problem, ...problems.slice(0, 3)].filter((each) => each !== null).join(' ')
  desk.run(
    markRead,
    alertReader,
    problems.length > 0 ? 'unread' : held,
    told.toWellFormed() || null,
    delivery.seq,
  )
  return seqs
}

/** Does all of a work or nothing of it; answers why nothing. */
function attempt(desk: JobContext, work: () => void): string | null {
  desk.run('SAVEPOINT alert')
  try {
    work()
    desk.run('RELEASE alert')
    return null
  } catch (error) {
    if (!isAboutTheAlert(error)) throw error
    desk.run('ROLLBACK TO alert')
    desk.run('RELEASE alert')
    return String(error)
  }
}

/** A full disk or an unreadable page says nothing about what was to be written. */
function isAboutTheAlert(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (!('code' in error)) return true
  return /^SQLITE_(CONSTRAINT|ERROR|TOOBIG|MISMATCH|RANGE)/.test(String(error.code))
}
