/**
 * What a typed batch comes to: the request that would be sent, or every broken rule with its field. The window checks
 * as it is typed, and main checks again before anything is submitted.
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

/** What is said of one entry; paths are its fields, `addenda.0` for one of its addenda. */
export interface EntryCheck {
  readonly problems: readonly FieldProblem[]
  readonly warnings: readonly RequestWarning[]
}

/** Cents; null where the text is no amount. */
export function centsIn(text: string): MinorUnits | null {
  const read = amountFrom(text.trim())
  return 'minor' in read ? read.minor : null
}

const amountWords: Readonly<Record<AmountProblem, string>> = {
  'not-an-amount': amountRule,
  'too-many-decimals': 'At most two decimals',
  'too-large': 'More than can be counted to the cent',
}
/** What is wrong with an amount as typed; null: nothing is. */
const amountProblem = (text: string): string | null => {
  if (text.trim() === '') return 'Needed; 0.00 where no money moves'
  const read = amountFrom(text.trim())
  return 'problem' in read ? amountWords[read.problem] : null
}

const left = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim())

/** An entry as the request has it; blank fields are left out. The amount of one that cannot be read is a problem. */
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

/** The head as the request has it. `uuid` goes out as customData too, by which the batch is found again (trap 59). */
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

/** What is wrong where no own account was chosen. */
export const accountProblems = ({ accountId }: Pick<BatchForm, 'accountId'>): FieldProblem[] =>
  accountId === null
    ? [
        {
          path: 'accountId',
          message: 'Choose an own account: it is drawn on it',
          source: 'workstation',
        },
      ]
    : []

/** An issue of the schema as it is shown. `amountAt` gives what was typed as the amount of an entry. */
export function problemOf(
  issue: z.core.$ZodIssue,
  amountAt: (index: number) => string | undefined,
): FieldProblem {
  const { path, message } = issue
  const amount = path.at(-1) === 'amount' ? amountAt(Number(path.at(-2) ?? 0)) : undefined
  const unread = amount === undefined ? null : amountProblem(amount)
  return {
    path: path.join('.'),
    message: unread ?? message,
    source: unread === null ? (sourceOfIssue(issue) ?? requestSource) : 'workstation',
  }
}

/** What the schema or the calendar has against a batch, by the paths of the request. */
export interface BatchRead {
  readonly batch: OriginationBatch | null
  readonly problems: readonly FieldProblem[]
}

/**
 * Reads a whole batch.
 *
 * @param today YYYY-MM-DD, or null where the distance of the effective date is not to be judged: what was submitted
 *   is read again on later days.
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
 * What the network and the documents' silences have to say of a batch that can be read; it never blocks. Paths are
 * those of the request; `check-entries.ts` says the same by the fields of what was typed.
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

/** Credits and debits apart, of the entries that can be read. */
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
