/**
 * Reads the content of an alert from its JSON. Never throws for any JSON of a bank and drops
 * nothing: values outside every shape are under `other` with their paths, and the alert is marked
 * (Promise P6; bank notes 90 to 94, 101, 102).
 */
import type { AlertKind } from '../../preload/contract/api/alerts/alert.ts'
import { significantAccount } from '../../preload/contract/kernel/account-number.ts'
import {
  achAlert,
  alertHeader,
  paymentAlert,
  type AchAlertReading,
  type AlertHeaderReading,
  type PaymentAlertReading,
} from '../../preload/contract/bank/alerts/alert-shapes.ts'
import {
  spellingsOf,
  type OtherField,
  type Shape,
} from '../../preload/contract/bank/answers/shape.ts'
import { isAccount, namesInPath } from '../../preload/contract/domain/personal-names.ts'
import { meaningOf } from '../../preload/contract/bank/codes/index.ts'
import { filledText } from '../bank/answers/filled-text.ts'
import {
  leavesOf,
  member,
  pathCut,
  readShape,
  holdsAnything,
  scalarText,
  type Allowance,
} from '../bank/answers/read-shape.ts'
import {
  guidOf,
  identityOf,
  partsOf,
  type AlertIdentity,
  type AlertParts,
} from './stored/alert-identity.ts'
import { accountsOf, valueOf, searchTextOf, type AnyReading } from './stored/alert-text.ts'

/** The version of this reading. Alerts read by an older version are read again. */
export const alertReaderVersion = 1

/** The body of an alert by its shape. */
export type AlertBody =
  | { readonly shape: 'ach'; readonly reading: AchAlertReading }
  | { readonly shape: 'payment'; readonly reading: PaymentAlertReading }
  | { readonly shape: 'none'; readonly fields: readonly OtherField[] }

/** The values of a line of the list; texts as the bank wrote them. */
export interface AlertFacts {
  readonly kind: AlertKind
  readonly code: string | null
  readonly sentAt: string | null
  readonly status: string | null
  readonly direction: 'credit' | 'debit' | null
  /** A credit without a request reference: another party's payment. */
  readonly isIncomingCredit: boolean
  readonly amount: string | null
  readonly currency: string | null
  /** Credited by a credit, debited by a debit, originating for ACH. */
  readonly account: string | null
  /** The name of the other party. */
  readonly party: string | null
  /** requestReferenceNumber or traceNumber, without blanks around it. */
  readonly reference: string | null
  /** tranId, without blanks around it. */
  readonly transactionId: string | null
  /** Without blanks around it. */
  readonly parNumber: string | null
}

/** One alert, read. */
export interface ReadAlert extends AlertIdentity, AlertFacts {
  readonly guid: string | null
  readonly header: AlertHeaderReading
  readonly body: AlertBody
  /** AL00902 to AL00905 (bank note 102). */
  readonly isOldCode: boolean
  /** A required part is missing (bank note 94). */
  readonly isIncomplete: boolean
  /** Some of its fields or codes are in no document. */
  readonly isUnlisted: boolean
  /** Whether its body holds any value, so that another alert may repeat it. */
  readonly hasBody: boolean
  /** Every account, without leading zeros (bank note 36). */
  readonly accounts: readonly string[]
  /** The text by which the alert is searched. */
  readonly searchText: string
}

/**
 * The most unlisted fields and the most accounts stored separately per alert; its raw text has all
 * of them.
 */
export const mostUnlisted = 2000
export const mostAccounts = 1000

/** The required parts of every alert, in the document's order. */
const requiredParts = ['alertHeader', 'alertBody', 'alertCode', 'eapAlertGUID'] as const

/** Returns the required parts that an alert does not have. */
export function missingParts(element: unknown): readonly (typeof requiredParts)[number][] {
  const { header, body } = partsOf(element)
  const isThere: Readonly<Record<(typeof requiredParts)[number], boolean>> = {
    alertHeader: header !== undefined,
    alertBody: body !== undefined,
    alertCode: scalarText(member(header, 'alertCode')) !== null,
    eapAlertGUID: scalarText(member(header, 'eapAlertGUID')) !== null,
  }
  return requiredParts.filter((part) => !isThere[part])
}

const nothingRead = (): boolean => false

