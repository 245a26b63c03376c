/** The store jobs of forwarding: building a post from the deliveries, and saving its result. */
import type { ParkedReason } from '../../../preload/contract/api/forwarding/forwarding.ts'
import type { Act } from '../../store/hash-chain.ts'
import type { ForwardStateTable, ForwardTriesTable } from '../../store/tables/forwarding.ts'
import type { JobContext, StoreJob } from '../../store/store-jobs.ts'
import { Superseded } from '../../store/superseded.ts'
import { elementsIn, type Element } from '../split-delivery.ts'
import { retainedTries } from './forward-rules.ts'

/** Alerts that are sent together. */
export interface ForwardChunk {
  /** Of all alerts, in order. */
  readonly seqs: readonly number[]
  /** The alerts whose own text was not found; they are not in the body. */
  readonly unreadable: readonly number[]
  /** JSON in the bank's own form; each alert character by character as the bank wrote it. */
  readonly body: string
}

/** The alerts to read: the next after a seq, or the given ones. */
export type Wanted =
  | { readonly after: number; readonly atMost: number }
  | { readonly seqs: readonly number[] }

/** Reads alerts in the order of their seq, up to a size; null if there is none. */
export const readChunk: StoreJob<
  { readonly wanted: Wanted; readonly mostBytes: number },
  ForwardChunk | null
> = { name: 'forwarding.read', run: read }

interface AlertPlace {
  readonly seq: number
  readonly delivery_seq: number
  readonly place: number
}

const placesAfter = `
  SELECT seq, delivery_seq, place FROM alerts WHERE seq > ? ORDER BY seq LIMIT ?`
const placesOf = `
  SELECT seq, delivery_seq, place FROM alerts
  WHERE seq IN (SELECT CAST(value AS bigint) FROM json_each(?)) ORDER BY seq`

async function read(
  job: JobContext,
  { wanted, mostBytes }: { readonly wanted: Wanted; readonly mostBytes: number },
): Promise<ForwardChunk | null> {
  const places = (
    'seqs' in wanted
      ? await job.all(placesOf, JSON.stringify(wanted.seqs))
      : await job.all(placesAfter, wanted.after, wanted.atMost)
  ) as readonly AlertPlace[]
  const split = new Map<number, readonly Element[]>()
  const seqs: number[] = []
  const unreadable: number[] = []
  const texts: string[] = []
  let bytes = 0
  for (const { seq, delivery_seq: delivery, place } of places) {
    const elements = split.get(delivery) ?? (await elementsOf(job, delivery))
    split.set(delivery, elements)
    const text = elements[place - 1]?.text
    bytes += Buffer.byteLength(text ?? '')
    if (seqs.length > 0 && bytes > mostBytes) break
    seqs.push(seq)
    if (text === undefined) unreadable.push(seq)
    else texts.push(text)
  }
  if (seqs.length === 0) return null
  return { seqs, unreadable, body: `{"alertNotificationRequest":[${texts.join(',')}]}` }
}

async function elementsOf(job: JobContext, delivery: number): Promise<readonly Element[]> {
  const row = (await job.one('SELECT body FROM alert_deliveries WHERE seq = ?', delivery)) as
    | { readonly body: Uint8Array }
    | undefined
  return row ? elementsIn(row.body) : []
}

/** The row of the state, without its id. */
export type ForwardRow = Omit<ForwardStateTable, 'id'>
/** A row of the log, before it has a seq. */
export type TryRow = Omit<ForwardTriesTable, 'seq'>

/** The result of one post. */
export interface StoredPost {
  readonly at: string
  /** Null: only the log changes, such as after a failed try. */
  readonly act: Act | null
  readonly tried: TryRow | null
  /**
   * The new state, and the one that it was made from; null: unchanged. If the stored state is
   * another one by now, a person or another workstation has changed it, and only the log changes.
   */
  readonly state: { readonly before: ForwardRow; readonly after: ForwardRow } | null
  /** Alerts to park. */
  readonly park: readonly { readonly seq: number; readonly why: ParkedReason }[]
  /** Alerts that are no longer parked. */
  readonly unpark: readonly number[]
  /** Alerts after the cursor that were received before this instant are given up; null: none. */
  readonly giveUpBefore: string | null
}

/** Saves the result of one post in one transaction. Returns false if its state was superseded. */
export const savePost: StoreJob<StoredPost, boolean> = { name: 'forwarding.save', run: save }

