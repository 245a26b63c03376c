/**
 * The status inquiry of a batch with unknown outcome: it only queries and moves no money. First by
 * addenda status under the uuids of the batch and its entries, then in the list of the own account
 * by customData (bank notes 59, 82, 84 and 86).
 */
import type { Transaction } from 'kysely'
import { withoutLeadingZeros } from '../../../../preload/contract/kernel/account-number.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { networkDay } from '../../../../preload/contract/kernel/banking-days.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import { createAchInquiry } from '../../../bank/apis/ach-inquiry.ts'
import { createAchOrigination } from '../../../bank/apis/ach-origination.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { JsonValue } from '../../../platform/json/canonical-json.ts'
import type {
  InquiryContext,
  OpenInquiry,
  OrderInquiry,
  OrderRow,
  OrderSummary,
} from '../../order/types.ts'
import { type InquiryOptions, type InquiryVerdict } from '../../order/status/inquiry-verdict.ts'
import type {
  CallBlocked,
  SessionContext,
  SessionProfile,
} from '../../../profile/session-context.ts'
import type { Reader, Tables } from '../../../store/store.ts'
import { keptEntriesIn } from '../batch-sent-content.ts'
import { entryColumns } from '../drafts/write-body.ts'
import { collectionDay, listedFrom } from './batch-collection.ts'
import { queriedAccounts } from './debited-account.ts'
import { inquireByAddenda } from './batch-inquiry-addenda.ts'
import { inquireByList } from './batch-inquiry-list.ts'
import { saveLearned } from './batch-inquiry-learned.ts'
import type { BatchInquiryApi, SoughtBatch, BatchRouteResult } from './batch-inquiry-queries.ts'

/** The most characters of an account that inquiry takes (bank note 36). */
const longestAccount = 16

export const batchInquiry: OrderInquiry = {
  open(context) {
    const bank = batchInquiryApi(context)
    return bank.ok ? ok(openBatchInquiry(bank.value, context)) : bank
  },
  // No list shows it before the end of the day on which the bank collects it.
  findableFrom: ({ value_date: effectiveDate }, lastSentAt) =>
    listedFrom({ effectiveDate, lastSentOn: networkDay(lastSentAt) }),
  lastDay: ({ value_date: effectiveDate }, lastSentAt) =>
    collectionDay({ effectiveDate, lastSentOn: networkDay(lastSentAt) }),
  adjustByEntries,
  endsByEntries: true,
}

/** Returns the bank's APIs if it may be queried about originations; otherwise why not. */
export function batchInquiryApi(
  context: Pick<SessionContext, 'connection' | 'callBlockFor' | 'clock'>,
): Result<BatchInquiryApi, CallBlocked | Failure<'bank-not-running'>> {
  const { connection, callBlockFor, clock } = context
  const callBlock = callBlockFor('ach-origination')
  if (callBlock) return callBlock
  const on = connection.open()
  if (!on) return err({ code: 'bank-not-running' })
  const origination = createAchOrigination({ client: on.client })
  const today = (): string => networkDay(clock.now())
  const inquiry = callBlockFor('ach-inquiry') ?? ok(createAchInquiry({ client: on.client, today }))
  return ok({
    addendaStatus: (request, callOptions) => origination.addendaStatus(request, callOptions),
    inquiry,
  })
}

/**
 * Reads the data that a status inquiry of a batch needs. A sending counts from when it was
 * journalled.
 */
