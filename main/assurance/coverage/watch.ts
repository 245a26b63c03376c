/**
 * Watches the listener and finds gaps: times in which alerts may have been missed (Promise P2). A
 * span in the store is extended every minute while the listener runs, so any interruption shows as
 * the time between two spans. Interruptions under a minute are no gap, because the bank retries;
 * deliveries that the bank will not retry, or can never deliver, always are (bank notes 95, 96).
 *
 * In a team, the workstation with the listener writes the spans, and one that takes over ends those of
 * others at their last sign of life. While nobody listens, the keeper of the team records the gap.
 */
import type { ListenerRunning, RefusalKind } from '../../../preload/contract/api/alerts/listener.ts'
import { systemTimer, type StartTimer } from '../../platform/timer.ts'
import { SerialQueue } from '../../platform/serial.ts'
import { listening } from '../../store/membership.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import type { ChangedAccess, NotStoring } from '../../alerts/alert-events.ts'
import { beginSpan, endLeftSpans, moveSpan } from './coverage-jobs.ts'
import { FoundGaps, leastGapMs } from './found-gaps.ts'
import { endGap, leftBehind } from './gap-records.ts'
import { isWanted, OpenGap, whyDown } from './open-gap.ts'
import { createSilenceWatch, type SilenceWatch } from './silence-watch.ts'
import { mayBeTheBank, RejectedDeliveries } from './rejected-deliveries.ts'

/** The watch of one open store. */
export interface Watch {
  /**
   * The state of the listener. `isThere`: a listener runs, possibly still at the old address after
   * a failed restart.
   */
  listenerChanged(running: ListenerRunning, isThere: boolean): void
  /** A delivery was stored and answered. */
  received(): void
  /** A call was rejected; `isDelivery`: it may have been a delivery of the bank. */
  refused(kind: RefusalKind, isDelivery: boolean): void
  /** The listener continues with changed credentials or address. */
  changed(what: readonly ChangedAccess[]): void
  /** Deliveries cannot be stored; null: they can again. */
  storing(notStoring: NotStoring | null): void
  /** The computer woke up: checks at once how long it slept. */
  wake(): void
  /** Whether a listener runs now, in a team on any of its workstations. */
  readonly isListening: () => boolean
  /** Resolves when every event so far is stored. */
  settled(): Promise<void>
  /** Ends the watch and its span. */
  close(): Promise<void>
}

type Needed = 'store' | 'clock' | 'newId' | 'profile' | 'report'
export interface WatchDeps extends Pick<SessionContext, Needed> {
  /** Gaps have ended and wait for a sweep. */
  readonly gapsWait: () => void
  /** The visible facts of gaps have changed. */
  readonly changed: () => void
  readonly startTimer?: StartTimer | undefined
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const beatEveryMs = minuteMs
/** A beat this late means that the computer slept; after a wake event a shorter delay is enough. */
const lateMs = { byItself: 3 * minuteMs, woken: 2 * minuteMs } as const
/** A change of the listener may have come late, so earlier alerts are swept too. */
const changeReachesMs = 24 * hourMs
/** A continuing gap is swept every day, unless the listener is meant to be off. */
const cutEveryMs = 24 * hourMs

/** The watch starts with the listener's first event. */
export const createWatch = (deps: WatchDeps): Watch => new ListenerWatch(deps)

class ListenerWatch implements Watch {
  readonly #deps: WatchDeps
  readonly #silence: SilenceWatch
  readonly #rejected: RejectedDeliveries
  readonly #gaps: FoundGaps
  readonly #queue = new SerialQueue()
  #left: Awaited<ReturnType<typeof leftBehind>> | undefined
  #isThere = false
  #span: number | undefined
  /** The wall-clock time of the last check. */
  #beatMs = 0
  #down: OpenGap | undefined
  #mayBeRejected = false
  #notStoringMs: number | undefined
  /** The address of the listener, now or last in this run. */
  #address: string | undefined
  #cancel: () => void = () => undefined
  #isClosed = false
  /** This workstation in its team; null: it has the store alone. */
  readonly #home: string | null
  /** In a team: whether it has the duty to record that nobody listens. */
  #isKeeper = false
  /** Why no listener runs here. */
  #why = ''
  /** Its last sign of life as the listener of a team, before it became that. */
  #listenedAt: string | null = null

  constructor(deps: WatchDeps) {
    this.#deps = deps
    const { membership } = deps.store
    this.#home = membership.home
    if (membership.home !== null)
      membership.onDuty('keeper', {
        start: () => {
          this.#isKeeper = true
        },
        stop: () => {
          this.#isKeeper = false
        },
      })
    this.#silence = createSilenceWatch(deps)
    this.#rejected = new RejectedDeliveries(deps)
    this.#gaps = new FoundGaps({ ...deps, saved: () => this.#gapsWait() })
  }

