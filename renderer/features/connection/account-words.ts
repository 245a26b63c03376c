/** What an own account is used for, in words. */
import type { OwnAccount } from '../../../preload/contract/profile-details.ts'

export const useNames: Readonly<Record<OwnAccount['use'], string>> = {
  debit: 'Debit',
  credit: 'Credit',
  both: 'Debit and credit',
}