export async function readSought(
  reader: Reader,
  row: Pick<OrderRow, 'id' | 'reference' | 'debit_account' | 'value_date' | 'updated_at'>,
  now: Date,
  profile: Pick<SessionProfile, 'accounts' | 'batchAccounts'>,
): Promise<SoughtBatch> {
  const entries = await reader
    .selectFrom('batch_entries')
    .select(['id', 'amount', 'account_significant', 'routing_number'])
    .where('order_id', '=', row.id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const sent = await reader
    .selectFrom('order_attempts')
    .select('journalled_at')
    .where('order_id', '=', row.id)
    .orderBy('journalled_at')
    .execute()
  const sentOn = (at: number): string =>
    networkDay(new Date(sent.at(at)?.journalled_at ?? row.updated_at))
  const of = { orderId: row.id, named: row.debit_account }
  const { first: account = '', seen, others } = await queriedAccounts(reader, of, profile)
  return {
    uuid: row.reference,
    account: account.length > longestAccount ? withoutLeadingZeros(account) : account,
    others: [...seen, ...others],
    sentOn: sentOn(0),
    lastSentOn: sentOn(-1),
    effectiveDate: row.value_date,
    today: networkDay(now),
    entries,
  }
}

const soughtEntriesIn = (sent: JsonValue): SoughtBatch['entries'] =>
  keptEntriesIn(sent).map(({ entry }) => ({ id: entry.id, ...entryColumns(entry) }))

/** Returns the status inquiry of batches by these APIs, always in the lane `unknown-outcome`. */
export function openBatchInquiry(
  api: BatchInquiryApi,
  { store, clock, profile }: Pick<InquiryContext, 'store' | 'clock' | 'profile'>,
): OpenInquiry {
  const sought = (of: OrderSummary): Promise<SoughtBatch> =>
    readSought(store.read, of, clock.now(), profile())
  return {
    async *inquireByRoutes(row, callOptions, sent) {
      const urgent = { ...callOptions, lane: 'unknown-outcome' } as const
      const batch = await sought(row)
      const asSent = sent === null ? batch : { ...batch, entries: soughtEntriesIn(sent) }
      for await (const { learned, ...way } of inquireByRoutes(api, asSent, urgent, clock))
        yield learned === undefined
          ? way
          : { ...way, saveAlong: (tx, at) => saveLearned(tx, row.id, learned, at) }
    },
    async findsOther(inquiredBy, other, callOptions) {
      const inquireBy = inquiredBy === 'list' ? inquireByList : inquireByAddenda
      // The list of another account proves nothing about this one.
      const alone = { ...(await sought(other)), others: [] }
      const { verdict } = await inquireBy(
        api,
        alone,
        { ...callOptions, lane: 'unknown-outcome' },
        clock,
      )
      return verdict.verdict === 'found'
    },
  }
}

/**
 * Makes a status inquiry by each route, one after the other, until the batch is found. Neither can
 * say rejected: addenda status does not distinguish a refused batch from an unknown one, and the
 * list has no refused ones.
 */
async function* inquireByRoutes(
  api: BatchInquiryApi,
  batch: SoughtBatch,
  callOptions: InquiryOptions,
  clock: Clock,
): AsyncGenerator<BatchRouteResult, void, undefined> {
  const byAddenda = await inquireByAddenda(api, batch, callOptions, clock)
  yield byAddenda
  if (byAddenda.verdict.found === null && !byAddenda.neverLeft)
    yield await inquireByList(api, batch, callOptions, clock)
}

/**
 * An entry with a trace number is in the bank's books, even if a status inquiry does not find it
 * (bank note 86).
 */
async function adjustByEntries(
  tx: Transaction<Tables>,
  id: string,
  verdict: InquiryVerdict,
): Promise<InquiryVerdict> {
  const isListless = verdict.verdict === 'undecided' && verdict.reason !== null
  const findsNothing = verdict.verdict === 'not-found' || isListless
  if (!findsNothing && verdict.found !== 'rejected') return verdict
  const numbered = await tx
    .selectFrom('batch_entries')
    .select('id')
    .where('order_id', '=', id)
    .where('trace_number', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (!numbered) return verdict
  const statusText = verdict.statusText ?? 'a trace number is known'
  return {
    ...verdict,
    verdict: 'undecided',
    found: null,
    isOrderStatus: false,
    statusText,
    reason: null,
  }
}
