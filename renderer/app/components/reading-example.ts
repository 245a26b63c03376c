/** An invented answer with every kind of field, and the ways a call can end. */
import type { AnswerAim } from '../../../preload/contract/bank/answers/answer-aim.ts'
import type { AnswerTrace, BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import { field, shape, type Reading } from '../../../preload/contract/bank/answers/shape.ts'

const source = 'Account Validation and ACH Inquiry Specification, ACH transaction detail'
const party = shape(source, {
  companyName: field.text('Company'),
  customerName: field.text('Customer'),
  customerIdentificationNumber: field.identifier('Customer id'),
})
const account = shape(source, {
  accountNumber: field.account('Account'),
  routingNumber: field.routing('Routing number'),
})
const addendum = shape(source, {
  sequenceNumber: field.count('No.'),
  paymentRelatedInformation: field.text('Payment information'),
})

export const exampleShape = shape(source, {
  parNumber: field.identifier('PAR number'),
  transactionStatus: field.code('Status', 'ach-transaction-status'),
  transactionAmount: field.amount('Amount'),
  feeAmount: field.amount('Fee'),
  settlementDate: field.date('Settled'),
  transactionCode: field.code('Transaction code', 'ach-transaction-code'),
  returnReasonCode: field.code('Return reason', 'return-reason'),
  transactionDescription: field.text('Description'),
  addressLines: field.texts('Address'),
  addendaCount: field.count('Addenda'),
  customData: field.text('Custom data'),
  checkSerialNumber: field.identifier('Check serial number'),
  receivingAccount: field.group('Receiving account', account),
  receivingParty: field.group('Receiving party', party),
  addenda: field.list('Addenda', addendum),
})

export const exampleReading: Reading<typeof exampleShape> = {
  parNumber: '26112100004711',
  transactionStatus: 'RETURNED',
  transactionAmount: '12500.00',
  feeAmount: '7.5',
  settlementDate: '2026-11-19',
  transactionCode: '22',
  returnReasonCode: 'R99',
  transactionDescription: 'INV 20771 for account 0001000200031',
  addressLines: ['12 Mill Rd', 'Alder Falls OR'],
  addendaCount: '2',
  customData: null,
  checkSerialNumber: null,
  receivingAccount: { accountNumber: '1000200031', routingNumber: '055001001', other: [] },
  receivingParty: {
    companyName: 'Ridgeway Agricultural Supply and Equipment Cooperative',
    customerName: null,
    customerIdentificationNumber: 'CI21',
    other: [],
  },
  addenda: [
    { sequenceNumber: '1', paymentRelatedInformation: 'INV 20771', other: [] },
    {
      sequenceNumber: '2',
      paymentRelatedInformation: 'INV 20772, less 2 % discount',
      other: [{ path: 'checksum', value: '7f' }],
    },
  ],
  other: [{ path: 'riskBand', value: 'B' }],
}

const trace = (status: number, part: Partial<AnswerTrace> = {}): AnswerTrace => ({
  status,
  transactionId: null,
  namesPayment: false,
  correlationId: '5f0c8a1e-6c1b-4c55-9d6e-0b4bb1d5a0f3',
  transactionTime: '2026-11-20 09:14:02',
  ...part,
})
const refused = {
  kind: 'refused',
  messages: [],
  connectError: null,
  unreadable: null,
  reading: null,
  beside: [],
} as const

export interface ExampleAnswer {
  readonly id: string
  readonly aim: AnswerAim
  readonly answer: BankAnswer<unknown>
  readonly forbiddenHint?: string
  readonly callsAgainAt?: string
}

/** Answers, and calls without one. */
export const exampleAnswers: readonly ExampleAnswer[] = [
  {
    id: 'invalid',
    aim: 'reads',
    answer: {
      ...refused,
      problem: 'request-invalid',
      messages: [
        { code: null, text: 'Bad request' },
        { code: 'ECA-W-001', text: 'Missing mandatory accountNumber' },
        { code: 'ECA-W-077', text: null },
      ],
      beside: [{ path: 'ServiceError.hint', value: 'see guide' }],
      trace: trace(400),
    },
  },
  {
    id: 'forbidden',
    aim: 'reads',
    answer: { ...refused, problem: 'forbidden', trace: trace(403, { transactionTime: null }) },
    forbiddenHint:
      'The bank last saw 203.0.113.9, which the profile does not list as registered. The bank answers 403 to unregistered addresses.',
  },
  {
    id: 'threshold',
    aim: 'reads',
    answer: { ...refused, problem: 'threshold-reached', trace: trace(429) },
    callsAgainAt: '2026-11-20 09:16:02',
  },
  {
    id: 'warned',
    aim: 'reads',
    answer: {
      kind: 'answered',
      reading: {},
      warnings: [{ code: 'ECA-W-001', text: 'Some data unavailable in the response' }],
      beside: [],
      trace: trace(299),
    },
  },
  {
    id: 'nothing',
    aim: 'reads',
    answer: {
      kind: 'nothing-found',
      reading: null,
      messages: [{ code: '001', text: 'No matching transactions' }],
      beside: [],
      trace: trace(400),
    },
  },
  {
    id: 'gateway',
    aim: 'moves-money',
    answer: {
      ...refused,
      problem: 'gateway-timed-out',
      unreadable: 'html',
      trace: trace(504, { transactionTime: null }),
    },
  },
  {
    id: 'named',
    aim: 'moves-money',
    answer: {
      ...refused,
      problem: 'request-invalid',
      messages: [{ code: 'SVC-1006', text: 'Required field missing: creditPartyBank' }],
      trace: trace(400, { transactionId: 'T-20261120-0042', namesPayment: true }),
    },
  },
  { id: 'lost', aim: 'moves-money', answer: { kind: 'no-answer', reason: 'connection-lost' } },
  { id: 'credentials', aim: 'reads', answer: { kind: 'not-sent', reason: 'credentials-refused' } },
]
