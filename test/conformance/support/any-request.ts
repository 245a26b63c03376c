/** Requests that the client's schemas accept, for the accounts and days of the practice bank. */
import fc from 'fast-check'
import { accountInquiry } from '../../../preload/contract/bank/account-validation.ts'
import { goodPayments } from '../../unit/preload/contract/bank/support/payments.ts'
import { anyBatch } from '../../unit/preload/contract/bank/support/ach-batch.ts'
import type { PracticeApis } from './practice-apis.ts'
import { newId } from './samples.ts'

const chars = (text: string, maxLength: number, minLength = 1) =>
  fc.string({ unit: fc.constantFrom(...Array.from(text)), minLength, maxLength })
const digits = (count: number, least = count) => chars('0123456789', count, least)
const alphanumeric = (most: number) => chars('0123456789ABCXYZabcxyz', most)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

/** Text that is not empty after trimming. */
export const texts = (maxLength: number) =>
  fc
    .string({ minLength: 1, maxLength, unit: 'grapheme' })
    .map((text) => text.trim().slice(0, maxLength))
    .filter((text) => text.trim() !== '' && text.isWellFormed())

const common = {
  addressLine1: maybe(texts(40)),
  addressLine2: maybe(texts(40)),
  city: maybe(texts(30)),
  state: maybe(fc.constantFrom('OH', 'or', 'NY')),
  zipCode: maybe(fc.oneof(digits(5), digits(9), fc.constant('97001-0142'))),
  homePhone: maybe(digits(10)),
  workPhone: maybe(digits(10)),
  ssn: maybe(fc.oneof(digits(9), digits(4))),
  dob: maybe(fc.constantFrom('1962-03-14', '2000-02-29', '1900-01-01')),
  idType: maybe(texts(1)),
  idNo: maybe(texts(28)),
  idState: maybe(texts(6)),
}
const owners = fc.oneof(
  fc.record({ ownerKind: fc.constant('none' as const), owner: fc.constant({}) }),
  fc.record({
    ownerKind: fc.constant('business' as const),
    owner: fc.record({ ...common, businessName: texts(60) }),
  }),
  fc.record({
    ownerKind: fc.constant('person' as const),
    owner: fc.record({
      ...common,
      firstName: texts(30),
      lastName: texts(30),
      middleName: maybe(texts(10)),
      namePrefix: maybe(texts(4)),
      nameSuffix: maybe(texts(4)),
    }),
  }),
)

/** Inquiries of both versions. */
export const inquiries = fc
  .tuple(
    owners,
    fc.record({
      apiVersion: fc.constantFrom('v1', 'v2'),
      routingNumber: fc.oneof(digits(9), fc.constant('550010016')),
      accountNumber: fc.oneof(
        alphanumeric(17),
        digits(14, 1).map((text) => `000${text}`),
      ),
      userDefined: maybe(texts(255)),
    }),
  )
  .map(([owner, rest]) => accountInquiry.safeParse({ ...owner, ...rest }).data)
  .filter((inquiry) => inquiry !== undefined)

const amount = fc.oneof(fc.nat(5_000_00), fc.integer({ min: 0, max: 100_000_000_000 }))
const atLeastZero = fc.oneof(amount, fc.constant(Number.MAX_SAFE_INTEGER))
const ordered = (low: string, high: string, most: fc.Arbitrary<number>) =>
  fc.oneof(
    fc.constant({}),
    atLeastZero.map((value) => ({ [low]: value })),
    most.map((value) => ({ [high]: value })),
    fc.tuple(amount, amount).map(([one, other]) => ({
      [low]: Math.min(one, other),
      [high]: Math.max(one, other),
    })),
  )

/**
 * Requests of ach/list. "Today" has no zone, so the days at the ends of its range are left to the
 * unit tests.
 */
export const lists = (apis: PracticeApis) => {
  const from = fc.integer({ min: -180, max: 0 })
  const dates = fc.oneof(
    fc.constant({}),
    from.map((day) => ({ fromDate: apis.daysLater(day) })),
    fc.integer({ min: -180, max: 60 }).map((day) => ({ toDate: apis.daysLater(day) })),
    fc.tuple(from, fc.integer({ min: 0, max: 31 })).map(([day, span]) => ({
      fromDate: apis.daysLater(day),
      toDate: apis.daysLater(day + span),
    })),
  )
  return fc.record({
    request: fc
      .tuple(
        fc.record({
          accountNumber: fc.oneof(fc.constantFrom('7200450011', '0072004500'), texts(16)),
          dateSearchType: maybe(fc.constantFrom('COLLECTED', 'RETURNED', 'SETTLED')),
          traceNumber: maybe(fc.oneof(digits(15), texts(30))),
        }),
        dates,
        ordered('minimumAmount', 'maximumAmount', amount),
      )
      .map(([fields, between, amounts]) => ({ ...fields, ...between, ...amounts })),
    page: fc.record({
      pageNumber: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constant(Number.MAX_SAFE_INTEGER)),
      pageSize: fc.integer({ min: 1, max: 1_000 }),
    }),
  })
}