/** Reads one alert of a delivery, as parsed. */
export function readAlert(element: unknown, identity = identityOf(element)): ReadAlert {
  const parts = partsOf(element)
  const allowance: Allowance = { left: mostUnlisted, beyond: 0 }
  const header = readShape(alertHeader, parts.header ?? {}, nothingRead, allowance)
  const body = readBody(codeOf(header), parts.body, allowance)
  const around = aroundParts(element, parts, allowance)
  return {
    ...identity,
    ...factsOf(header, body),
    guid: header.eapAlertGUID?.toWellFormed() ?? null,
    header: { ...header, other: [...header.other, ...around, ...beyond(allowance)] },
    body,
    isOldCode: oldCodes.has(codeOf(header)),
    isIncomplete: missingParts(element).length > 0,
    isUnlisted:
      allowance.beyond > 0 ||
      around.length > 0 ||
      hasUnlisted(alertHeader, header) ||
      bodyHasUnlisted(body),
    hasBody: holdsAnything(parts.body),
    accounts: [
      ...new Set([
        ...accountsIn(body),
        ...unlistedAccounts([...header.other, ...leftOver(body), ...around]),
      ]),
    ].slice(0, mostAccounts),
    searchText: searchTextOf([[alertHeader, header], ...shaped(body)], leftOver(body)),
  }
}

/** Listed as a field, so that a reader sees that fields are missing. */
const beyond = ({ beyond: count }: Allowance): readonly OtherField[] =>
  count === 0 ? [] : [{ path: pathCut, value: `${String(count)} more; see the alert as received.` }]

/** The minimal form of an alert whose reading fails: it exists, and its text is in its delivery. */
export function bareAlert(element: unknown, identity = identityOf(element)): ReadAlert {
  const header = readShape(alertHeader, {})
  return {
    ...identity,
    ...noFacts,
    kind: 'other',
    code: null,
    sentAt: null,
    guid: guidOf(element),
    header,
    body: { shape: 'none', fields: [] },
    isOldCode: false,
    isIncomplete: true,
    isUnlisted: true,
    hasBody: false,
    accounts: [],
    searchText: '',
  }
}

const codeOf = ({ alertCode }: AlertHeaderReading): string => (alertCode ?? '').trim().toUpperCase()
const paymentCode = 'AL00901'
const oldCodes: ReadonlySet<string> = new Set(['AL00902', 'AL00903', 'AL00904', 'AL00905'])
const achCodes: ReadonlySet<string> = new Set(['AL00906', ...oldCodes])

/** A body is read by its code, or by its fields if the code is missing or in no document. */
function readBody(code: string, body: unknown, allowance: Allowance): AlertBody {
  const ach = (): AlertBody => ({
    shape: 'ach',
    reading: readShape(achAlert, body ?? {}, nothingRead, allowance),
  })
  const payment = (): AlertBody => ({
    shape: 'payment',
    reading: readShape(paymentAlert, body ?? {}, nothingRead, allowance),
  })
  if (achCodes.has(code)) return ach()
  if (code === paymentCode) return payment()
  const known = { ach: fieldsKnown(achAlert, body), payment: fieldsKnown(paymentAlert, body) }
  if (known.ach === 0 && known.payment === 0) {
    return { shape: 'none', fields: leavesOf(body, nothingRead, new Set(), allowance) }
  }
  return known.ach > known.payment ? ach() : payment()
}

const fieldsKnown = (of: Shape, body: unknown): number =>
  Object.entries(of.fields).filter(([name, one]) =>
    spellingsOf(name, one).some((spelling) => member(body, spelling) !== undefined),
  ).length

/** Values beside the header and the body, with their paths from the delivery's element. */
const aroundParts = (
  element: unknown,
  { header, body }: AlertParts,
  allowance: Allowance,
): OtherField[] => leavesOf(element, nothingRead, new Set<unknown>([header, body]), allowance)

type Shaped = readonly [Shape, AnyReading]
function shaped(body: AlertBody): readonly Shaped[] {
  switch (body.shape) {
    case 'ach':
      return [[achAlert, body.reading]]
    case 'payment':
      return [[paymentAlert, body.reading]]
    case 'none':
      return []
  }
}
const leftOver = (body: AlertBody): readonly OtherField[] =>
  body.shape === 'none' ? body.fields : body.reading.other

const accountsIn = (body: AlertBody): readonly string[] => [
  ...new Set(shaped(body).flatMap(([of, reading]) => accountsOf(of, reading))),
]

