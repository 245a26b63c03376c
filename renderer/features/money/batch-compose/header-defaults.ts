/** Initial values of a batch header, each shown in its field and changed there. */
import type { SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import type { BatchForm } from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { BatchImport } from '../../../../preload/contract/domain/batches/drafts.ts'
import type { OwnAccount } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { payrollDescription } from '../../../../preload/contract/bank/ach-origination/description-warnings.ts'
import { addBankingDays, networkDay } from '../../../../preload/contract/kernel/banking-days.ts'

/** The own account of the last batch of each SEC code. */
export type LastAccounts = Readonly<Partial<Record<SecCode, string>>>

/** An own account that nobody needs to choose, and why. */
export interface KnownAccount {
  readonly id: string
  readonly reason: string
}

/** Returns the only own account, or that of the last batch of this SEC code; null without one. */
export function knownAccount(
  accounts: readonly OwnAccount[],
  last: LastAccounts,
  secCode: SecCode,
): KnownAccount | null {
  const [only, ...others] = accounts
  if (only && others.length === 0) return { id: only.id, reason: 'Only account for batches' }
  const used = accounts.find(({ id }) => id === last[secCode])
  return used ? { id: used.id, reason: `As in the last ${secCode} batch` } : null
}

/**
 * Returns the account for other SEC codes: a chosen one stays, and a known one is replaced by the
 * one that is known for all of them, or by none.
 */
export function accountFor(
  codes: readonly SecCode[],
  { accountId, secCode }: Pick<BatchForm, 'accountId' | 'secCode'>,
  knownOf: (secCode: SecCode) => KnownAccount | null,
): string | null {
  if (accountId !== (knownOf(secCode)?.id ?? null)) return accountId
  const [one = null, ...others] = new Set(codes.map((code) => knownOf(code)?.id ?? null))
  return others.length === 0 ? one : null
}

/** Returns the effective date of a new batch: the next banking day in New York. */
export const firstDate = (now: number): string => addBankingDays(networkDay(now), 1)

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
