/**
 * This workstation as one of those that share a store. It may do what is its own only while the
 * store has heard of it a moment ago: a workstation that slept must not go on as if no time had
 * passed.
 */
import { uptime } from 'node:os'
import { scaled, type Clock } from '../platform/clock.ts'
import { SharedSlots, type SlotOrder } from './shared-slots.ts'
import { SharedTokens, type TokenRequest } from './shared-tokens.ts'
import type { StoreKey } from './store-key.ts'
import type { Reader } from './tables.ts'

/**
 * A moment by two clocks of this computer that nobody sets, in milliseconds: one that may stand
 * while the computer sleeps, and the time since its start, which does not.
 */
export interface Moment {
  readonly monotonicMs: number
  readonly uptimeMs: number
}

/** Returns this moment, the same in each thread of the program. */
export const momentNow = (): Moment => ({
  monotonicMs: Number(process.hrtime.bigint() / 1_000n) / 1_000,
  uptimeMs: uptime() * 1_000,
})

/** Returns the milliseconds since a moment, by the clock that ran further. */
export function msSince(then: Moment, now = momentNow()): number {
  return Math.max(now.monotonicMs - then.monotonicMs, now.uptimeMs - then.uptimeMs)
}

/** The time of the database at a moment of this computer, in milliseconds since 1970. */
export interface DatabaseTime {
  readonly moment: Moment
  readonly at: number
}

/** How long workstations wait for each other, in milliseconds. */
export interface MembershipTimes {
  /** From one sign of life to the next. */
  readonly heartbeat: number
  /** After a sign of life that was answered, a workstation may go on for this long. */
  readonly fence: number
  /** The store ends the session of a workstation that gave no sign of life for this long. */
  readonly silence: number
  /** A workstation that was gone for this long without a break does not come back to its work. */
  readonly rescue: number
  /** From one try to take a duty to the next. */
  readonly duty: number
  /**
   * A call may arrive at the bank this long after its workstation was lost: it may begin within the
   * fence, be written for ten seconds, and travel for ten.
   */
  readonly arriving: number
}

const times: MembershipTimes = {
  heartbeat: 1_000,
  fence: 3_000,
  silence: 4_000,
  rescue: 30_000,
  duty: 5_000,
  arriving: 23_000,
}

/** Returns the waits; `factor`: shorter ones, for proofs. */
export const membershipTimes = (factor = 1): MembershipTimes => scaled({ ...times }, factor)

/** The first number of the locks of the database by which workstations know of each other. */
export const homeLocks = 1
export const dutyLocks = 2

/** What the others know of the listener of a workstation. */
export interface OpenedListener {
  /** `https://host:port/alerts`, as the workstation itself would call it. */
  readonly address: string
  /** Since when, by the database's clock. */
  readonly since: string
  /** Its certificate in PEM if a workstation made it, so that nobody else trusts it; null: another. */
  readonly ownCertificate: string | null
  /** A call with this token asks only who answers. */
  readonly probeToken: string
}

/** A workstation as the others know it. Instants by the database's clock. */
export interface WorkstationSeen {
  readonly id: string
  readonly name: string
  /** It has the lock of its home. */
  readonly isHere: boolean
  /** Its last sign of life. */
  readonly heardAt: string | null
  /** Id of who is signed in there; null: nobody. */
  readonly operator: string | null
  readonly operatorSince: string | null
  /** Its listener; null: it does not listen, or no longer did at its last sign of life. */
  readonly listener: OpenedListener | null
  /** Its last sign of life while it listened; null: it never has. */
  readonly listenedAt: string | null
}

/** Work that one workstation does for all: any of them can. */
export const duties = ['reader', 'follower', 'keeper', 'listener'] as const
export type Duty = (typeof duties)[number]

/** What a workstation does while it has a duty. Doing it twice does no harm. */
export interface DutyHolder {
  start(): void
  stop(): void
}