async function save(job: JobContext, post: StoredPost): Promise<boolean> {
  const { at, act, tried, park } = post
  const work = async (): Promise<void> => {
    for (const { seq, why } of park) await putAside(job, { seq, why, at, tried })
    for (const seq of post.unpark)
      await job.run('DELETE FROM forward_parked WHERE alert_seq = ?', seq)
    if (post.state) {
      if (!(await isStored(job, post.state.before))) throw new Superseded()
      await writeState(job, await behindGivenUp(job, post.state.after, post))
    }
    if (tried) await writeTry(job, tried)
  }
  try {
    await (act === null ? job.tally(work) : job.transact(act, at, work))
    return true
  } catch (error) {
    if (!(error instanceof Superseded)) throw error
    if (tried) await job.tally(() => writeTry(job, tried))
    return false
  }
}

const columns = [
  'enabled',
  'url',
  'cursor_seq',
  'tries',
  'stuck_since',
  'next_at',
  'last_taken_at',
] as const satisfies readonly (keyof ForwardRow)[]

/** Whether the state is the stored one; without a stored one, any is. */
async function isStored(job: JobContext, state: ForwardRow): Promise<boolean> {
  const stored = (await job.one(`SELECT ${columns.join(', ')} FROM forward_state`)) as
    | ForwardRow
    | undefined
  return stored === undefined || columns.every((column) => stored[column] === state[column])
}

const upsertParked = `
  INSERT INTO forward_parked (alert_seq, at, why, status, problem) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (alert_seq) DO UPDATE SET
    at = excluded.at, why = excluded.why, status = excluded.status, problem = excluded.problem`

async function putAside(
  job: JobContext,
  one: {
    readonly seq: number
    readonly why: ParkedReason
    readonly at: string
    readonly tried: TryRow | null
  },
): Promise<void> {
  const { seq, why, at, tried } = one
  await job.run(upsertParked, seq, at, why, tried?.status ?? null, tried?.problem ?? null)
}

/** Parks every alert after the cursor that is old enough, up to the first younger one. */
async function behindGivenUp(
  job: JobContext,
  state: ForwardRow,
  post: StoredPost,
): Promise<ForwardRow> {
  const { giveUpBefore, tried, at } = post
  if (giveUpBefore === null) return state
  const from = state.cursor_seq
  const younger = (await job.one(
    'SELECT seq FROM alerts WHERE seq > ? AND at > ? ORDER BY seq LIMIT 1',
    from,
    giveUpBefore,
  )) as { readonly seq: number } | undefined
  const last = (await job.one('SELECT max(seq) AS seq FROM alerts')) as {
    readonly seq: number | null
  }
  const to = younger ? younger.seq - 1 : (last.seq ?? from)
  await job.run(
    `INSERT INTO forward_parked (alert_seq, at, why, status, problem)
      SELECT seq, ?, 'given-up', ?, ? FROM alerts WHERE seq > ? AND seq <= ?
      ON CONFLICT DO NOTHING`,
    at,
    tried?.status ?? null,
    tried?.problem ?? null,
    from,
    to,
  )
  return { ...state, cursor_seq: Math.max(from, to) }
}

async function writeState(job: JobContext, state: ForwardRow): Promise<void> {
  await job.run(
    `INSERT INTO forward_state (id, ${columns.join(', ')})
      VALUES (1, ${columns.map(() => '?').join(', ')})
      ON CONFLICT (id) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    ...columns.map((column) => state[column]),
  )
}

async function writeTry(job: JobContext, one: TryRow): Promise<void> {
  const { rows } = await job.run(
    `INSERT INTO forward_tries
      (at, kind, from_seq, to_seq, alerts, outcome, status, problem, ms, bytes)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
    one.at,
    one.kind,
    one.from_seq,
    one.to_seq,
    one.alerts,
    one.outcome,
    one.status,
    one.problem,
    one.ms,
    one.bytes,
  )
  const { seq } = rows[0] as { readonly seq: number }
  const oldest = new Date(Date.parse(one.at) - retainedTries.days * 86_400_000).toISOString()
  await job.run('DELETE FROM forward_tries WHERE seq <= ?', seq - retainedTries.rows)
  await job.run('DELETE FROM forward_tries WHERE at < ?', oldest)
}
