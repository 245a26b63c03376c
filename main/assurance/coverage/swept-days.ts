/** The answers of sweeps for a day. */
import { sql } from 'kysely'
import type { CoverageDay } from '../../../preload/contract/api/coverage/coverage.ts'
import { dayIn } from '../../../preload/contract/kernel/calendar.ts'
import type { Reader } from '../../store/store.ts'

/** The part of a day that comes from sweeps. */
export type SweptDay = Pick<
  CoverageDay,
  'collected' | 'settled' | 'returned' | 'payments' | 'sweptTo' | 'toCheck'
>

/** Queries of one sweep that cover the same days. */
interface SweepQuery {
  readonly plannedAt: string
  readonly what: 'COLLECTED' | 'SETTLED' | 'RETURNED' | 'ach' | 'payment' | 'incoming'
  readonly from: string
  readonly to: string
  readonly open: number
  readonly toCheck: number
}

/**
 * Reads the queries since an instant (ISO UTC). Returns a function that gives their results for a
 * day of the zone, YYYY-MM-DD.
 */
export async function sweptBy(
  read: Reader,
  since: string,
  zone: string,
): Promise<(day: string) => SweptDay> {
  const queries = await queriesSince(read, since, (at) => dayIn(zone, Date.parse(at)))
  const hasSettled = queries.some(({ what }) => what === 'SETTLED')
  return (day) => {
    const own = queries.filter(({ from, to }) => from <= day && day <= to)
    // Newest first: the latest answer counts. A named search counts only if none of its parts is
    // open.
    const last = (...names: SweepQuery['what'][]): string | null =>
      own.find(({ what, open }) => names.includes(what) && open === 0)?.plannedAt ?? null
    const collected = last('COLLECTED', 'ach')
    const settled = last('SETTLED', 'ach')
    const returned = last('RETURNED', 'ach')
    const payments = last('payment')
    const all = [collected, returned, payments, ...(hasSettled ? [settled] : [])]
    return {
      collected,
      settled,
      returned,
      payments,
      sweptTo: all.every((one) => one !== null) ? ([...all].sort()[0] ?? null) : null,
      toCheck: own.reduce((sum, { toCheck }) => sum + toCheck, 0),
    }
  }
}

const earlier = (one: string, other: string): string => (one < other ? one : other)

const isImpossible = sql<number>`p.state = 'impossible'`
const open = sql<number>`coalesce(sum(p.state IN ('waiting', 'failed')), 0)`
const toCheck = sql<number>`coalesce(sum(p.state IN ('impossible', 'failed') AND p.checked_at IS NULL), 0)`

type DayOf = (at: string) => string

async function queriesSince(read: Reader, since: string, dayOf: DayOf): Promise<SweepQuery[]> {
  const rows = await read
    .selectFrom('sweeps as s')
    .innerJoin('sweep_parts as p', 'p.sweep_id', 's.id')
    .select(['s.id', 's.planned_at', 's.from_at', 's.until_at'])
    .select(['p.kind', 'p.search', 'p.from_day', 'p.to_day', open.as('open'), toCheck.as('check')])
    .where('s.planned_at', '>=', since)
    .select(isImpossible.as('isImpossible'))
    .groupBy(['s.id', 'p.kind', 'p.search', 'p.from_day', 'p.to_day', 'isImpossible'])
    .orderBy('s.planned_at', 'desc')
    .execute()
  const parts = rows.map((row): SweepQuery => ({
    plannedAt: row.planned_at,
    what: whatOf(row),
    from: row.from_day ?? dayOf(row.from_at),
    // The sweep also queried the day after, which was not over.
    to: earlier(row.to_day ?? dayOf(row.until_at), dayOf(row.planned_at)),
    open: row.open,
    toCheck: row.check,
  }))
  return [...parts, ...(await sweepsWithoutPayments(read, since, dayOf))].sort((one, other) =>
    one.plannedAt < other.plannedAt ? 1 : -1,
  )
}

interface PartFacts {
  readonly kind: 'ach' | 'payment' | 'incoming'
  readonly search: 'COLLECTED' | 'SETTLED' | 'RETURNED' | null
  readonly isImpossible: number
}

/**
 * Impossible queries answer nothing; queries that were not needed name no search and count as
 * answers to all.
 */
function whatOf({ kind, search, isImpossible }: PartFacts): SweepQuery['what'] {
  if (isImpossible === 1) return 'incoming'
  return kind === 'ach' ? (search ?? 'ach') : kind
}

/** A sweep that found no payment to query has still covered payments. */
async function sweepsWithoutPayments(
  read: Reader,
  since: string,
  dayOf: DayOf,
): Promise<SweepQuery[]> {
  const rows = await read
    .selectFrom('sweeps as s')
    .select(['s.planned_at', 's.from_at', 's.until_at'])
    .where('s.planned_at', '>=', since)
    .where('s.state', 'in', ['done', 'partly'])
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('sweep_parts as p')
            .select('p.seq')
            .whereRef('p.sweep_id', '=', 's.id')
            .where('p.kind', '=', 'payment'),
        ),
      ),
    )
    .execute()
  return rows.map((row) => ({
    plannedAt: row.planned_at,
    what: 'payment',
    open: 0,
    toCheck: 0,
    from: dayOf(row.from_at),
    to: dayOf(row.until_at),
  }))
}
