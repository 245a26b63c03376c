/**
 * Checks one row of a file: returns its inquiry, or why it cannot be sent. Values are taken as
 * written; only unambiguous forms are rewritten, such as the dashes of an SSN, and nothing is
 * guessed (bank notes 28-39).
 */
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import {
  accountInquiry,
  inquiryRules,
  ownerFields,
  ownerRules,
  personFields,
  unstoredOwnerFields,
  type AccountInquiry,
  type OwnerField,
  type OwnerKind,
} from '../../../preload/contract/bank/account-validation.ts'
import type {
  ColumnMapping,
  ImportOptions,
  ImportTarget,
  RowProblem,
} from '../../../preload/contract/api/bulk/import.ts'
import {
  hasRoutingChecksum,
  routingNumberWarning,
} from '../../../preload/contract/kernel/routing-number.ts'
import { hasTotalsLabel } from '../../platform/spreadsheets/totals-row.ts'
import { nameOf } from '../save-validation.ts'
import { withoutSsnShapes } from './import-masking.ts'

/** A row of the file under a mapping. `inquiry` is null if the row cannot be sent. */
export interface CheckedRow {
  /** Row number in the file: 1 is its first. */
  readonly row: number
  readonly routingNumber: string
  readonly accountNumber: string
  readonly ownerKind: OwnerKind
  readonly ownerName: string
  readonly inquiry: AccountInquiry | null
  /** The row carries an SSN, a date of birth or an id number. */
  readonly personal: boolean
  /** Those values, also of a row that cannot be sent: a corrected cell may have let it be sent. */
  readonly personalNumbers: Pick<AccountInquiry['owner'], (typeof unstoredOwnerFields)[number]>
  readonly restored: boolean
  readonly retained: readonly (readonly [string, string])[]
  readonly problems: readonly RowProblem[]
  /** Points to check that do not hold the row back. */
  readonly warnings: readonly RowProblem[]
  readonly unusualRouting: boolean
}

/** How the rows of a file are read. */
export interface RowRules {
  readonly headers: readonly string[]
  readonly mapping: ColumnMapping
  readonly options: ImportOptions
}

type Values = Partial<Record<Exclude<ImportTarget, 'retain'>, string>>

const labelOf = (target: string): string | undefined => {
  if (target in ownerRules) return ownerRules[target as OwnerField].label
  return target in inquiryRules
    ? inquiryRules[target as keyof typeof inquiryRules].label
    : undefined
}

const scientific = /^\d(?:\.\d+)?E\+?\d+$/i

/**
 * Rewrites unambiguous forms only: the date of bank note 37, and the dashes of an SSN, tax id or
 * telephone number.
 */
function plain(target: keyof Values, value: string): string {
  switch (target) {
    case 'dob':
      return value.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    case 'ssn':
      return /^(?:\d{3}-\d{2}-\d{4}|\d{2}-\d{7})$/.test(value) ? value.replaceAll('-', '') : value
    case 'homePhone':
    case 'workPhone':
      return /^\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}$/.test(value) ? value.replace(/\D/g, '') : value
    default:
      return value
  }
}

function valuesIn(cells: readonly string[], mapping: ColumnMapping): Values {
  const values: Values = {}
  for (const { column, target } of mapping) {
    const value = cells[column]?.trim() ?? ''
    if (target !== 'retain' && value !== '') values[target] = plain(target, value)
  }
  return values
}

/**
 * Restores the leading zeros that a spreadsheet dropped; undefined unless the check digit confirms
 * them.
 */
function withZeros(routingNumber: string | undefined): string | undefined {
  if (!/^\d{7,8}$/.test(routingNumber ?? '')) return undefined
  const whole = (routingNumber ?? '').padStart(9, '0')
  return hasRoutingChecksum(whole) ? whole : undefined
}

const kindOf = (values: Values): OwnerKind => {
  if (personFields.some((field) => values[field] !== undefined)) return 'person'
  return values.businessName === undefined ? 'none' : 'business'
}

function ownerIn(values: Values, kind: OwnerKind): AccountInquiry['owner'] {
  if (kind === 'none') return {}
  const owner: AccountInquiry['owner'] = {}
  for (const field of ownerFields) {
    const value = values[field]
    if (value !== undefined) owner[field] = value
  }
  return owner
}

interface Issue {
  readonly path: PropertyKey[]
  readonly message: string
  readonly params?: unknown
}

function problemOf(issue: Issue, values: Values): RowProblem {
  const target = issue.path.at(-1) as Exclude<ImportTarget, 'retain'>
  const label = labelOf(target)
  const rule =
    target in inquiryRules ? inquiryRules[target as keyof typeof inquiryRules] : undefined
  const params = issue.params as { source?: string } | undefined
  const source = params?.source ?? rule?.source ?? null
  if (label === undefined) return { target: null, message: issue.message, source }
  const value = values[target]
  if (value === undefined && rule)
    return { target, message: `${label}: missing. ${rule.rule}`, source }
  const oddity = oddityOf(target, value ?? '')
  return { target, message: `${label}: ${issue.message}${oddity}`, source }
}

