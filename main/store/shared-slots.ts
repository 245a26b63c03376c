/**
 * The bank's calls per second, shared by the workstations on one store. Each call per second is a
 * slot: a lock of the database that moves to where it is needed. The workstation that holds a slot may
 * make one call with it, and the next one when the bank can no longer count both in one second.
 */
import type { Lane } from '../../preload/contract/bank/lanes.ts'

/** The calls of a workstation at a moment. */
export interface CallsNow {
  /** Calls that the bank may count in one second with the next one. */
  readonly used: number
  readonly waiting: Readonly<Record<Lane, number>>
}

/**
 * Requests to the store's worker. `key`: the bank and the consumer key. `era`: the session that got
 * the slots; orders of an earlier one are ignored.
 */
export type SlotOrder = { readonly key: string } & (
  | { readonly kind: 'share'; readonly count: number }
  /** Takes a slot for a call in this lane; null: no call waits for one any more. */
  | { readonly kind: 'want'; readonly lane: Lane | null }
  /** Gives up a slot that no call uses. `to`: the workstation that wants it; empty: anybody. */
  | { readonly kind: 'give'; readonly to: string; readonly era: number }
  | { readonly kind: 'pause'; readonly ms: number }
  /** Tells the others of the calls here, for their screens. */
  | { readonly kind: 'calls'; readonly calls: CallsNow }
)

/** News of the worker about the slots of a key. */
export type SlotNews = { readonly key: string } &
  /**
   * A slot was taken. Calls of its former holder may arrive for so long from now on; null: none, or
   * this program made them.
   */
  (
    | { readonly kind: 'slot'; readonly arrivingMs: number | null; readonly era: number }
    | { readonly kind: 'slot-wanted'; readonly by: string; readonly lane: Lane }
    /** Nobody may call for so long from now on: the bank answered a workstation with 429. */
    | { readonly kind: 'pause'; readonly ms: number }
    | { readonly kind: 'calls'; readonly by: string; readonly calls: CallsNow }
  )

/** Calls with the slots of this workstation. */
export interface SlotHolder {
  /**
   * Has one slot more. Calls of its former holder may arrive for so many milliseconds from now on;
   * null: none, or this program made them.
   */
  taken(arrivingMs: number | null): void
  /** Has no slot any more; a call that has not begun must not begin. */
  lost(): void
  /** The workstation `by` waits for a slot, for a call in this lane; told again while it waits. */
  wanted(by: string, lane: Lane): void
  /** No call for so long from now on, after a 429; 0: nobody knows of a pause. */
  paused(ms: number): void
  /** The store was reached. */
  heard(): void
  /** Gives the slots that no call uses, because the store is about to close. */
  leaving(): void
}

/** The slots of one bank and consumer key. */
export interface SlotsOfKey {
  /** How many there are. */
  readonly count: number
  /** Whether this workstation may still use the slots that it has. */
  isFresh(): boolean
  /**
   * Takes one slot as soon as possible, for a call in this lane; `taken` tells when. Null: none is
   * needed any more.
   */
  want(lane: Lane | null): void
  /** Gives up a slot that no call uses. `to`: the workstation that wants it; empty: anybody. */
  give(to: string): void
  /** Tells every workstation to make no call for so long from now on, after a 429. */
  pause(ms: number): void
  /** Tells the others of the calls here. */
  tellCalls(calls: CallsNow): void
  /** The calls of each other workstation that told of them a moment ago. */
  callsOfOthers(): readonly CallsNow[]
}

/** The calls of another workstation count for so many signs of life here. */
const lastingBeats = 3

interface Shared {
  count: number
  era: number
  isIdle: boolean
  /** By the name of a run of the program. */
  readonly others: Map<string, { readonly calls: CallsNow; readonly beat: number }>
  readonly holder: SlotHolder
  readonly slots: SlotsOfKey
}

/** Main's side: passes orders to the worker, and its news to the holders. */
export class SharedSlots {
  readonly #send: (order: SlotOrder) => void
  readonly #isFresh: () => boolean
  readonly #shared = new Map<string, Shared>()
  /** Signs of life of this workstation. */
  #beat = 0

  constructor(send: (order: SlotOrder) => void, isFresh: () => boolean) {
    this.#send = send
    this.#isFresh = isFresh
  }

  /** Shares the `count` calls per second of a key from now on. */
  share(key: string, count: number, holder: SlotHolder): SlotsOfKey {
    const shared = this.#shared.get(key) ?? this.#begin(key, count, holder)
    shared.count = count
    this.#send({ kind: 'share', key, count })
    return shared.slots
  }

  #begin(key: string, count: number, holder: SlotHolder): Shared {
    const shared: Shared = {
      count,
      era: 0,
      isIdle: true,
      others: new Map(),
      holder,
      slots: {
        get count() {
          return shared.count
        },
        isFresh: this.#isFresh,
        want: (lane) => this.#send({ kind: 'want', key, lane }),
        give: (to) => this.#send({ kind: 'give', key, to, era: shared.era }),
        pause: (ms) => this.#send({ kind: 'pause', key, ms }),
        tellCalls: (calls) => {
          const isIdle = calls.used === 0 && Object.values(calls.waiting).every((one) => one === 0)
          // Others forget the calls, or were told once that there are none.
          if (!isIdle || !shared.isIdle) this.#send({ kind: 'calls', key, calls })
          shared.isIdle = isIdle
        },
        callsOfOthers: () =>
          this.#isFresh() ? [...shared.others.values()].map(({ calls }) => calls) : [],
      },
    }
    this.#shared.set(key, shared)
    return shared
  }

  /** Takes in news of the worker. */
  told(news: SlotNews): void {
    const shared = this.#shared.get(news.key)
    if (!shared) return
    switch (news.kind) {
      case 'slot':
        shared.era = news.era
        shared.holder.taken(news.arrivingMs)
        return
      case 'slot-wanted':
        shared.holder.wanted(news.by, news.lane)
        return
      case 'pause':
        shared.holder.paused(news.ms)
        return
      case 'calls':
        shared.others.set(news.by, { calls: news.calls, beat: this.#beat })
    }
  }

  /** The store was heard or lost, or is about to close. */
  tell(event: 'heard' | 'lost' | 'leaving'): void {
    if (event === 'heard') this.#beat += 1
    for (const { holder, others } of this.#shared.values()) {
      for (const [by, { beat }] of others) if (this.#beat - beat > lastingBeats) others.delete(by)
      holder[event]()
    }
  }
}
