/**
 * Finds where the alerts of a time range are in the list. The list has the order of receipt, which
 * is the order of the instants only while nobody sets the clock and nothing is read late: after a
 * clock that ran a year ahead, or a delivery that was quarantined for a month, the order stays
 * broken for good. So the list is divided into stretches of rising instants, and a time range is
 * searched in each stretch. Usually there is one.
 */
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { JobContext } from '../../store/store-jobs.ts'
import type { Store } from '../../store/store.ts'
import type { AlertStretchesTable } from '../../store/tables/alerts.ts'

type Sql = RawBuilder<unknown>

/** A range of receipt times: start included, end excluded; null: open. */
export interface Time {
  readonly from: string | null
  readonly to: string | null
}

/**
 * Consecutive alerts, both ends included. Those between `sureFirst` and `sureLast` are certainly in
 * the time range.
 */
export interface Span {
  readonly first: number
  readonly last: number
  readonly sureFirst: number
  readonly sureLast: number
}

type Stretch = Selectable<AlertStretchesTable>

/** After every alert. */
const endless = Number.MAX_SAFE_INTEGER
/**
 * A smaller step back begins no new stretch: near the ends of a time range the instants themselves
 * are compared.
 */
const slackMs = 2 * 60 * 60 * 1_000

/** In the format of the table, with any fraction of a second given. */
const instant = (at: string, laterMs = 0): string =>
  new Date(Date.parse(at) + laterMs).toISOString()

/** The exact condition on the instants of receipt. */
export const during = ({ from, to }: Time): Sql[] => [
  ...(from === null ? [] : [sql`a.at >= ${instant(from)}`]),
  ...(to === null ? [] : [sql`a.at < ${instant(to)}`]),
]

const newestStretch = 'SELECT * FROM alert_stretches ORDER BY first_seq DESC LIMIT 1'
const newStretch = 'INSERT INTO alert_stretches (first_seq, latest, earliest) VALUES (?, ?, ?)'
const longerStretch = 'UPDATE alert_stretches SET latest = ? WHERE first_seq = ?'

/**
 * Places an alert that was just stored. Alerts are never deleted and never get another instant, so
 * the stretches stay valid.
 */
export async function placeInTime(job: JobContext, seq: number, at: string): Promise<void> {
  const newest = (await job.one(newestStretch)) as Stretch | undefined
  if (newest === undefined || at < instant(newest.latest, -slackMs))
    await job.run(newStretch, seq, at, instant(at, -slackMs))
  else if (at > newest.latest) await job.run(longerStretch, at, newest.first_seq)
}

/** The spans with the alerts of a time range; null: no time range is set. */
export async function spansOf(store: Store, time: Time): Promise<readonly Span[] | null> {
  if (time.from === null && time.to === null) return null
  const stretches = await store.read
    .selectFrom('alert_stretches')
    .selectAll()
    .orderBy('first_seq')
    .execute()
  const spans: Span[] = []
  for (const [index, stretch] of stretches.entries()) {
    const next = stretches[index + 1]
    const span = await spanIn(store, time, stretch, next === undefined ? null : next.first_seq - 1)
    if (span.first <= span.last) spans.push(span)
  }
  return spans
}

/** The condition that a seq is in one of the spans. */
export function inSpans(seq: Sql, spans: readonly Span[], below: number | null): Sql[] {
  const first = Math.min(endless, ...spans.map((span) => span.first))
  const last = Math.max(0, ...spans.map((span) => span.last))
  const until = below === null ? last : Math.min(last, below - 1)
  const hull = [sql`${seq} >= ${first}`, sql`${seq} <= ${until}`]
  if (spans.length < 2 || spans.length > mostRequested) return hull
  const each = spans.map((span) => sql`${seq} BETWEEN ${span.first} AND ${span.last}`)
  return [...hull, sql`(${sql.join(each, sql` OR `)})`]
}

/** The condition that an alert is in the time range; the row of a certain one is not read. */
export function surelyOrDuring(time: Time, spans: readonly Span[]): Sql {
  const itself = sql.join([sql`a.seq = w.rowid`, ...during(time)], sql` AND `)
  const sure = spans
    .filter((span) => span.sureFirst <= span.sureLast)
    .slice(0, mostRequested)
    .map((span) => sql`w.rowid BETWEEN ${span.sureFirst} AND ${span.sureLast} OR`)
  return sql`(${sql.join(sure, sql` `)} EXISTS (SELECT 1 FROM alerts AS a WHERE ${itself}))`
}
/**
 * SQLite accepts at most a thousand chained ORs; with more stretches than this the rows are
 * compared.
 */
const mostRequested = 200

async function spanIn(
  store: Store,
  { from, to }: Time,
  { first_seq: first, latest, earliest }: Stretch,
  end: number | null,
): Promise<Span> {
  const within: Within = { store, first, last: end ?? endless }
  const none = { first: 1, last: 0, sureFirst: 1, sureLast: 0 }
  const isOver = from !== null && end !== null && latest < instant(from)
  if (isOver || (to !== null && earliest >= instant(to))) return none
  const lower =
    from === null || earliest >= instant(from)
      ? { first, sureFirst: first }
      : {
          first: ((await lastBefore(within, instant(from, -slackMs))) ?? first - 1) + 1,
          sureFirst: (await firstFrom(within, instant(from, slackMs))) ?? endless,
        }
  const isWhole = end !== null && to !== null && latest < instant(to)
  const upper =
    to === null || isWhole
      ? { last: within.last, sureLast: within.last }
      : {
          last: ((await firstFrom(within, instant(to, slackMs))) ?? within.last + 1) - 1,
          sureLast: (await lastBefore(within, instant(to, -slackMs))) ?? 0,
        }
  return { ...lower, ...upper }
}

interface Within {
  readonly store: Store
  readonly first: number
  readonly last: number
}

/** The last alert of a stretch before an instant, by the index of the instants; undefined: none. */
const lastBefore = (within: Within, at: string) =>
  oneOf(within, sql`at < ${at}`, sql`at DESC, seq DESC`)
/** The first alert of a stretch at or after an instant. */
const firstFrom = (within: Within, at: string) => oneOf(within, sql`at >= ${at}`, sql`at, seq`)

async function oneOf({ store, first, last }: Within, condition: Sql, order: Sql) {
  const found = await store.read
    .selectFrom(
      // The plus keeps SQLite from using the seqs in place of the index of the instants.
      sql<{ seq: number }>`(SELECT seq FROM alerts WHERE ${condition}
        AND +seq >= ${first} AND +seq <= ${last} ORDER BY ${order} LIMIT 1)`.as('found'),
    )
    .select('seq')
    .executeTakeFirst()
  return found?.seq
}
