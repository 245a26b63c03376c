/** The documents' rules for requests, each broken once. */
import { toWire } from '../../../main/bank/apis/account-validation-wire.ts'
import { originationBody } from '../../../main/bank/apis/ach-origination-wire.ts'
import { paymentBody } from '../../../main/bank/apis/payments-body.ts'
import { accountInquiry } from '../../../preload/contract/bank/account-validation.ts'
import { addendaStatusRequest } from '../../../main/bank/apis/addenda-status.ts'
import { originationBatch } from '../../../preload/contract/bank/ach-origination/batch.ts'
import { effectiveDateProblem } from '../../../preload/contract/bank/ach-origination/effective-date.ts'
import {
  achListPage,
  achListRequest,
  achReturnsRequest,
  achRows,
  achStatusRequest,
} from '../../../preload/contract/bank/ach-inquiry/index.ts'
import type { EndpointId } from '../../../preload/contract/bank/endpoints.ts'
import {
  participantsRequest,
  paymentRequest,
} from '../../../preload/contract/bank/payments/payment-request.ts'
import { reportRequest } from '../../../preload/contract/bank/reports/report-request.ts'
import type { PracticeApis } from './practice-apis.ts'
import { batchOf, margaret, operating, paymentOf } from './samples.ts'

/**
 * One broken rule: the input of the schema, and the request that would be sent without the schema.
 */
export interface Broken {
  readonly rule: string
  /** The rule of the bank's book. */
  readonly breach: string
  readonly endpoint: EndpointId
  /** Whether the client's schema accepts the request. */
  readonly passes: (apis: PracticeApis) => boolean
  readonly body?: (apis: PracticeApis) => unknown
  readonly query?: string
}

const validation = (rule: string, breach: string, change: object): Broken => ({
  rule: `verifyAccount: ${rule}`,
  breach,
  endpoint: 'account-validation',
  passes: () => accountInquiry.safeParse({ ...margaret, ...change }).success,
  body: (apis) => toWire({ ...margaret, ...change }, apis.enrolment),
})
const owner = (rule: string, breach: string, change: object): Broken =>
  validation(rule, breach, { owner: { ...margaret.owner, ...change } })

type ListChange = (apis: PracticeApis) => Readonly<Record<string, unknown>>
const list = (
  rule: string,
  breach: string,
  change: ListChange,
  wire: ListChange = change,
): Broken => ({
  rule: `ach/list: ${rule}`,
  breach,
  endpoint: 'ach-list',
  passes: (apis) =>
    achListRequest(apis.today()).safeParse({ accountNumber: operating, ...change(apis) }).success,
  body: (apis) => ({ accountNumber: operating, ...wire(apis) }),
})
const page = (rule: string, wrong: { pageNumber: number; pageSize: number }): Broken => ({
  rule: `ach/list: ${rule}`,
  breach: 'ach-page-wrong',
  endpoint: 'ach-list',
  passes: () => achListPage.safeParse(wrong).success,
  body: () => ({
    accountNumber: operating,
    pageNumber: String(wrong.pageNumber),
    pageSize: String(wrong.pageSize),
  }),
})

const returns = (rule: string, breach: string, change: ListChange): Broken => {
  const dates = (apis: PracticeApis) => ({
    fromDate: apis.daysLater(-30),
    toDate: apis.today(),
    detailsFlag: 'Y',
  })
  return {
    rule: `returns: ${rule}`,
    breach,
    endpoint: 'ach-returns',
    passes: (apis) =>
      achReturnsRequest(apis.today()).safeParse({
        accountNumbers: [operating],
        ...dates(apis),
        ...change(apis),
      }).success,
    body: (apis) => {
      const { accountNumbers = [operating], ...rest } = change(apis)
      const request = { accountNumber: accountNumbers, ...dates(apis), ...rest }
      return { getACHReturnTransactionsRequest: request }
    },
  }
}
const rows = (
  rule: string,
  breach: string,
  wrong: { startRowIndex: number; endRowIndex: number },
): Broken => ({
  rule: `status inquiry: ${rule}`,
  breach,
  endpoint: 'ach-status',
  passes: () => achRows.safeParse(wrong).success,
  body: () => ({
    getACHStatusInquiryRequest: { accountNumber: [operating], parNumber: ['P'], ...wrong },
  }),
})

const batch = (rule: string, breach: string, change: object, secCode = 'PPD' as const): Broken => ({
  rule: `originate: ${rule}`,
  breach,
  endpoint: 'originate-ppd',
  passes: (apis) =>
    originationBatch.safeParse({ ...batchOf(secCode, apis).batch, ...change }).success,
  body: (apis) => {
    const whole = { ...batchOf(secCode, apis).batch, ...change }
    return originationBody(whole, { amountUnit: 'dollars' })
  },
})
const addenda = (rule: string, breach: string, wrong: object): Broken => ({
  rule: `addenda status: ${rule}`,
  breach,
  endpoint: 'ach-addenda-status',
  passes: () => addendaStatusRequest.safeParse(wrong).success,
  body: () => wrong,
})