export interface Membership {
  /** Its id; null: the store is a file, which this program alone has open. */
  readonly home: string | null
  /** The wall clock of all that share the store; null: the store is a file. */
  readonly clock: Pick<Clock, 'now'> | null
  /** Returns whether this computer's own clock is half a minute or more off that of the team. */
  isClockOff(): boolean
  /**
   * Returns whether the store has heard of this workstation within the fence, and no more time has
   * passed since `then`.
   */
  isFresh(then?: Moment): boolean
  /** Returns the workstations that are gone, and do not come back to their work. */
  gone(): readonly string[]
  /** Returns all that ever shared the store, as they were when it was last heard; none of a file. */
  workstations(): readonly WorkstationSeen[]
  /** Tells the others who is signed in here; null: nobody. */
  present(operator: string | null): void
  /** Tells the others where this workstation listens for alerts; null: it does not. */
  listens(listener: OpenedListener | null): void
  /**
   * Locks the home of a workstation that is gone until the end of the transaction, so that it
   * cannot come back meanwhile. False: it has come back. Null never does: it had the store before it
   * was shared.
   */
  keepGone(tx: Reader, home: string | null): Promise<boolean>
  /**
   * Calls `start` each time this workstation takes the duty, and `stop` each time it loses it. Returns
   * what ends that: another workstation can take the duty once nobody here wants it.
   */
  onDuty(duty: Duty, holder: DutyHolder): () => void
  /** The bank's calls per second that the workstations share; undefined: they are not shared. */
  readonly slots?: SharedSlots
  /** The access tokens that the workstations share; undefined: they are not shared. */
  readonly tokens?: SharedTokens
  /** Calls back after the store was lost or reached again, or the list of those gone has changed. */
  onChange(listener: () => void): void
}

/** The membership of a store in a file: no other workstation has it open, and every duty is here. */
export const onlyMember: Membership = {
  home: null,
  clock: null,
  isClockOff: () => false,
  isFresh: () => true,
  gone: () => [],
  workstations: () => [],
  present: () => undefined,
  listens: () => undefined,
  keepGone: () => Promise.resolve(false),
  onDuty: (_duty, holder) => {
    holder.start()
    return () => undefined
  },
  onChange: () => undefined,
}

/** Returns the name of a workstation that shares the store; its id if it is not known. */
export const workstationName = (membership: Membership, home: string | null): string | null =>
  membership.workstations().find(({ id }) => id === home)?.name ?? home

/** Returns the workstations that listen for alerts: one, or two while one takes over; the newest first. */
export const listening = (membership: Membership) =>
  membership
    .workstations()
    .flatMap(({ id, name, isHere, listener }) =>
      isHere && listener ? [{ id, name, listener }] : [],
    )
    .sort((one, other) => other.listener.since.localeCompare(one.listener.since))

/** A clock that follows the database's time. */
type TeamTime = Pick<Clock, 'now'> & { readonly hear: (read: DatabaseTime) => void }

/** What the store's worker says of this workstation without being asked. */
export type MembershipNews =
  /** The store answered a sign of life that was given at `moment`. */
  | {
      readonly kind: 'heard'
      readonly moment: Moment
      readonly time: DatabaseTime
      readonly gone: readonly string[]
      readonly workstations: readonly WorkstationSeen[]
      /** Number of the newest entry of the audit chain. */
      readonly seq: number
    }
  /** The session that stands for this workstation has ended. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'duty'; readonly duty: Duty; readonly isHeld: boolean }

/** A clock that is further off is one that nobody sets. The Doctor says the same of the bank's. */
const clockOffMs = 30_000

/** Main's side of a membership: what the worker said last. */
export class SharedMembership implements Membership {
  readonly home: string
  readonly clock: TeamTime
  readonly #ownClock: Pick<Clock, 'now'>
  readonly slots: SharedSlots
  readonly tokens: SharedTokens
  readonly present: (operator: string | null) => void
  readonly #fenceMs: number
  readonly #lockGone: (tx: Reader, home: string) => Promise<boolean>
  readonly #want: (duty: Duty, isWanted: boolean) => void
  readonly #holders = new Map<Duty, DutyHolder[]>()
  readonly #held = new Set<Duty>()
  readonly #listeners: (() => void)[] = []
  #heard: Moment | undefined
  #isClockOff: boolean
  #gone: readonly string[] = []
  #workstations: readonly WorkstationSeen[] = []
  readonly #listens: (listener: OpenedListener | null) => void
  #listener: OpenedListener | null = null
  #silent: NodeJS.Timeout | undefined

