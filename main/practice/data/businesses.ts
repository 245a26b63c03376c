/** Business practice customers, and accounts whose owners cannot be checked. All invented. */
import { account, type PracticeAccount } from './account.ts'
import { creditUnion, ferryBank, quarryBank, savings } from './banks.ts'

const alderFalls = { city: 'Alder Falls', state: 'OR', zipCode: '97001' }

export const practiceBusinesses: readonly PracticeAccount[] = [
  account({
    name: 'Ridgeway Supply LLC',
    kind: 'business',
    bank: savings,
    accountNumber: '2000300017',
    shows: 'All data known. The legal form does not count.',
    owner: {
      businessName: 'Ridgeway Supply LLC',
      addressLine1: '400 Depot Avenue',
      addressLine2: 'Suite 210',
      ...alderFalls,
      workPhone: '5035550160',
      ssn: '987654328',
    },
  }),
  account({
    name: 'Cascade Timber and Millwork',
    kind: 'business',
    bank: savings,
    accountNumber: '2000300025',
    shows: 'Entered as Cascade Timber: conditional match, score below 81.',
    owner: {
      businessName: 'Cascade Timber and Millwork',
      addressLine1: '1 Sawmill Road',
      ...alderFalls,
    },
  }),
  account({
    name: 'Fern & Daughter Bakery',
    kind: 'business',
    bank: creditUnion,
    accountNumber: '50023',
    shows: 'The account is in the name of Ada Fern: the business name is answered U.',
    owner: { firstName: 'Ada', lastName: 'Fern', addressLine1: '18 Mill Road', ...alderFalls },
  }),
  account({
    name: 'Lantern Theatre Company',
    kind: 'business',
    bank: ferryBank,
    accountNumber: '73318800',
    shows: 'The account is closed (012).',
    status: '012',
    owner: { businessName: 'Lantern Theatre Company' },
  }),
  account({
    name: 'Old Quarry Stoneworks',
    kind: 'business',
    bank: quarryBank,
    accountNumber: '610301',
    shows: 'The account is open, but its bank provides no owner data (301).',
    condition: '301',
  }),
  account({
    name: 'Grange Cooperative',
    kind: 'business',
    bank: quarryBank,
    accountNumber: '610302',
    shows: 'The account is open, but owner data are unavailable now (302).',
    condition: '302',
  }),
  account({
    name: 'Nameless Trust',
    kind: 'business',
    bank: quarryBank,
    accountNumber: '610304',
    shows: 'Names are lost on the way: the answer reports no populated name field (304).',
    condition: '304',
  }),
  account({
    name: 'Millpond Fund',
    kind: 'business',
    bank: quarryBank,
    accountNumber: '610396',
    shows: 'Nothing is known of this account number (096 with condition 396).',
    status: '096',
    condition: '396',
  }),
  account({
    name: 'Silent Partners',
    kind: 'business',
    bank: quarryBank,
    accountNumber: '610900',
    shows: 'Answered as if no owner check was requested (900).',
    condition: '900',
  }),
  account({
    name: 'Closed Ledger Club',
    kind: 'business',
    bank: quarryBank,
    accountNumber: '610901',
    shows: 'The account is open, and no owner response is provided (901).',
    condition: '901',
  }),
]
