/**
 * Watches the listener and finds gaps: times in which alerts may have been missed (P2). A span in the store is moved
 * on every minute while something listens, so that whatever cut it short shows as the time between two spans. What
 * the bank tries again within a minute is no gap; what it was told not to try again always is one (traps 95, 96).
 */
import type { ListenerRunning, RefusalKind } from '../../../preload/contract/api/alerts/listener.ts'
import { systemTimer, type StartTimer } from '../../platform/timer.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import type { ChangedWayIn } from '../../alerts/listener/listener-setup.ts'
import type { NotStoring } from '../../alerts/listener/delivery.ts'
import { beginSpan, moveSpan } from './coverage-jobs.ts'
import { FoundGaps, leastGapMs } from './found-gaps.ts'
import { endGap, leftBehind } from './gap-records.ts'
import { isWanted, OpenGap, whyDown } from './open-gap.ts'
import { createSilenceWatch, type SilenceWatch } from './silence-watch.ts'
import { mayBeTheBank, RejectedDeliveries } from './rejected-deliveries.ts'

/** The watch of one open store. */
export interface Watch {
  /** How the listener stands now. `isThere`: something listens, perhaps where it did before a start that failed. */
  stands(running: ListenerRunning, isThere: boolean): void
  /** A delivery was stored and answered. */
  received(): void
  /** A call was turned away; `isDelivery`: a POST to where alerts are taken. */
  refused(kind: RefusalKind, isDelivery: boolean): void
  /** The listener goes on with another way in. */
  changed(what: readonly ChangedWayIn[]): void
  /** Deliveries cannot be stored from now on; null: they can again. */
  storing(notStoring: NotStoring | null): void
  /** The computer is awake again: looks at once how long it was away. */
  wake(): void
  /** Whether something listens now. */
  readonly isListening: () => boolean
  /** Resolves when all that was told so far has been stored. */
  settled(): Promise<void>
  /** Nothing is watched any more; the span ends here. */
  close(): Promise<void>
}

type Needed = 'store' | 'clock' | 'newId' | 'profile' | 'report'
/** What the watch is made of. */
export interface WatchDeps extends Pick<SessionContext, Needed> {
  /** Gaps have ended and wait for a sweep. */
  readonly gapsWait: () => void
  /** What is told of gaps has changed. */
  readonly changed: () => void
  readonly startTimer?: StartTimer | undefined
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const beatEveryMs = minuteMs
/** A beat that comes so late says that the computer slept; after a waking it need not be so late. */
const lateMs = { byItself: 3 * minuteMs, woken: 2 * minuteMs } as const
/** A change of the way in may have come late: alerts before it are asked for, too. */
const changeReachesMs = 24 * hourMs
/** What lasts is asked for every day, unless nobody wants to listen. */
const cutEveryMs = 24 * hourMs

/** Makes it; it watches from the first word of the listener on. */
export const createWatch = (deps: WatchDeps): Watch => new ListenerWatch(deps)

class ListenerWatch implements Watch {
  readonly #deps: WatchDeps
  readonly #silence: SilenceWatch
  readonly #turnedAway: RejectedDeliveries
  readonly #gaps: FoundGaps
  #turn: Promise<void> = Promise.resolve()
  #left: Awaited<ReturnType<typeof leftBehind>> | undefined
  #isThere = false
  #span: number | undefined
  /** When it was last looked at, by the wall. */
  #beatMs = 0
  #down: OpenGap | undefined
  #mayBeTurnedAway = false
  #notStoringMs: number | undefined
  /** Where something listens, or last did in this run. */
  #address: string | undefined
  #cancel: () => void = () => undefined
  #isClosed = false

  constructor(deps: WatchDeps) {
    this.#deps = deps
    this.#silence = createSilenceWatch(deps)
    this.#turnedAway = new RejectedDeliveries(deps)
    this.#gaps = new FoundGaps({ ...deps, kept: () => this.#gapsWait() })
  }

