/**
 * The session of a database that stands for this workstation: it holds the lock of its home and
 * those of its duties, gives signs of life, and hears what others write. Whoever has lost it is no
 * member, whatever other connections can do.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { atMost } from '../../platform/clock.ts'
import { SerialQueue } from '../../platform/serial.ts'
import type { EngineMember, MemberNews } from '../engine.ts'
import type { SlotOrder } from '../shared-slots.ts'
import type { TokenRequest } from '../shared-tokens.ts'
import {
  duties,
  dutyLocks,
  homeLocks,
  momentNow,
  msSince,
  type DatabaseTime,
  type Duty,
  type MembershipTimes,
  type OpenedListener,
  type WorkstationSeen,
  type Moment,
} from '../membership.ts'
import { slotChannel, SlotSession } from './slot-session.ts'
import { tokenChannel, TokenSession } from './token-session.ts'
import { timeBy } from '../team-clock.ts'

/** A workstation as the database knows it. */
export interface Workstation {
  readonly id: string
  readonly name: string
  /** Version of its program. */
  readonly program: string
}

/** The home of this workstation in a store that it has opened. */
export interface OwnHome {
  readonly home: string
  /** Number of the home's lock. */
  readonly number: number
  /** Version of the store. */
  readonly version: number
}

interface Heard {
  readonly now: string
  readonly known: number
  readonly seq: number
  readonly version: number
  readonly workstations: readonly WorkstationSeen[]
}

/** Selects the time of the database. */
export const databaseNow = `
  SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now`

/** Gives a sign of life, and reads the clock, the end of the chain and who is there. */
const heartbeat = `
  WITH moment AS (${databaseNow}),
  me AS (
    UPDATE workstations SET heard_at = now, operator = $2,
      operator_since = CASE WHEN operator IS DISTINCT FROM $2 THEN now ELSE operator_since END,
      listener = $3, listened_at = CASE WHEN $4 THEN now ELSE listened_at END
    FROM moment WHERE id = $1 RETURNING id)
  SELECT (SELECT now FROM moment) AS now, (SELECT count(*)::integer FROM me) AS known,
    (SELECT seq::integer FROM chain_head) AS seq,
    (SELECT version::integer FROM store_version) AS version,
    (SELECT json_agg(json_build_object('id', id, 'name', name, 'heardAt', heard_at,
      'operator', operator, 'operatorSince', operator_since,
      'listener', listener::json, 'listenedAt', listened_at,
      'isHere', EXISTS (
        SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND classid = ${String(homeLocks)} AND objid = w.number AND objsubid = 2))
      ORDER BY number) FROM workstations AS w) AS workstations`

const lockOf = (duty: Duty): [number, number] => [dutyLocks, duties.indexOf(duty) + 1]

/** Thrown where another program is this workstation. */
export class HomeTaken extends Error {}

export class MemberSession implements EngineMember {
  readonly home: string
  readonly fenceMs: number
  readonly #number: number
  readonly #times: MembershipTimes
  readonly #connect: () => Promise<pg.Client>
  readonly #wanted = new Set<Duty>()
  readonly #held = new Set<Duty>()
  /** Since when nobody holds the lock of a workstation, without a break. */
  readonly #freeSince = new Map<string, Moment>()
  readonly #stop = new AbortController()
  /** The driver has one statement at a time. */
  readonly #turns = new SerialQueue()
  readonly #slots: SlotSession
  readonly #tokens: TokenSession
  #client: pg.Client | undefined
  #tell: (news: MemberNews) => void = () => undefined
  #running: Promise<void> = Promise.resolve()
  #looked = momentNow()
  #time: DatabaseTime | undefined
  #operator: string | null = null
  #listener: OpenedListener | null = null
  /** When main last said that it listens: a program that hangs says nothing, and receives nothing. */
  #saidToListen: Moment | undefined
  /** Ids of those who were there at the last sign of life; none before the first of a session. */
  #here: readonly string[] = []
  /** Somebody who may have had duties has left, or the session is new. */
  #isDutyFree = false
  /** Version of the store. */
  readonly #version: number

