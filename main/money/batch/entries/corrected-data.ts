/**
 * Derives the correction from a notification of change: the network's layouts of corrected data by
 * change code (Nacha, notification of change addenda), by position or separated by blanks. Data
 * that cannot be read with certainty are called not derived; an account is never guessed.
 */
import { filledText } from '../../../bank/answers/filled-text.ts'
import type { BatchEntry } from '../../../../preload/contract/domain/batches/batch.ts'

/** A field of an entry that a notification may correct. */
export type EntryChangeField = NonNullable<BatchEntry['change']>['corrects'][number]

/** Corrected values by entry field. */
export type Corrections = Partial<Readonly<Record<EntryChangeField, string>>>
/** The result of reading a notification. */
export type DerivedCorrection =
  | { readonly kind: 'derived'; readonly corrections: Corrections }
  | { readonly kind: 'not-derived'; readonly why: string }

/** The fields of each code; for other codes nothing can be derived. */
const fields: Readonly<Record<string, readonly EntryChangeField[]>> = {
  C01: ['accountNumber'],
  C02: ['routingNumber'],
  C03: ['routingNumber', 'accountNumber'],
  C04: ['receiverName'],
  C05: ['accountType'],
  C06: ['accountNumber', 'accountType'],
  C07: ['routingNumber', 'accountNumber', 'accountType'],
  C09: ['identificationNumber'],
}
const unfit: Readonly<Record<string, string>> = {
  C08: 'C08 corrects the receiving bank of international entries, which are not originated here',
  C10: 'C10 corrects the name of the originating company. The bank has it on file: ask the bank',
  C11: 'C11 corrects the id of the originating company. The bank has it on file: ask the bank',
  C12: 'C12 corrects the name and id of the originating company. The bank has them on file: ask the bank',
  C13: 'C13 reports a wrong addenda format, but not the right one',
  C14: 'C14 reports a wrong SEC code for an international entry',
}

const codeOf = (code: string | null): string => code?.trim().toUpperCase() ?? ''

/** Returns the entry fields that a change code corrects. */
export const correctedFields = (code: string | null): readonly EntryChangeField[] =>
  fields[codeOf(code)] ?? []

/**
 * Returns the account type of a two-digit transaction code; null if neither checking nor savings.
 */
function accountTypeOf(transactionCode: string | undefined): string | null {
  if (/^2\d$/.test(transactionCode ?? '')) return 'C'
  return /^3\d$/.test(transactionCode ?? '') ? 'S' : null
}

const account = (text: string | undefined): string | null => {
  const trimmed = text?.trim() ?? ''
  return /^[0-9A-Za-z][0-9A-Za-z -]{0,16}$/.test(trimmed) ? trimmed : null
}
const routing = (text: string | undefined): string | null =>
  /^\d{9}$/.test(text?.trim() ?? '') ? (text?.trim() ?? null) : null
const shortText = (text: string): string | null =>
  text.trim() !== '' && text.trim().length <= 22 ? text.trim() : null

/** 1-9 routing number, 10-12 blank, 13-29 account. */
function routingAndAccount(data: string): Corrections | null {
  const found = /^(\d{9})\s+(\S.*)$/.exec(data)
  return correction({ routingNumber: routing(found?.[1]), accountNumber: account(found?.[2]) })
}

/** 1-17 account, 18-20 blank, 21-22 transaction code. */
function accountAndCode(data: string): Corrections | null {
  const found = /^(\S(?:.*\S)?)\s+(\d{2})$/.exec(data)
  return correction({ accountNumber: account(found?.[1]), accountType: accountTypeOf(found?.[2]) })
}

/** 1-9 routing number, 10-26 account, 27-28 transaction code. */
function allThree(data: string): Corrections | null {
  const placed = data.length === 28 ? [data.slice(9, 26), data.slice(26)] : null
  const spaced = /^\d{9}\s*(\S(?:.*\S)?)\s+(\d{2})$/.exec(data)
  const [number, code] = placed ?? [spaced?.[1], spaced?.[2]]
  return correction({
    routingNumber: routing(data.slice(0, 9)),
    accountNumber: account(number),
    accountType: accountTypeOf(code),
  })
}

/** All fields or none, because half a correction would be another mistake. */
function correction(
  read: Partial<Readonly<Record<EntryChangeField, string | null>>>,
): Corrections | null {
  const known = Object.entries(read).filter(([, value]) => value !== null)
  return known.length < Object.keys(read).length ? null : Object.fromEntries(known)
}

function readData(code: string, data: string): Corrections | null {
  switch (code) {
    case 'C01':
      return correction({ accountNumber: account(data) })
    case 'C02':
      return correction({ routingNumber: routing(data) })
    case 'C03':
      return routingAndAccount(data)
    case 'C04':
      return correction({ receiverName: shortText(data) })
    case 'C05':
      return correction({ accountType: accountTypeOf(/^\d{2}$/.exec(data)?.[0]) })
    case 'C06':
      return accountAndCode(data)
    case 'C07':
      return allThree(data)
    case 'C09':
      return correction({ identificationNumber: shortText(data) })
    default:
      return null
  }
}

/** Returns the correction. `why` is a sentence without the data, which may be an account. */
export function derivedCorrection(code: string | null, data: string | null): DerivedCorrection {
  const known = codeOf(code)
  const no = (why: string): DerivedCorrection => ({ kind: 'not-derived', why })
  if (known === '') return no('The correction is not loaded yet. Load correction')
  const unfitHere = unfit[known]
  if (unfitHere !== undefined) return no(unfitHere)
  if (!(known in fields)) return no(`Change code ${known} is unknown`)
  if (data === null || data.trim() === '') {
    return no(`The corrected data of ${known} is not loaded yet. Load correction`)
  }
  const corrections = readData(known, data.trim())
  if (corrections) return { kind: 'derived', corrections }
  return no(`The corrected data does not have the format of ${known}. Correct it by hand`)
}

/** A notification in one text, such as `C01 Incorrect account number: 123`. */
export interface ReportedChange {
  readonly code: string
  readonly text: string | null
  readonly data: string | null
}

/** Reads the text of an addenda record of type 98; null if it begins with no change code. */
export function changeInText(text: string): ReportedChange | null {
  const found = /^\s*(C\d{2})\b(.*)$/s.exec(text)
  const code = found?.[1]
  if (code === undefined) return null
  const rest = found?.[2]?.trim() ?? ''
  const colon = rest.lastIndexOf(':')
  if (colon < 0) return { code, text: rest === '' ? null : rest, data: null }
  const data = rest.slice(colon + 1).trim()
  return {
    code,
    text: filledText(rest.slice(0, colon)),
    data: data === '' ? null : data,
  }
}

/**
 * Reads the text of an addenda record of type 99, such as `R01 Insufficient funds`; null if it
 * begins with no code.
 */
export function returnInText(
  text: string,
): { readonly code: string; readonly text: string | null } | null {
  const found = /^\s*(R\d{2})\b(.*)$/s.exec(text)
  return found?.[1] === undefined ? null : { code: found[1], text: filledText(found[2]) }
}
