/**
 * An ACH batch as a kind of order (bank document 3, ACH origination request; bank notes 79 to 84
 * and 88).
 */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { secCodes } from '../../../preload/contract/bank/ach-origination/batch.ts'
import { effectiveDateProblem } from '../../../preload/contract/bank/ach-origination/effective-date.ts'
import type { FieldProblem } from '../../../preload/contract/bank/account-validation.ts'
import {
  originationTerms,
  type BatchForm,
  type OriginationTerms,
} from '../../../preload/contract/domain/batches/batch-form.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { networkDay } from '../../../preload/contract/kernel/banking-days.ts'
import type { Originated } from '../../bank/apis/ach-origination.ts'
import { snapshotBatch, payeesAtLastReview } from './batch-changes.ts'
import { batchLines, ownershipTally } from './batch-content.ts'
import { batchDetails } from './batch-details.ts'
import { batchContent } from './batch-sent-content.ts'
import { payeeFlaggedEntries } from './entries/batch-payee-flags.ts'
import { batchFormIn, batchFormText } from './batch-records.ts'
import {
  accountLabel,
  entryColumns,
  batchMatchesStored,
  storedEntriesOf,
  buildBatch,
  readEntries,
  remember,
  writtenBatchColumns,
  type BuiltBatch,
} from './drafts/write-body.ts'
import { namedProblems } from './drafts/checked-batch.ts'
import { possibleDuplicatesOf } from './drafts/duplicate-checks.ts'
import { batchRejectionProblems, sentAnywayOf } from './drafts/sent-anyway.ts'
import { batchEvidenceMissing } from './ownership/batch-evidence.ts'
import { storeBatchAnswer } from './tracking/batch-answer.ts'
import { batchInquiry } from './tracking/batch-inquiry.ts'
import { followsOthers, supersededBy } from './tracking/reversal-rules.ts'
import { isNewlyFlagged, payeeEvidenceOf, payeesUnseen } from './entries/payee-evidence.ts'
import type { StoredAccount } from '../../profile/profile-records.ts'
import { sha256Of } from '../../platform/sha256.ts'
import { refuse } from '../order/refusals.ts'
import type { OrderContext, OrderKind, OrderRow, Sent, WrittenOrder } from '../order/types.ts'

export const batchKind: OrderKind = {
  services: secCodes,
  vocabulary: 'batch',
  product: () => 'ach-origination',
  limitGroup: () => ({ as: 'ACH', services: secCodes }),
  write,
  matchesForm: batchMatchesStored,
  // The body names no account, but status inquiries of an unknown outcome need it, so the approval
  // hash covers it too.
  hashedFacts: (row) => [{ form: sha256Of(row.form), account: row.debit_account }],
  approvalBasis,
  missing: async (context, row) =>
    (
      await Promise.all([batchEvidenceMissing(context, row), payeesUnseen(context.store.read, row)])
    ).flat(),
  duplicates: ({ waits }, reader, { id }) => possibleDuplicatesOf(reader, id, waits.earliest()),
  owners: async (context, { id }) => ({
    evidence: { ownership: null },
    batch: { ownership: await ownershipTally(context, id) },
  }),
  checkAccount,
  checkSettings,
  checkSuperseded: (reader, { id }) => supersededBy(reader, id),
  checkCopy: async (reader, { id }) =>
    (await followsOthers(reader, id)) ? 'follows-entries' : undefined,
  checkDate,
  async send({ originate }, { service, body }, callOptions) {
    const secCode = secCodes.find((one) => one === service)
    // An order without a SEC code is no batch; nothing was journalled and nothing leaves.
    if (secCode === undefined) throw new RangeError('no batch')
    return sentAs(await originate(secCode, body, callOptions))
  },
  storeAnswer: storeBatchAnswer,
  details: batchDetails,
  lines: batchLines,
  snapshot: snapshotBatch,
  inquiry: batchInquiry,
  content: batchContent,
}

/**
 * Returns the payee book flags of its entries, and whether the approver has seen all of them; an
 * approver without an earlier view counts as having seen them.
 */
async function approvalBasis(
  reader: Parameters<OrderKind['approvalBasis']>[0],
  { id }: OrderRow,
  actor: string,
): ReturnType<OrderKind['approvalBasis']> {
  const payees = payeeEvidenceOf(await payeeFlaggedEntries(reader, id))
  const seen = await payeesAtLastReview(reader, id, actor)
  return { detail: { payees }, isSeen: seen === undefined || !isNewlyFlagged(seen, payees) }
}

/** Returns the terms of a body that is written now. */
const termsOf = ({ ach }: Pick<OrderContext, 'ach'>): OriginationTerms =>
  originationTerms.strip().parse(ach.current().settings)

const accountOf = (
  { profile }: Pick<OrderContext, 'profile'>,
  { accountId }: BatchForm,
): StoredAccount | undefined => profile().accounts.find(({ id }) => id === accountId)

