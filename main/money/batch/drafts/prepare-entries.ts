/**
 * Builds entries that follow earlier ones: with corrections that two people approved, or in the
 * other direction.
 */
import type { BatchForm } from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { sameAccount, sameRouting } from '../../../../preload/contract/kernel/account-number.ts'
import { addBankingDays } from '../../../../preload/contract/kernel/banking-days.ts'
import type { PayeeDetails } from '../../../../preload/contract/domain/payees/payee.ts'
import { newBatchId } from '../../../platform/identifiers.ts'
import { derivedCorrection } from '../entries/corrected-data.ts'
import type { EntryRow } from '../types.ts'
import { typedIn } from '../../batch-facts.ts'

/** New entries, and the entry that each follows, by new id. */
export interface FollowingEntries {
  readonly entries: readonly TypedEntry[]
  readonly follows: ReadonlyMap<string, string>
}

/** Builds a new entry from each row, with an id of its own. */
export function entriesAfter(
  rows: readonly EntryRow[],
  change: (typed: TypedEntry, row: EntryRow) => TypedEntry,
): FollowingEntries {
  const created = rows.map((row) => {
    const entry = { ...change(typedIn(row), row), id: newBatchId() }
    return { entry, follows: row.id }
  })
  return {
    entries: created.map(({ entry }) => entry),
    follows: new Map(created.map(({ entry, follows }) => [entry.id, follows])),
  }
}

/** Returns the head of a batch that follows another one, on the next banking day. */
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

/**
 * Returns the entry in the other direction, without its addenda, which described the payment being
 * reversed.
 */
export const reversed = (typed: TypedEntry): TypedEntry => ({
  ...typed,
  creditDebitCode: typed.creditDebitCode.trim().toUpperCase() === 'C' ? 'D' : 'C',
  addenda: [],
})

/**
 * Returns the entry to present again, with the payee details that two people approved, and
 * corrections that the book does not hold. The type of an account is corrected only with the account
 * that the correction names: half of it would be another mistake.
 */
export function presentedAgain(
  typed: TypedEntry,
  row: EntryRow,
  approved: PayeeDetails | null,
): TypedEntry {
  const derived = derivedCorrection(row.change_code, row.change_data)
  const corrections = derived.kind === 'derived' ? derived.corrections : {}
  const { accountType, identificationNumber } = corrections
  const isIndividuals = typed.individualIdentificationNumber.trim() !== ''
  const entry = {
    ...typed,
    ...(approved && {
      receiverName: approved.name,
      accountNumber: approved.accountNumber,
      routingNumber: approved.bank.aba === '' ? typed.routingNumber : approved.bank.aba,
    }),
  }
  const isItsAccount =
    sameAccount(corrections.accountNumber ?? entry.accountNumber, entry.accountNumber) &&
    sameRouting(corrections.routingNumber ?? entry.routingNumber, entry.routingNumber)
  return {
    ...entry,
    ...(accountType !== undefined && isItsAccount && { accountType }),
    ...(identificationNumber !== undefined &&
      (isIndividuals
        ? { individualIdentificationNumber: identificationNumber }
        : { identificationNumber })),
  }
}
