/** Codes in answers of the ACH APIs: statuses, custom codes and messages. */
import { codeFamily, fromBank } from './code-family.ts'

const states = 'Account Validation and ACH Inquiry Specification, States and transitions'
const errors = 'Account Validation and ACH Inquiry Specification, Errors'
const list =
  'Account Validation and ACH Inquiry Specification, POST /accounts/transactions/v1/ach/list'
const answeredWith = (httpStatus: string, customStatus: string) => [
  { label: 'HTTP status', value: httpStatus },
  { label: 'Custom status', value: customStatus },
]

const inquiryCodeFields = ['errorCode', 'ServiceError', 'errorResponse']

export const achAnswerFamilies = [
  codeFamily({
    id: 'ach-transaction-status',
    topic: 'ACH',
    title: 'ACH transaction status',
    fields: ['transactionStatus', 'ACHStatus', 'dateSearchType'],
    explanation:
      'One of three status vocabularies between which the documents show no mapping: show them side by side. The status inquiry answers COLLECTED or RETURNED only; as dateSearchType, blank means COLLECTED dates.',
    entries: [
      ...fromBank(states, [
        [
          'COLLECTED',
          'In progress',
          'With consolidated settlement this is the last good state: SETTLED does not come.',
        ],
        [
          'SETTLED',
          'Processed; not available with consolidated settlement',
          'A return may still follow.',
        ],
        ['RETURNED', 'Returned', 'A search by COLLECTED or SETTLED dates does not find it.'],
      ]),
      ...fromBank('Platform Specification, Versioning', [
        [
          'POSTED',
          'Removed from the ACH status inquiry (2.2.0 and 1.1.6)',
          'The posted transactions remain: shown where it still comes.',
        ],
      ]),
    ],
  }),
  codeFamily({
    id: 'ach-request-status',
    topic: 'ACH',
    title: 'Batch, detail and addenda status',
    fields: ['status'],
    explanation:
      'The answer of ACH origination and of the addenda status. One of three status vocabularies between which the documents show no mapping. An accepted batch may hold a detail in error: read each.',
    entries: fromBank(
      'Wire/RTP Payments and ACH Origination Specification, States and transitions',
      [
        ['accepted', 'Accepted', 'Acceptance is not settlement.'],
        ['rejected', 'Rejected', 'The reasons stand in errorMessages.'],
      ],
    ),
  }),
  codeFamily({
    id: 'inquiry-response-status',
    topic: 'ACH',
    title: 'Earlier inquiry: response status',
    fields: ['responseHeader.status'],
    explanation: 'Stands in responseHeader, with its text in statusDescription.',
    entries: fromBank(
      'Account Validation and ACH Inquiry Specification, Earlier ACH inquiry endpoints: shared objects',
      [
        ['accepted', 'Accepted'],
        [
          'failure',
          'Failure',
          'Can come with HTTP 200; the reasons stand in businessFault and systemFault.',
        ],
      ],
    ),
  }),
  codeFamily({
    id: 'ach-inquiry-warning',
    topic: 'ACH',
    title: 'ECA-W codes on HTTP 299',
    fields: inquiryCodeFields,
    explanation:
      'Custom status W: answered, with warnings. The same code on HTTP 400 is a refusal; the letter W in the code does not tell them apart.',
    entries: fromBank(
      errors,
      [
        [
          'ECA-W-001',
          'Request processed with warnings: several request parameters given and some data unavailable in the response',
        ],
      ],
      answeredWith('299', 'W'),
    ),
  }),
  codeFamily({
    id: 'ach-inquiry-failure',
    topic: 'ACH',
    title: 'ECA-W codes on HTTP 400',
    fields: inquiryCodeFields,
    explanation:
      'Custom status F: refused. The same code on HTTP 299 is an answer with warnings; the letter W in the code does not tell them apart.',
    entries: fromBank(
      errors,
      [
        [
          'ECA-W-001',
          'Request validation failed: missing mandatory accountNumber, fromDate or toDate',
        ],
        [
          'ECA-W-002',
          'Requested record range greater than the allowed limit of 1000; narrow the criteria',
        ],
      ],
      answeredWith('400', 'F'),
    ),
  }),
  codeFamily({
    id: 'list-message',
    topic: 'ACH',
    title: 'List messages',
    fields: ['metadata.messages.code'],
    explanation:
      'Beside the rows of the ACH list. 099 is no account status and 001 no error code here.',
    entries: fromBank(list, [
      ['001', 'No matching transactions', 'Comes with HTTP 400 and is no failure.'],
      ['099', 'Results match'],
    ]),
  }),
] as const
