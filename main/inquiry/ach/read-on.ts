/** Reads the pages after the first, in lane bulk, because no operator waits for them. */
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { InquiryRow } from '../inquiry-records.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import type { Invalid, NotAsked, WhyNot } from '../ach-inquiry-types.ts'
import type { Asking } from './asking.ts'
import { questionOf } from './stored-inquiry.ts'
import { questionKey } from './question.ts'
import type { Readings } from './readings.ts'

const accountChanged = err({
  code: 'invalid-input' as const,
  fields: [
    {
      path: 'account',
      message: 'The number of this account has changed since: ask again',
      source: 'workstation',
    },
  ],
})

/**
 * Starts to read the remaining pages and returns at once. Refused if an account of the query has
 * another number by now.
 */
export function beginReadingOn(
  parts: { readonly context: SessionContext; readonly readings: Readings; readonly asking: Asking },
  row: InquiryRow,
  operator: Operator,
  whyNot?: WhyNot,
): Result<null, NotAsked | Invalid> {
  const { context, readings, asking } = parts
  const wanted = asking.resolve(questionOf(row))
  if (!wanted.ok) return wanted
  if (questionKey(wanted.value) !== row.question_key) return accountChanged
  const bank = asking.bank(whyNot)
  if (!bank.ok) return bank
  const manner = { actor: operator.id, lane: 'bulk', whenPaused: 'wait' } as const
  const most = Number.POSITIVE_INFINITY
  const run = { row, wanted: wanted.value, api: bank.value, manner, mostPages: most }
  readings.begin(run).catch((problem: unknown) => {
    context.report('ach-inquiry.reading', problem)
  })
  return ok(null)
}