  listenerChanged(running: ListenerRunning, isThere: boolean): void {
    const at = this.#now()
    const hasMoved = this.#hasMoved(running)
    const { membership } = this.#deps.store
    const isHeard = membership.isFresh()
    const listenedAt = this.#heardListening()
    this.#why = whyDown(running)
    this.#inTurn(async () => {
      if (!this.#isThere) this.#listenedAt = listenedAt
      this.#isThere = isThere
      this.#arm()
      if (this.#home !== null && !isThere) {
        if (running.state === 'starting') return
        await this.#leave(at, isHeard)
        await this.#keep(at)
        await this.#saveDown(at)
        return
      }
      await this.#begin(at)
      if (isThere) await this.#listens(at)
      else if (running.state !== 'starting') await this.#stops(at, whyDown(running))
      if (hasMoved) await this.#rejected.refused(at, 'moved')
    })
  }

  /**
   * Whether the listener has a new address: calls to the old one reach nobody, and nothing here can
   * notice them.
   */
  #hasMoved(running: ListenerRunning): boolean {
    // The bank of a team finds whoever listens.
    if (this.#home !== null || running.state !== 'listening') return false
    const hasMoved = this.#address !== undefined && this.#address !== running.address
    this.#address = running.address
    this.#mayBeRejected ||= hasMoved
    return hasMoved
  }

  received(): void {
    const at = this.#now()
    this.#silence.received(at)
    if (!this.#mayBeRejected) return
    this.#inTurn(async () => {
      this.#rejected.accepted()
      if (await this.#rejected.end(at)) this.#gapsWait()
    })
  }

