import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import {
  clientAccounts,
  operatingAccount,
  operatingBank,
  practiceCompanyId,
  practiceSender,
} from '../../practice/data/client-accounts.ts'
import type { SessionProfile } from '../../profile/session-context.ts'

const practiceId = (at: number): string => `practice-${String(at + 1)}`

/** The practice client, who holds these accounts at the practice bank. */
export const practiceProfile: SessionProfile = {
  details: null,
  batchAccounts: [practiceId(clientAccounts.indexOf(operatingAccount))],
  accounts: clientAccounts.map(({ name, accountNumber, currency }, at) => ({
    id: practiceId(at),
    account_number: accountNumber,
    account_significant: significantAccount(accountNumber),
    routing_number: operatingBank.routingNumber,
    bank_number: operatingBank.bankNumber,
    name,
    currency,
    use: 'both',
    company_id: practiceCompanyId,
    legal_name: practiceSender.legalName,
    address: practiceSender.address,
  })),
}
