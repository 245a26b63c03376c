/**
 * The bank's rate limit, enforced strictly and as the bank counts it: on arrival, over all APIs,
 * token and health calls included (bank document 1, Limits; bank notes 6, 19, 105). Every call
 * holds one slot. A slot is free again one second after the earlier of: response headers received,
 * or request fully written plus the transit allowance. So two calls of one slot arrive at least a
 * second apart, and with five slots no window of a second holds six calls.
 */
import type { Lane } from '../../../../preload/contract/bank/lanes.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { CallsNow, SlotHolder, SlotsOfKey } from '../../../store/shared-slots.ts'
import { LaneQueue } from '../lane-queue.ts'
import {
  inherit,
  longestPauseMs,
  longestStatedPauseMs,
  type RateMemory,
  type RateMemoryState,
} from './rate-memory.ts'
import type { Permit, RateBudgetState, SlotRefusal, SlotRequest } from './rate-permit.ts'
import { RateSlot, windowMs } from './rate-slot.ts'
import { RateStamp } from './rate-stamp.ts'
import { systemTimer, type StartTimer } from '../../../platform/timer.ts'
import { learningBoundMs, TransitAllowance } from '../transit-allowance.ts'

/** A wish of another workstation that was not repeated for so long is over. */
const wishMs = 1_000

/** The pause after a 429, from its receipt (bank document 1, Limits). */
export const pauseAfter429Ms = 120_000
/** How often a pending pause checks whether the wall clock moved against its saved end. */
const pauseCheckMs = 5_000
const retrySaveMs = 1_000
/** Two workstations do not hear of a pause at the same moment, so smaller differences are ignored. */
const apartMs = 1_000

interface Waiting {
  readonly request: SlotRequest
  isSettled: boolean
  settle(answer: Permit | SlotRefusal): void
}

/** Another workstation waits for one of this one's slots; it waits in its lane like a call. */
interface Wish {
  readonly by: string
  readonly lane: Lane
  heardAt: number
}

const isWish = (item: Waiting | Wish): item is Wish => 'by' in item
const isOwn = (item: Waiting | Wish): item is Waiting => !isWish(item)

/** `share` is a whole number of calls per second, five unless the bank agreed otherwise. */
export interface RateBudgetOptions {
  readonly clock: Clock
  readonly memory: RateMemory
  readonly share?: number
  readonly startTimer?: StartTimer
}

/**
 * Opens the budget of one bank and consumer key, with the pause and the window that a former run
 * left. Rejects when the memory cannot be read; throws RangeError for a share that is no positive
 * integer.
 */
export async function openRateBudget(options: RateBudgetOptions): Promise<RateBudget> {
  return new RateBudget(options, await options.memory.load())
}

/**
 * One strict budget; all clients of one bank and consumer key share it. Of a team, it has the slots
 * that this workstation holds.
 */
export class RateBudget implements SlotHolder {
  /** Connections report their handshakes here. */
  readonly transit: TransitAllowance
  readonly #clock: Clock
  readonly #startTimer: StartTimer
  readonly #stamp: RateStamp
  #share: number
  readonly #queue = new LaneQueue<Waiting | Wish>()
  readonly #slots = new Set<RateSlot>()
  readonly #listeners = new Set<() => void>()
  #pausedUntil: number
  /** The end that the bank stated for this pause; in the past if it did not. */
  #statedUntil: number
  /** Until then the other workstations of a team pause too. */
  #teamPausedUntil = -Infinity
  #isPauseSaved = true
  /** Until then every slot counts as one of the former run. */
  readonly #inheritedUntil: number = -Infinity
  #cancelTimer: () => void = () => undefined
  /** Of a team. */
  #team: SlotsOfKey | undefined
  readonly #wishes = new Map<string, Wish>()
  /** Slots that were taken for a call of this workstation, which comes before any wish. */
  #unused = 0
  /** The lane of the last `want`; null: none is wanted, undefined: a slot may have come since. */
  #wanted: Lane | null | undefined = null
  /** Raised when the slots are lost: a call that was granted before must not begin. */
  #era = 0
  #stamping = false
  #remembered = true
  #closed = false

