/**
 * Private practice customers. All invented; their SSNs are from the range reserved for
 * advertisements.
 */
import { account, type PracticeAccount } from './account.ts'
import { creditUnion, ferryBank, northfield, savings } from './banks.ts'

const alderFalls = { city: 'Alder Falls', state: 'OR', zipCode: '970010142' }

export const practicePeople: readonly PracticeAccount[] = [
  account({
    name: 'Margaret Alder',
    bank: savings,
    accountNumber: '1000200031',
    shows: 'All owner data known: recorded values match, changed ones show C or N.',
    owner: {
      firstName: 'Margaret',
      lastName: 'Alder',
      middleName: 'Rose',
      addressLine1: '12 Mill Road',
      addressLine2: 'Apartment 4',
      ...alderFalls,
      homePhone: '5035550142',
      workPhone: '5035550177',
      ssn: '987654321',
      dob: '19620314',
      idType: 'D',
      idNo: 'OR4471902',
      idState: 'OR',
    },
  }),
  account({
    name: 'Jonathan Thorpe',
    bank: savings,
    accountNumber: '1000200049',
    shows: 'Entered as Jon Thorpe: conditional match. The name alone scores below 81.',
    owner: {
      firstName: 'Jonathan',
      lastName: 'Thorpe',
      addressLine1: '7 Ferry Street',
      ...alderFalls,
      homePhone: '5035550119',
      dob: '19781102',
    },
  }),
  account({
    name: 'Siobhán O’Brien-Núñez',
    bank: creditUnion,
    accountNumber: '40071',
    shows: 'Case, spacing, punctuation and accents do not count: OBRIEN NUNEZ matches.',
    owner: {
      firstName: 'Siobhán',
      lastName: 'O’Brien-Núñez',
      addressLine1: '3 Weir Lane',
      ...alderFalls,
    },
  }),
  account({
    name: 'Silas Reed',
    bank: creditUnion,
    accountNumber: '40113',
    shows: 'Only the name is on record: every other field sent is answered U.',
    owner: { firstName: 'Silas', lastName: 'Reed' },
  }),
  account({
    name: 'Estate at 9 Ferry Street',
    bank: creditUnion,
    accountNumber: '40121',
    shows: 'Only the address is on record: the name fields are answered U.',
    owner: { addressLine1: '9 Ferry Street', ...alderFalls },
  }),
  account({
    name: 'Opal Winters',
    bank: ferryBank,
    accountNumber: '73310045',
    shows: 'The routing number has leading zeros.',
    owner: {
      firstName: 'Opal',
      lastName: 'Winters',
      addressLine1: '21 Ferry Street',
      ...alderFalls,
    },
  }),
  account({
    name: 'Theodora Vance',
    bank: ferryBank,
    accountNumber: '98765432109876543',
    shows: 'The account number has 17 characters, the maximum.',
    owner: { firstName: 'Theodora', lastName: 'Vance' },
  }),
  account({
    name: 'Elias Marsh',
    bank: ferryBank,
    accountNumber: 'AF20417X',
    shows: 'The account number contains letters.',
    owner: { firstName: 'Elias', lastName: 'Marsh' },
  }),
  account({
    name: 'Harold Finch',
    bank: savings,
    accountNumber: '1000200058',
    shows: 'The account is closed (012), although its owner still matches.',
    status: '012',
    owner: { firstName: 'Harold', lastName: 'Finch', addressLine1: '2 Quarry Lane', ...alderFalls },
  }),
  account({
    name: 'Nora Quill',
    bank: savings,
    accountNumber: '1000200066',
    shows: 'No such account can be located (000), and nothing is known of the number (396).',
    status: '000',
    condition: '396',
  }),
  account({
    name: 'Wendell Ames',
    bank: creditUnion,
    accountNumber: '40139',
    shows: 'No positive or negative information (096).',
    status: '096',
    owner: { firstName: 'Wendell', lastName: 'Ames' },
  }),
  account({
    name: 'Petra Lund',
    bank: northfield,
    accountNumber: '880014',
    shows:
      'The bank does not participate (300): open in version 2 (699), unknown in version 1 (096).',
    status: '699',
    condition: '300',
  }),
]
