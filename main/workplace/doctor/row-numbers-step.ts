/**
 * Where the bank reads the numbers of the first and last row (bank note 45): one row of an ACH list
 * is requested with the numbers in each place. The place that the bank reads brings one row of several.
 */
import {
  rowNumberPlaces,
  type ProductTerms,
  type RowNumberPlace,
} from '../../../preload/contract/api/profiles/profile-details.ts'
import { daysLater, localDay } from '../../../preload/contract/kernel/calendar.ts'
import { createAchInquiry } from '../../bank/apis/ach-inquiry.ts'
import { listable } from '../../bank/apis/ach-list-limits.ts'
import type { BankClient } from '../../bank/bank-client.ts'
import { AgreedFrequency, nextAgreedMoment } from '../../inquiry/agreed-terms.ts'
import type { Clock } from '../../platform/clock.ts'
import { pauseFacts } from './answer-facts.ts'
import { attention, factsOf, fine, notRun, type StepResult } from './step-result.ts'

/** The inputs of the step. */
export interface RowNumbersQuestion {
  readonly client: BankClient
  readonly products: readonly ProductTerms[]
  /** Own accounts as the bank writes them. */
  readonly ownAccounts: readonly string[]
  /** The setting of the profile; null in practice, which has none. */
  readonly rowNumbers: RowNumberPlace | null
  readonly actor: string
  readonly signal?: AbortSignal | undefined
}

/** Within one range of at most 31 days. */
const daysAsked = 30

/** Why nothing may be asked now; null if both calls may be made. */
function whyNot({ products, rowNumbers }: RowNumbersQuestion, account: string, clock: Clock) {
  const terms = products.find(({ product }) => product === 'ach-inquiry') ?? null
  if (rowNumbers === null) return 'Practice has no such setting'
  if (products.length > 0 && terms === null) return 'The profile does not list ACH inquiry'
  if (account === '') return 'No own account that ACH inquiry can list'
  if (nextAgreedMoment(terms, clock.now()) !== null) return 'Outside the agreed hours'
  const frequency = new AgreedFrequency(() => clock.monotonicMs())
  frequency.pick()
  return frequency.waitMs(terms?.calls ?? null) > 0
    ? 'Two calls at once exceed the agreed calls'
    : null
}

/** What came for the numbers in one place; null: no list. */
interface PlaceResult {
  readonly place: RowNumberPlace
  readonly rows: number | null
  readonly total: number | null
}
/** One row came, and there are more: by the total, or by the answer for the other place. */
const isApplied = ({ rows, total }: PlaceResult, _: number, results: readonly PlaceResult[]) =>
  rows === 1 && ((total ?? 0) > 1 || results.some((other) => (other.rows ?? 0) > 1))
const textOf = ({ rows, total }: PlaceResult): string =>
  rows === null
    ? 'No list'
    : `${String(rows)} of ${total === null ? 'unknown' : String(total)} rows`

/** Makes at most one call for each place. */
export async function examineRowNumbers(
  question: RowNumbersQuestion,
  clock: Clock,
): Promise<StepResult> {
  const { client, actor, signal, ownAccounts, rowNumbers: set } = question
  const account = ownAccounts.map(listable).find((number) => number !== null) ?? ''
  const why = whyNot(question, account, clock)
  if (why !== null) return notRun('row-numbers-not-asked', factsOf(['Reason', why]))
  // Today may be tomorrow for the bank.
  const toDate = daysLater(localDay(clock.now()), -1)
  const request = { accountNumbers: [account], fromDate: daysLater(toDate, -daysAsked), toDate }
  const results: PlaceResult[] = []
  for (const place of rowNumberPlaces) {
    const api = createAchInquiry({
      client,
      today: () => toDate,
      rowNumbers: place,
      // A retry would be a third call.
      wait: () => Promise.reject(new Error('no retry')),
    })
    const options = { actor, whenPaused: 'fail', signal } as const
    if (signal?.aborted === true) return notRun()
    const { paging } = await api.posted(request, { startRowIndex: 1, endRowIndex: 1 }, options)
    const { pausedUntil } = client.status()
    if (pausedUntil) return attention('rate-paused', pauseFacts(pausedUntil))
    results.push({ place, rows: paging?.rows ?? null, total: paging?.total ?? null })
  }
  const facts = factsOf(
    ...results.map((result) => [`Numbers in the ${result.place}`, textOf(result)] as const),
    ['Set in the profile', set === null ? null : `In the ${set}`],
  )
  const applied = results.filter(isApplied).map(({ place }) => place)
  if (applied.length === 0) return attention('row-numbers-undecided', facts)
  if (set !== null && applied.includes(set)) return fine(facts)
  return attention(applied[0] === 'body' ? 'row-numbers-in-body' : 'row-numbers-in-query', facts)
}
