import { sql, type SqlBool } from 'kysely'
import { dayBoundsIn } from '../../../preload/contract/kernel/calendar.ts'

/** Selects recovered items of a banking day: the bank's day, else the day on which one was found. */
export function isItemOfDay(table: string, zone: string, day: string) {
  const { from, until } = dayBoundsIn(zone, day)
  const stated = sql.ref(`${table}.event_day`)
  const at = sql.ref(`${table}.at`)
  return sql<SqlBool>`(${stated} = ${day} OR ${stated} IS NULL AND ${at} >= ${from} AND ${at} < ${until})`
}