  refused(kind: RefusalKind, isDelivery: boolean): void {
    if (!mayBeTheBank(kind, isDelivery)) return
    const at = this.#now()
    this.#mayBeRejected = true
    this.#inTurn(async () => {
      if (await this.#rejected.refused(at, kind)) this.#deps.changed()
    })
  }

  changed(what: readonly ChangedAccess[]): void {
    const at = this.#now()
    this.#inTurn(async () => {
      if (this.#home !== null && !this.#isThere) return
      await this.#begin(at)
      if (await this.#rejected.end(at, true)) this.#gapsWait()
      const since = Date.parse(this.#left?.first?.from_at ?? '')
      if (Number.isNaN(since)) return
      // Instants later than now, from before the clock was set back, must not shorten the sweep.
      const known = [this.#silence.receivedMs() ?? 0, since].filter((ms) => ms <= at)
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

  readonly isListening = (): boolean =>
    this.#isThere || listening(this.#deps.store.membership).length > 0

  settled(): Promise<void> {
    return this.#queue.settled()
  }

  close(): Promise<void> {
    const at = this.#now()
    this.#inTurn(async () => {
      this.#cancel()
      this.#isClosed = true
      if (this.#notStoringMs !== undefined)
        await this.#gaps.found(notStored(this.#notStoringMs, at))
      await this.#rejected.save()
      // While a gap is not stored, the end of the span preserves it.
      if (await this.#gaps.saveUnsaved()) await this.#endSpan(at, 'closed')
    })
    return this.#queue.settled()
  }

  #now(): number {
    return this.#deps.clock.now().getTime()
  }

  #inTurn(work: () => Promise<void>): void {
    void this.#queue
      .run(async () => {
        if (!this.#isClosed) await work()
      })
      .catch((problem: unknown) => this.#deps.report('coverage.watch', problem))
  }

  #arm(): void {
    this.#cancel()
    const { startTimer = systemTimer } = this.#deps
    this.#cancel = startTimer(beatEveryMs, () => this.#inTurn(() => this.#beat(lateMs.byItself)))
  }

  /**
   * Takes over what an earlier run left. Ends the gaps that were open in it at its last moment.
   */
  async #begin(at: number): Promise<void> {
    if (this.#left) return
    await this.#endLeftSpans(this.#listenedAt)
    const left = await leftBehind(this.#deps, at)
    for (const { id, cause, from_at, detail } of left.lasting) {
      const begunMs = Date.parse(from_at)
      const fromMs = begunMs <= at ? begunMs : Date.parse(left.newest?.until_at ?? from_at)
      if (cause === 'not-running')
        this.#down = new OpenGap(this.#deps, { cause, fromMs, detail }, id)
      else await endGap(this.#deps, id, Date.parse(left.newest?.until_at ?? from_at))
    }
    const isUnknown = this.#home !== null || this.#silence.receivedMs() === undefined
    if (left.lastDeliveryAt !== undefined && isUnknown)
      this.#silence.received(Date.parse(left.lastDeliveryAt))
    this.#left = left
    if (left.lasting.length > 0) this.#gapsWait()
  }

  #heardListening(): string | null {
    const all = this.#deps.store.membership.workstations()
    return all.find(({ id }) => id === this.#home)?.listenedAt ?? null
  }

  /** In a team: ends the spans of whoever listened before and was lost. */
  async #endLeftSpans(listenedAt: string | null): Promise<void> {
    if (this.#home === null) return
    await this.#deps.store.work(endLeftSpans, { workstation: this.#home, listenedAt })
  }

  /**
   * Another workstation can listen now. The end of the span is the last sign of life where this one
   * was lost, and whoever takes over writes it.
   */
  async #leave(at: number, isHeard: boolean): Promise<void> {
    if (isHeard) await this.#endSpan(at, this.#why)
    this.#span = undefined
    this.#left = undefined
    this.#down = undefined
  }

  /** In a team without a listener: records the gap, which whoever listens next ends. */
  async #keep(at: number): Promise<void> {
    const { membership } = this.#deps.store
    if (!this.#isKeeper || !membership.isFresh() || this.isListening()) {
      this.#down = undefined
      return
    }
    if (this.#down) return
    await this.#endLeftSpans(this.#heardListening())
    const { newest, lasting } = await leftBehind(this.#deps, at)
    const cause = 'not-running'
    const open = lasting.find((gap) => gap.cause === cause)
    const fromMs = Date.parse(open?.from_at ?? newest?.until_at ?? '')
    if (Number.isNaN(fromMs)) return
    this.#down = new OpenGap(
      this.#deps,
      { cause, fromMs, detail: open?.detail ?? this.#why },
      open?.id,
    )
  }

  /** Saves the gap first, then the span, so that a crash in between loses no gap. */
  async #listens(at: number): Promise<void> {
    if (this.#span !== undefined) return
    const { newest } = this.#left ?? {}
    if (this.#down) await this.#endDown(this.#down, at)
    else if (newest) {
      const fromMs = Date.parse(newest.until_at)
      await this.#gaps.save({ cause: 'not-running', fromMs, untilMs: at })
    }
    await this.#beginSpan(at)
  }

  async #stops(at: number, detail: string): Promise<void> {
    const { newest } = this.#left ?? {}
    const fromMs = this.#span === undefined ? Date.parse(newest?.until_at ?? '') : at
    await this.#endSpan(at, detail)
    // No listener ever ran here, so there is no gap to judge.
    if (!this.#down && Number.isNaN(fromMs)) return
    this.#down ??= new OpenGap(this.#deps, { cause: 'not-running', fromMs, detail })
    await this.#saveDown(at)
  }

  async #beginSpan(at: number): Promise<void> {
    const from_at = new Date(at).toISOString()
    this.#span = await this.#deps.store.work(beginSpan, { at: from_at, workstation: this.#home })
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
    // While a gap is not stored, the span is not extended either: after a kill, the gap between
    // spans covers both.
    if (!(await this.#gaps.saveUnsaved())) return
    await this.#rejected.save()
    // The span could not be written when it began.
    if (this.#isThere) {
      await this.#begin(at)
      await this.#listens(at)
    } else if (this.#home !== null) await this.#keep(at)
    // Not extended either while deliveries cannot be stored: the store may accept a beat but no
    // delivery.
    if (this.#notStoringMs === undefined) await this.#moveOn(at, late)
    else this.#beatMs = at
    await this.#saveDown(at)
    if (await this.#rejected.end(at)) this.#gapsWait()
  }

  async #moveOn(at: number, late: number): Promise<void> {
    const [id, before] = [this.#span, this.#beatMs]
    // A workstation of which the team did not hear does not know that it still listens for it.
    if (id === undefined || !this.#deps.store.membership.isFresh()) return
    // A clock that was set back says nothing about missed alerts; the next span uses the new time.
    const isSetBack = before - at > lateMs.byItself
    const hasSlept = at - before > late
    if (hasSlept) await this.#gaps.save({ cause: 'asleep', fromMs: before, untilMs: at })
    this.#beatMs = at
    if (hasSlept || isSetBack) {
      await this.#endSpan(before, isSetBack ? 'clock' : 'asleep')
      await this.#beginSpan(at)
      return
    }
    const until = new Date(at).toISOString()
    await this.#deps.store.work(moveSpan, { id, at: until, ended: null })
    const quietSpan = this.#silence.judge(at)
    if (quietSpan) await this.#gaps.found(quietSpan)
  }

  async #saveDown(at: number): Promise<void> {
    const down = this.#down
    if (!down || down.lastedMs(at) < leastGapMs) return
    if (await down.save()) this.#deps.changed()
    if (!isWanted(down.detail) || down.lastedMs(at) < cutEveryMs) return
    await this.#endDown(down, at)
    const { cause, detail } = down
    this.#down = new OpenGap(this.#deps, { cause, fromMs: at, detail })
  }

  async #endDown(down: OpenGap, at: number): Promise<void> {
    if (down.isSaved || down.lastedMs(at) >= leastGapMs) {
      await down.save()
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
