/** The bank's lists of a day: saved inquiries, read again from their answers, also offline. */
import { dayIn } from '../../../preload/contract/kernel/calendar.ts'
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import {
  queriedLists,
  type QueriedList,
  type DayOfAccount,
} from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import type { AchInquiryService, QueryBlocked } from '../../inquiry/ach-inquiry-types.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { wholeDay } from '../../bank/answers/bank-days.ts'
import { filledText } from '../../bank/answers/filled-text.ts'
import { fullAccounts } from '../../money/same-movement.ts'
import { achFlow, meansReturned, type BankEvent } from './bank-event.ts'
import {
  findSavedInquiry,
  isOver,
  mayInquire,
  savedRows,
  type ListQuestion,
  type SavedInquiry,
  type SavedRow,
} from '../../inquiry/ach-lists.ts'

type Search = (typeof queriedLists)[number]

/** Returns the query of one list: the day only, so that the saved inquiry of that day is found. */
const questionOfList = ({ day, accountId }: DayOfAccount, search: Search): ListQuestion => ({
  mode: 'list',
  account: { kind: 'own', id: accountId },
  dateSearchType: search,
  fromDate: day,
  toDate: day,
})

type Found = {
  readonly search: Search
  readonly saved: SavedInquiry | undefined
  readonly mayQuery: boolean
}

/** Returns the newest answered inquiry of each list. */
async function storedLists(context: SessionContext, of: DayOfAccount): Promise<Found[]> {
  const found: Found[] = []
  for (const search of queriedLists) {
    const question = questionOfList(of, search)
    const saved = await findSavedInquiry(context, question)
    found.push({ search, saved, mayQuery: mayInquire(context, question) })
  }
  return found
}

/** Returns the state of each list and all its rows. */
export async function listsOfDay(
  context: SessionContext,
  of: DayOfAccount,
  account: string,
): Promise<{ readonly lists: QueriedList[]; readonly bankEvents: BankEvent[] }> {
  const lists: QueriedList[] = []
  const bankEvents: BankEvent[] = []
  const zone = context.bankingZone()
  for (const { search, saved, mayQuery } of await storedLists(context, of)) {
    if (!saved) {
      const state = mayQuery ? 'never' : 'not-applicable'
      lists.push({ search, inquiryId: null, at: null, rows: 0, state })
      continue
    }
    const { id, at, rows, progress, readAt } = saved
    const state = readAt === null && progress.kind !== 'complete' ? 'refused' : progress.kind
    lists.push({ search, inquiryId: id, at, rows, state })
    for await (const row of savedRows(context.store, id)) {
      const one = eventInRow(row.reading, { search, day: of.day, account })
      const key = `inquiry:${id}:${String(row.seq)}:${String(row.index)}`
      if (one)
        bankEvents.push({
          ...one,
          key,
          at: row.at,
          receivedOn: dayIn(zone, Date.parse(row.at)),
          callId: row.callId,
        })
    }
  }
  return { lists, bankEvents }
}

type EventFacts = Omit<BankEvent, 'key' | 'at' | 'receivedOn' | 'callId'>

/**
 * Converts a row of a list. The searched collection day counts as the bank's own date of
 * collection.
 */
function eventInRow(
  row: SavedRow['reading'],
  {
    search,
    day,
    account,
  }: { readonly search: Search; readonly day: string; readonly account: string },
): EventFacts | null {
  if (row.of !== 'list-item') return null
  const { reading } = row
  const is = (of: typeof reading.originatingAccount): boolean =>
    typeof of?.accountNumber === 'string' && significantAccount(of.accountNumber.trim()) === account
  const isOurs = is(reading.originatingAccount) ? true : is(reading.receivingAccount) ? false : null
  const isReturn = search === 'RETURNED' || meansReturned('entry', reading.transactionStatus)
  const other = isOurs === false ? reading.originatingParty : reading.receivingParty
  return {
    source: 'inquiry',
    kind: 'ach',
    statusText: reading.transactionStatus,
    isReturn,
    trace: filledText(reading.traceNumber),
    parNumber: filledText(reading.parNumber),
    reference: null,
    transactionId: null,
    amountText: reading.transactionAmount,
    currency: 'USD',
    flow: achFlow(reading.transactionCode, isOurs),
    collectedOn: search === 'COLLECTED' ? day : null,
    settledOn: search === 'SETTLED' ? day : wholeDay(reading.settlementDate),
    returnedOn: search === 'RETURNED' ? day : isReturn ? wholeDay(reading.returnDate) : null,
    executedOn: null,
    searchedDays: null,
    party: other?.companyName ?? other?.customerName ?? null,
    receiver: fullAccounts([reading.receivingAccount?.accountNumber])[0] ?? null,
    returnCode: reading.returnReasonCode,
    alertSeq: null,
    alertId: null,
    orderId: null,
    entryId: null,
    isRepeated: false,
  }
}

/**
 * Queries each list in the lane of a waiting operator and starts to read the pages after the first.
 * A list that the bank does not offer, such as the settled one of consolidated settlement (bank
 * note 49), is left out.
 */
export async function fetchBankLists(
  context: SessionContext,
  inquiry: Pick<AchInquiryService, 'inquire' | 'readOn'>,
  of: DayOfAccount,
  operator: Operator,
): Promise<Result<null, QueryBlocked>> {
  const whyNot = () => context.callBlockFor('ach-inquiry')
  for (const { search, mayQuery } of await storedLists(context, of)) {
    if (!mayQuery) continue
    const queried = await inquiry.inquire(
      { question: questionOfList(of, search), again: true },
      operator,
      whyNot,
    )
    if (!queried.ok) {
      if (queried.error.code === 'invalid-input') continue
      return err(queried.error)
    }
    if (
      !isOver(queried.value) &&
      queried.value.progress.kind === 'open' &&
      queried.value.rows > 0
    ) {
      await inquiry.readOn(queried.value.id, operator, whyNot)
    }
  }
  return ok(null)
}
