/**
 * A sweep requested by an operator: its least cost in calls, and the gap that represents its days.
 */
import type { SweepEstimate } from '../../../preload/contract/api/coverage/coverage.ts'
import { dayBoundsIn, daysLater } from '../../../preload/contract/kernel/calendar.ts'
import {
  maxAccountLength,
  maxRecallDays,
} from '../../../preload/contract/bank/ach-inquiry/request-rules.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { bankingDay, type SessionContext } from '../../profile/session-context.ts'
import { saveGap } from './gap-records.ts'
import { sweptDays, sweptRanges } from './sweeps/plan.ts'

/** Days, both inclusive, YYYY-MM-DD. */
interface Days {
  readonly from: string
  readonly to: string
}

/** Returns the least number of calls for these days. */
export function estimateSweep(
  {
    clock,
    profile,
    environment,
    bankingZone,
  }: Pick<SessionContext, 'clock' | 'profile' | 'environment' | 'bankingZone'>,
  { from }: Days,
): SweepEstimate {
  const { details, accounts } = profile()
  const since = dayBoundsIn(bankingZone(), from).from
  const days = sweptDays({ environment, now: clock.now() }, since)
  const known = new Set(accounts.map(({ account_significant }) => account_significant))
  const listable = [...known].filter((account) => account.length <= maxAccountLength).length
  const searches = details?.settlement === 'consolidated' ? 2 : 3
  const windows = sweptRanges(days.from_day, days.to_day).length
  return {
    accounts: listable,
    searches,
    windows,
    calls: listable * searches * windows,
    unlistable: known.size - listable,
    tooLongAgo: days.from_day < daysLater(days.to_day, -maxRecallDays),
  }
}

/**
 * Saves a gap for these days, up to now at most, which waits for a sweep like any other. Recorded.
 */
export async function requestSweep(
  context: Pick<SessionContext, 'store' | 'clock' | 'newId' | 'callBlockFor' | 'bankingZone'>,
  { from, to }: Days,
  actor: string,
): Promise<Result<{ gapId: string }, Failure<'profile-retired'> | Failure<'profile-incomplete'>>> {
  const callBlock = context.callBlockFor('ach-inquiry')
  // The sweep itself reports a product that was not agreed; it may still query payments.
  if (callBlock && !callBlock.ok && callBlock.error.code !== 'product-not-agreed')
    return err(callBlock.error)
  const now = context.clock.now()
  const zone = context.bankingZone()
  const today = bankingDay(context)
  const [first, last] = [from < today ? from : today, to < today ? to : today]
  const untilMs = Math.min(Date.parse(dayBoundsIn(zone, last).until), now.getTime())
  const fromMs = Math.min(Date.parse(dayBoundsIn(zone, first).from), untilMs)
  return ok({ gapId: await saveGap(context, { cause: 'requested', fromMs, untilMs, actor }) })
}