async function write(
  context: Pick<OrderContext, 'profile' | 'ach' | 'clock'>,
  reader: Parameters<OrderKind['write']>[1],
  draft: OrderRow,
): Promise<WrittenOrder> {
  const { form, prepared } = batchFormIn(draft)
  const terms = termsOf(context)
  const saved = await storedEntriesOf(reader, draft.id)
  const today = networkDay(context.clock.now())
  const read = await readEntries(saved)
  const built = await buildBatch({ form, terms }, read, draft.reference, today)
  await setImmediate()
  const account = accountOf(context, form)
  const problems = [
    ...built.problems,
    ...batchRejectionProblems(await sentAnywayOf(reader, draft.id), form.secCode, read.entries),
    ...beyond(context, form, account, saved.length),
  ]
  if (built.body === null || !account || problems.length > 0)
    return refuse({
      code: 'invalid-input',
      fields: namedProblems(problems).map((one) => ({ ...one })),
    })
  const text = batchFormText({ form, terms, prepared })
  remember({ form: text, reference: draft.reference }, saved, built)
  return {
    body: built.body,
    columns: {
      ...writtenBatchColumns({ form, account: account.account_number }, built.totals),
      debit_label: accountLabel(account),
      form: text,
    },
    saveAlong: (tx) => saveColumns(tx, draft.id, form, built),
  }
}

/** Checks the rules of the workstation itself. */
function beyond(
  { ach }: Pick<OrderContext, 'ach'>,
  form: BatchForm,
  account: StoredAccount | undefined,
  entries: number,
): FieldProblem[] {
  const { mostEntries } = ach.current().settings
  const source = 'workstation'
  const gone = 'The own account of the batch no longer exists'
  const many = `At most ${String(mostEntries)} entries per batch, by the ACH settings`
  return [
    ...(form.accountId !== null && !account
      ? [{ path: 'accountId', message: gone, source } as const]
      : []),
    ...(entries > mostEntries ? [{ path: 'entries', message: many, source } as const] : []),
  ]
}

/** Updates the columns beside the body to match it, while the batch is still a draft. */
const saveColumns = async (
  tx: Parameters<NonNullable<WrittenOrder['saveAlong']>>[0],
  id: string,
  { secCode }: BatchForm,
  { totals, askew }: BuiltBatch,
): Promise<void> => {
  const { entries, credits, debits } = totals
  await tx
    .updateTable('batches')
    .set({ sec_code: secCode, entries, credits, debits })
    .where('order_id', '=', id)
    .execute()
  if (askew.length === 0) return
  const rows = JSON.stringify(
    askew.map((typed) => {
      const { amount, direction, routing_number, account_significant } = entryColumns(typed)
      return [typed.id, amount, direction, routing_number, account_significant]
    }),
  )
  await sql`WITH j AS MATERIALIZED (SELECT value ->> 0 AS id, CAST(value ->> 1 AS bigint) AS amount,
      value ->> 2 AS direction, value ->> 3 AS routing, value ->> 4 AS account FROM json_each(${rows}))
    UPDATE batch_entries SET amount = j.amount, direction = j.direction,
      routing_number = j.routing, account_significant = j.account
    FROM j WHERE batch_entries.id = j.id AND +batch_entries.order_id = ${id}`.execute(tx)
}

/**
 * The body names no account. If the account changed, a later status inquiry on another one would
 * find nothing.
 */
function checkAccount(
  context: Pick<OrderContext, 'profile'>,
  row: OrderRow,
): Failure<'invalid-input'> | undefined {
  const account = accountOf(context, batchFormIn(row).form)
  if (account?.account_number === row.debit_account) return undefined
  const message = 'The own account of the batch no longer exists'
  return { code: 'invalid-input', fields: [{ path: 'accountId', message, source: null }] }
}

/**
 * In production nothing leaves in an unconfirmed unit, or by other terms than those in force (bank
 * note 81).
 */
function checkSettings(
  context: Pick<OrderContext, 'ach'>,
  row: OrderRow,
): ReturnType<OrderKind['checkSettings']> {
  const { isLocked, confirmation, settings, amountDifferedAt } = context.ach.current()
  const { amountUnit: unit } = settings
  const unseen = confirmation === null ? 'never' : 'another-unit'
  const why = amountDifferedAt === undefined ? unseen : 'amount-differs'
  if (isLocked) return { code: 'unit-not-confirmed', unit, why }
  const { terms } = batchFormIn(row)
  if (row.state === 'draft' || terms === null) return undefined
  return isSameTerms(terms, termsOf(context)) ? undefined : { code: 'terms-changed' }
}

const isSameTerms = (one: OriginationTerms, other: OriginationTerms): boolean =>
  one.amountUnit === other.amountUnit &&
  one.receivingDfiDigits === other.receivingDfiDigits &&
  one.collectionApplicationId === other.collectionApplicationId &&
  one.point === other.point &&
  one.collectionApplicationType === other.collectionApplicationType

/**
 * Days pass after submission, and the bank accepts a batch only within 31 days of its effective
 * date (bank note 89).
 */
function checkDate(
  { clock }: Pick<OrderContext, 'clock'>,
  row: OrderRow,
): Failure<'invalid-input'> | undefined {
  const today = networkDay(clock.now())
  const problem = effectiveDateProblem(batchFormIn(row).form.effectiveDate.trim(), today)
  return problem === null ? undefined : { code: 'invalid-input', fields: [{ ...problem }] }
}

function sentAs({ outcome, callId, answer }: Originated): Sent {
  const isRead =
    answer.kind === 'answered' || answer.kind === 'refused' || answer.kind === 'nothing-found'
  const batch = isRead ? answer.reading : null
  const reported = batch && { transactionId: null, status: batch.status, batch }
  return { outcome, callId, reported }
}
