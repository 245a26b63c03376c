/** Initial values of a batch header, each shown in its field and changed there. */
import type { BatchForm } from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { BatchImport } from '../../../../preload/contract/domain/batches/drafts.ts'
import type { OwnAccount } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { payrollDescription } from '../../../../preload/contract/bank/ach-origination/description-warnings.ts'
import { addBankingDays, networkDay } from '../../../../preload/contract/kernel/banking-days.ts'

/** Returns the only own account, if there is no other, and the next banking day in New York. */
export const firstHeader = (
  accounts: readonly OwnAccount[],
  now: number,
): Pick<BatchForm, 'accountId' | 'effectiveDate'> => ({
  accountId: accounts.length === 1 ? (accounts[0]?.id ?? null) : null,
  effectiveDate: addBankingDays(networkDay(now), 1),
})

const namesPayroll = /payroll|salar(?:y|ies)|wages/i

/** Returns the header with the network's description of wages, if the name of the file suggests it. */
export function withDescription(form: BatchForm, file: BatchImport | undefined): BatchForm {
  const isWages =
    file?.batches.every(({ form: found, debits }) => found.secCode === 'PPD' && debits === 0) ??
    false
  if (!file || !isWages || !namesPayroll.test(file.file) || form.companyEntryDescription !== '') {
    return form
  }
  return { ...form, companyEntryDescription: payrollDescription }
}