  constructor(options: {
    readonly home: string
    readonly clock: TeamTime
    /** The clock of this computer. */
    readonly ownClock: Pick<Clock, 'now'>
    readonly fenceMs: number
    readonly lockGone: (tx: Reader, home: string) => Promise<boolean>
    readonly want: (duty: Duty, isWanted: boolean) => void
    readonly present: (operator: string | null) => void
    readonly listens: (listener: OpenedListener | null) => void
    readonly askSlots: (request: SlotOrder) => void
    readonly askTokens: (request: TokenRequest) => void
    /** The key of the store, under which tokens are sealed. */
    readonly key: StoreKey
  }) {
    this.home = options.home
    this.clock = options.clock
    this.#ownClock = options.ownClock
    this.#isClockOff = this.isClockOff()
    this.#fenceMs = options.fenceMs
    this.#lockGone = options.lockGone
    this.#want = options.want
    this.present = options.present
    this.#listens = options.listens
    this.slots = new SharedSlots(options.askSlots, () => this.isFresh())
    this.tokens = new SharedTokens(options.askTokens, options.key)
  }

  isClockOff(): boolean {
    const differenceMs = this.#ownClock.now().getTime() - this.clock.now().getTime()
    return Math.abs(differenceMs) >= clockOffMs
  }

  isFresh(then?: Moment): boolean {
    const now = momentNow()
    return [this.#heard, then ?? this.#heard].every(
      (one) => one !== undefined && msSince(one, now) < this.#fenceMs,
    )
  }

  gone(): readonly string[] {
    return this.#heard === undefined ? [] : this.#gone
  }

  workstations(): readonly WorkstationSeen[] {
    return this.#workstations
  }

  listens(listener: OpenedListener | null): void {
    this.#listener = listener
    this.#listens(listener)
  }

  keepGone(tx: Reader, home: string | null): Promise<boolean> {
    return home === null ? Promise.resolve(true) : this.#lockGone(tx, home)
  }

  onDuty(duty: Duty, holder: DutyHolder): () => void {
    this.#holders.set(duty, [...(this.#holders.get(duty) ?? []), holder])
    if (this.#held.has(duty)) holder.start()
    this.#want(duty, true)
    return () => {
      const left = (this.#holders.get(duty) ?? []).filter((one) => one !== holder)
      this.#holders.set(duty, left)
      if (left.length === 0) this.#want(duty, false)
    }
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Takes in what the worker said. */
  told(news: MembershipNews): void {
    switch (news.kind) {
      case 'heard': {
        this.clock.hear(news.time)
        const wasClockOff = this.#isClockOff
        this.#isClockOff = this.isClockOff()
        const isChange =
          !this.isFresh() ||
          this.#isClockOff !== wasClockOff ||
          this.#gone.join() !== news.gone.join() ||
          isOtherList(this.#workstations, news.workstations)
        this.#heard = news.moment
        this.#gone = news.gone
        this.#workstations = news.workstations
        if (this.#listener) this.#listens(this.#listener)
        clearTimeout(this.#silent)
        this.#silent = setTimeout(() => this.#changed(), this.#fenceMs)
        this.#silent.unref()
        if (isChange) this.#changed()
        return
      }
      case 'lost':
        this.#heard = undefined
        this.#listener = null
        clearTimeout(this.#silent)
        for (const duty of this.#held) this.#setDuty(duty, false)
        this.#changed()
        return
      case 'duty':
        this.#setDuty(news.duty, news.isHeld)
    }
  }

  #setDuty(duty: Duty, isHeld: boolean): void {
    if (this.#held.has(duty) === isHeld) return
    if (isHeld) this.#held.add(duty)
    else this.#held.delete(duty)
    for (const holder of this.#holders.get(duty) ?? []) holder[isHeld ? 'start' : 'stop']()
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Whether somebody came, left, signed in or listens; signs of life alone do not count. */
const isOtherList = (
  before: readonly WorkstationSeen[],
  after: readonly WorkstationSeen[],
): boolean => {
  const told = (all: readonly WorkstationSeen[]): string =>
    JSON.stringify(all.map(({ heardAt: _heardAt, listenedAt: _listenedAt, ...seen }) => seen))
  return told(before) !== told(after)
}
