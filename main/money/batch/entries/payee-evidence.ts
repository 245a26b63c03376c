/**
 * The payee book flags that an approval of a batch relies on. They are recorded in the act of the
 * approval, in the audit chain, and compared with the present flags whenever evidence is checked,
 * also before a batch leaves. A new flag must be seen by the approver; a flag that is gone changes
 * nothing.
 */
import {
  entryPayeeFlags,
  type EntryPayeeFlag,
} from '../../../../preload/contract/domain/batches/batch.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { z } from '../../../../preload/contract/kernel/zod.ts'
import { basesOfApprovals } from '../../order/approval/approval-basis.ts'
import type { OrderRow } from '../../order/types.ts'
import type { Reader } from '../../../store/store.ts'
import { payeeFlaggedEntries, type FlaggedEntry } from './batch-payee-flags.ts'

/** By flag, the places of the entries that have it: `2, 5-9`. */
export const payeeEvidence = z.partialRecord(z.enum(entryPayeeFlags), z.string())
export type PayeeEvidence = z.infer<typeof payeeEvidence>

/** Returns the evidence for the present flags of a batch's entries. */
export const payeeEvidenceOf = (entries: readonly FlaggedEntry[]): PayeeEvidence =>
  Object.fromEntries(
    entryPayeeFlags.flatMap((flag) => {
      const numbers = entries.filter(({ flags }) => flags.includes(flag)).map((one) => one.number)
      return numbers.length === 0 ? [] : [[flag, rangesOf(numbers)]]
    }),
  )

/** Writes places as ranges, because a batch may have ten thousand. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [from: number, to: number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last?.[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ')
}

/** Returns the places of the entries that have a flag. */
export const placesIn = (evidence: PayeeEvidence, flag: EntryPayeeFlag): number[] =>
  (evidence[flag] ?? '')
    .split(', ')
    .filter((range) => range !== '')
    .flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, at) => from + at)
    })

/** Returns whether any entry has a flag that it did not have before. */
export const isNewlyFlagged = (before: PayeeEvidence, now: PayeeEvidence): boolean =>
  entryPayeeFlags.some((flag) => {
    if (now[flag] === before[flag]) return false
    const seen = new Set(placesIn(before, flag))
    return placesIn(now, flag).some((number) => !seen.has(number))
  })

const approvalDetail = z.object({ payees: payeeEvidence })

/**
 * Returns the missing evidence if the valid approvals were given on other payee flags than the
 * present ones.
 */
export async function payeesUnseen(
  reader: Reader,
  row: Pick<OrderRow, 'id' | 'state' | 'approval_hash' | 'resend'>,
): Promise<Failure<'evidence-needed'>['missing']> {
  const given = await basesOfApprovals(reader, row, approvalDetail)
  if (given.length === 0) return []
  const flagged = await payeeFlaggedEntries(reader, row.id)
  const now = payeeEvidenceOf(flagged)
  if (given.some((before) => before && isNewlyFlagged(before.payees, now)))
    return ['payees-changed']
  // Approved by a program version that flagged only chosen entries and stored no flags.
  const isNews = flagged.some(({ isChosen }) => !isChosen)
  return isNews && given.includes(null) ? ['payees-not-shown'] : []
}
