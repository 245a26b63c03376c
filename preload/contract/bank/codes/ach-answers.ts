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
      'One of three status lists without a documented mapping: shown side by side. The status inquiry answers COLLECTED or RETURNED only; a blank date type means COLLECTED dates.',
    entries: [
      ...fromBank(states, [
        [
          'COLLECTED',
          'In progress',
          'With consolidated settlement this is the last good state: SETTLED does not occur.',
        ],
        [
          'SETTLED',
          'Processed; not available with consolidated settlement',
          'A return may still follow.',
        ],
        ['RETURNED', 'Returned', 'Not found by a search for COLLECTED or SETTLED dates.'],
      ]),
      ...fromBank('Platform Specification, Versioning', [
        [
          'POSTED',
          'Removed from the ACH status inquiry (2.2.0 and 1.1.6)',
          'Posted transactions remain, and are shown if received.',
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
      'The answer of ACH origination and of the addenda status. One of three status lists without a documented mapping. An accepted batch may contain an entry in error: read each.',
    entries: fromBank(
      'Wire/RTP Payments and ACH Origination Specification, States and transitions',
      [
        ['accepted', 'Accepted', 'Acceptance is not settlement.'],
        ['rejected', 'Rejected', 'The bank\u2019s messages give the reasons.'],
      ],
    ),
  }),
  codeFamily({
    id: 'inquiry-response-status',
    topic: 'ACH',
    title: 'Earlier inquiry: response status',
    fields: ['responseHeader.status'],
    explanation: 'In the header of the answer, with a text beside it.',
    entries: fromBank(
      'Account Validation and ACH Inquiry Specification, Earlier ACH inquiry endpoints: shared objects',
      [
        ['accepted', 'Accepted'],
        [
          'failure',
          'Failure',
          'Can come with HTTP 200; the faults in the answer give the reasons.',
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
      'Custom status W: answered, with warnings. The same code on HTTP 400 is a refusal; the letter W does not distinguish them.',
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
      'Custom status F: refused. The same code on HTTP 299 is an answer with warnings; the letter W does not distinguish them.',
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
      'Sent with the rows of the ACH list. Here 099 is not an account status, and 001 is not an error code.',
    entries: fromBank(list, [
      ['001', 'No matching transactions', 'Comes with HTTP 400, but is not a failure.'],
      ['099', 'Results match'],
    ]),
  }),
] as const
