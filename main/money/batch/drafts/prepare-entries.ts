/** What new entries are made of that follow earlier ones: corrected where two people agreed, or in the other direction. */
import type { BatchForm } from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { addBankingDays } from '../../../../preload/contract/kernel/banking-days.ts'
import type { PayeeDetails } from '../../../../preload/contract/domain/payees/payee.ts'
import { newBatchId } from '../../../platform/identifiers.ts'
import { derivedCorrection } from '../entries/corrected-data.ts'
import type { EntryRow } from '../types.ts'
import { typedIn } from '../batch-records.ts'

/** New entries with the ones that they follow, by the new ids. */
export interface FollowingEntries {
  readonly entries: readonly TypedEntry[]
  readonly follows: ReadonlyMap<string, string>
}

/** Makes a new entry of each row, with an id of its own. */
export function entriesAfter(
  rows: readonly EntryRow[],
  change: (typed: TypedEntry, row: EntryRow) => TypedEntry,
): FollowingEntries {
  const made = rows.map((row) => {
    const entry = { ...change(typedIn(row), row), id: newBatchId() }
    return { entry, follows: row.id }
  })
  return {
    entries: made.map(({ entry }) => entry),
    follows: new Map(made.map(({ entry, follows }) => [entry.id, follows])),
  }
}

/** The head of a batch that follows another one, on the next banking day. */
export const formAfter = (
  form: BatchForm,
  today: string,
  change: Partial<Pick<BatchForm, 'companyEntryDescription' | 'reversalOf'>>,
): BatchForm => ({
  ...form,
  effectiveDate: addBankingDays(today, 1),
  companyDescriptiveDate: '',
  reversalOf: null,
  ...change,
})

/** An entry in the other direction; its addenda told of the payment that it takes back. */
export const reversed = (typed: TypedEntry): TypedEntry => ({
  ...typed,
  creditDebitCode: typed.creditDebitCode.trim().toUpperCase() === 'C' ? 'D' : 'C',
  addenda: [],
})

/** An entry as it is presented again, with what two people approved of its payee and what the book does not hold. */
export function presentedAgain(
  typed: TypedEntry,
  row: EntryRow,
  approved: PayeeDetails | null,
): TypedEntry {
  const derived = derivedCorrection(row.change_code, row.change_data)
  const corrections = derived.kind === 'derived' ? derived.corrections : {}
  const { accountType, identificationNumber } = corrections
  const isIndividuals = typed.individualIdentificationNumber.trim() !== ''
  return {
    ...typed,
    ...(approved && {
      receiverName: approved.name,
      accountNumber: approved.accountNumber,
      routingNumber: approved.bank.aba === '' ? typed.routingNumber : approved.bank.aba,
    }),
    ...(accountType !== undefined && { accountType }),
    ...(identificationNumber !== undefined &&
      (isIndividuals
        ? { individualIdentificationNumber: identificationNumber }
        : { identificationNumber })),
  }
}