const withoutCommas = (most: number) => texts(most).filter((text) => !text.includes(','))
const someNumbers = (one: fc.Arbitrary<string>) => fc.array(one, { minLength: 1, maxLength: 3 })
const accounts = someNumbers(fc.oneof(fc.constant('7200450011'), texts(16)))

/** The rows of an earlier endpoint or of a report. */
export const rows = fc
  .tuple(
    fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.constant(Number.MAX_SAFE_INTEGER - 1_000)),
    fc.integer({ min: 0, max: 999 }),
  )
  .map(([startRowIndex, more]) => ({ startRowIndex, endRowIndex: startRowIndex + more }))

/** Requests of the three dated endpoints, with every field that collected accepts. */
export const searches = (apis: PracticeApis) =>
  fc
    .tuple(
      fc.record({
        accountNumbers: accounts,
        days: fc.tuple(fc.integer({ min: -1_000, max: 0 }), fc.integer({ min: 1, max: 365 })),
        creditOrDebit: maybe(fc.constantFrom('C', 'D')),
        parNumbers: maybe(someNumbers(withoutCommas(20))),
        receivingCustomerId: maybe(texts(20)),
      }),
      ordered('fromAmount', 'toAmount', atLeastZero),
    )
    .map(
      ([
        {
          days: [from, span],
          ...fields
        },
        amounts,
      ]) => ({
        ...fields,
        ...amounts,
        fromDate: apis.daysLater(from),
        toDate: apis.daysLater(from + span),
      }),
    )

/** Fields that only collected accepts. */
export const collectedMore = fc.record({
  addendaFlag: fc.constantFrom('Y', 'N'),
  detailsFlag: fc.constantFrom('Y', 'N'),
  secCode: maybe(fc.constantFrom('CCD', 'CTX', 'PPD', 'TEL', 'WEB')),
  traceNumbers: maybe(someNumbers(withoutCommas(20))),
})

/** The status inquiry in its two variants. */
export const statusInquiries = fc.oneof(
  fc.record({
    by: fc.constant('par'),
    accountNumbers: accounts,
    parNumbers: someNumbers(texts(20)),
    traceNumbers: maybe(someNumbers(digits(15))),
  }),
  fc.record({
    by: fc.constant('trace'),
    accountNumbers: accounts,
    traceNumbers: someNumbers(texts(20)),
    parNumbers: maybe(someNumbers(texts(20))),
  }),
)

/** Batches with unique ids, effective within 31 days. */
export const batchesOf = (apis: PracticeApis) =>
  fc.tuple(anyBatch, fc.integer({ min: -31, max: 31 })).map(([batch, days]) => ({
    ...batch,
    uuid: newId(),
    details: batch.details.map((detail) => ({ ...detail, uuid: newId() })),
    effectiveDate: apis.daysLater(days),
  }))

/** Requests of the addenda status. */
export const addendaQuestions = fc.record({
  uuid: alphanumeric(45),
  pageSize: maybe(fc.integer({ min: 1, max: 1_000 }).map(String)),
  startAddendaSequenceNumber: maybe(fc.oneof(digits(9, 1), fc.constant('0'))),
})

/** This bank reaches only banks with nine digits; the document shows no format of an ABA number. */
const reachable = <T extends object>(payment: T): T =>
  Object.fromEntries(
    Object.entries(payment).map(([name, value]: [string, unknown]) => {
      if (typeof value !== 'object' || value === null || !('aba' in value)) return [name, value]
      const aba = typeof value.aba === 'string' ? value.aba.trim() : ''
      return [name, { ...value, aba: aba === '' ? undefined : aba.padEnd(9, '0') }]
    }),
  ) as T

/** Payments from the client's accounts, today or later, each with a unique reference. */
export const paymentsOf = (apis: PracticeApis) =>
  fc
    .tuple(
      goodPayments,
      fc.constantFrom('7200450011', '72004500370000017', '0072004500'),
      fc.nat(400),
    )
    .map(([payment, accountNumber, days]) => ({
      ...payment,
      requestReference: newId(),
      requestedValueDate: apis.daysLater(days),
      debitParty: { ...payment.debitParty, accountNumber },
    }))
    .map((payment) => reachable(payment))

const count = (least: number) =>
  fc.oneof(fc.integer({ min: least, max: 2_000 }), fc.constant(Number.MAX_SAFE_INTEGER))

/** A page of the participants. */
export const participantPages = fc.record({ limit: count(1), offset: count(0) })

const bodies = fc
  .dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 })
  .map((body) => JSON.stringify(body))
/** Reports of both ways of paging. */
export const reports = fc.oneof(
  fc
    .tuple(fc.constantFrom('wire-inquiry', 'previous-day', 'intraday'), bodies, maybe(rows))
    .map(([report, body, indexes]) => ({ report, body, ...indexes })),
  fc.record({
    report: fc.constant('rtp-inquiry'),
    body: bodies,
    pageNumber: maybe(count(1)),
    pageSize: maybe(fc.integer({ min: 1, max: 1_000 })),
  }),
)
