/** The bank's lists of a day: saved inquiries, read again from their answers, also offline. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { AchQuestion } from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import {
  askedLists,
  type AskedList,
  type DayOfAccount,
} from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import type { AchInquiryService, NotAsked } from '../../inquiry/ach-inquiry-types.ts'
import { endpointFor, type RowReading } from '../../inquiry/ach/endpoints.ts'
import { readPosition, summaryOf } from '../../inquiry/ach/stored-inquiry.ts'
import { storedAnswerOf } from '../../inquiry/ach/masked-answer.ts'
import { questionKey, resolveQuestion } from '../../inquiry/ach/question.ts'
import { localDay } from '../../../preload/contract/kernel/calendar.ts'
import { isOver } from '../../inquiry/ach/read-on.ts'
import {
  callsOfInquiry,
  findSameInquiry,
  positionsOfInquiry,
  type InquiryRow,
} from '../../inquiry/inquiry-records.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { wholeDay } from '../../bank/answers/bank-days.ts'
import { achFlow, saysReturned, type BankEvent } from './bank-event.ts'

type Search = (typeof askedLists)[number]
/** Rows read before the main thread handles other work. */
const rowsPerStep = 50

/** Returns the query of one list: the day and nothing else, so that the same day is found again. */
const questionOfList = ({ day, accountId }: DayOfAccount, search: Search): AchQuestion => ({
  mode: 'list',
  account: { kind: 'own', id: accountId },
  dateSearchType: search,
  fromDate: day,
  toDate: day,
})

type Found = {
  readonly search: Search
  readonly row: InquiryRow | undefined
  readonly may: boolean
}

/** Returns the newest answered inquiry of each list. */
async function kept(context: SessionContext, of: DayOfAccount): Promise<Found[]> {
  const { accounts, details } = context.profile()
  const ground = {
    accounts,
    settlement: details?.settlement ?? null,
    today: localDay(context.clock.now()),
  }
  const found: Found[] = []
  for (const search of askedLists) {
    const resolved = resolveQuestion(questionOfList(of, search), ground)
    const row = resolved.ok ? await newest(context, questionKey(resolved.value)) : undefined
    found.push({ search, row, may: resolved.ok })
  }
  return found
}

/**
 * Returns the newest inquiry that was read to its end, even if empty; else the newest with rows;
 * else the newest.
 */
async function newest({ store }: SessionContext, key: string): Promise<InquiryRow | undefined> {
  const same = { kind: 'ach', questionKey: key, since: '' }
  const last = await findSameInquiry(store, same)
  if (last === undefined || summaryOf(last).progress.kind === 'complete') return last
  return (await findSameInquiry(store, { ...same, thatAnswers: true })) ?? last
}

/** Returns the state of each list and all its rows. */
export async function askedOf(
  context: SessionContext,
  of: DayOfAccount,
  account: string,
): Promise<{ readonly lists: AskedList[]; readonly heard: BankEvent[] }> {
  const lists: AskedList[] = []
  const heard: BankEvent[] = []
  for (const { search, row, may } of await kept(context, of)) {
    if (!row) {
      const state = may ? 'never' : 'not-applicable'
      lists.push({ search, inquiryId: null, at: null, rows: 0, state })
      continue
    }
    const { rows, progress, readAt } = summaryOf(row)
    const state = readAt === null && progress.kind !== 'complete' ? 'refused' : progress.kind
    lists.push({ search, inquiryId: row.id, at: row.at, rows, state })
    for await (const one of rowsOf(context, row, search, of.day, account)) heard.push(one)
  }
  return { lists, heard }
}

async function* rowsOf(
  { store }: SessionContext,
  inquiry: InquiryRow,
  search: Search,
  day: string,
  account: string,
): AsyncGenerator<BankEvent> {
  const endpoint = endpointFor('list')
  for (const { seq, position } of await positionsOfInquiry(store, inquiry.id)) {
    if (!readPosition(position).isGiven) continue
    const [call] = await callsOfInquiry(store, inquiry.id, { from: seq, limit: 1 })
    const answer = call && storedAnswerOf(call)
    if (!call || !answer || answer.base64) continue
    for (const [index, row] of endpoint.rowsIn(answer.body).entries()) {
      if (index % rowsPerStep === 0) await nextTurn()
      const one = heardInRow(endpoint.readRow(row), { search, day, account })
      const key = `inquiry:${inquiry.id}:${String(seq)}:${String(index)}`
      if (one)
        yield { ...one, key, at: call.at, receivedOn: localDay(call.at), callId: call.callId }
    }
  }
}

type Told = Omit<BankEvent, 'key' | 'at' | 'receivedOn' | 'callId'>

/**
 * Converts a row of a list. The searched collection day counts as the bank's own date of
 * collection.
 */
function heardInRow(
  row: RowReading,
  {
    search,
    day,
    account,
  }: { readonly search: Search; readonly day: string; readonly account: string },
): Told | null {
  if (row.of !== 'list-item') return null
  const { reading } = row
  const is = (of: typeof reading.originatingAccount): boolean =>
    typeof of?.accountNumber === 'string' && significantAccount(of.accountNumber.trim()) === account
  const isOurs = is(reading.originatingAccount) ? true : is(reading.receivingAccount) ? false : null
  const isReturn = search === 'RETURNED' || saysReturned(reading.transactionStatus)
  const other = isOurs === false ? reading.originatingParty : reading.receivingParty
  return {
    source: 'inquiry',
    kind: 'ach',
    word: reading.transactionStatus,
    isReturn,
    trace: reading.traceNumber?.trim() ?? null,
    parNumber: reading.parNumber,
    reference: null,
    transactionId: null,
    amountText: reading.transactionAmount,
    currency: 'USD',
    flow: achFlow(reading.transactionCode, isOurs),
    collectedOn: search === 'COLLECTED' ? day : null,
    settledOn: search === 'SETTLED' ? day : wholeDay(reading.settlementDate),
    returnedOn: search === 'RETURNED' ? day : isReturn ? wholeDay(reading.returnDate) : null,
    executedOn: null,
    party: other?.companyName ?? other?.customerName ?? null,
    returnCode: reading.returnReasonCode,
    alertSeq: null,
    alertId: null,
    orderId: null,
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
  inquiry: Pick<AchInquiryService, 'ask' | 'readOn'>,
  of: DayOfAccount,
  operator: Operator,
): Promise<Result<null, NotAsked>> {
  const whyNot = () => context.mayNotAsk('ach-inquiry')
  for (const { search, may } of await kept(context, of)) {
    if (!may) continue
    const asked = await inquiry.ask(
      { question: questionOfList(of, search), again: true },
      operator,
      whyNot,
    )
    if (!asked.ok) {
      if (asked.error.code === 'invalid-input') continue
      return err(asked.error)
    }
    if (!isOver(asked.value) && asked.value.progress.kind === 'open' && asked.value.rows > 0) {
      await inquiry.readOn(asked.value.id, operator, whyNot)
    }
  }
  return ok(null)
}