  private constructor(
    { home, number, version }: OwnHome,
    times: MembershipTimes,
    connect: () => Promise<pg.Client>,
  ) {
    this.home = home
    this.#number = number
    this.#version = version
    this.#times = times
    this.fenceMs = times.fence
    this.#connect = connect
    const onSession = (work: (client: pg.Client) => Promise<void>): void =>
      this.#ask(() => this.#onSession(work))
    this.#slots = new SlotSession(times, onSession, (news) => this.#tell(news))
    this.#tokens = new TokenSession(onSession, (news) => this.#tell(news))
  }

  /**
   * Takes the lock of the home and begins to give signs of life. Waits for a former session of this
   * workstation, which the database ends soon. Rejects with {@link HomeTaken} if another program
   * keeps the lock, and with the driver's error if the database cannot be reached.
   */
  static async open(
    own: OwnHome,
    times: MembershipTimes,
    connect: () => Promise<pg.Client>,
  ): Promise<MemberSession> {
    const session = new MemberSession(own, times, connect)
    const until = performance.now() + 2 * times.silence
    while (!(await session.#enter())) {
      if (performance.now() > until)
        throw new HomeTaken('another program is open as this workstation')
      await wait(times.silence / 20)
    }
    await session.#beat()
    // No rule may look at a clock before the team's is known.
    if (session.#time === undefined) {
      await session.close()
      throw new Error('the database ended the session of this workstation')
    }
    session.#running = session.#live()
    return session
  }

  get time(): DatabaseTime {
    if (this.#time === undefined) throw new TypeError('the clock of the database was not read')
    return this.#time
  }

  onNews(listener: (news: MemberNews) => void): void {
    this.#tell = listener
    // What was heard before somebody listened is heard again.
    this.#ask(() => this.#beat())
  }

  want(duty: Duty, isWanted: boolean): void {
    if (isWanted) this.#wanted.add(duty)
    else this.#wanted.delete(duty)
    this.#ask(() => (isWanted ? this.#takeDuties() : this.#giveBack(duty)))
  }

  present(operator: string | null): void {
    this.#operator = operator
    this.#ask(() => this.#beat())
  }

  listens(listener: OpenedListener | null): void {
    const isSame = JSON.stringify(listener) === JSON.stringify(this.#listener)
    this.#listener = this.#client === undefined ? null : listener
    this.#saidToListen = this.#listener ? momentNow() : undefined
    if (!isSame) this.#ask(() => this.#beat())
  }

  slots(request: SlotOrder): void {
    this.#slots.request(request)
  }

  tokens(request: TokenRequest): void {
    this.#tokens.request(request)
  }

  /** Out of turn. A failure was told as the loss of the session, or the next round tries again. */
  #ask(work: () => Promise<void>): void {
    this.#turns.run(work).catch(() => undefined)
  }

  /** Gives the locks back. */
  async close(): Promise<void> {
    this.#stop.abort()
    this.#slots.close()
    this.#tokens.close()
    await this.#running
    await Promise.race([this.#turns.settled(), atMost(this.#times.silence)])
    this.#tell({ kind: 'lost' })
    // A line that is silent does not keep the program open: the database ends the session itself.
    const ended = this.#client?.end().catch(() => undefined)
    await Promise.race([ended, atMost(this.#times.silence)])
  }

  /** Connects and takes the lock; false if another session has it. */
  async #enter(): Promise<boolean> {
    const client = await this.#connect()
    try {
      await client.query(`SET idle_session_timeout TO ${String(Math.round(this.#times.silence))}`)
      const { rows } = await client.query<{ taken: boolean }>(
        'SELECT pg_try_advisory_lock($1, $2) AS taken',
        [homeLocks, this.#number],
      )
      if (rows[0]?.taken !== true) {
        await client.end()
        return false
      }
      await client.query(
        `LISTEN acts; LISTEN tallied; LISTEN ${slotChannel}; LISTEN ${tokenChannel}`,
      )
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === slotChannel) this.#slots.heard(payload)
      else if (channel === tokenChannel) this.#tokens.heard(payload)
      else this.#tell(channel === 'acts' ? { kind: 'acts' } : { kind: 'table', table: payload })
    })
    client.once('end', () => this.#lose(client))
    this.#client = client
    this.#isDutyFree = true
    this.#slots.entered()
    this.#tokens.entered()
    return true
  }

  /** One sign of life after another; after a loss, tries to come back. */
  async #live(): Promise<void> {
    const { signal } = this.#stop
    let dutiesTried = momentNow()
    const isOver = (): boolean => signal.aborted
    while (!isOver()) {
      await wait(this.#times.heartbeat, undefined, { signal }).catch(() => undefined)
      if (isOver()) return
      try {
        if (this.#client === undefined && !(await this.#enter())) continue
        await this.#turns.run(() => this.#beat())
        this.#slots.beat()
        if (!this.#isDutyFree && msSince(dutiesTried) < this.#times.duty) continue
        this.#isDutyFree = false
        dutiesTried = momentNow()
        await this.#turns.run(() => this.#takeDuties())
      } catch {
        // The end of the session was told; the next round connects again.
      }
    }
  }

  /** Works on the session while there is one. It is lost if that fails: its locks are not known then. */
  async #onSession(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = this.#client
    if (client === undefined) return
    try {
      await work(client)
    } catch (error) {
      this.#lose(client)
      throw error
    }
  }

  #beat(): Promise<void> {
    return this.#onSession((client) => this.#beatOn(client))
  }

  async #beatOn(client: pg.Client): Promise<void> {
    const moment = momentNow()
    const listener = this.#listener && JSON.stringify(this.#listener)
    const said = this.#saidToListen
    const isListening = said !== undefined && msSince(said, moment) < this.#times.fence
    const own = [this.home, this.#operator, listener, isListening]
    const { rows } = await client.query<Heard>(heartbeat, own)
    const [heard] = rows
    const answered = momentNow()
    if (heard?.known !== 1 || client !== this.#client) {
      this.#lose(client)
      return
    }
    if (this.#version !== heard.version) {
      this.#stop.abort()
      this.#lose(client)
      this.#tell({ kind: 'migrated' })
      return
    }
    // What happened while it did not look is not known.
    if (msSince(this.#looked, moment) > this.#times.fence) this.#freeSince.clear()
    this.#looked = moment
    const { seq, workstations } = heard
    const reading = { at: Date.parse(heard.now), asked: moment, answered }
    this.#time = timeBy(reading, this.#time)
    // A lock counts as free from this answer on: the question may have waited for long.
    this.#observe(
      workstations.flatMap(({ id, isHere }) => (isHere ? [] : [id])),
      answered,
    )
    const here = workstations.flatMap(({ id, isHere }) => (isHere ? [id] : []))
    if (this.#here.some((id) => !here.includes(id))) this.#isDutyFree = true
    this.#here = here
    const gone = [...this.#freeSince].flatMap(([id, since]) =>
      msSince(since, moment) >= this.#times.rescue ? [id] : [],
    )
    this.#tell({ kind: 'heard', moment, time: this.#time, gone, seq, workstations })
  }

  /** A lock counts as free for as long as it was found free each time, without a break. */
  #observe(free: readonly string[], moment: Moment): void {
    for (const id of this.#freeSince.keys()) if (!free.includes(id)) this.#freeSince.delete(id)
    for (const id of free)
      if (id !== this.home && !this.#freeSince.has(id)) this.#freeSince.set(id, moment)
  }

  #takeDuties(): Promise<void> {
    return this.#onSession(async (client) => {
      for (const duty of this.#wanted) {
        if (this.#held.has(duty)) continue
        const { rows } = await client.query<{ taken: boolean }>(
          'SELECT pg_try_advisory_lock($1, $2) AS taken',
          lockOf(duty),
        )
        if (client !== this.#client) return
        if (rows[0]?.taken !== true) continue
        this.#held.add(duty)
        this.#tell({ kind: 'duty', duty, isHeld: true })
      }
    })
  }

  #giveBack(duty: Duty): Promise<void> {
    return this.#onSession(async (client) => {
      if (!this.#held.has(duty) || this.#wanted.has(duty)) return
      await client.query('SELECT pg_advisory_unlock($1, $2)', lockOf(duty))
      if (client !== this.#client) return
      this.#held.delete(duty)
      this.#tell({ kind: 'duty', duty, isHeld: false })
    })
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#slots.lost()
    this.#tokens.lost()
    this.#held.clear()
    this.#freeSince.clear()
    this.#listener = null
    this.#here = []
    this.#tell({ kind: 'lost' })
    client.end().catch(() => undefined)
  }
}
