/**
 * The job that reads kept deliveries into alerts, after the bank was answered. It may be killed at any moment
 * and may read anything twice: an alert is known by its content, a receipt by its place (trap 99).
 */
import type { QuarantineReason } from '../../preload/contract/alerts/alert.ts'
import type { JobDesk, StoreJob } from '../storage/store-jobs.ts'
import { identitiesOf } from './alert-identity.ts'
import { alertReader, readAlert, type ReadAlert } from './read-alert.ts'
import { storeAlert } from './store-alert.ts'
import { splitDelivery } from './split-delivery.ts'

/** How far the reading came. */
export interface ReadOn {
  readonly deliveries: number
  readonly alerts: number
  /** The newest of the alerts that were touched; null: none was. */
  readonly latestSeq: number | null
  /** Whether there is more to read. */
  readonly isMore: boolean
}

/** Reads kept deliveries, oldest first, so many at most. */
export const readDeliveries: StoreJob<{ readonly at: string; readonly atMost: number }, ReadOn> = {
  name: 'alerts.read',
  run: readOn,
}

/** A job that has read so many alerts ends: the next delivery to be kept waits behind it. */
const enoughAlerts = 200

/** What is looked for in turn: what nobody has read, then what an older version has read. */
const unread = `
  SELECT seq, id, at, body, held FROM alert_deliveries WHERE reader IS NULL ORDER BY seq LIMIT 1 OFFSET ?`
const outdated = `
  SELECT seq, id, at, body, held FROM alert_deliveries WHERE reader < ${String(alertReader)}
  ORDER BY reader, seq LIMIT 1 OFFSET ?`

interface KeptDelivery {
  readonly seq: number
  readonly id: string
  readonly at: string
  readonly body: Uint8Array
  readonly held: QuarantineReason | null
}

/** A delivery with what was read out of it. */
interface Read {
  readonly delivery: KeptDelivery
  readonly alerts: readonly ReadAlert[]
  readonly held: QuarantineReason | null
  readonly problem: string | null
}

function readOn(desk: JobDesk, { at, atMost }: { at: string; atMost: number }): ReadOn {
  const { read, isMore } = readSome(desk, atMost)
  const [first] = read
  if (first === undefined) return { deliveries: 0, alerts: 0, latestSeq: null, isMore: false }
  const deliveries = read.map(({ delivery, alerts }) => ({
    id: delivery.id,
    alerts: alerts.length,
  }))
  const detail = { reader: alertReader, deliveries }
  const act = { actor: 'system', kind: 'alerts.read', subject: first.delivery.id, detail }
  const stored = desk.transact(act, at, () => read.map((one) => storeRead(desk, one)))
  return {
    deliveries: read.length,
    alerts: stored.flat().length,
    latestSeq: stored.flat().reduce<number | null>((most, seq) => Math.max(most ?? seq, seq), null),
    isMore,
  }
}

/** Reads before anything is written: what the reading fails on is found out outside of the transaction. */
function readSome(desk: JobDesk, atMost: number) {
  const read: Read[] = []
  let alerts = 0
  for (const query of [unread, outdated]) {
    for (let place = 0; ; place += 1) {
      const next = desk.one(query, place) as KeptDelivery | undefined
      if (next === undefined) break
      if (read.length >= atMost || alerts >= enoughAlerts) return { read, isMore: true }
      const one = readOne(next)
      alerts += one.alerts.length
      read.push(one)
    }
  }
  return { read, isMore: false }
}

function readOne(delivery: KeptDelivery): Read {
  try {
    const split = splitDelivery(delivery.body)
    if (split.kind === 'held') {
      return { delivery, alerts: [], held: split.reason, problem: split.problem }
    }
    const identities = identitiesOf(split.elements)
    const alerts = split.elements.map((element, index) => ({
      ...readAlert(element),
      ...identities[index],
    }))
    return { delivery, alerts, held: null, problem: split.problem }
  } catch (error) {
    return { delivery, alerts: [], held: 'unread', problem: String(error) }
  }
}

const markRead = 'UPDATE alert_deliveries SET reader = ?, held = ?, problem = ? WHERE seq = ?'

/** Answers the seqs of the alerts. One delivery that cannot be stored as read does not keep the others back. */
function storeRead(desk: JobDesk, read: Read): readonly number[] {
  const { delivery, alerts, held, problem } = read
  desk.run('SAVEPOINT delivery')
  try {
    const seqs = alerts.map((alert, index) =>
      storeAlert(desk, alert, { deliverySeq: delivery.seq, at: delivery.at, place: index + 1 }),
    )
    desk.run(markRead, alertReader, held, problem, delivery.seq)
    desk.run('RELEASE delivery')
    return seqs
  } catch (error) {
    if (!isAboutTheAlert(error)) throw error
    desk.run('ROLLBACK TO delivery')
    desk.run('RELEASE delivery')
    desk.run(markRead, alertReader, 'unread', String(error), delivery.seq)
    return []
  }
}

/** A full disk or an unreadable page says nothing about what was to be written. */
function isAboutTheAlert(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (!('code' in error)) return true
  return /^SQLITE_(CONSTRAINT|ERROR|TOOBIG|MISMATCH|RANGE)/.test(String(error.code))
}
