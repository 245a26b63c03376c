/**
 * Masks one alert for a person. What is masked of it are its accounts and the numbers of persons: under the
 * names of their fields, and by value wherever else in the same alert an account stands. Names of parties are
 * what an alert is about, and stay.
 */
import type { AlertLine } from '../../preload/contract/alerts/alert.ts'
import { achAlert, alertHeader, paymentAlert } from '../../preload/contract/alerts/alert-shapes.ts'
import {
  spellingsOf,
  type OtherField,
  type Reading,
  type ScalarKind,
  type Shape,
} from '../../preload/contract/answers/shape.ts'
import { isJsonStructure } from '../../preload/contract/json-text.ts'
import {
  isAccount,
  maskedDigits,
  maskedNumber,
  maskedUnnamed,
  namesInPath,
  namesPersonalNumber,
} from '../../preload/contract/personal-names.ts'
import { accountMask } from '../bank/call-accounts.ts'
import { rewriteJson, type JsonScalar } from '../bank/json-scalars.ts'

/** Masks the texts of one alert. */
export interface AlertMask {
  /** Every account that is masked. */
  readonly accounts: readonly string[]
  /** Any text that names nothing. */
  readonly text: (text: string) => string
  /** The alert's own JSON, which stays JSON. */
  readonly json: (json: string) => string
  readonly reading: <S extends Shape>(of: S, reading: Reading<S>) => Reading<S>
  readonly fields: (fields: readonly OtherField[]) => OtherField[]
}

/** Shows everything. */
export const unmasked: AlertMask = {
  accounts: [],
  text: (text) => text,
  json: (json) => json,
  reading: (_of, reading) => reading,
  fields: (fields) => [...fields],
}

/** Every documented field by the bank's names of it. */
const documented: ReadonlyMap<string, ScalarKind | 'texts'> = new Map(
  [alertHeader, achAlert, paymentAlert].flatMap((of: Shape) =>
    Object.entries(of.fields).flatMap(([name, one]) =>
      one.kind === 'group' || one.kind === 'list'
        ? []
        : spellingsOf(name, one).map((spelling) => [spelling, one.kind] as const),
    ),
  ),
)

/**
 * An amount or a day that happens to have an account's digits tells nobody of it, and masked it would be lost.
 * What is as long as an account usually is, is none of them.
 */
const measures: ReadonlyMap<ScalarKind | 'texts', RegExp> = new Map<ScalarKind, RegExp>([
  ['amount', /^-?\d{1,9}(?:\.\d{1,4})?$/],
  ['date', /^(?:\d{8}|\d{4}-\d\d-\d\d)$/],
  ['timestamp', /^\d{4}-\d\d-\d\d[T ][\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d)?$/],
])
const isMeasure = (kind: ScalarKind | 'texts', text: string): boolean =>
  measures.get(kind)?.test(text.trim()) ?? false

/** Where nothing was said there is nothing to mask. */
const saysNothing = (token: string): boolean => ['null', 'true', 'false', '""'].includes(token)

/** Masks these accounts in a text, however many zeros lead them; not inside a longer number. */
export function maskOfAccounts(accounts: readonly string[]): (text: string) => string {
  const body = JSON.stringify({ account: accounts })
  const inWords = accountMask({ path: '', requestBody: body, responseBody: null })
  // One with other signs in it is no word of a text, and is looked for as it is.
  const odd = accounts.filter((account) => /[^A-Za-z0-9\s-]/.test(account) && /\d{4}/.test(account))
  return (text) =>
    inWords(odd.reduce((rest, account) => rest.replaceAll(account, maskedNumber(account)), text))
}

/** What a line of the list shows, masked by the accounts that its alert is known by. */
export function maskedLine<Line extends LineTexts>(line: Line, accounts: readonly string[]): Line {
  const known = maskOfAccounts([...accounts, ...(line.account === null ? [] : [line.account])])
  const masked = (text: string | null, kind: ScalarKind = 'code'): string | null =>
    text === null || isMeasure(kind, text) ? text : known(text)
  return {
    ...line,
    account: line.account === null ? null : maskedNumber(line.account),
    party: line.party === null ? null : maskedDigits(known(line.party)),
    sentAt: masked(line.sentAt, 'timestamp'),
    code: masked(line.code),
    status: masked(line.status),
    amount: masked(line.amount, 'amount'),
    currency: masked(line.currency),
    reference: masked(line.reference),
  }
}
type LineTexts = Pick<
  AlertLine,
  'account' | 'party' | 'sentAt' | 'code' | 'status' | 'amount' | 'currency' | 'reference'
>

/** The mask of one alert: of the accounts that its JSON names, and of those that it is known by. */
export function alertMask(json: string, accounts: readonly string[]): AlertMask {
  const all = [...new Set([...accountsIn(json), ...accounts])]
  const known = maskOfAccounts(all)

  const value = (path: readonly string[], text: string): string => {
    const name = path.at(-1) ?? ''
    if (isJsonStructure(text)) return whole(text, path)
    if (isPersonal(path)) return maskedNumber(text)
    const kind = documented.get(name)
    if (kind === undefined) return maskedUnnamed(name, known(text))
    if (isMeasure(kind, text)) return text
    return kind === 'text' || kind === 'texts' ? maskedDigits(known(text)) : known(text)
  }
  const scalar = (one: JsonScalar, above: readonly string[]): string => {
    if (!one.isName && saysNothing(one.token)) return one.token
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

/** The accounts that an alert's JSON names, a JSON text inside one of its values included. */
function accountsIn(json: string, above: readonly string[] = []): string[] {
  const found: string[] = []
  rewriteJson(json, ({ token, text, isName, path }) => {
    if (isName) return token
    const names = [...above, ...path]
    if (isJsonStructure(text)) found.push(...accountsIn(text, names))
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
