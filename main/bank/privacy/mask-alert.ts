/**
 * Masks one alert for a person: its accounts and personal numbers, by the names of their fields,
 * and by value at every other place of the same alert. Names of parties stay, because an alert is
 * about them.
 */
import type { AlertLine } from '../../../preload/contract/api/alerts/alert.ts'
import {
  achAlert,
  alertHeader,
  paymentAlert,
} from '../../../preload/contract/bank/alerts/alert-shapes.ts'
import {
  spellingsOf,
  type OtherField,
  type Reading,
  type ScalarKind,
  type Shape,
  type ShapeField,
} from '../../../preload/contract/bank/answers/shape.ts'
import { meaningOf } from '../../../preload/contract/bank/codes/index.ts'
import {
  isJsonStructure,
  rewriteJson,
  type JsonScalar,
} from '../../../preload/contract/kernel/json.ts'
import {
  isAccount,
  maskedDigits,
  maskedNumber,
  maskedUnnamed,
  namesInPath,
  namesPersonalNumber,
} from '../../../preload/contract/domain/personal-names.ts'
import { needsNoMask } from './mask.ts'
import { maskedRuns, maskOfAccounts } from './mask-in-text.ts'

/** Masks the texts of one alert. */
export interface AlertMask {
  /** Every account that is masked. */
  readonly accounts: readonly string[]
  /** Masks a text without a field name. */
  readonly text: (text: string) => string
  /** Masks the alert's own JSON, which stays JSON. */
  readonly json: (json: string) => string
  readonly reading: <S extends Shape>(of: S, reading: Reading<S>) => Reading<S>
  readonly fields: (fields: readonly OtherField[]) => OtherField[]
}

/** Masks nothing. */
export const unmasked: AlertMask = {
  accounts: [],
  text: (text) => text,
  json: (json) => json,
  reading: (_of, reading) => reading,
  fields: (fields) => [...fields],
}

/** Every documented field by the bank's names for it. */
const documented: ReadonlyMap<string, ShapeField> = new Map(
  [alertHeader, achAlert, paymentAlert].flatMap((of: Shape) =>
    Object.entries(of.fields).flatMap(([name, one]) =>
      spellingsOf(name, one).map((spelling) => [spelling, one] as const),
    ),
  ),
)

const bic = /^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?$/i

/** Whether a documented field holds a value of its own kind, so that its digits are no account. */
function holdsItsOwn(name: string, one: ShapeField, text: string): boolean {
  switch (one.kind) {
    case 'code':
      return one.family !== undefined && meaningOf(one.family, text) !== undefined
    case 'routing':
      return /^\d{9}$/.test(text)
    case 'identifier':
      return !/biccode\d?$/i.test(name) || bic.test(text)
    case 'count':
      return /^\d{1,6}$/.test(text)
    case 'amount':
    case 'date':
    case 'time':
    case 'timestamp':
      return true
    case 'text':
    case 'flag':
    case 'account':
    case 'texts':
    case 'group':
    case 'list':
      return false
  }
}

/**
 * An amount or a date with the digits of an account identifies nobody, and a mask would destroy it.
 * A value as long as a usual account does not count as either.
 */
const measures: ReadonlyMap<ShapeField['kind'], RegExp> = new Map<ScalarKind, RegExp>([
  ['amount', /^-?\d{1,9}(?:\.\d{1,4})?$/],
  ['date', /^(?:\d{8}|\d{4}-\d\d-\d\d)$/],
  ['timestamp', /^\d{4}-\d\d-\d\d[T ][\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d)?$/],
])
const isMeasure = (kind: ShapeField['kind'], text: string): boolean =>
  measures.get(kind)?.test(text.trim()) ?? false

/**
 * The most accounts by which a line is masked. If an alert lists more, every number that may be an
 * account is masked.
 */
export const mostAccounts = 500

