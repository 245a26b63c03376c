/**
 * Coverage day by day: whether the listener ran, what was received, and what was queried instead.
 * Days are banking days. The bank states no zone of its own (bank note 43), so a sweep starts a day
 * earlier.
 */
import { sql } from 'kysely'
import type { CoverageDay } from '../../../preload/contract/api/coverage/coverage.ts'
import { dayIn, daysLater, midnightIn } from '../../../preload/contract/kernel/calendar.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import type { WireEvidence } from '../wire-inquiry/wire-evidence.ts'
import type { Reader } from '../../store/store.ts'
import { leastGapMs } from './found-gaps.ts'
import { sweptBy, type SweptDay } from './swept-days.ts'
import { isUnhealed, sweepsLeft } from './manual-checks.ts'

type DaysContext = Pick<SessionContext, 'store' | 'clock' | 'bankingZone'>
/** Milliseconds, end exclusive. */
type Span = readonly [number, number]

const minutes = (ms: number): number => Math.round(ms / 60_000)
const overlap = ([from, until]: Span, [first, last]: Span): number =>
  Math.max(0, Math.min(until, last) - Math.max(from, first))

/** Returns the newest days, newest first. */
export async function coverageDays(
  context: DaysContext,
  evidence: Pick<WireEvidence, 'missed'>,
  { days, isListening }: { readonly days: number; readonly isListening: boolean },
): Promise<CoverageDay[]> {
  const now = context.clock.now()
  const zone = context.bankingZone()
  const starts = Array.from({ length: days }, (_, back) => midnightIn(zone, now, -back))
  const oldest = starts.at(-1) ?? midnightIn(zone, now)
  const seen = await seenSince(context, oldest, now, isListening)
  const received = await receivedSince(context, oldest, zone)
  const gaps = await gapsSince(context, oldest, now)
  const recovered = await recoveredSince(context, oldest, zone)
  const wires = Map.groupBy(await evidence.missed(), ({ found }) => found.day)
  const swept = await sweptBy(context.store.read, oldest.toISOString(), zone)
  const left = isListening ? null : await leftAlone(context, now)
  const today = dayIn(zone, now)
  return starts.map((start, back) => {
    const day = daysLater(today, -back)
    const whole: Span = [
      start.getTime(),
      Math.min(midnightIn(zone, now, 1 - back).getTime(), now.getTime()),
    ]
    const up = seen.spans.reduce((sum, span) => sum + overlap(span, whole), 0)
    const watched = seen.firstMs === null ? 0 : overlap([seen.firstMs, now.getTime()], whole)
    const isFirst = seen.firstMs !== null && whole[0] < seen.firstMs && seen.firstMs < whole[1]
    const own = gaps.filter(({ span }) => touches(span, whole))
    const gapsUnhealed = own.filter((gap) => gap.isUnhealed).length
    const isOpen = gapsUnhealed > 0 || (left !== null && touches(left, whole))
    const queries: SweptDay = swept(day)
    return {
      day,
      state: dayStateOf(isOpen, own.length > 0, isFirst, watched > 0),
      since: isFirst && seen.firstMs !== null ? new Date(seen.firstMs).toISOString() : null,
      upMinutes: minutes(up),
      downMinutes: minutes(Math.max(0, watched - up)),
      received: received.get(day) ?? 0,
      gaps: own.length,
      gapsUnhealed,
      ...queries,
      recovered: (recovered.get(day) ?? 0) + (wires.get(day)?.length ?? 0),
    }
  })
}

function dayStateOf(
  isOpen: boolean,
  hasGaps: boolean,
  isFirst: boolean,
  isWatched: boolean,
): CoverageDay['state'] {
  if (isOpen) return 'unhealed'
  if (hasGaps) return 'healed'
  if (isFirst) return 'begun'
  return isWatched ? 'whole' : 'unwatched'
}

const touches = ([from, until]: Span, [first, last]: Span): boolean => from < last && until > first

