/** The owners of the entries' accounts, as text for the grid, and the totals. */
import type { EntryOwnership } from '../../../../../preload/contract/domain/batches/drafts.ts'
import type { TypedEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import {
  unclearClasses,
  resultHeadlines,
  verdictOf,
  type ResultClass,
} from '../../../../../preload/contract/domain/validation-reading.ts'
import { plural } from '../../../../text/plural.ts'
import type { GridFact, GridMark } from '../../../../ui/grid/grid-types.ts'
import type { GatheredNote } from './whole-notes.ts'
import { ageText } from '../text.ts'

/** The grid column for the owner. */
export const ownerColumn = 'owner'

/** The result of the newest check of an entry's account. */
export type OwnerState =
  | 'matches'
  | 'matchesInPart'
  | 'differs'
  | 'closed'
  | 'notFound'
  | 'unknown'
  | 'notVerified'

const states: Readonly<Partial<Record<ResultClass, OwnerState>>> = {
  'owner-matches': 'matches',
  'owner-matches-in-part': 'matchesInPart',
  'owner-differs': 'differs',
  'account-closed': 'closed',
  'account-not-found': 'notFound',
}

/** Returns the result of a check; undefined: never checked. */
export function ownerStateOf(ownership: EntryOwnership | undefined): OwnerState {
  if (!ownership) return 'notVerified'
  return states[ownership.resultClass] ?? 'unknown'
}

const short: Readonly<Partial<Record<ResultClass, string>>> = {
  'owner-matches': 'Matches',
  'owner-matches-in-part': 'In part',
  'owner-differs': 'Differs',
  'owner-not-checked': 'Not checked',
  'account-closed': 'Closed',
  'account-not-found': 'Not found',
  'cannot-tell': 'Unknown',
}

/** Entries to such accounts are returned: an error, not a warning. */
const errors: readonly ResultClass[] = ['account-closed', 'account-not-found']

/** An age short enough for a cell: "<1 h", "2 h", "3 d". */
export function shortAge(hours: number): string {
  if (hours < 1) return '<1 h'
  return hours < 48 ? `${String(Math.floor(hours))} h` : `${String(Math.floor(hours / 24))} d`
}

/** The content of the column. */
export function ownerFact(ownership: EntryOwnership | undefined): GridFact {
  if (!ownership) return { text: 'Not verified', tone: 'neutral' }
  const { resultClass, ageHours } = ownership
  return {
    text: `${short[resultClass] ?? 'No answer'}, ${shortAge(ageHours)}`,
    // A warning has the shape of its mark.
    tone: unclearClasses.includes(resultClass) ? undefined : resultHeadlines[resultClass].tone,
  }
}

/** The mark at which the search for problems stops. */
export function ownerMark(ownership: EntryOwnership | undefined): GridMark | undefined {
  if (!ownership || !unclearClasses.includes(ownership.resultClass)) return undefined
  const { next } = resultHeadlines[ownership.resultClass]
  return {
    kind: errors.includes(ownership.resultClass) ? 'error' : 'warning',
    text: `${verdictOf(ownership).label}, checked ${ageText(ownership.ageHours)} ago. ${next}`,
    source: 'ownership check',
  }
}

/** The number of entries per result, and the first of each in the order of the batch. */
export interface OwnerTally {
  readonly counts: Readonly<Record<OwnerState, number>>
  readonly first: Readonly<Partial<Record<OwnerState, string>>>
}

/** Nothing is counted yet. */
export const noOwners: OwnerTally = {
  counts: {
    matches: 0,
    matchesInPart: 0,
    differs: 0,
    closed: 0,
    notFound: 0,
    unknown: 0,
    notVerified: 0,
  },
  first: {},
}

/** Counts the entries, which come in order. */
export function ownerTally(
  entries: readonly TypedEntry[],
  of: (entry: TypedEntry) => EntryOwnership | undefined,
): OwnerTally {
  const counts = { ...noOwners.counts }
  const first: Partial<Record<OwnerState, string>> = {}
  for (const entry of entries) {
    const ownerState = ownerStateOf(of(entry))
    counts[ownerState] += 1
    first[ownerState] ??= entry.id
  }
  return { counts, first }
}

const stateTexts: Readonly<Record<Exclude<OwnerState, 'matches'>, readonly [string, string]>> = {
  closed: [
    'entry to a closed account: it will be returned (R02)',
    'entries to closed accounts: they will be returned (R02)',
  ],
  notFound: [
    'entry to an account not found: it will be returned (R03 or R04)',
    'entries to accounts not found: they will be returned (R03 or R04)',
  ],
  matchesInPart: [
    'entry with an owner name that differs in part',
    'entries with owner names that differ in part',
  ],
  differs: ['entry with a different account owner', 'entries with different account owners'],
  unknown: ['entry with an unknown account owner', 'entries with unknown account owners'],
  notVerified: ['account not verified', 'accounts not verified'],
}

const tones: Readonly<Partial<Record<OwnerState, GatheredNote['tone']>>> = {
  closed: 'bad',
  notFound: 'bad',
  notVerified: 'neutral',
}

/** The results as remarks on the batch, worst first; none of them blocks. */
export const ownerNotes = ({ counts, first }: OwnerTally): readonly GatheredNote[] =>
  (['closed', 'notFound', 'differs', 'matchesInPart', 'unknown', 'notVerified'] as const)
    .filter((ownerState) => counts[ownerState] > 0)
    .map((ownerState) => ({
      tone: tones[ownerState] ?? 'warning',
      path: ownerColumn,
      entries: counts[ownerState],
      text: plural(counts[ownerState], stateTexts[ownerState][0], stateTexts[ownerState][1]),
      isCounted: true,
      source: 'ownership check',
      where: 'Account Validation',
      firstEntry: first[ownerState] ?? null,
    }))
