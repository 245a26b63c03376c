/** Codes of wire and RTP payments, except the business statuses, which have their own file. */
import { codeFamily, fromBank, meaningNotShown } from './code-family.ts'

const request = 'Wire/RTP Payments and ACH Origination Specification, Payment request body'
const states = 'Wire/RTP Payments and ACH Origination Specification, States and transitions'
const undocumented = 'The difference between FAILED and ERROR is not documented.'

/** Unifies the error codes of all operators: SVC replaces the operator's own prefix. */
const operatorSpelling = (code: string): string => code.replace(/^[A-Za-z]+-(?=\d{4}$)/, 'SVC-')

export const paymentFamilies = [
  codeFamily({
    id: 'payment-status',
    topic: 'Wire and RTP',
    title: 'Payment status',
    fields: ['status'],
    explanation:
      'The answer to an initiation or a status check. One of three status lists without a documented mapping. Values seen; others are possible.',
    entries: fromBank(states, [
      ['IN_PROCESS', 'In process', 'The bank has accepted the payment. It is not paid yet.'],
      ['COMPLETED', 'Completed', 'A return may still follow.'],
      ['FAILED', 'Failed', undocumented],
      ['ERROR', 'Error', `${undocumented} The outcome is unknown until a status check.`],
    ]),
  }),
  codeFamily(
    {
      id: 'payment-error',
      topic: 'Wire and RTP',
      title: 'Wire and RTP error codes',
      fields: ['ServiceError.error.code', 'error.code'],
      explanation:
        'SVC stands for the operator\u2019s own prefix. The complete list is not shown. HTTP 200 can also contain an error.',
      entries: [
        ...fromBank(
          'Wire/RTP Payments and ACH Origination Specification, Errors',
          [['SVC-1006', 'Required field missing (for example creditPartyBank absent)']],
          [{ label: 'HTTP status', value: '400' }],
        ),
        ...fromBank(
          'Wire/RTP Payments and ACH Origination Specification, Errors',
          [['SVC-0006', 'Not authorized for requested service; check credentials']],
          [{ label: 'HTTP status', value: '401' }],
        ),
        ...fromBank(
          'Wire/RTP Payments and ACH Origination Specification, Errors',
          [['SVC-9999', 'Unknown error (for example backend authentication failure)']],
          [{ label: 'HTTP status', value: '500' }],
        ),
      ],
    },
    operatorSpelling,
  ),
  codeFamily({
    id: 'requested-service',
    topic: 'Wire and RTP',
    title: 'Requested service',
    fields: ['requestedService', 'payType'],
    explanation: 'Permission is needed for each of the two.',
    entries: fromBank(request, [
      ['WIRE', 'Wire transfer'],
      ['RTP', 'RTP send payment'],
    ]),
  }),
  codeFamily({
    id: 'payment-type',
    topic: 'Wire and RTP',
    title: 'Payment type',
    fields: ['type'],
    explanation: 'RTP: PAYMENT or DRAFT. Wire: always DRAFT. The difference is not documented.',
    entries: fromBank(request, [
      ['PAYMENT', meaningNotShown, 'RTP only.'],
      ['DRAFT', meaningNotShown, 'Every wire has this type. It is a live payment, not a draft.'],
    ]),
  }),
  codeFamily({
    id: 'foreign-bank-type',
    topic: 'Wire and RTP',
    title: 'Foreign bank type codes',
    fields: ['foreignBankSystemType'],
    explanation: 'Five characters: the clearing system of a foreign bank.',
    entries: fromBank('Platform Specification, Foreign bank type codes', [
      ['ATBLZ', 'Austria'],
      ['AUBSB', 'Australia'],
      ['CACPA', 'Canada'],
      ['CHSIC', 'Switzerland'],
      ['DEBLZ', 'Germany'],
      ['ESNCC', 'Spain'],
      ['GBDSC', 'Great Britain'],
      ['HKNCC', 'Hong Kong'],
      ['IENCC', 'Ireland'],
      ['INFSC', 'India'],
      ['ITNCC', 'Italy'],
      ['NZNCC', 'New Zealand'],
      ['PTNCC', 'Portugal'],
      ['USABA', 'US wire system'],
      ['ZANCC', 'South Africa'],
    ]),
  }),
  codeFamily({
    id: 'pay-subtype',
    topic: 'Wire and RTP',
    title: 'Pay subtype codes',
    fields: ['paySubType'],
    explanation: 'Four digits, in the wire inquiry.',
    entries: fromBank('Platform Specification, Pay subtype codes', [
      ['1031', 'Request for customer drawdown'],
      ['1032', 'Transfer honoring customer drawdown request'],
      ['1033', 'Refusal of customer drawdown request'],
      ['1631', 'Request for bank-to-bank drawdown'],
      ['1632', 'Transfer honoring bank-to-bank drawdown request'],
      ['1633', 'Refusal of bank-to-bank drawdown request'],
    ]),
  }),
] as const
