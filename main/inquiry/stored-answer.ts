/** Reads the stored answer of a validation. */
import {
  accountAnswer,
  type AccountAnswer,
} from '../../preload/contract/bank/account-validation.ts'
import type { ValidationsTable } from '../store/tables/validations.ts'

/** An answer without ids of its call. */
const untraced = {
  transactionId: null,
  namesPayment: false,
  correlationId: null,
  transactionTime: null,
}

/** Returns the answer; one that cannot be parsed counts as not understood and affects no other row. */
export function storedAnswer({ outcome }: Pick<ValidationsTable, 'outcome'>): AccountAnswer {
  const parsed = accountAnswer.safeParse(JSON.parse(outcome))
  const trace = { status: 0, ...untraced }
  return parsed.data ?? { kind: 'not-understood', why: 'not-listed', beside: [], trace }
}
