/** An entry as a list line. Masking happens here, in main, and nowhere else. */
import { maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type { BankRemark, EntryLine } from '../../../../preload/contract/domain/batches/batch.ts'
import { bankRemark } from '../../../../preload/contract/domain/batches/batch.ts'
import { z } from '../../../../preload/contract/kernel/zod.ts'
import type { EntryRow } from '../types.ts'
import { nothingRemarked, type EntryRemarks } from '../drafts/entry-problems.ts'
import { typedIn } from '../../batch-facts.ts'
import { sentAnywayIn } from '../drafts/sent-anyway.ts'
import type { OwnedEntry } from '../ownership/entry-ownership.ts'

/** A row with its place in the batch, from 1. */
export type NumberedRow = EntryRow & { readonly number: number }

const storedMessages = z.object({
  informationMessages: z.array(bankRemark).default([]),
  errorMessages: z.array(bankRemark).default([]),
})

/** Returns the stored messages of the answer about an entry. */
export function messagesIn({ messages }: Pick<EntryRow, 'messages'>): {
  readonly informationMessages: BankRemark[]
  readonly errorMessages: BankRemark[]
} {
  const none = { informationMessages: [], errorMessages: [] }
  if (messages === null) return none
  const read = storedMessages.safeParse(JSON.parse(messages))
  return read.success ? read.data : none
}

/** Returns an account for display; blank stays blank. */
export const shownAccount = (account: string, inFull: boolean): string =>
  inFull || account.trim() === '' ? account : maskedAccount(account.trim())

/** Returns the fields that find the ownership check of an entry. */
export const ownedEntry = (row: EntryRow): OwnedEntry => ({
  id: row.id,
  orderId: row.order_id,
  payeeId: row.payee_id,
  account: row.account_significant,
  routingNumber: row.routing_number,
  receiverName: typedIn(row).receiverName,
})

export function entryLineOf(
  row: NumberedRow,
  ownership: EntryLine['ownership'],
  { problems, payeeFlags, holder }: EntryRemarks = nothingRemarked,
  inFull = false,
): EntryLine {
  const typed = typedIn(row)
  return {
    id: row.id,
    number: row.number,
    receiverName: typed.receiverName,
    routingNumber: typed.routingNumber,
    account: shownAccount(typed.accountNumber, inFull),
    accountType: typed.accountType,
    creditDebitCode: typed.creditDebitCode,
    transactionType: typed.transactionType,
    amount: row.amount,
    identificationNumber: typed.identificationNumber,
    addenda: typed.addenda.filter((text) => text.trim() !== '').length,
    verdict: row.verdict,
    ...messagesIn(row),
    traceNumber: row.trace_number,
    parNumber: row.par_number,
    state: row.bank_status,
    statusText: row.bank_status_text,
    stateAt: row.bank_status_at,
    returnReportedAt: row.return_reported_at,
    returnCode: row.return_code,
    changeCode: row.change_code,
    ownership,
    sentAnyway: sentAnywayIn(row),
    problemCount: problems.length,
    payeeFlags: [...payeeFlags],
    holder,
  }
}
