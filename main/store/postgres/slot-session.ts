/**
 * The slots that this workstation holds of the bank's calls per second. Their locks belong to the
 * session that stands for the workstation, so they are lost with it.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { lanes, type Lane } from '../../../preload/contract/bank/lanes.ts'
import { momentNow, msSince, type MembershipTimes, type Moment } from '../membership.ts'
import type { CallsNow, SlotNews, SlotOrder } from '../shared-slots.ts'

/** The channel of the database on which workstations tell each other of slots. */
export const slotChannel = 'slots'
/** A slot that is wanted is asked for again after so long. */
const wantMs = 300

type Past = 'clean' | 'own' | 'unknown'

/** A notice of one workstation to the others. */
type Notice = { readonly key: string } & (
  | { readonly kind: 'want'; readonly by: string; readonly lane: Lane }
  | { readonly kind: 'free'; readonly to: string; readonly slot: number }
  | { readonly kind: 'pause'; readonly by: string; readonly ms: number }
  | { readonly kind: 'calls'; readonly by: string; readonly calls: CallsNow }
)

interface Limit {
  count: number
  readonly held: Set<number>
  /** When each slot was given to a workstation that may not have taken it yet. */
  readonly given: Map<number, Moment>
  wanted: Lane | null
  again: NodeJS.Timeout | undefined
}

/** Takes and gives slots with the session that stands for the workstation, while there is one. */
export class SlotSession {
  /** Names this run of the program: only it knows which calls it made with its slots. */
  readonly #me = randomUUID()
  readonly #times: MembershipTimes
  readonly #run: (work: (client: pg.Client) => Promise<void>) => void
  readonly #tell: (news: SlotNews) => void
  readonly #limits = new Map<string, Limit>()
  #era = 0
  #entered = momentNow()

  /** `run` works in turn on the session, while there is one, and gives it up if the work fails. */
  constructor(
    times: MembershipTimes,
    run: (work: (client: pg.Client) => Promise<void>) => void,
    tell: (news: SlotNews) => void,
  ) {
    this.#times = times
    this.#run = run
    this.#tell = tell
  }

  /** Carries out an order. Without a session it is dropped, but a share or a want is repeated later. */
  request(order: SlotOrder): void {
    const { key } = order
    if (order.kind === 'share') {
      this.#limitOf(key).count = order.count
      this.#share(key)
    } else if (order.kind === 'want') this.#want(key, order.lane)
    else if (order.kind === 'give') this.#give(key, order.to, order.era)
    else if (order.kind === 'pause') this.#pause(key, order.ms)
    else this.#run((client) => notify(client, { ...order, by: this.#me }))
  }

