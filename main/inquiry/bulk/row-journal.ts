/**
 * What is written of one row on its way, each time with its act: `asking` before the first byte of its call, and its
 * answer with the validation in one transaction. The order is the whole guarantee that no row is validated twice.
 */
import type { AccountInquiry } from '../../../preload/contract/bank/account-validation.ts'
import type { ResultClass } from '../../../preload/contract/domain/validation-reading.ts'
import type { VerifiedAccount } from '../../bank/apis/account-validation.ts'
import type { Store } from '../../store/store.ts'
import { validationToKeep, type KeptBy } from '../validation/save-validation.ts'
import { moveRow } from './bulk.records.ts'

/** Which row of which run, and who has it asked. */
export interface RowOnItsWay {
  readonly runId: string
  readonly row: number
  readonly actor: string
}

/** Another has changed the row meanwhile: it must not be asked. */
export class RowMoved extends Error {
  constructor(row: number, expected: string) {
    super(`Row ${String(row)} is not ${expected} any more`)
    this.name = 'RowMoved'
  }
}

/** The row is on its way; on the disk when this resolves. Rejects, and nothing may be sent, when it is not waiting. */
export const markAsking = (store: Store, { runId, row, actor }: RowOnItsWay): Promise<void> =>
  store.record({ actor, kind: 'bulk.row-asked', subject: runId, detail: { row } }, async (tx) => {
    if (!(await moveRow(tx, runId, row, 'waiting', { state: 'asking' })))
      throw new RowMoved(row, 'waiting')
  })

/** Nothing was asked after all. */
export const markWaiting = (
  store: Store,
  { runId, row, actor }: RowOnItsWay,
  why: string,
): Promise<void> =>
  store.record(
    { actor, kind: 'bulk.row-not-asked', subject: runId, detail: { row, why } },
    async (tx) => {
      if (!(await moveRow(tx, runId, row, 'asking', { state: 'waiting' })))
        throw new RowMoved(row, 'asking')
    },
  )

/** Keeps the validation and what became of the row, both or neither. */
export async function keepAnswer(
  store: Store,
  { runId, row }: RowOnItsWay,
  asked: {
    readonly inquiry: AccountInquiry
    readonly answer: VerifiedAccount
    readonly by: KeptBy
  },
  state: 'answered' | 'unknown',
): Promise<ResultClass> {
  const { act, resultClass, score, write } = validationToKeep(asked.inquiry, asked.answer, asked.by)
  const detail = {
    ...(act.detail as Record<string, unknown>),
    run: runId,
    row,
  } as typeof act.detail
  await store.record({ ...act, detail }, async (tx) => {
    await write(tx)
    const to = { state, result_class: resultClass, score, validation_id: asked.by.id }
    if (!(await moveRow(tx, runId, row, 'asking', to))) throw new RowMoved(row, 'asking')
  })
  return resultClass
}