const payment = (
  rule: string,
  breach: string,
  change: object,
  text?: (body: string) => string,
): Broken => ({
  rule: `payment: ${rule}`,
  breach,
  endpoint: 'payment-validate',
  passes: (apis) => paymentRequest.safeParse({ ...paymentOf(apis).payment, ...change }).success,
  body: (apis) => {
    if (text) return text(paymentOf(apis).body)
    return paymentBody({ ...paymentOf(apis).payment, ...change })
  },
})
const participants = (rule: string, wrong: object, query: string): Broken => ({
  rule: `participants: ${rule}`,
  breach:
    query.includes('limit=') && query.includes('offset=')
      ? 'participant-paging-wrong'
      : 'participant-paging-missing',
  endpoint: 'rtp-participants',
  passes: () => participantsRequest.safeParse(wrong).success,
  query,
})
const report = (rule: string, endpoint: 'wire-inquiry' | 'rtp-inquiry', wrong: object): Broken => ({
  rule: `report: ${rule}`,
  breach: 'report-paging-wrong',
  endpoint,
  passes: () => reportRequest.safeParse({ report: endpoint, body: '{}', ...wrong }).success,
  body: () => wrong,
})

const long = (length: number): string => 'A'.repeat(length)

/** One of each. */
export const brokenRules: readonly Broken[] = [
  validation('nine digits of the routing number', 'field-format', { routingNumber: '55001001' }),
  validation('no separators in the account', 'field-format', { accountNumber: '1000-2000' }),
  validation('at most 17 characters of the account', 'field-format', { accountNumber: long(18) }),
  validation('at most 255 characters of the reference', 'field-format', { userDefined: long(256) }),
  owner('a first name with a last name', 'names-incomplete', { firstName: undefined }),
  owner('at most 4 characters of a prefix', 'field-format', { namePrefix: 'Doctor' }),
  owner('at most 40 characters of an address line', 'field-format', { addressLine1: long(41) }),
  owner('two characters of a state', 'field-format', { state: 'OHIO' }),
  owner('5 or 9 digits of a ZIP code', 'field-format', { zipCode: '97 001' }),
  owner('10 digits of a telephone', 'field-format', { homePhone: '503-555-0142' }),
  owner('a date of birth', 'field-format', { dob: '1962-02-30' }),
  owner('nine digits of an SSN, or four', 'field-format', { ssn: '98765' }),
  owner('one character of an id type', 'field-format', { idType: 'DL' }),
  owner('at most 28 characters of an id number', 'field-format', { idNo: long(29) }),
  owner('at most 6 characters of a place', 'field-format', { idState: 'OREGON1' }),
  list('at most 16 characters of the account', 'ach-field-format', () => ({
    accountNumber: long(17),
  })),
  list('an account', 'ach-field-missing', () => ({ accountNumber: '' })),
  list('COLLECTED, RETURNED or SETTLED', 'ach-field-format', () => ({ dateSearchType: 'POSTED' })),
  list('from today or earlier', 'ach-dates-wrong', (apis) => ({ fromDate: apis.daysLater(2) })),
  list('within 180 days', 'ach-dates-wrong', (apis) => ({ fromDate: apis.daysLater(-182) })),
  list('to not before from', 'ach-dates-wrong', (apis) => ({
    fromDate: apis.daysLater(-5),
    toDate: apis.daysLater(-6),
  })),
  list('at most 31 days', 'ach-dates-wrong', (apis) => ({
    fromDate: apis.daysLater(-40),
    toDate: apis.daysLater(-8),
  })),
  list('a date of the calendar', 'ach-field-format', () => ({ fromDate: '2026-02-30' })),
  list(
    'at most one billion dollars',
    'ach-amounts-wrong',
    () => ({ maximumAmount: 100_000_000_001 }),
    () => ({ maximumAmount: '1000000000.01' }),
  ),
  list(
    'the lowest amount not above the highest',
    'ach-amounts-wrong',
    () => ({ minimumAmount: 2, maximumAmount: 1 }),
    () => ({ minimumAmount: '0.02', maximumAmount: '0.01' }),
  ),
  page('pages from 1', { pageNumber: 0, pageSize: 10 }),
  page('at least one row', { pageNumber: 1, pageSize: 0 }),
  page('at most 1000 rows', { pageNumber: 1, pageSize: 1_001 }),
  returns('an account', 'ach-field-missing', () => ({ accountNumbers: [] })),
  returns('at most 16 characters of an account', 'ach-field-format', () => ({
    accountNumbers: [operating, long(17)],
  })),
  returns('to later than from', 'ach-dates-wrong', (apis) => ({
    fromDate: apis.daysLater(-1),
    toDate: apis.daysLater(-1),
  })),
  returns('at most one year', 'ach-dates-wrong', (apis) => ({ fromDate: apis.daysLater(-370) })),
  returns('from not after today', 'ach-dates-wrong', (apis) => ({
    fromDate: apis.daysLater(2),
    toDate: apis.daysLater(5),
  })),
  returns('Y or N', 'ach-field-format', () => ({ detailsFlag: 'yes' })),
  rows('rows from 1', 'ach-rows-wrong', { startRowIndex: 0, endRowIndex: 5 }),
  rows('rows not backwards', 'ach-rows-wrong', { startRowIndex: 7, endRowIndex: 6 }),
  rows('bank note 44: at most 1000 rows', 'ach-rows-too-many', {
    startRowIndex: 1,
    endRowIndex: 1_001,
  }),
  {
    rule: 'status inquiry: PAR or trace numbers',
    breach: 'ach-field-missing',
    endpoint: 'ach-status',
    passes: () =>
      achStatusRequest.safeParse({ by: 'par', accountNumbers: [operating], parNumbers: [] })
        .success,
    body: () => ({ getACHStatusInquiryRequest: { accountNumber: [operating], parNumber: [] } }),
  },
  batch('a company entry description', 'ach-field-missing', { companyEntryDescription: '' }),
  batch('a uuid', 'ach-field-missing', { uuid: '' }),
  batch('letters and digits of customData', 'ach-custom-data-wrong', { customData: 'batch-1' }),
  batch('at most 500 of customData', 'ach-custom-data-wrong', { customData: long(501) }),
  batch('the SEC code of the endpoint', 'ach-sec-code-wrong', { secCode: 'WEB', details: [] }),
  {
    rule: 'originate: an effective date within 31 days',
    breach: 'ach-effective-date-wrong',
    endpoint: 'originate-ppd',
    passes: (apis) => effectiveDateProblem(apis.daysLater(33), apis.today()) === null,
    body: (apis) => batchOf('PPD', apis, { effectiveDate: apis.daysLater(33) }).body,
  },
  addenda('a uuid', 'ach-field-missing', { uuid: '' }),
  addenda('at most 45 of the uuid', 'ach-uuid-wrong', { uuid: long(46) }),
  addenda('letters and digits of the uuid', 'ach-uuid-wrong', { uuid: 'a-b' }),
  addenda('at most 1000 rows', 'ach-page-wrong', { uuid: 'a', pageSize: '1001' }),
  addenda('bank note 46: pageSize as text', 'ach-field-type', { uuid: 'a', pageSize: 10 }),
  payment('WIRE or RTP', 'payment-field-format', { requestedService: 'ACH' }),
  payment('bank note 62: a wire is always DRAFT', 'payment-type-wrong', { type: 'PAYMENT' }),
  payment('a reference', 'payment-field-missing', { requestReference: '' }),
  payment('at most 35 of the reference', 'payment-field-length', { requestReference: long(36) }),
  payment('a sender\u2019s reference', 'payment-field-missing', { sendersReference: '' }),
  payment('at most 35 of it', 'payment-field-length', { sendersReference: long(36) }),
  payment('at most 140 of the receiver\u2019s', 'payment-field-length', {
    receiversReference: long(141),
  }),
  payment('a value date', 'payment-field-format', { requestedValueDate: '2026-02-30' }),
  payment('letters and digits of customData', 'payment-custom-data', { customData: 'a b' }),
  payment('at most 500 of customData', 'payment-field-length', { customData: long(501) }),
  payment('a currency', 'payment-field-format', { transferCurrency: 'usd' }),
  payment('a debit party', 'payment-field-missing', { debitParty: undefined }),
  payment('a credit party\u2019s bank', 'payment-field-missing', { creditPartyBank: undefined }),
  payment(
    'an amount in the currency\u2019s format',
    'payment-amount-wrong',
    { transferAmount: 1.5 },
    (body) => body.replace('12500.00', '125.001'),
  ),
  payment(
    'bank note 70: no field that is not listed',
    'payment-field-unknown',
    { colour: 'red' },
    (body) => body.replace('{', '{"colour":"red",'),
  ),
  participants('a limit', { offset: 0 }, '?offset=0'),
  participants('an offset', { limit: 5 }, '?limit=5'),
  participants('counts', { limit: -1, offset: 0 }, '?limit=-1&offset=0'),
  report('rows from 1', 'wire-inquiry', { startRowIndex: 0 }),
  report('bank note 44: at most 1000 rows', 'wire-inquiry', {
    startRowIndex: 1,
    endRowIndex: 1_001,
  }),
  report('pages from 1', 'rtp-inquiry', { pageNumber: 0 }),
  report('at most 1000 rows a page', 'rtp-inquiry', { pageSize: 1_001 }),
]