  /** There is a session, which listens and has no slot yet. */
  entered(): void {
    this.#era += 1
    this.#entered = momentNow()
    for (const key of this.#limits.keys()) this.#share(key)
  }

  /** The session has ended, and its locks with it. */
  lost(): void {
    this.#era += 1
    for (const { held } of this.#limits.values()) held.clear()
  }

  /** Takes a slot whose holder is gone, so that it is free to use before somebody needs it. */
  beat(): void {
    const pasts = this.#mayTake().filter((past) => past !== 'clean')
    for (const key of this.#limits.keys()) this.#take(key, pasts)
  }

  /** Asks for no slot any more; those that it holds end with the session. */
  close(): void {
    for (const { again } of this.#limits.values()) clearInterval(again)
  }

  /** Takes in a notice of another workstation. */
  heard(payload: string): void {
    const notice = noticeIn(payload)
    if (!notice) return
    const { key } = notice
    const limit = this.#limits.get(key)
    if (!limit) return
    switch (notice.kind) {
      case 'want':
        if (notice.by !== this.#me && limit.held.size > 0)
          this.#tell({ kind: 'slot-wanted', key, by: notice.by, lane: notice.lane })
        return
      case 'free':
        if (notice.to !== this.#me && notice.to !== '') return
        limit.given.delete(notice.slot)
        if (limit.wanted !== null) this.#takeWanted(key)
        else if (notice.to !== '') this.#run((client) => notify(client, { ...notice, to: '' }))
        return
      case 'pause':
        if (notice.by !== this.#me) this.#tell({ kind: 'pause', key, ms: notice.ms })
        return
      case 'calls':
        if (notice.by !== this.#me) this.#tell(notice)
    }
  }

  #limitOf(key: string): Limit {
    const limit = this.#limits.get(key) ?? {
      count: 0,
      held: new Set(),
      given: new Map(),
      wanted: null,
      again: undefined,
    }
    this.#limits.set(key, limit)
    return limit
  }

  #share(key: string): void {
    this.#run(async (client) => {
      const { rows } = await client.query<{ left: number | null }>(
        'SELECT store.share_slots($1, $2) AS left',
        [key, this.#limitOf(key).count],
      )
      this.#tell({ kind: 'pause', key, ms: rows[0]?.left ?? 0 })
    })
  }

  #want(key: string, lane: Lane | null): void {
    const limit = this.#limitOf(key)
    limit.wanted = lane
    if (lane === null) {
      clearInterval(limit.again)
      limit.again = undefined
      return
    }
    this.#takeWanted(key)
    limit.again ??= setInterval(() => this.#takeWanted(key), wantMs).unref()
  }

  #takeWanted(key: string): void {
    this.#take(key, this.#mayTake(), true)
  }

  /**
   * After a restart of the database every session begins anew, and only the former holder of a slot
   * knows what it did with it, so the others wait a moment.
   */
  #mayTake(): readonly Past[] {
    const isNew = msSince(this.#entered) < 2 * this.#times.heartbeat
    return isNew ? ['clean', 'own'] : ['clean', 'own', 'unknown']
  }

  #take(key: string, pasts: readonly Past[], isWanted = false): void {
    this.#run(async (client) => {
      const limit = this.#limitOf(key)
      const { wanted, held, given, count } = limit
      if ((isWanted && wanted === null) || held.size >= count) return
      // The giver could be faster than the other, and take a slot back for calls that may wait.
      for (const [slot, at] of given) if (msSince(at) > this.#times.heartbeat) given.delete(slot)
      const era = this.#era
      const { rows } = await client.query<{ taken: number; past: Past }>(
        'SELECT taken, past FROM store.take_slot($1, $2, $3, $4, $5)',
        [key, count, [...held, ...given.keys()], this.#me, pasts],
      )
      if (era !== this.#era) return
      const [got] = rows
      if (got) {
        held.add(got.taken)
        this.#want(key, null)
        const arrivingMs = got.past === 'unknown' ? this.#times.arriving : null
        this.#tell({ kind: 'slot', key, arrivingMs, era })
      } else if (isWanted && wanted !== null)
        await notify(client, { kind: 'want', key, by: this.#me, lane: wanted })
    })
  }

  /** Others read that it is clean as soon as they get its lock. */
  #give(key: string, to: string, era: number): void {
    this.#run(async (client) => {
      const { held, given } = this.#limitOf(key)
      // The highest: of fewer slots than before it is the one too many.
      const slot = Math.max(...held)
      if (era !== this.#era || held.size === 0) return
      const name = pg.escapeLiteral(key)
      await client.query(`
        BEGIN;
        UPDATE store.slots SET clean = 1 WHERE key = ${name} AND slot = ${String(slot)};
        COMMIT;
        SELECT pg_advisory_unlock(hashtextextended(${name}, ${String(slot)}));
        ${notification({ kind: 'free', key, to, slot })}`)
      held.delete(slot)
      if (to !== '') given.set(slot, momentNow())
    })
  }

  #pause(key: string, ms: number): void {
    this.#run(async (client) => {
      await client.query(
        `UPDATE store.pauses SET said_by = $2, until =
          greatest(until, clock_timestamp() + $3 * interval '1 millisecond') WHERE key = $1`,
        [key, this.#me, ms],
      )
      await notify(client, { kind: 'pause', key, by: this.#me, ms })
    })
  }
}

/** Anybody who may connect to the database can send a notice: one that does not fit is ignored. */
function noticeIn(payload: string): Notice | undefined {
  try {
    const notice = JSON.parse(payload) as Notice
    switch (notice.kind) {
      case 'want':
        return lanes.includes(notice.lane) ? notice : undefined
      case 'free':
        return notice
      case 'pause':
        return Number.isFinite(notice.ms) ? notice : undefined
      case 'calls': {
        const { used, waiting } = notice.calls
        return [used, ...lanes.map((lane) => waiting[lane])].every(Number.isFinite)
          ? notice
          : undefined
      }
    }
  } catch {
    return undefined
  }
}

const notification = (notice: Notice): string =>
  `SELECT pg_notify('${slotChannel}', ${pg.escapeLiteral(JSON.stringify(notice))})`

async function notify(client: pg.Client, notice: Notice): Promise<void> {
  await client.query(notification(notice))
}
