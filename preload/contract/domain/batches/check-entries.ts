/**
 * Problems and warnings of a batch as typed: per entry, for the header, and for all entries
 * together. Problems are the documents' rules, as in `readBatch`. Warnings come from network rules
 * and gaps of the documents, and block nothing. Paths are the typed fields.
 */
import type { FieldProblem } from '../../bank/account-validation.ts'
import {
  entryProblems,
  noEntries,
  originationHead,
  repeatedId,
  tooLargeTotal,
  type SecCode,
} from '../../bank/ach-origination/batch.ts'
import { descriptionWarnings } from '../../bank/ach-origination/description-warnings.ts'
import {
  effectiveDateProblem,
  effectiveDateWarnings,
} from '../../bank/ach-origination/effective-date.ts'
import { entryWarnings, headWarnings } from '../../bank/ach-origination/warnings.ts'
import { countedEntry, wholeWarnings } from '../../bank/ach-origination/whole-warnings.ts'
import { isCalendarDate } from '../../kernel/calendar.ts'
import type { RequestWarning } from '../../kernel/request-warning.ts'
import type { BatchForm, OriginationTerms } from './batch-form.ts'
import type { TypedEntry } from './entry.ts'
import {
  accountProblems,
  amountProblemOf,
  entryOf,
  headOf,
  problemOf,
  totalsOfTyped,
  type EntryCheck,
} from './read-batch.ts'

export { asciiOffer } from '../../bank/ach-origination/ascii-offer.ts'
export type { EntryCheck } from './read-batch.ts'

/** Positions of the sent addenda in the typed list; blank addenda are omitted. */
const addendaPlaces = ({ addenda }: TypedEntry): readonly number[] =>
  addenda.flatMap((text, index) => (text.trim() === '' ? [] : [index]))

/** Converts a path of the request to a path of the typed fields. */
function typedPath(path: string, places: readonly number[]): string {
  if (path === 'uuid') return 'id'
  if (!path.startsWith('addenda.')) return path
  const sent = Number(path.slice('addenda.'.length))
  return `addenda.${String(places[sent] ?? sent)}`
}

/**
 * Returns the problems and warnings of one entry; paths are its fields, `addenda.0` for an
 * addendum.
 */
export function checkEntry(entry: TypedEntry, secCode: SecCode): EntryCheck {
  const sent = entryOf(entry, secCode)
  const places = addendaPlaces(entry)
  const placed = <T extends { readonly path: string }>(one: T): T => {
    const path = typedPath(one.path, places)
    return path === one.path ? one : { ...one, path }
  }
  return {
    problems: entryProblems(sent).map((problem) =>
      placed(problem.path === 'amount' ? amountProblemOf(problem, entry.amount) : problem),
    ),
    warnings: entryWarnings(sent, secCode).map(placed),
  }
}

/** Placeholder for a header that is checked before its batch exists; no batch has this id. */
const anyId = '0'.repeat(32)

/**
 * Returns the problems and warnings of the header; paths are its fields and the settings. `today`
 * is YYYY-MM-DD.
 */
export function checkBatchForm(
  form: BatchForm,
  terms: OriginationTerms,
  today: string,
): EntryCheck {
  const head = headOf(form, terms, anyId)
  const read = originationHead.safeParse(head)
  const broken = (read.error?.issues ?? []).map((issue) => problemOf(issue, () => undefined))
  const date = effectiveDateProblem(head.effectiveDate, today)
  const far = date === null || broken.some(({ path }) => path === date.path) ? [] : [date]
  return {
    problems: [...accountProblems(form), ...broken, ...far],
    warnings: [
      ...(isCalendarDate(head.effectiveDate)
        ? effectiveDateWarnings(head.effectiveDate, today)
        : []),
      ...headWarnings(head),
      ...descriptionWarnings(form.companyEntryDescription, form.reversalOf !== null),
    ],
  }
}

/**
 * Returns the problems and warnings of all entries together, without those of `checkEntry` and
 * `checkBatchForm`. Paths are `details`, a header field, or `details.N.id` of an entry. `terms` may
 * be the full settings, which also limit the entries per call.
 */
export function checkWholeBatch(
  form: BatchForm,
  entries: readonly TypedEntry[],
  terms: OriginationTerms & { readonly mostEntries?: number },
  today: string,
): EntryCheck {
  const { credits, debits } = totalsOfTyped(entries)
  const most = terms.mostEntries ?? Number.POSITIVE_INFINITY
  const problems: readonly (FieldProblem | false)[] = [
    entries.length === 0 && noEntries,
    entries.length > most && tooMany(most),
    !(Number.isSafeInteger(credits) && Number.isSafeInteger(debits)) && tooLargeTotal,
    ...repeated(entries),
  ]
  return {
    problems: problems.filter((one) => one !== false),
    warnings: wholeOf(form, entries, today),
  }
}

const tooMany = (most: number): FieldProblem => ({
  path: 'details',
  message: `More than ${most.toLocaleString('en-US')} entries: one call carries no more`,
  source: 'workstation: settings of ACH origination',
})

/** Returns a problem for each id that an earlier entry has. */
function repeated(entries: readonly TypedEntry[]): FieldProblem[] {
  const seen = new Set<string>()
  return entries.flatMap(({ id }, index) => {
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    return [{ ...repeatedId, path: `details.${String(index)}.id` }]
  })
}

const wholeOf = (
  form: BatchForm,
  entries: readonly TypedEntry[],
  today: string,
): readonly RequestWarning[] =>
  wholeWarnings(
    {
      secCode: form.secCode,
      effectiveDate: form.effectiveDate.trim(),
      companyEntryDescription: form.companyEntryDescription,
      isReversal: form.reversalOf !== null,
      entries: entries.map((entry) => countedEntry(entryOf(entry, form.secCode))),
    },
    today,
  )
