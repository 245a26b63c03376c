/**
 * Stores deliveries: those that arrive while one group is being flushed go together in the next
 * flush.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Store } from '../../store/store.ts'
import { StoreError } from '../../store/store-error.ts'
import { refusal } from '../listener/acknowledgment.ts'
import { readDeliveries } from './read-deliveries.ts'
import { answeredLate, storeDeliveries } from './store-deliveries.ts'
import type { NotStoring } from '../alert-events.ts'
import type { AlertIntake, Delivery, DeliveryAnswer } from '../listener/delivery.ts'

export interface AlertIntakeDeps {
  readonly store: Pick<Store, 'work' | 'engineKind'>
  readonly clock: Clock
  readonly newId: () => string
  /** Alerts were read; gives the newest seq. */
  readonly changed: (latestSeq: number) => void
  /** Deliveries cannot be stored from now on; null: they can again. */
  readonly storing?: (notStoring: NotStoring | null) => void
  /** A problem that is reported nowhere else. */
  readonly report: (where: string, problem: unknown) => void
}

/** The bank waits 10 s for its answer (bank note 97). */
export const answerWithinMs = 9000
/** The most bytes that wait in memory; further deliveries are rejected at once. */
export const mostPendingBytes = 64 * 1_048_576
/** The limits of one flush. */
const flushAtMost = { deliveries: 64, bytes: 4 * 1_048_576 } as const
/**
 * How many deliveries one reading job takes: fewer where each statement costs an exchange with a
 * server, since the next delivery, and every workstation of a team, waits for the job.
 */
const readAtMost = { sqlite: 64, postgres: 8 } as const
/**
 * Reading waits for a pause of the deliveries, because they go first; but only so long, and then
 * reads between any two of them until nothing is unread.
 */
const readAfterMs = { pause: 5, atMost: 1000 } as const
/** The wait after a failed reading: doubled with each further failure, up to the longest. */
const readAgainMs = { first: 5000, longest: 300_000 } as const

/** An intake that reads what it stored, or leaves that to another workstation. */
export interface ReadingIntake extends AlertIntake {
  /** Reads what was stored, from now on. Resolves when nothing is unread. */
  startReading(): Promise<void>
  /** Reads no more by itself. */
  stopReading(): void
  /** Another workstation has stored deliveries. */
  othersStored(): void
}

/** Creates the intake of one open store, which reads what it stores. */
export function createAlertIntake(deps: AlertIntakeDeps): ReadingIntake {
  return new Intake(deps)
}

/** A delivery whose sender waits. */
interface Waiting {
  readonly delivery: Delivery
  readonly answer: (answer: DeliveryAnswer) => void
  /** The deadline has passed, and the sender was answered 503. */
  isLate: boolean
}

class Intake implements ReadingIntake {
  readonly #deps: AlertIntakeDeps
  #queue: Waiting[] = []
  #pendingBytes = 0
  #mayBeUnread = false
  #isReader = true
  /** When the reading began to wait. */
  #unreadSinceMs = 0
  /** When a delivery was last accepted or answered. */
  #lastDeliveryMs = Number.NEGATIVE_INFINITY
  /** Ends the wait for a pause. */
  #arrived: (() => void) | undefined
  /**
   * True until the deliveries left by an earlier run are read: one of them may have ended that run.
   */
  #isAfterCrash = true
  #lastReadMs = Number.NEGATIVE_INFINITY
  #running: Promise<void> | undefined
  #notStoring: NotStoring | null = null
  /** How many readings in a row have failed. */
  #readFailures = 0
  #readAgain: ReturnType<typeof setTimeout> | undefined

  constructor(deps: AlertIntakeDeps) {
    this.#deps = deps
  }

