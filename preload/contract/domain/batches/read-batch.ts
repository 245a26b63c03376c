/**
 * Reads a typed batch: returns the request to send, or every broken rule with its field. The window
 * checks while a person types, and main checks again before submission.
 */
import type { FieldProblem } from '../../bank/account-validation.ts'
import {
  effectiveDateProblem,
  effectiveDateWarnings,
} from '../../bank/ach-origination/effective-date.ts'
import {
  amountRule,
  originationBatch,
  type OriginationBatch,
  type SecCode,
} from '../../bank/ach-origination/batch.ts'
import { descriptionWarnings } from '../../bank/ach-origination/description-warnings.ts'
import { requestSource } from '../../bank/ach-origination/rules.ts'
import { countedEntry, wholeWarnings } from '../../bank/ach-origination/whole-warnings.ts'
import { originationWarnings } from '../../bank/ach-origination/warnings.ts'
import { amountFrom, type AmountProblem, type MinorUnits } from '../../kernel/money.ts'
import type { RequestWarning } from '../../kernel/request-warning.ts'
import { sourceOfIssue } from '../../kernel/rule-source.ts'
import type { z } from '../../kernel/zod.ts'
import type { BatchForm, OriginationTerms } from './batch-form.ts'
import type { ShownTotals } from './batch.ts'
import type { TypedEntry } from './entry.ts'

/** Problems and warnings of one entry; paths are its fields, `addenda.0` for an addendum. */
export interface EntryCheck {
  readonly problems: readonly FieldProblem[]
  readonly warnings: readonly RequestWarning[]
}

/** Returns the amount in cents; null if the text is not an amount. */
export function centsIn(text: string): MinorUnits | null {
  const read = amountFrom(text.trim())
  return 'minor' in read ? read.minor : null
}

const amountTexts: Readonly<Record<AmountProblem, string>> = {
  'not-an-amount': amountRule,
  'too-many-decimals': 'At most two decimals',
  'too-large': 'Too large',
}
/** Returns the problem of a typed amount; null if none. */
const amountProblem = (text: string): string | null => {
  if (text.trim() === '') return 'Enter an amount. A prenotification has 0.00'
  const read = amountFrom(text.trim())
  return 'problem' in read ? amountTexts[read.problem] : null
}

const left = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim())

/**
 * Returns an entry in the form of the request, without blank fields. An unreadable amount becomes a
 * problem.
 */
export const entryOf = (typed: TypedEntry, secCode: SecCode) => ({
  uuid: typed.id,
  routingNumber: typed.routingNumber.trim(),
  accountNumber: typed.accountNumber.trim(),
  creditDebitCode: typed.creditDebitCode.trim().toUpperCase(),
  accountType: left(typed.accountType),
  transactionType: left(typed.transactionType),
  amount: centsIn(typed.amount) ?? Number.NaN,
  receiverName: left(typed.receiverName),
  identificationNumber: left(typed.identificationNumber),
  discretionaryData: left(typed.discretionaryData),
  addenda: typed.addenda.filter((text) => text.trim() !== ''),
  ...(secCode === 'PPD' && {
    individualIdentificationNumber: left(typed.individualIdentificationNumber),
  }),
})

/**
 * Returns the header in the form of the request. `uuid` is also sent as customData, used to find
 * the batch again (bank note 59).
 */
export const headOf = (form: BatchForm, terms: OriginationTerms, uuid: string) => ({
  uuid,
  secCode: form.secCode,
  collectionApplicationId: left(terms.collectionApplicationId),
  point: left(terms.point),
  collectionApplicationType: left(terms.collectionApplicationType),
  effectiveDate: form.effectiveDate.trim(),
  companyDescriptiveDate: left(form.companyDescriptiveDate),
  companyEntryDescription: form.companyEntryDescription,
  customData: form.reversalOf === null ? uuid : `${uuid}REVERSES${form.reversalOf}`,
})

/** Returns the problem of a header without an own account. */
export const accountProblems = ({ accountId }: Pick<BatchForm, 'accountId'>): FieldProblem[] =>
  accountId === null
    ? [
        {
          path: 'accountId',
          message: 'Choose an own account',
          source: 'workstation',
        },
      ]
    : []

/**
 * Returns a schema issue as a displayed problem. `amountAt` returns the typed amount of an entry.
 */
export function problemOf(
  issue: z.core.$ZodIssue,
  amountAt: (index: number) => string | undefined,
): FieldProblem {
  const { path, message } = issue
  const amount = path.at(-1) === 'amount' ? amountAt(Number(path.at(-2) ?? 0)) : undefined
  const source = sourceOfIssue(issue) ?? requestSource
  const problem = { path: path.join('.'), message, source }
  return amount === undefined ? problem : amountProblemOf(problem, amount)
}

/** Returns the problem of an amount with the reason why its text is unreadable, if it is. */
export function amountProblemOf(problem: FieldProblem, text: string): FieldProblem {
  const message = amountProblem(text)
  return message === null ? problem : { path: problem.path, message, source: 'workstation' }
}

/** Problems from the schema and the calendar, by the paths of the request. */
export interface BatchRead {
  readonly batch: OriginationBatch | null
  readonly problems: readonly FieldProblem[]
}

/**
 * Reads a whole batch. `today` is YYYY-MM-DD, or null to skip the check of the effective date's
 * distance: a submitted batch is read again on later days.
 */
export function readBatch(
  form: BatchForm,
  entries: readonly TypedEntry[],
  terms: OriginationTerms,
  uuid: string,
  today: string | null,
): BatchRead {
  const read = originationBatch.safeParse({
    ...headOf(form, terms, uuid),
    details: entries.map((entry) => entryOf(entry, form.secCode)),
  })
  const date = today === null ? null : effectiveDateProblem(form.effectiveDate.trim(), today)
  const issues = read.success
    ? []
    : read.error.issues.map((issue) => problemOf(issue, (index) => entries[index]?.amount))
  const far = date === null || issues.some(({ path }) => path === date.path) ? [] : [date]
  const problems = [...accountProblems(form), ...far, ...issues]
  return { batch: problems.length === 0 && read.success ? read.data : null, problems }
}

/**
 * Returns the warnings about a readable batch, from network rules and gaps of the documents; these
 * never block. Paths are those of the request; `check-entries.ts` reports the same by typed field.
 */
export const batchWarnings = (batch: OriginationBatch, today: string): RequestWarning[] => [
  ...effectiveDateWarnings(batch.effectiveDate, today),
  ...originationWarnings(batch),
  ...descriptionWarnings(batch.companyEntryDescription, isReversal(batch.customData)),
  ...wholeWarnings(
    {
      ...batch,
      isReversal: isReversal(batch.customData),
      entries: batch.details.map(countedEntry),
    },
    today,
  ),
]
const isReversal = (customData: string | undefined): boolean =>
  customData?.includes('REVERSES') ?? false

/** Returns the totals of readable entries, credits and debits separate. */
export function totalsOfTyped(entries: readonly TypedEntry[]): ShownTotals {
  let [credits, debits] = [0, 0]
  for (const { amount, creditDebitCode } of entries) {
    const cents = centsIn(amount) ?? 0
    const direction = creditDebitCode.trim().toUpperCase()
    if (direction === 'C') credits += cents
    if (direction === 'D') debits += cents
  }
  return { entries: entries.length, credits, debits }
}
