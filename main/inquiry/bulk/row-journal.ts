/**
 * Writes of one row in progress, each with its act: `asking` before the first byte of its call, and
 * the answer with the validation in one transaction. This order alone guarantees that no row is
 * validated twice.
 */
import type { AccountInquiry } from '../../../preload/contract/bank/account-validation.ts'
import type { ResultClass } from '../../../preload/contract/domain/validation-reading.ts'
import type { VerifiedAccount } from '../../bank/apis/account-validation.ts'
import type { Store } from '../../store/store.ts'
import { prepareValidation, type RecordIdentity } from '../save-validation.ts'
import { isRunningAt, moveRow } from './bulk.records.ts'

/** The row, its run, and the operator who has it sent. */
export interface RowOnItsWay {
  readonly runId: string
  readonly row: number
  readonly actor: string
}

/** The row was changed meanwhile and must not be sent. */
export class RowMoved extends Error {
  constructor(row: number, expected: string) {
    super(`Row ${String(row)} is not ${expected} any more`)
    this.name = 'RowMoved'
  }
}

/**
 * Marks the row as in progress; on disk when this resolves. Rejects if the row is not waiting, or if
 * this workstation does not run it any more, and then nothing may be sent.
 */
export const markInFlight = (store: Store, { runId, row, actor }: RowOnItsWay): Promise<void> => {
  const { home } = store.membership
  const act = { actor, kind: 'bulk.row-sent', subject: runId, detail: { row } }
  return store.record(act, async (tx) => {
    // Others interrupt the run of a workstation that is gone, and may resume it.
    if (home !== null && !(await isRunningAt(tx, runId, home))) throw new RunLeft()
    if (!(await moveRow(tx, runId, row, 'waiting', { state: 'in-flight' })))
      throw new RowMoved(row, 'waiting')
  })
}

class RunLeft extends Error {
  constructor() {
    super('this workstation was gone for a while, and the run was interrupted')
    this.name = 'RunLeft'
  }
}

/** Sets the row back to waiting, because no call was made. */
export const markWaiting = (
  store: Store,
  { runId, row, actor }: RowOnItsWay,
  why: string,
): Promise<void> =>
  store.record(
    { actor, kind: 'bulk.row-not-sent', subject: runId, detail: { row, why } },
    async (tx) => {
      if (!(await moveRow(tx, runId, row, 'in-flight', { state: 'waiting' })))
        throw new RowMoved(row, 'in-flight')
    },
  )

/** Saves the validation and the row's result in one transaction. */
export async function saveAnswer(
  store: Store,
  { runId, row }: RowOnItsWay,
  request: {
    readonly inquiry: AccountInquiry
    readonly verified: VerifiedAccount
    readonly by: RecordIdentity
  },
  state: 'answered' | 'unknown',
): Promise<ResultClass> {
  const { act, resultClass, score, write } = prepareValidation(
    request.inquiry,
    request.verified,
    request.by,
  )
  const detail = {
    ...(act.detail as Record<string, unknown>),
    run: runId,
    row,
  } as typeof act.detail
  await store.record({ ...act, detail }, async (tx) => {
    await write(tx)
    const to = { state, result_class: resultClass, score, validation_id: request.by.id }
    if (!(await moveRow(tx, runId, row, 'in-flight', to))) throw new RowMoved(row, 'in-flight')
  })
  return resultClass
}