/** Masks the texts of one line of the list by the accounts of its alert. */
export function maskedLine<Line extends LineTexts>(line: Line, accounts: readonly string[]): Line {
  const known =
    accounts.length > mostAccounts
      ? maskedRuns
      : maskOfAccounts([...accounts, ...(line.account === null ? [] : [line.account])])
  const masked = (text: string | null, kind: ScalarKind = 'identifier'): string | null =>
    text === null || isMeasure(kind, text) ? text : known(text)
  const code = (text: string | null): string | null =>
    text === null ? null : maskedDigits(known(text))
  return {
    ...line,
    account: line.account === null ? null : maskedNumber(line.account),
    party: line.party === null ? null : maskedDigits(known(line.party)),
    sentAt: masked(line.sentAt, 'timestamp'),
    code: code(line.code),
    status: code(line.status),
    amount: masked(line.amount, 'amount'),
    currency: code(line.currency),
    reference: masked(line.reference),
  }
}
type LineTexts = Pick<
  AlertLine,
  'account' | 'party' | 'sentAt' | 'code' | 'status' | 'amount' | 'currency' | 'reference'
>

/** The mask of one alert: of the accounts in its JSON, and of those stored for it. */
export function alertMask(json: string, accounts: readonly string[]): AlertMask {
  const all = [...new Set([...accountsIn(json), ...accounts])]
  const known = maskOfAccounts(all)

  const value = (path: readonly string[], text: string): string => {
    const name = path.at(-1) ?? ''
    if (isJsonStructure(text)) return whole(text, path)
    if (isPersonal(path)) return maskedNumber(text)
    const one = documented.get(name)
    if (one === undefined) return maskedUnnamed(name, known(text))
    if (isMeasure(one.kind, text)) return text
    return holdsItsOwn(name, one, text.trim()) ? known(text) : maskedDigits(known(text))
  }
  const scalar = (one: JsonScalar, above: readonly string[]): string => {
    if (!one.isName && needsNoMask(one.token)) return one.token
    const masked = one.isName
      ? maskedDigits(known(one.text))
      : value([...above, ...one.path], one.text)
    return masked === one.text ? one.token : JSON.stringify(masked)
  }
  const whole = (text: string, above: readonly string[]): string =>
    rewriteJson(text, (one) => scalar(one, above))
  const fields = (list: readonly OtherField[]): OtherField[] =>
    list.map(({ path, value: text }) => ({
      path: maskedDigits(known(path)),
      value: value(namesInPath(path), text),
    }))

  return {
    accounts: all,
    text: known,
    json: (text) => whole(text, []),
    fields,
    reading: (of, reading) => maskedReading(of, reading, value, fields),
  }
}

const isPersonal = (path: readonly string[]): boolean =>
  isAccount(path) || namesPersonalNumber(path.at(-1) ?? '')

/** The accounts in an alert's JSON, including JSON text inside one of its values. */
function accountsIn(json: string, above: readonly string[] = []): string[] {
  const found: string[] = []
  rewriteJson(json, ({ token, text, isName, path }) => {
    if (isName) return token
    const names = [...above, ...path]
    if (isJsonStructure(text)) for (const one of accountsIn(text, names)) found.push(one)
    else if (isPersonal(names)) found.push(text)
    return token
  })
  return found
}

function maskedReading<S extends Shape>(
  of: S,
  reading: Reading<S>,
  value: (path: readonly string[], text: string) => string,
  fields: AlertMask['fields'],
): Reading<S> {
  const given = reading as Readonly<Record<string, unknown>>
  const masked = Object.entries(of.fields).map(([name, one]) => {
    const text = given[name]
    const under = one.kind === 'account' ? ['account'] : [name]
    if (typeof text === 'string') return [name, value(under, text)] as const
    if (!Array.isArray(text)) return [name, text] as const
    return [name, text.map((line: string) => value(under, line))] as const
  })
  return { ...Object.fromEntries(masked), other: fields(reading.other) } as unknown as Reading<S>
}