  accept(given: Omit<Delivery, 'id' | 'at'>): Promise<DeliveryAnswer> {
    const { clock, newId } = this.#deps
    const size = given.bytes.byteLength
    if (this.#pendingBytes + size > mostPendingBytes) {
      return Promise.resolve(refusal(503, 'Too much is waiting to be stored.'))
    }
    const delivery = { ...given, id: newId(), at: clock.now().toISOString() }
    return new Promise((resolve) => {
      const answer = (given: DeliveryAnswer): void => finish(given)
      const waiting: Waiting = { delivery, answer, isLate: false }
      const timer = setTimeout(() => this.#giveUp(waiting), answerWithinMs)
      const finish = (answer: DeliveryAnswer): void => {
        clearTimeout(timer)
        resolve(answer)
      }
      this.#pendingBytes += size
      this.#queue.push(waiting)
      this.#lastDeliveryMs = clock.monotonicMs()
      this.#arrived?.()
      void this.#start()
    })
  }

  readPending(): Promise<void> {
    this.#isUnread()
    return this.#start()
  }

  startReading(): Promise<void> {
    this.#isReader = true
    // Whoever read before may have ended because of a delivery.
    this.#isAfterCrash = true
    return this.readPending()
  }

  stopReading(): void {
    this.#isReader = false
    this.#mayBeUnread = false
    clearTimeout(this.#readAgain)
  }

  othersStored(): void {
    if (this.#isReader) void this.readPending()
  }

  notStoring(): NotStoring | null {
    return this.#notStoring
  }

  standBy(): void {
    this.#stores()
  }

  async settled(): Promise<void> {
    while (this.#running !== undefined) await this.#running
    clearTimeout(this.#readAgain)
  }

  #start(): Promise<void> {
    this.#running ??= this.#run()
    return this.#running
  }

  async #run(): Promise<void> {
    // Deliveries that arrive in the same turn go in the same flush.
    await Promise.resolve()
    while (this.#queue.length > 0 || this.#mayBeUnread) {
      if (this.#queue.length > 0) await this.#save(this.#takeBatch())
      if (this.#mayBeUnread && (await this.#mayRead())) await this.#read()
    }
    // Reset in the same turn as the last check of the queue, so that a later delivery starts a new
    // run.
    this.#running = undefined
  }

  #isUnread(): void {
    if (!this.#mayBeUnread) this.#unreadSinceMs = this.#deps.clock.monotonicMs()
    this.#mayBeUnread = true
  }

  async #mayRead(): Promise<boolean> {
    const since = (ms: number): number => this.#deps.clock.monotonicMs() - ms
    const isLate = since(this.#unreadSinceMs) >= readAfterMs.atMost
    if (this.#queue.length > 0) return isLate && since(this.#lastReadMs) >= readAfterMs.atMost
    const pauseMs = readAfterMs.pause - since(this.#lastDeliveryMs)
    if (isLate || pauseMs <= 0) return true
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs)
      this.#arrived = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#arrived = undefined
    return this.#queue.length === 0
  }

  #takeBatch(): readonly Waiting[] {
    let bytes = 0
    const end = this.#queue.findIndex(({ delivery }, index) => {
      bytes += delivery.bytes.byteLength
      return index > 0 && (index >= flushAtMost.deliveries || bytes > flushAtMost.bytes)
    })
    return this.#queue.splice(0, end === -1 ? this.#queue.length : end)
  }

  async #save(batch: readonly Waiting[]): Promise<void> {
    try {
      const answers = await this.#deps.store.work(
        storeDeliveries,
        batch.map(({ delivery }) => delivery),
      )
      this.#stores()
      if (this.#isReader) this.#isUnread()
      for (const [index, { answer }] of batch.entries()) {
        answer(answers[index] ?? notStored)
      }
      this.#lastDeliveryMs = this.#deps.clock.monotonicMs()
      await this.#correct(batch.filter(({ isLate }) => isLate))
    } catch (error) {
      this.#fails(error instanceof Error ? error.message : String(error), isGone(error))
      for (const { answer } of batch) answer(notStored)
    } finally {
      for (const { delivery } of batch) this.#pendingBytes -= delivery.bytes.byteLength
    }
  }

  /**
   * A delivery flushed after its deadline was already answered 503, so its record must not say that
   * it was acknowledged.
   */
  async #correct(late: readonly Waiting[]): Promise<void> {
    if (late.length === 0) return
    const { store, clock, report } = this.#deps
    try {
      const ids = late.map(({ delivery }) => delivery.id)
      await store.work(answeredLate, { at: clock.now().toISOString(), ids })
    } catch (error) {
      report('alerts.answered-late', error)
    }
  }

  /**
   * A delivery that is still queued is not stored after its sender was rejected: the bank delivers
   * it again.
   */
  #giveUp(waiting: Waiting): void {
    const place = this.#queue.indexOf(waiting)
    if (place !== -1) {
      this.#queue.splice(place, 1)
      this.#pendingBytes -= waiting.delivery.bytes.byteLength
    }
    waiting.isLate = true
    this.#fails('The store has not answered in time.', false)
    waiting.answer(notStored)
  }

  #stores(): void {
    const failed = this.#notStoring !== null
    this.#notStoring = null
    if (failed) this.#deps.storing?.(null)
  }

  #fails(detail: string, needsRestart: boolean): void {
    const before = this.#notStoring
    const since = before?.since ?? this.#deps.clock.now().toISOString()
    this.#notStoring = { since, detail, needsRestart }
    if (!before) this.#deps.storing?.(this.#notStoring)
  }

  async #read(): Promise<void> {
    const { store, clock, changed } = this.#deps
    clearTimeout(this.#readAgain)
    try {
      const at = clock.now().toISOString()
      const read = await store.work(readDeliveries, {
        at,
        atMost: readAtMost[store.engineKind],
        isAfterCrash: this.#isAfterCrash,
      })
      this.#mayBeUnread &&= read.isMore
      if (!read.isMore) this.#isAfterCrash = false
      this.#readFailures = 0
      if (read.latestSeq !== null) changed(read.latestSeq)
    } catch (error) {
      this.#readingFails(error)
    }
    this.#lastReadMs = clock.monotonicMs()
  }

  /**
   * Nothing is lost: the deliveries are stored, and are read after a wait, with the next delivery
   * or at the next start.
   */
  #readingFails(error: unknown): void {
    this.#mayBeUnread = false
    // A reading that fails with an error does not end the process.
    this.#isAfterCrash = false
    this.#deps.report('alerts.read', error)
    if (isGone(error)) {
      this.#fails((error as StoreError).message, true)
      return
    }
    if (!this.#isReader) return
    const waitMs = Math.min(readAgainMs.first * 2 ** this.#readFailures, readAgainMs.longest)
    this.#readFailures += 1
    this.#readAgain = setTimeout(() => void this.readPending(), waitMs).unref()
  }
}

/** A store that has ended accepts nothing more in this run. */
const isGone = (error: unknown): boolean =>
  error instanceof StoreError && ['gone', 'closed'].includes(error.code)

const notStored = refusal(503, 'The delivery could not be stored.')