/** An unlisted field may be an account by its name: it is found and masked like any other. */
const unlistedAccounts = (fields: readonly OtherField[]): readonly string[] =>
  fields
    // The names in a shortened path are incomplete: a number under it may be an account.
    .filter(
      ({ path, value }) =>
        isAccount(namesInPath(path)) || (path.includes(pathCut) && /\d{5}/.test(value)),
    )
    .map(({ value }) => significantAccount(value.trim()))
    .filter((account) => account !== '')

const bodyHasUnlisted = (body: AlertBody): boolean =>
  leftOver(body).length > 0 || shaped(body).some(([of, reading]) => hasUnlisted(of, reading))

/** Whether a reading holds a field or a code that no document lists. */
function hasUnlisted(of: Shape, reading: AnyReading): boolean {
  if (reading.other.length > 0) return true
  return Object.entries(of.fields).some(([name, one]) => {
    const value = valueOf(reading, name)
    if (one.kind !== 'code' || one.family === undefined || typeof value !== 'string') return false
    return meaningOf(one.family, value) === undefined
  })
}

const noFacts: Omit<AlertFacts, 'kind' | 'code' | 'sentAt'> = {
  status: null,
  direction: null,
  isIncomingCredit: false,
  amount: null,
  currency: null,
  account: null,
  party: null,
  reference: null,
  transactionId: null,
  parNumber: null,
}

function factsOf(header: AlertHeaderReading, body: AlertBody): AlertFacts {
  const head = {
    kind: kindOf(header, body),
    code: header.alertCode,
    sentAt: header.alertSentDateAndTime,
  }
  switch (body.shape) {
    case 'ach':
      return { ...noFacts, ...head, ...achFacts(body.reading) }
    case 'payment':
      return { ...noFacts, ...head, ...paymentFacts(body.reading) }
    case 'none':
      return { ...noFacts, ...head }
  }
}

/** A code that no document lists has no kind; without a code the fields decide. */
function kindOf(header: AlertHeaderReading, { shape }: AlertBody): AlertKind {
  const code = codeOf(header)
  if (achCodes.has(code)) return 'ach'
  if (code !== '' && code !== paymentCode) return 'other'
  if (shape === 'ach') return 'ach'
  const payType = header.payType?.trim().toUpperCase()
  if (shape === 'payment' && payType === 'WIRE') return 'wire'
  if (shape === 'payment' && payType === 'RTP') return 'rtp'
  return 'other'
}

const achFacts = (reading: AchAlertReading) => ({
  status: reading.transactionStatus,
  amount: reading.transactionAmount,
  // The document calls the amount a number of dollars.
  currency: reading.transactionAmount === null ? null : 'USD',
  account: reading.originatingAccountNumber,
  party: reading.receivingCompanyName,
  reference: filledText(reading.traceNumber),
  parNumber: filledText(reading.parNumber),
})

function paymentFacts(reading: PaymentAlertReading): Partial<AlertFacts> {
  const direction = directionOf(reading.crOrDbCode)
  const reference = filledText(reading.requestReferenceNumber)
  return {
    ...sideOf(direction, reading),
    direction,
    isIncomingCredit: direction === 'credit' && reference === null,
    status: reading.tranBusnStatusCode,
    amount: reading.tranAmt,
    reference,
    transactionId: filledText(reading.tranId),
  }
}

function directionOf(code: string | null): 'credit' | 'debit' | null {
  switch (code?.trim().toUpperCase()) {
    case 'C':
      return 'credit'
    case 'D':
      return 'debit'
    default:
      return null
  }
}

/** The account that the alert is about, its currency, and the other party. */
function sideOf(direction: 'credit' | 'debit' | null, reading: PaymentAlertReading) {
  const { crTranCurrencyCode: credit, dbTranCurrencyCode: debit } = reading
  switch (direction) {
    case 'credit':
      return {
        account: reading.crArngNum,
        currency: credit ?? debit,
        party: reading.dbIpNm ?? reading.orgntngIpNm1,
      }
    case 'debit':
      return { account: reading.dbArngNum, currency: debit ?? credit, party: reading.crIpNm }
    case null:
      // The side of our account is unknown.
      return { currency: credit === debit ? credit : onlyOne(credit, debit) }
  }
}

const onlyOne = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? (one ?? other) : null
