/**
 * Batches in the session of the sending tests: drafts as the draft service writes them, and the
 * steps to their approval.
 */
import { expect } from 'vitest'
import {
  maskedAccount,
  significantAccount,
} from '../../../../../preload/contract/kernel/account-number.ts'
import {
  emptyBatchForm,
  type BatchForm,
} from '../../../../../preload/contract/domain/batches/batch-form.ts'
import {
  emptyEntry,
  type TypedEntry,
} from '../../../../../preload/contract/domain/batches/entry.ts'
import { totalsOfTyped } from '../../../../../preload/contract/domain/batches/read-batch.ts'
import { putEntries } from '../../../../../main/money/batch/drafts/batch-rows.ts'
import { batchFormText } from '../../../../../main/money/batch/batch-records.ts'
import type { PreparedFrom } from '../../../../../main/money/batch/types.ts'
import { practiceProfile } from '../../../../../main/session/practice/practice-client.ts'
import type { Store } from '../../../../../main/store/store.ts'
import { as, codeOf, rowOf, type Person, type SendingSession } from './sending-session.ts'

/** An id in the bank's form; the same number gives the same id. */
export const uuidOf = (number: number): string => number.toString(16).padStart(32, '0')
export const batchUuid = 'b'.repeat(32)

/** A head that breaks no rule on the day of the session. */
export const payroll: BatchForm = {
  ...emptyBatchForm,
  accountId: 'practice-3',
  effectiveDate: '2026-11-25',
  companyEntryDescription: 'PAYROLL',
}

/** The entry with this number, which breaks no rule. */
export const entry = (number: number, part: Partial<TypedEntry> = {}): TypedEntry => ({
  ...emptyEntry(uuidOf(number)),
  routingNumber: '550010016',
  accountNumber: `55501${String(number).padStart(5, '0')}`,
  accountType: 'C',
  creditDebitCode: 'C',
  transactionType: 'L',
  amount: `${String(10 + number)}.00`,
  receiverName: `Receiver ${String(number)}`,
  identificationNumber: `E-${String(number)}`,
  ...part,
})

const nothingYet = {
  body: null,
  body_sha256: null,
  approval_hash: null,
  policy_version: null,
  submitted_at: null,
  submitted_by: null,
  released_at: null,
  released_by: null,
  not_sent: null,
  sent_back: null,
  payee_id: null,
  payee_version: null,
  ownership_validation_id: null,
  ownership_by: null,
  validate_call_id: null,
  validate_body_sha256: null,
  validate_at: null,
  validate_by: null,
  validate_kind: null,
  transaction_id: null,
  bank_status_text: null,
  bank_status_at: null,
  last_call_id: null,
  next_inquiry_at: null,
  resend: null,
  search_text: '',
  beneficiary_account: '',
  beneficiary_significant: '',
  beneficiary_bank: '',
} as const
const noAnswer = {
  source_file: null,
  source_sha256: null,
  part: null,
  parts: null,
  reversal_of: null,
  reentry_of: null,
  template_id: null,
  bank_status: null,
  bank_effective_date: null,
  bank_accepted_at: null,
  bank_messages: null,
  answer_call_id: null,
  polled_at: null,
  next_poll_at: null,
} as const

/** The values of a draft of a batch. */
export interface BatchDraft {
  readonly id?: string
  readonly uuid?: string
  readonly form?: Partial<BatchForm>
  readonly entries?: readonly TypedEntry[]
  readonly maker?: Person
  readonly prepared?: PreparedFrom
}

/** Writes a draft of a batch; returns its id. */
export async function batchDraft(
  { store }: { readonly store: Store },
  { id = 'o1', uuid = batchUuid, maker = 'mara', ...typed }: BatchDraft = {},
): Promise<string> {
  const form = { ...payroll, ...typed.form }
  const entries = typed.entries ?? [entry(1), entry(2), entry(3)]
  const totals = totalsOfTyped(entries)
  const at = '2026-11-23T13:00:00.000Z'
  const account = practiceProfile.accounts.find((one) => one.id === form.accountId)
  const number = account?.account_number ?? ''
  await store.record(
    { actor: maker, kind: 'order.drafted', subject: id, detail: {} },
    async (tx) => {
      await tx
        .insertInto('orders')
        .values({
          id,
          created_at: at,
          updated_at: at,
          maker,
          service: form.secCode,
          state: 'draft',
          reference: uuid,
          form: batchFormText({ form, terms: null, prepared: typed.prepared }),
          currency: 'USD',
          amount: totals.credits + totals.debits,
          value_date: form.effectiveDate,
          debit_account: number,
          debit_significant: significantAccount(number),
          debit_label: account ? `${account.name} ${maskedAccount(number)}` : '',
          beneficiary: form.companyEntryDescription,
          ...nothingYet,
        })
        .execute()
      await tx
        .insertInto('batches')
        .values({ order_id: id, sec_code: form.secCode, ...totals, ...noAnswer })
        .execute()
      await putEntries(
        tx,
        id,
        entries.map((entry, place) => ({ position: place + 1, entry })),
      )
    },
  )
  return id
}

/** Draft, submission and one approval; returns the approval hash. */
export async function approvedBatch(
  session: SendingSession,
  draft: BatchDraft = {},
): Promise<string> {
  const id = await batchDraft(session, draft)
  expect(codeOf(await as(session, 'mara')('submit', { id }))).toBeUndefined()
  const reviewedHash = (await rowOf(session, id)).approval_hash ?? ''
  expect(
    codeOf(await as(session, 'theo')('approve', { id, approvalHash: reviewedHash })),
  ).toBeUndefined()
  return reviewedHash
}

/** The entries of a batch as stored, in order. */
export const entriesIn = ({ store }: { readonly store: Store }, id = 'o1') =>
  store.read
    .selectFrom('batch_entries')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('position')
    .execute()
/** The stored row of the batch itself. */
export const batchIn = ({ store }: { readonly store: Store }, id = 'o1') =>
  store.read.selectFrom('batches').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
