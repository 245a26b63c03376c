/** Reads the stored answer of a validation, as this version or an earlier one wrote it. */
import {
  accountAnswer,
  type AccountAnswer,
} from '../../preload/contract/bank/account-validation.ts'
import type { ValidationsTable } from '../store/tables/validations.ts'
import { problemOf } from '../bank/answers/read-answer.ts'

/** An answer without ids of its call. */
const untraced = {
  transactionId: null,
  namesPayment: false,
  correlationId: null,
  transactionTime: null,
}

/**
 * Earlier versions stored a status with each answer, and one kind, `unreadable`, for every body that
 * is no documented answer. The oldest stored neither ids nor the kind of refusal.
 */
interface Earlier {
  readonly kind?: string
  readonly status?: number
  readonly why?: string
}

function converted(stored: Earlier | null): unknown {
  if (stored?.status === undefined) return stored
  const { status, why } = stored
  const answer = { trace: { status, ...untraced }, beside: [], ...stored }
  const refused = {
    problem: problemOf(status, []),
    connectError: null,
    reading: null,
    messages: [],
  }
  if (stored.kind !== 'unreadable') return { ...refused, unreadable: null, ...answer }
  const unreadable = why === 'no-result' ? 'not-listed' : why
  return status >= 200 && status < 300
    ? { ...answer, kind: 'not-understood', why: unreadable }
    : { ...refused, ...answer, kind: 'refused', unreadable }
}

/** Returns the answer; one that cannot be parsed counts as not understood and affects no other row. */
export function storedAnswer({ outcome }: Pick<ValidationsTable, 'outcome'>): AccountAnswer {
  const parsed = accountAnswer.safeParse(converted(JSON.parse(outcome) as Earlier | null))
  const trace = { status: 0, ...untraced }
  return parsed.data ?? { kind: 'not-understood', why: 'not-listed', beside: [], trace }
}
