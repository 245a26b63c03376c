/** The entries of a batch as questions: each account once, but for what is known and young enough. */
import type { AccountInquiry } from '../../../../preload/contract/bank/account-validation.ts'
import { inSlices } from '../../../platform/slices.ts'
import type { BatchContext, BatchRow } from '../types.ts'
import { typedEntriesOf } from '../batch-records.ts'
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import { ownerKindsOf, type KindEntry } from './entry-owner-kind.ts'
import { ownerKey, ownerQuestion } from './owner-question.ts'
import type { OwnershipQuestions } from './ownership-asking.ts'
import type { OwnershipWish } from './ownership-kept.ts'
import { ownershipOfEntries, tellingClasses } from './ownership-records.ts'

/** What the entries of a batch come to. */
export type Questions = Pick<OwnershipQuestions, 'questions' | 'kept' | 'leftOut'>

/** The accounts to be asked, and how many entries need none. */
export async function questionsOf(
  context: BatchContext,
  batch: BatchRow,
  wanted: OwnershipWish,
): Promise<Questions> {
  const { store, clock } = context
  const isWanted = new Set(wanted.entryIds)
  const entries = (await typedEntriesOf(store.read, batch.order_id)).filter(
    ({ id }) => wanted.entryIds === null || isWanted.has(id),
  )
  const young = await youngOf(context, batch, wanted)
  const kindEntry = (entry: (typeof entries)[number]): KindEntry => ({
    id: entry.id,
    orderId: batch.order_id,
    payeeId: entry.payeeId,
    account: significantAccount(entry.accountNumber.trim()),
    routingNumber: entry.routingNumber.trim(),
  })
  const kindOf = await ownerKindsOf(store.read, entries.map(kindEntry))
  const questions = new Map<string, AccountInquiry>()
  let leftOut = 0
  const read = (entry: (typeof entries)[number]): void => {
    if (young.has(entry.id)) return
    const question = ownerQuestion(entry, kindOf(kindEntry(entry)))
    if (question) questions.set(ownerKey(question), question)
    else leftOut += 1
  }
  await inSlices(entries, read, () => clock.monotonicMs())
  return {
    questions: [...questions.values()],
    kept: entries.filter(({ id }) => young.has(id)).length,
    leftOut: leftOut === 0 ? null : leftOutWords(leftOut),
  }
}

/** The entries of which an answer is young enough. */
async function youngOf(
  context: BatchContext,
  { order_id: id }: BatchRow,
  { maxAgeHours, since }: OwnershipWish,
): Promise<ReadonlySet<string>> {
  const isYoung = ({ ageHours, at }: { readonly ageHours: number; readonly at: string }): boolean =>
    ageHours <= maxAgeHours || (since !== null && at >= since)
  const known = await ownershipOfEntries(context, id)
  return new Set(
    known
      .filter((one) => isYoung(one) && tellingClasses.includes(one.resultClass))
      .map(({ entryId }) => entryId),
  )
}

const leftOutWords = (count: number): string => {
  const entries = `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`
  return `${entries} could not be asked about: a person\u2019s first and last name or a business\u2019s name, a routing number and an account of letters and digits are needed.`
}
