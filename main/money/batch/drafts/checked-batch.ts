/**
 * Checks a batch that can still leave by today's rules, for display. Equal inputs are read once, so
 * that a second view a moment later is immediate.
 */
import { setImmediate } from 'node:timers/promises'
import type { FieldProblem } from '../../../../preload/contract/bank/account-validation.ts'
import { originationTerms } from '../../../../preload/contract/domain/batches/batch-form.ts'
import { batchWarnings } from '../../../../preload/contract/domain/batches/read-batch.ts'
import { networkDay } from '../../../../preload/contract/kernel/banking-days.ts'
import type { RequestWarning } from '../../../../preload/contract/kernel/request-warning.ts'
import type { OrderRow, OrderContext } from '../../order/types.ts'
import { batchFormIn } from '../batch-records.ts'
import { batchRejectionProblems, sentAnywayOf } from './sent-anyway.ts'
import { inputsHash, storedEntriesOf, buildBatch, readEntries } from './write-body.ts'
import { sha256Of } from '../../../platform/sha256.ts'

export interface CheckedBatch {
  /** The body that would be sent; null while a rule is broken. */
  readonly body: string | null
  readonly sha256: string | null
  readonly problems: readonly FieldProblem[]
  readonly entriesWithProblems: number
  readonly warnings: readonly RequestWarning[]
}

const maxNamed = 100
const mostWarnings = 50

/**
 * Returns the first broken rules and the number of the others. The path `entries` is for a rule
 * about all entries.
 */
export function namedProblems(problems: readonly FieldProblem[]): FieldProblem[] {
  const fields = problems
    .slice(0, maxNamed)
    .map((one) => (one.path === 'details' ? { ...one, path: 'entries' } : one))
  const more = problems.length - fields.length
  const message = `${String(more)} more broken rules`
  return more > 0 ? [...fields, { path: 'entries', message, source: 'workstation' }] : fields
}

/** Quoted values differ from entry to entry, while the rule is the same. */
const sameRule = ({ path, message, where }: RequestWarning): string =>
  JSON.stringify([path.replace(entryPath, ''), message.replace(/"[^"]*"/g, ''), where])

/**
 * Returns each rule once with its first entry and the number of further entries, so that many equal
 * warnings do not hide others. Equal warnings on several head fields become one with all field
 * names.
 */
function grouped(warnings: readonly RequestWarning[]): RequestWarning[] {
  return [...Map.groupBy(warnings, sameRule).values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const more = others.length
    if (more === 0) return [first]
    const moreText = more === 1 ? '1 more entry' : `${String(more)} more entries`
    return [{ ...first, message: `${first.message} (and ${moreText})` }]
  })
}

/** Joins equal warnings about several fields of the head. */
function headGrouped(warnings: readonly RequestWarning[]): RequestWarning[] {
  const same = ({ message, where }: RequestWarning): string => JSON.stringify([message, where])
  return [...Map.groupBy(warnings, same).values()].flatMap((all) =>
    all[0] ? [{ ...all[0], path: all.map(({ path }) => path).join(', ') }] : [],
  )
}

/** Returns warnings about the head first, then the first ones about entries. */
function namedWarnings(warnings: readonly RequestWarning[]): RequestWarning[] {
  const [ofEntries, ofHead] = [
    grouped(warnings.filter(({ path }) => path.startsWith('details.'))),
    headGrouped(warnings.filter(({ path }) => !path.startsWith('details.'))),
  ]
  const more = ofEntries.length - mostWarnings
  const [where, source] = ['Entries of this batch', 'network'] as const
  const rest = {
    path: 'entries',
    message: `${String(more)} more remarks on entries`,
    source,
    where,
  }
  return [...ofHead, ...ofEntries.slice(0, mostWarnings), ...(more > 0 ? [rest] : [])]
}

const entryPath = /^details\.(\d+)\./
const known = new Map<string, CheckedBatch>()
/** A body may have four megabytes. */
const mostKnown = 2

/** Checks a batch by the terms of its body; a draft by the terms in force. */
export async function checkedBatch(
  { store, ach, clock }: Pick<OrderContext, 'store' | 'ach' | 'clock'>,
  row: OrderRow,
): Promise<CheckedBatch> {
  const { form, terms: fixed } = batchFormIn(row)
  const inForce = originationTerms.strip().parse(ach.current().settings)
  const terms = row.state === 'draft' ? inForce : (fixed ?? inForce)
  const now = networkDay(clock.now())
  // The distance of the effective date is checked in a draft; a submitted batch was checked at
  // submission.
  const today = row.state === 'draft' ? now : null
  const isDraft = row.state === 'draft'
  const [saved, sentAnyway] = await Promise.all([
    storedEntriesOf(store.read, row.id),
    isDraft ? sentAnywayOf(store.read, row.id) : [],
  ])
  const key = JSON.stringify([inputsHash(row, saved), terms, today, now, isDraft, sentAnyway])
  const before = known.get(key)
  if (before) return before
  const read = await readEntries(saved)
  const { batch, body, ...built } = await buildBatch({ form, terms }, read, row.reference, today)
  await setImmediate()
  // Submitted entries were checked at submission.
  const rejected = isDraft ? batchRejectionProblems(sentAnyway, form.secCode, read.entries) : []
  const problems = [...rejected, ...built.problems]
  const broken = new Set(problems.flatMap(({ path }) => entryPath.exec(path)?.[1] ?? []))
  const checked: CheckedBatch = {
    body,
    sha256: body === null ? null : sha256Of(body),
    problems: namedProblems(problems),
    entriesWithProblems: broken.size,
    warnings: batch ? namedWarnings(batchWarnings(batch, now)) : [],
  }
  for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - mostKnown + 1)))
    known.delete(oldest)
  known.set(key, checked)
  return checked
}
