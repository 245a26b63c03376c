/**
 * The time that a list of alerts is narrowed to, as conditions of its question. The instants of receipt decide;
 * the order of the list, which nearly always is theirs, spares SQLite from looking at most of them.
 */
import { sql, type RawBuilder } from 'kysely'
import type { AlertListRequest } from '../../preload/contract/alerts/alert.ts'

type AlertTime = Pick<AlertListRequest, 'from' | 'to'>
type Sql = RawBuilder<unknown>

/** Behind every alert. */
export const behindAll = Number.MAX_SAFE_INTEGER

/**
 * So far the computer's clock may have been set back between two alerts: around the ends of a time the order
 * of receipt is not that of the instants.
 */
const clockSlackMs = 2 * 60 * 60 * 1_000
/** As the table has it, whatever fraction of a second was given. */
const instant = (at: string, laterMs = 0): string =>
  new Date(Date.parse(at) + laterMs).toISOString()

/** The instants of receipt, which decide. */
export const during = ({ from, to }: AlertTime): Sql[] => [
  ...(from === null ? [] : [sql`a.at >= ${instant(from)}`]),
  ...(to === null ? [] : [sql`a.at < ${instant(to)}`]),
]

/**
 * The stretch of the list that holds the time: behind the last alert that is surely earlier, and before the
 * first that is surely later.
 */
export const stretch = ({ from, to }: AlertTime, seq: Sql, below: number = behindAll): Sql[] => [
  ...(from === null
    ? []
    : [
        sql`${seq} > coalesce((SELECT seq FROM alerts WHERE at < ${instant(from, -clockSlackMs)}
          ORDER BY at DESC, seq DESC LIMIT 1), 0)`,
      ]),
  ...(to === null
    ? []
    : [
        sql`${seq} < min(${below}, coalesce((SELECT seq FROM alerts
          WHERE at >= ${instant(to, clockSlackMs)} ORDER BY at, seq LIMIT 1), ${below}))`,
      ]),
]

/**
 * The same for a count, which asks the rows themselves for their instants only around the ends of the time:
 * what stands behind the first alert that is surely in it and before the last needs no look.
 */
export function surelyOrDuring(filter: AlertTime): Sql {
  const { from, to } = filter
  const first =
    from === null
      ? sql`0`
      : sql`coalesce((SELECT seq FROM alerts WHERE at >= ${instant(from, clockSlackMs)}
          ORDER BY at, seq LIMIT 1), ${behindAll})`
  const until =
    to === null
      ? sql`${behindAll}`
      : sql`coalesce((SELECT seq FROM alerts WHERE at < ${instant(to, -clockSlackMs)}
          ORDER BY at DESC, seq DESC LIMIT 1), 0)`
  const itself = sql.join([sql`a.seq = w.rowid`, ...during(filter)], sql` AND `)
  return sql`(w.rowid BETWEEN ${first} AND ${until}
    OR EXISTS (SELECT 1 FROM alerts AS a WHERE ${itself}))`
}
