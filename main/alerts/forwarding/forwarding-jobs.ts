/** The store jobs of forwarding: building a post from the deliveries, and saving its result. */
import type { ParkedReason } from '../../../preload/contract/api/forwarding/forwarding.ts'
import type { Act } from '../../store/hash-chain.ts'
import type { ForwardStateTable, ForwardTriesTable } from '../../store/schema/forwarding-tables.ts'
import type { JobContext, StoreJob } from '../../store/store-jobs.ts'
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
  /** The new state; null: unchanged. */
  readonly state: ForwardRow | null
  /** The state has other settings; otherwise it counts only under the settings that it has. */
  readonly isOfSettings: boolean
  /** Alerts to park. */
  readonly park: readonly { readonly seq: number; readonly why: ParkedReason }[]
  /** Alerts that are no longer parked. */
  readonly unpark: readonly number[]
  /** Alerts after the cursor that were received before this instant are given up; null: none. */
  readonly giveUpBefore: string | null
}

/** Saves the result of one post in one transaction. Returns the cursor; 0 if no state was given. */
export const savePost: StoreJob<StoredPost, { readonly cursor: number; readonly givenUp: number }> =
  {
    name: 'forwarding.save',
    run: save,
  }

function save(job: JobContext, post: StoredPost): Promise<{ cursor: number; givenUp: number }> {
  const work = async (): Promise<{ cursor: number; givenUp: number }> => {
    const { at, tried, park } = post
    for (const { seq, why } of park) await putAside(job, { seq, why, at, tried })
    for (const seq of post.unpark)
      await job.run('DELETE FROM forward_parked WHERE alert_seq = ?', seq)
    const state = post.state && (await behindGivenUp(job, post.state, post))
    if (state) await (post.isOfSettings ? writeState(job, state) : writeProgress(job, state))
    if (tried) await writeTry(job, tried)
    const cursor = state?.cursor_seq ?? 0
    return { cursor, givenUp: cursor - (post.state?.cursor_seq ?? cursor) }
  }
  return post.act === null ? job.tally(work) : job.transact(post.act, post.at, work)
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
    `INSERT INTO forward_state
      (id, enabled, url, cursor_seq, tries, stuck_since, next_at, last_taken_at)
      VALUES (1, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET enabled = excluded.enabled, url = excluded.url,
        cursor_seq = excluded.cursor_seq, tries = excluded.tries, stuck_since = excluded.stuck_since,
        next_at = excluded.next_at, last_taken_at = excluded.last_taken_at`,
    state.enabled,
    state.url,
    state.cursor_seq,
    state.tries,
    state.stuck_since,
    state.next_at,
    state.last_taken_at,
  )
}

/** After a post: another workstation may have changed the settings while it was on its way. */
async function writeProgress(job: JobContext, state: ForwardRow): Promise<void> {
  await job.run(
    `UPDATE forward_state SET cursor_seq = ?, tries = ?, stuck_since = ?, next_at = ?, last_taken_at = ?
      WHERE enabled = ? AND url IS NOT DISTINCT FROM ?`,
    state.cursor_seq,
    state.tries,
    state.stuck_since,
    state.next_at,
    state.last_taken_at,
    state.enabled,
    state.url,
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