  constructor({ clock, memory, share = 5, startTimer }: RateBudgetOptions, past: RateMemoryState) {
    assertShare(share)
    this.#clock = clock
    this.#startTimer = startTimer ?? systemTimer
    this.#share = share
    this.#stamp = new RateStamp(clock, memory)
    this.transit = new TransitAllowance(clock, () => this.#pump())
    const now = clock.monotonicMs()
    const { pauseMs, statedMs, arrivingMs } = inherit(past, clock.now(), learningBoundMs)
    this.#pausedUntil = pauseMs > 0 ? now + pauseMs : -Infinity
    this.#statedUntil = now + statedMs
    if (arrivingMs !== null) {
      this.#inheritedUntil = now + arrivingMs + windowMs
      for (let i = 0; i < share; i += 1) this.#slots.add(new RateSlot(this.#inheritedUntil))
    }
  }

  /** Waits for a slot. Resolves to a permit or to a typed refusal; never rejects. */
  acquire(request: SlotRequest): Promise<Permit | SlotRefusal> {
    const refusal = this.#refusalFor(request)
    if (refusal) return Promise.resolve(refusal)
    const { promise, resolve } = Promise.withResolvers<Permit | SlotRefusal>()
    const cancelled = () => {
      if (this.#queue.remove(request.lane, waiting))
        waiting.settle({ kind: 'refused', reason: 'cancelled' })
      this.#announce()
    }
    const waiting: Waiting = {
      request,
      isSettled: false,
      settle: (answer) => {
        waiting.isSettled = true
        request.signal?.removeEventListener('abort', cancelled)
        resolve(answer)
      },
    }
    this.#queue.add(request.lane, waiting, request.again ? 'head' : 'end')
    this.#pump()
    if (waiting.isSettled) return promise
    // Only now: most calls have their slot already. A listener of `#pump` may have aborted.
    if (request.signal?.aborted) cancelled()
    else request.signal?.addEventListener('abort', cancelled)
    return promise
  }

  /** The budget at this moment. */
  state(): RateBudgetState {
    const now = this.#clock.monotonicMs()
    const transit = this.transit.bound()
    const free = this.#freeTimes(transit.ms)
    const full = this.#slots.size >= this.#share
    const next = Math.max(full ? (free[0] ?? now) : now, this.#pausedUntil, now)
    const here: CallsNow = {
      used: free.filter((at) => at > now).length,
      waiting: this.#waitingHere(),
    }
    return {
      ...here,
      limitPerSecond: this.#team?.count ?? this.#share,
      ofTeam: this.#team ? sumOf([here, ...this.#team.callsOfOthers()], this.#team.count) : null,
      pausedUntil: this.#pausedUntilDate(),
      statedUntil: this.#statedUntil > this.#pausedUntil ? this.#statedUntilDate() : null,
      transit,
      nextFreeInMs: Number.isFinite(next) ? next - now : null,
      remembered: this.#remembered,
    }
  }

  /**
   * Calls the listener on every change; the returned function unsubscribes. Listeners read
   * `state()` when they need it.
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sets the number of calls in any second from now on; slots already granted keep counting. */
  changeShare(share: number): void {
    assertShare(share)
    if (this.#team) {
      this.#team = undefined
      this.lost()
    }
    this.#share = share
    this.#pump()
  }

  /** Has from now on only the slots that it takes of those of a team. */
  joinTeam(team: SlotsOfKey): void {
    if (this.#team !== team) {
      this.#team = team
      this.lost()
    }
    this.#pump()
  }

  taken(arrivingMs: number | null): void {
    this.#share += 1
    this.#wanted = undefined
    if (arrivingMs === null) this.#unused += 1
    else this.#slots.add(new RateSlot(this.#clock.monotonicMs() + arrivingMs + windowMs))
    this.#pump()
  }

  lost(): void {
    this.#era += 1
    this.#share = 0
    this.#unused = 0
    this.#wanted = undefined
    for (const wish of this.#wishes.values()) this.#drop(wish)
    this.#pump()
  }

  wanted(by: string, lane: Lane): void {
    const heardAt = this.#clock.monotonicMs()
    const known = this.#wishes.get(by)
    if (known?.lane === lane) known.heardAt = heardAt
    else {
      if (known) this.#drop(known)
      const wish: Wish = { by, lane, heardAt }
      this.#wishes.set(by, wish)
      // Before own calls of the lane, so that a slot goes round.
      this.#queue.add(lane, wish, isOwn)
    }
    this.#pump()
  }

  paused(ms: number): void {
    const ownMs = this.#pausedUntil - this.#clock.monotonicMs()
    // Not for longer than after a 429: where the memory cannot be read, the longest pause is assumed.
    if (ownMs > ms + apartMs) this.#pauseTeam(Math.min(ownMs, pauseAfter429Ms))
    else if (ms > 0) {
      const heardMs = Math.min(ms, longestPauseMs)
      this.#teamPausedUntil = this.#clock.monotonicMs() + heardMs
      this.#pause(heardMs)
    }
    this.#pump()
  }

  heard(): void {
    this.#pump()
    const { used, waiting } = this.state()
    this.#team?.tellCalls({ used, waiting })
  }

  leaving(): void {
    while (this.#hasSlot(this.#clock.monotonicMs()) && this.#share > 0) this.#give('')
  }

  /** Refuses all waiting and later calls. Permits already given may still report. */
  close(): void {
    this.#closed = true
    this.#cancelTimer()
    const refusal: SlotRefusal = { kind: 'refused', reason: 'closed' }
    for (const waiting of this.#queue.takeWhere(isOwn)) waiting.settle(refusal)
    this.#announce()
  }

  /** Resolves when the budget's memory is on disk, or could not be written. Never rejects. */
  async settled(): Promise<void> {
    if (!this.#isPauseSaved) await this.#save()
    await this.#stamp.settled()
  }

  #refusalFor({ signal, whenPaused }: SlotRequest): SlotRefusal | undefined {
    if (this.#closed) return { kind: 'refused', reason: 'closed' }
    if (signal?.aborted) return { kind: 'refused', reason: 'cancelled' }
    const pausedUntil = this.#pausedUntilDate()
    if (pausedUntil && whenPaused === 'fail')
      return { kind: 'refused', reason: 'rate-paused', pausedUntil }
    return undefined
  }

  #pump(): void {
    if (this.#closed) return
    const now = this.#clock.monotonicMs()
    while (this.#mayGrant(now)) {
      const next = this.#next(now)
      if (!next) break
      if (isWish(next)) {
        this.#wishes.delete(next.by)
        this.#give(next.by)
      } else next.settle(this.#grant())
    }
    if (this.#team) this.#askTeam(this.#team, now)
    this.#wakeLater(now)
    this.#announce()
  }

  #mayGrant(now: number): boolean {
    if (now < Math.min(this.#pausedUntil, this.#teamPausedUntil)) return false
    if (this.#queue.isEmpty() || !this.#hasSlot(now)) return false
    return this.#team?.isFresh() !== false
  }

  #next(now: number): Waiting | Wish | undefined {
    for (const wish of this.#wishes.values()) if (now - wish.heardAt > wishMs) this.#drop(wish)
    // The others may call again before this workstation, which alone knows what the bank stated.
    if (now < this.#pausedUntil) return this.#queue.take(isWish)
    if (!this.#stamp.holds()) {
      const isOwnWaiting = this.#queue.highest(isOwn) !== undefined
      if (isOwnWaiting) this.#stampFirst()
      // The database of a team knows too which slots were in use.
      if (!this.#team || this.#remembered) {
        const isKept = isOwnWaiting && this.#unused > 0
        return isKept ? undefined : this.#queue.take(isWish)
      }
    }
    const own = this.#unused > 0 ? this.#queue.take(isOwn) : undefined
    return own ?? this.#queue.take()
  }

  #drop(wish: Wish): void {
    this.#wishes.delete(wish.by)
    this.#queue.remove(wish.lane, wish)
  }

  #give(to: string): void {
    this.#share -= 1
    this.#unused = Math.min(this.#unused, this.#share)
    this.#team?.give(to)
  }

  /** Wants a slot of the team while a call waits and none is free; gives back what is too many. */
  #askTeam(team: SlotsOfKey, now: number): void {
    while (this.#share > team.count && this.#hasSlot(now)) this.#give('')
    const isUsable = now >= Math.max(this.#pausedUntil, this.#inheritedUntil)
    const isWanting = isUsable && this.#share < team.count && !this.#hasSlot(now)
    const lane = isWanting ? (this.#queue.highest(isOwn) ?? null) : null
    if (lane === this.#wanted) return
    this.#wanted = lane
    team.want(lane)
  }

  #waitingHere(): Record<Lane, number> {
    const waiting = this.#queue.lengths()
    for (const { lane } of this.#wishes.values()) waiting[lane] -= 1
    return waiting
  }

  /** Looks for slots that are free again only when none is left. */
  #hasSlot(now: number): boolean {
    if (this.#slots.size < this.#share) return true
    const { ms } = this.transit.bound()
    for (const slot of this.#slots) if (slot.freeAt(ms) <= now) this.#slots.delete(slot)
    return this.#slots.size < this.#share
  }

  /**
   * Saves the time stamp before the first call is granted, so that a restart knows of the calls.
   */
  #stampFirst(): void {
    if (this.#stamping) return
    this.#stamping = true
    void this.#save().then((saved) => {
      this.#stamping = false
      this.#remembered = saved
      if (saved) this.#pump()
      else this.#startTimer(retrySaveMs, () => this.#pump())
    })
  }

  #grant(): Permit {
    const slot = new RateSlot()
    this.#slots.add(slot)
    this.#unused = Math.max(this.#unused - 1, 0)
    const era = this.#era
    const time = () => this.#clock.monotonicMs()
    let writtenAt: number | undefined
    const release = () => {
      this.#slots.delete(slot)
      this.#pump()
    }
    return {
      kind: 'permit',
      begin: () => {
        const isHeld = era === this.#era && this.#team?.isFresh() !== false
        const go = time() >= this.#pausedUntil && !this.#closed && isHeld
        if (!go) release()
        return go
      },
      written: (bytes) => {
        writtenAt ??= time()
        slot.written(time(), bytes)
        this.#pump()
      },
      answered: (status, retryAfterMs = 0) => {
        slot.answered(time())
        if (status === 429) {
          const ms = Math.min(Math.max(pauseAfter429Ms, retryAfterMs), longestStatedPauseMs)
          this.#pause(ms, retryAfterMs)
          this.#pauseTeam(Math.min(ms, longestPauseMs))
        }
        // The allowance reports what it learned, and that calls `#pump`.
        if (writtenAt !== undefined) this.transit.answered(time() - writtenAt)
        else this.#pump()
      },
      ended: () => {
        slot.ended(time())
        this.#pump()
      },
      release,
    }
  }

  #pauseTeam(ms: number): void {
    if (!this.#team) return
    this.#teamPausedUntil = this.#clock.monotonicMs() + ms
    this.#team.pause(ms)
  }

  /** `statedMs`: how long the bank stated; 0 if it did not, or another workstation tells. */
  #pause(ms: number, statedMs = 0): void {
    const now = this.#clock.monotonicMs()
    if (now + ms > this.#pausedUntil) {
      this.#pausedUntil = now + ms
      this.#statedUntil = now + statedMs
    }
    const pausedUntil = this.#pausedUntilDate()
    const refusal: SlotRefusal = {
      kind: 'refused',
      reason: 'rate-paused',
      ...(pausedUntil && { pausedUntil }),
    }
    const fails = (item: Waiting | Wish): item is Waiting =>
      isOwn(item) && item.request.whenPaused === 'fail'
    for (const waiting of this.#queue.takeWhere(fails)) waiting.settle(refusal)
    this.#savePause()
  }

  /** Again until it is stored, or over: a restart must not forget it. */
  #savePause(): void {
    const until = this.#pausedUntil
    this.#isPauseSaved = false
    void this.#save().then((isSaved) => {
      // A later pause saves itself.
      if (until !== this.#pausedUntil) return
      this.#remembered = isSaved
      this.#isPauseSaved = isSaved || until <= this.#clock.monotonicMs()
      if (!this.#isPauseSaved && !this.#closed)
        this.#startTimer(retrySaveMs, () => {
          const isCurrent = until === this.#pausedUntil && !this.#isPauseSaved
          if (isCurrent && !this.#closed) this.#savePause()
        })
      this.#announce()
    })
  }

  #save(): Promise<boolean> {
    return this.#stamp.save(() => {
      const pausedUntil = this.#pausedUntilDate()
      const retryAfterUntil = this.#statedUntilDate()
      return {
        ...(pausedUntil && { pausedUntil }),
        ...(retryAfterUntil && { retryAfterUntil }),
        lastCallAt: this.#clock.now(),
        transitAllowanceMs: this.transit.bound().ms,
      }
    })
  }

  #wakeLater(now: number): void {
    this.#cancelTimer()
    const paused = now < this.#pausedUntil
    if (paused && this.#stamp.drifted()) void this.#save()
    if (!paused && this.#queue.isEmpty()) return
    const ends = [this.#pausedUntil, this.#teamPausedUntil, now + pauseCheckMs]
    const wakeAt = paused ? Math.min(...ends.filter((ms) => ms > now)) : this.#nextFree()
    if (!Number.isFinite(wakeAt)) return
    this.#cancelTimer = this.#startTimer(Math.max(Math.ceil(wakeAt - now), 1), () => this.#pump())
  }

  #nextFree(): number {
    if (this.#slots.size < this.#share) return Infinity
    return this.#freeTimes(this.transit.bound().ms)[0] ?? Infinity
  }

  #freeTimes(transitMs: number): number[] {
    return [...this.#slots].map((slot) => slot.freeAt(transitMs)).sort((a, b) => a - b)
  }

  #pausedUntilDate(): Date | null {
    return this.#dateOf(this.#pausedUntil)
  }

  #statedUntilDate(): Date | null {
    return this.#pausedUntilDate() && this.#dateOf(this.#statedUntil)
  }

  /** The instant of a monotonic time; null if it is over. */
  #dateOf(monotonicMs: number): Date | null {
    const leftMs = monotonicMs - this.#clock.monotonicMs()
    return leftMs > 0 ? new Date(this.#clock.now().getTime() + leftMs) : null
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** A slot that moved counts twice where its holders told of it at different moments. */
function sumOf(calls: readonly CallsNow[], limit: number): CallsNow {
  const waiting = (lane: Lane): number => calls.reduce((sum, one) => sum + one.waiting[lane], 0)
  return {
    used: Math.min(
      calls.reduce((sum, { used }) => sum + used, 0),
      limit,
    ),
    waiting: {
      'unknown-outcome': waiting('unknown-outcome'),
      initiation: waiting('initiation'),
      interactive: waiting('interactive'),
      bulk: waiting('bulk'),
      sweep: waiting('sweep'),
    },
  }
}

function assertShare(share: number): void {
  if (!Number.isSafeInteger(share) || share < 1)
    throw new RangeError('share: a whole number from 1')
}