  stands(running: ListenerRunning, isThere: boolean): void {
    const at = this.#now()
    const hasMoved = this.#hasMoved(running)
    this.#inTurn(async () => {
      this.#isThere = isThere
      this.#arm()
      await this.#begin(at)
      if (isThere) await this.#listens(at)
      else if (running.state !== 'starting') await this.#stops(at, whyDown(running))
      if (hasMoved) await this.#turnedAway.refused(at, 'moved')
    })
  }

  /** Whether it stands elsewhere than before: who calls at the old place finds nobody, which nothing here tells. */
  #hasMoved(running: ListenerRunning): boolean {
    if (running.state !== 'listening') return false
    const hasMoved = this.#address !== undefined && this.#address !== running.address
    this.#address = running.address
    this.#mayBeTurnedAway ||= hasMoved
    return hasMoved
  }

  received(): void {
    const at = this.#now()
    this.#silence.heard(at)
    if (!this.#mayBeTurnedAway) return
    this.#inTurn(async () => {
      this.#turnedAway.accepted()
      if (await this.#turnedAway.end(at)) this.#gapsWait()
    })
  }

  refused(kind: RefusalKind, isDelivery: boolean): void {
    if (!mayBeTheBank(kind, isDelivery)) return
    const at = this.#now()
    this.#mayBeTurnedAway = true
    this.#inTurn(async () => {
      if (await this.#turnedAway.refused(at, kind)) this.#deps.changed()
    })
  }

  changed(what: readonly ChangedWayIn[]): void {
    const at = this.#now()
    this.#inTurn(async () => {
      await this.#begin(at)
      if (await this.#turnedAway.end(at, true)) this.#gapsWait()
      const since = Date.parse(this.#left?.first?.from_at ?? '')
      if (Number.isNaN(since)) return
      // What a clock said that was set back since is no reason to ask for less.
      const known = [this.#silence.heardMs() ?? 0, since].filter((ms) => ms <= at)
      const fromMs = Math.max(at - changeReachesMs, ...known)
      for (const one of ['credentials', 'certificate'] as const)
        if (what.includes(one))
          await this.#gaps.found({ cause: `${one}-changed`, fromMs, untilMs: at })
    })
  }

  storing(notStoring: NotStoring | null): void {
    const at = this.#now()
    const fromMs = this.#notStoringMs
    this.#notStoringMs = notStoring ? Date.parse(notStoring.since) : undefined
    if (notStoring || fromMs === undefined) return
    this.#inTurn(() => this.#gaps.found(notStored(fromMs, at)))
  }

  wake(): void {
    if (this.#left) this.#inTurn(() => this.#beat(lateMs.woken))
  }

  readonly isListening = (): boolean => this.#isThere

  settled(): Promise<void> {
    return this.#turn
  }

  close(): Promise<void> {
    const at = this.#now()
    this.#inTurn(async () => {
      this.#cancel()
      this.#isClosed = true
      if (this.#notStoringMs !== undefined)
        await this.#gaps.found(notStored(this.#notStoringMs, at))
      await this.#turnedAway.keep()
      // While a gap is not stored, the end of the span holds it.
      if (await this.#gaps.keepUnkept()) await this.#endSpan(at, 'closed')
    })
    return this.#turn
  }

  #now(): number {
    return this.#deps.clock.now().getTime()
  }

  #inTurn(work: () => Promise<void>): void {
    this.#turn = this.#turn
      .then(() => (this.#isClosed ? undefined : work()))
      .catch((problem: unknown) => this.#deps.report('coverage.watch', problem))
  }

  #arm(): void {
    this.#cancel()
    const { startTimer = systemTimer } = this.#deps
    this.#cancel = startTimer(beatEveryMs, () => this.#inTurn(() => this.#beat(lateMs.byItself)))
  }

  /** Takes up what an earlier run left: what lasted then has its end in that run's last moment. */
  async #begin(at: number): Promise<void> {
    if (this.#left) return
    const left = await leftBehind(this.#deps, at)
    for (const { id, cause, from_at, detail } of left.lasting) {
      const begunMs = Date.parse(from_at)
      const fromMs = begunMs <= at ? begunMs : Date.parse(left.newest?.until_at ?? from_at)
      if (cause === 'not-running')
        this.#down = new OpenGap(this.#deps, { cause, fromMs, detail }, id)
      else await endGap(this.#deps, id, Date.parse(left.newest?.until_at ?? from_at))
    }
    if (left.lastDeliveryAt !== undefined && this.#silence.heardMs() === undefined)
      this.#silence.heard(Date.parse(left.lastDeliveryAt))
    this.#left = left
    if (left.lasting.length > 0) this.#gapsWait()
  }

  /** The gap first, then the span: whatever comes between, the gap is found. */
  async #listens(at: number): Promise<void> {
    if (this.#span !== undefined) return
    const { newest } = this.#left ?? {}
    if (this.#down) await this.#endDown(this.#down, at)
    else if (newest) {
      const fromMs = Date.parse(newest.until_at)
      await this.#gaps.keep({ cause: 'not-running', fromMs, untilMs: at })
    }
    await this.#beginSpan(at)
  }

  async #stops(at: number, detail: string): Promise<void> {
    const { newest } = this.#left ?? {}
    const fromMs = this.#span === undefined ? Date.parse(newest?.until_at ?? '') : at
    await this.#endSpan(at, detail)
    // Nothing was ever received here: nothing is judged.
    if (!this.#down && Number.isNaN(fromMs)) return
    this.#down ??= new OpenGap(this.#deps, { cause: 'not-running', fromMs, detail })
    await this.#keepDown(at)
  }

  async #beginSpan(at: number): Promise<void> {
    const from_at = new Date(at).toISOString()
    this.#span = await this.#deps.store.work(beginSpan, { at: from_at })
    this.#beatMs = at
    if (this.#left) this.#left.first ??= { from_at }
    this.#silence.begins(at)
    this.#deps.changed()
  }

  async #endSpan(at: number, ended: string): Promise<void> {
    const id = this.#span
    if (id === undefined) return
    const until_at = new Date(at).toISOString()
    await this.#deps.store.work(moveSpan, { id, at: until_at, ended })
    this.#span = undefined
    if (this.#left) this.#left.newest = { until_at }
  }

  async #beat(late: number): Promise<void> {
    const at = this.#now()
    this.#arm()
    // While a gap is not stored, the span is not moved on either: a kill then leaves a gap that holds both.
    if (!(await this.#gaps.keepUnkept())) return
    await this.#turnedAway.keep()
    // It could not be written down when it began.
    if (this.#isThere) await this.#listens(at)
    // Nor while deliveries are not: the store may take a beat where it takes no delivery.
    if (this.#notStoringMs === undefined) await this.#moveOn(at, late)
    else this.#beatMs = at
    await this.#keepDown(at)
    if (await this.#turnedAway.end(at)) this.#gapsWait()
  }

  async #moveOn(at: number, late: number): Promise<void> {
    const [id, before] = [this.#span, this.#beatMs]
    if (id === undefined) return
    // Set back, a clock tells nothing of what was missed; the next span begins by it.
    const isSetBack = before - at > lateMs.byItself
    const hasSlept = at - before > late
    if (hasSlept) await this.#gaps.keep({ cause: 'asleep', fromMs: before, untilMs: at })
    this.#beatMs = at
    if (hasSlept || isSetBack) {
      await this.#endSpan(before, isSetBack ? 'clock' : 'asleep')
      await this.#beginSpan(at)
      return
    }
    const until = new Date(at).toISOString()
    await this.#deps.store.work(moveSpan, { id, at: until, ended: null })
    const silent = this.#silence.judge(at)
    if (silent) await this.#gaps.found(silent)
  }

  async #keepDown(at: number): Promise<void> {
    const down = this.#down
    if (!down || down.lastedMs(at) < leastGapMs) return
    if (await down.keep()) this.#deps.changed()
    if (!isWanted(down.detail) || down.lastedMs(at) < cutEveryMs) return
    await this.#endDown(down, at)
    const { cause, detail } = down
    this.#down = new OpenGap(this.#deps, { cause, fromMs: at, detail })
  }

  async #endDown(down: OpenGap, at: number): Promise<void> {
    if (down.isKept || down.lastedMs(at) >= leastGapMs) {
      await down.keep()
      await down.end(at)
      this.#gapsWait()
    }
    this.#down = undefined
  }

  #gapsWait(): void {
    this.#deps.changed()
    this.#deps.gapsWait()
  }
}

const notStored = (fromMs: number, untilMs: number) =>
  ({ cause: 'not-stored', fromMs, untilMs }) as const