/**
 * Describes what a spreadsheet may have done to the value. Reported, never undone automatically.
 */
function oddityOf(target: ImportTarget, value: string): string {
  if (scientific.test(value))
    return '. A spreadsheet wrote it in scientific notation: its last digits are lost'
  const lostZeros = target === 'routingNumber' && withZeros(value) !== undefined
  return lostZeros ? '. Leading zeros may have been dropped by a spreadsheet' : ''
}

export function checkRow(cells: readonly string[], row: number, rules: RowRules): CheckedRow {
  const { mapping, options, headers } = rules
  const values = valuesIn(cells, mapping)
  const whole = options.restoreZeros ? withZeros(values.routingNumber) : undefined
  if (whole !== undefined) values.routingNumber = whole
  const ownerKind = kindOf(values)
  const owner = ownerIn(values, ownerKind)
  const parsed = accountInquiry.safeParse({
    apiVersion: options.apiVersion,
    routingNumber: values.routingNumber,
    accountNumber: values.accountNumber,
    ownerKind,
    owner,
    ...(values.userDefined !== undefined && { userDefined: values.userDefined }),
  })
  const broken = parsed.success
    ? []
    : parsed.error.issues.map((issue) => problemOf(issue as Issue, values))
  if (ownerKind === 'none' && options.withoutOwner === 'hold-back') broken.push(noOwner)
  const { userDefined } = values
  if (userDefined !== undefined && withoutSsnShapes(userDefined) !== userDefined)
    broken.push(ssnAsReference)
  const unusual = unusualRouting(values.routingNumber ?? '')
  const isHeldForIt = options.unusualRouting === 'hold-back'
  if (isHeldForIt) broken.push(...unusual)
  const isWhole = values.routingNumber !== undefined && values.accountNumber !== undefined
  // What else is wrong with a total says nothing.
  const problems = !isWhole && hasTotalsLabel(cells) ? [aTotal] : broken
  return {
    row,
    routingNumber: values.routingNumber ?? '',
    accountNumber: values.accountNumber ?? '',
    ownerKind,
    ownerName: nameOf({ ownerKind, owner }),
    inquiry: parsed.success && problems.length === 0 ? parsed.data : null,
    personal: unstoredOwnerFields.some((field) => owner[field] !== undefined),
    personalNumbers: Object.fromEntries(
      unstoredOwnerFields.flatMap((field) =>
        owner[field] === undefined ? [] : [[field, owner[field]]],
      ),
    ),
    restored: whole !== undefined,
    retained: mapping.flatMap(({ column, target }) =>
      target === 'retain'
        ? [
            [
              withoutSsnShapes(headers[column] ?? ''),
              withoutSsnShapes(cells[column] ?? '', headers[column]),
            ] as const,
          ]
        : [],
    ),
    problems,
    warnings: isHeldForIt ? [] : unusual,
    unusualRouting: unusual.length > 0,
  }
}

function unusualRouting(routingNumber: string): readonly RowProblem[] {
  const warning = routingNumberWarning(routingNumber)
  return warning ? [{ target: null, message: warning.message, source: warning.where }] : []
}

const aTotal: RowProblem = {
  target: null,
  message: 'A total, not an account',
  source: 'workstation',
}

const noOwner: RowProblem = {
  target: null,
  message: 'No owner is named. Only the account status can be checked',
  source: 'Account Validation and ACH Inquiry Specification, Account validation request',
}

/** The bank's answer would echo the reference, and the SSN would be stored with it. */
const ssnAsReference: RowProblem = {
  target: 'userDefined',
  message: 'Your reference looks like an SSN, which is never stored',
  source: 'Countersign\u2019s own rule',
}

/**
 * Returns a key of what the row requests, its own reference aside: rows with the same key are
 * duplicates (bank note 36).
 */
export function questionKey({ inquiry }: CheckedRow): string | null {
  if (!inquiry) return null
  const { routingNumber, accountNumber, ownerKind, owner } = inquiry
  const ownerTexts = ownerFields.map((field) => owner[field]?.toLowerCase() ?? '')
  return [routingNumber, significantAccount(accountNumber), ownerKind, ...ownerTexts].join('\u0000')
}

/** Returns the row held back as a duplicate of an earlier one. */
export const asRepeat = (checked: CheckedRow, first: number): CheckedRow => ({
  ...checked,
  inquiry: null,
  problems: [
    {
      target: null,
      message: `Same request as row ${String(first)}`,
      source: 'workstation',
    },
  ],
})
