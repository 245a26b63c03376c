/** The entries of the current batch: each at its position with its remarks, and the totals. */
import { shallowRef } from 'vue'
import type { SecCode } from '../../../../../preload/contract/bank/ach-origination/batch.ts'
import {
  entryCells,
  type EntryCell,
  type PlacedEntry,
  type TypedEntry,
} from '../../../../../preload/contract/domain/batches/entry.ts'
import {
  centsIn,
  totalsOfTyped,
  type EntryCheck,
} from '../../../../../preload/contract/domain/batches/read-batch.ts'
import {
  rejectionsIn,
  type CertainRejection,
} from '../../../../../preload/contract/kernel/request-warning.ts'
import type { EntrySentAnyway } from '../../../../../preload/contract/domain/batches/drafts.ts'
import { createEntryChecks, notesOf, type EntryNote } from './entry-checks.ts'

/** The totals of the entries; amounts in cents. */
export interface EntryTally {
  readonly entries: number
  readonly credits: number
  readonly debits: number
  readonly creditEntries: number
  readonly debitEntries: number
  /** Entries with a missing or unreadable amount: no sum contains them. */
  readonly withoutAmount: number
  /** Entries that the bank is certain to reject, and that are not sent anyway. */
  readonly rejected: number
  /** Entries that the bank is certain to reject, and that an operator sends anyway. */
  readonly sentAnyway: number
  readonly withProblems: number
}

const nothing: EntryTally = {
  entries: 0,
  credits: 0,
  debits: 0,
  creditEntries: 0,
  debitEntries: 0,
  withoutAmount: 0,
  rejected: 0,
  sentAnyway: 0,
  withProblems: 0,
}
type Count = keyof EntryTally
const counts = Object.keys(nothing) as Count[]

/** Adds an entry's share of the totals once, or subtracts it. */
function added(tally: EntryTally, share: EntryTally, times: 1 | -1): EntryTally {
  const sum: Record<Count, number> = { ...tally }
  for (const count of counts) sum[count] += share[count] * times
  return sum
}

/**
 * A row with nothing written beside the initial values of every new row: not an entry of the batch.
 */
export const isBlank = (entry: TypedEntry): boolean =>
  entry.payeeId === null &&
  entry.addenda.every((text) => text === '') &&
  enteredCells.every((cell) => entry[cell].trim() === '')

const prefilledCells: readonly EntryCell[] = ['accountType', 'creditDebitCode', 'transactionType']
const enteredCells = entryCells.filter((cell) => !prefilledCells.includes(cell))

/** Creates an empty list; `secCode` returns the current SEC code. */
export function createBatchEntries(secCode: () => SecCode) {
  const placed = new Map<string, PlacedEntry>()
  const check = createEntryChecks()
  const tally = shallowRef<EntryTally>(nothing)
  /** Incremented with each change, so that computed values read the entries again. */
  const revision = shallowRef(0)
  let checkedSecCode = secCode()

  /**
   * The exact entries that are sent anyway, and their reasons: an edited entry is not one of them.
   */
  const anyway = new Map<
    string,
    { readonly entry: TypedEntry; readonly codes: CertainRejection[] }
  >()

  const checkOf = (entry: TypedEntry): EntryCheck => check(entry, checkedSecCode)
  const rejectionsOf = (entry: TypedEntry): CertainRejection[] =>
    rejectionsIn(checkOf(entry).warnings)
  function isSentAnyway(entry: TypedEntry): boolean {
    const sentAnywayMark = anyway.get(entry.id)
    return (
      sentAnywayMark?.entry === entry &&
      rejectionsOf(entry).every((code) => sentAnywayMark.codes.includes(code))
    )
  }
  const isRejected = (entry: TypedEntry): boolean =>
    rejectionsOf(entry).length > 0 && !isSentAnyway(entry)
  function shareOf(entry: TypedEntry): EntryTally {
    const { credits, debits } = totalsOfTyped([entry])
    const direction = entry.creditDebitCode.trim().toUpperCase()
    const { problems } = checkOf(entry)
    const hasAmount = centsIn(entry.amount) !== null
    const isCertain = rejectionsOf(entry).length > 0
    const isAnyway = isSentAnyway(entry)
    return {
      entries: 1,
      credits,
      debits,
      creditEntries: hasAmount && direction === 'C' ? 1 : 0,
      debitEntries: hasAmount && direction === 'D' ? 1 : 0,
      withoutAmount: hasAmount ? 0 : 1,
      rejected: isCertain && !isAnyway ? 1 : 0,
      sentAnyway: isCertain && isAnyway ? 1 : 0,
      withProblems: problems.length > 0 ? 1 : 0,
    }
  }

  /** Puts and removes entries; unchanged rows are not read. */
  function change(put: readonly PlacedEntry[], removed: readonly string[]): void {
    let sum = tally.value
    const forget = (id: string): void => {
      const before = placed.get(id)
      if (before) sum = added(sum, shareOf(before.entry), -1)
      placed.delete(id)
    }
    for (const id of removed) forget(id)
    for (const one of put) {
      forget(one.entry.id)
      placed.set(one.entry.id, one)
      sum = added(sum, shareOf(one.entry), 1)
    }
    tally.value = sum
    revision.value += 1
  }
  /** Takes the entries sent anyway from main; all others are not. */
  function takeSentAnyway(all: readonly EntrySentAnyway[]): void {
    const before = [...anyway.values()].map(({ entry }) => entry)
    const now = all.flatMap(({ entryId, codes }) => {
      const entry = placed.get(entryId)?.entry
      return entry ? [{ entry, codes }] : []
    })
    const touched = new Set([...before, ...now.map(({ entry }) => entry)])
    const here = [...touched].filter((entry) => placed.get(entry.id)?.entry === entry)
    let sum = here.reduce((left, entry) => added(left, shareOf(entry), -1), tally.value)
    anyway.clear()
    for (const one of now) anyway.set(one.entry.id, one)
    sum = here.reduce((left, entry) => added(left, shareOf(entry), 1), sum)
    if (here.length === 0) return
    tally.value = sum
    revision.value += 1
  }
  /** Checks every entry again, by the rules of the present SEC code. */
  function recheck(): void {
    checkedSecCode = secCode()
    let sum = nothing
    for (const { entry } of placed.values()) sum = added(sum, shareOf(entry), 1)
    tally.value = sum
    revision.value += 1
  }

  return {
    tally,
    revision,
    change,
    recheck,
    checkOf,
    takeSentAnyway,
    isSentAnyway,
    isRejected,
    rejectionsOf,
    notesOf: (entry: TypedEntry): readonly EntryNote[] =>
      notesOf(checkOf(entry), isSentAnyway(entry)),
    get: (id: string): PlacedEntry | undefined => placed.get(id),
    /** All entries in order. */
    inOrder: (): PlacedEntry[] => [...placed.values()].sort((a, b) => a.position - b.position),
    /** In order of insertion: for counting. */
    all: (): IterableIterator<PlacedEntry> => placed.values(),
  }
}
export type BatchEntries = ReturnType<typeof createBatchEntries>