async function seenSince({ store }: DaysContext, oldest: Date, now: Date, isListening: boolean) {
  const rows = await store.read
    .selectFrom('listener_watch')
    .select(['from_at', 'until_at', 'ended'])
    .where('until_at', '>=', oldest.toISOString())
    .orderBy('id')
    .execute()
  const first = await store.read
    .selectFrom('listener_watch')
    .select('from_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const spans = rows.map(({ from_at, until_at, ended }, index): Span => {
    // In a team, another workstation may listen whose span is not stored yet.
    const isOn = isListening && ended === null && index === rows.length - 1
    return [Date.parse(from_at), isOn ? now.getTime() : Date.parse(until_at)]
  })
  return { spans, firstMs: first ? Date.parse(first.from_at) : null }
}

/**
 * Returns the time since which nobody listens, where it is long enough to be a gap: whoever listens
 * next records it, or the keeper of a team.
 */
async function leftAlone({ store }: Pick<DaysContext, 'store'>, now: Date): Promise<Span | null> {
  const untilAt = await listenedUntil(store.read)
  if (untilAt === null) return null
  const fromMs = Date.parse(untilAt)
  return now.getTime() - fromMs < leastGapMs ? null : [fromMs, now.getTime()]
}

/** Returns the last minute in which a listener is known to have run; null: none ever did. */
export async function listenedUntil(read: Reader): Promise<string | null> {
  const row = await read
    .selectFrom('listener_watch')
    .select((of) => of.fn.max<string | null>('until_at').as('untilAt'))
    .executeTakeFirst()
  return row?.untilAt ?? null
}

async function receivedSince({ store }: Pick<DaysContext, 'store'>, oldest: Date, zone: string) {
  const rows = await store.read
    .selectFrom('alert_hours')
    .select(['hour', (of) => of.fn.sum<number>('received').as('count')])
    .where('hour', '>=', oldest.toISOString().slice(0, 13))
    .groupBy('hour')
    .execute()
  return sumByDay(rows.map(({ hour, count }) => [dayOfHour(zone, hour), count]))
}

const dayOfHour = (zone: string, hour: string): string =>
  dayIn(zone, new Date(`${hour}:00:00.000Z`))

function sumByDay(counts: readonly (readonly [day: string, count: number])[]) {
  const sums = new Map<string, number>()
  for (const [day, count] of counts) sums.set(day, (sums.get(day) ?? 0) + count)
  return sums
}

async function gapsSince({ store }: DaysContext, oldest: Date, now: Date) {
  const rows = await store.read
    .selectFrom('alert_gaps')
    .select(['from_at', 'until_at', 'state', 'sweep_id'])
    .where('cause', '!=', 'requested')
    .where((where) =>
      where.or([where('until_at', 'is', null), where('until_at', '>=', oldest.toISOString())]),
    )
    .execute()
  const left = await sweepsLeft(store.read)
  return rows.map((row) => {
    const until = row.until_at === null ? now.getTime() : Date.parse(row.until_at)
    const from = Date.parse(row.from_at)
    // A gap of zero length still belongs to its day.
    const span: Span = [from, Math.max(until, from + 1)]
    return { span, isUnhealed: isUnhealed(row, left) }
  })
}

async function recoveredSince({ store }: DaysContext, oldest: Date, zone: string) {
  const hour = sql<string>`substr(at, 1, 13)`
  const rows = await store.read
    .selectFrom('recovered_items')
    .select(['event_day', hour.as('hour'), (of) => of.fn.countAll<number>().as('count')])
    .where((of) =>
      of.or([
        of('event_day', '>=', dayIn(zone, oldest)),
        of.and([of('event_day', 'is', null), of('at', '>=', oldest.toISOString())]),
      ]),
    )
    .groupBy(['event_day', hour])
    .execute()
  return sumByDay(rows.map((row) => [row.event_day ?? dayOfHour(zone, row.hour), row.count]))
}
