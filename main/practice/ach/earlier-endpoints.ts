import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Route } from '../routes.ts'
import { earlierRoute, fits, type EarlierEndpoint } from './earlier-call.ts'
import { collectedRecord, entryDirection, postedRecord, returnRecord } from './earlier-records.ts'
import {
  readDatedRequest,
  readStatusRequest,
  type Criteria,
  type DatedCriteria,
} from './earlier-request.ts'
import { returnOf } from './entry.ts'
import type { AchLedger } from './ledger.ts'
import { postingsOf } from './postings.ts'
import { statusResult } from './status-results.ts'

const isWithin = (atMs: number, { fromDate, toDate }: DatedCriteria): boolean => {
  const day = utcDay(atMs)
  return day >= fromDate && day <= toDate
}

/** ACH returns, by release day. */
const returns = (ledger: AchLedger): EarlierEndpoint<DatedCriteria> => ({
  path: 'returnACHtransactions/list',
  request: 'getACHReturnTransactionsRequest',
  response: 'getACHReturnTransactionsResponse',
  rows: 'ACHReturnTransaction',
  countsAsNumbers: false,
  read: (reader, nowMs) => readDatedRequest(reader, { flags: ['detailsFlag'], more: [] }, nowMs),
  find: (criteria, nowMs, seen) =>
    ledger
      .onAccounts(criteria.accountNumbers, nowMs)
      .map(seen)
      .filter((entry) => {
        const returned = returnOf(entry, nowMs)
        return (
          returned &&
          isWithin(returned.atMs, criteria) &&
          fits(entry, entryDirection(entry), criteria)
        )
      })
      .map((entry) => returnRecord(entry, { nowMs, details: criteria.details })),
})

/** All collected entries, by processing day, whatever their later state. */
const collected = (ledger: AchLedger): EarlierEndpoint<DatedCriteria> => ({
  path: 'collectedACHtransactions/list',
  request: 'getACHCollectedTransactionsRequest',
  response: 'getACHCollectedTransactionsResponse',
  rows: 'ACHCollectedTransaction',
  countsAsNumbers: false,
  read: (reader, nowMs) =>
    readDatedRequest(
      reader,
      { flags: ['addendaFlag', 'detailsFlag'], more: ['secCode', 'traceNumber'] },
      nowMs,
    ),
  find: (criteria, nowMs, seen) =>
    ledger
      .onAccounts(criteria.accountNumbers, nowMs)
      .map(seen)
      .filter(
        (entry) =>
          isWithin(entry.collectedAtMs, criteria) &&
          fits(entry, entryDirection(entry), criteria) &&
          (criteria.secCode === null || entry.secCode === criteria.secCode),
      )
      .map((entry) =>
        collectedRecord(entry, { nowMs, details: criteria.details, addenda: criteria.addenda }),
      ),
})

/** Postings on the client's accounts, by posting day; C and D from the account's point of view. */
const posted = (ledger: AchLedger): EarlierEndpoint<DatedCriteria> => ({
  path: 'postedACHtransactions/list',
  request: 'getACHPostedTransactionsRequest',
  response: 'getACHPostedTransactionsResponse',
  rows: 'ACHPostedTransaction',
  countsAsNumbers: true,
  read: (reader, nowMs) => readDatedRequest(reader, { flags: [], more: [] }, nowMs),
  find: (criteria, nowMs, seen) =>
    ledger
      .onAccounts(criteria.accountNumbers, nowMs)
      .map(seen)
      .flatMap((entry) => postingsOf(entry, nowMs))
      .filter(
        ({ entry, atMs, direction }) =>
          isWithin(atMs, criteria) && fits(entry, direction, criteria),
      )
      .sort((one, other) => one.atMs - other.atMs)
      .map((posting) => postedRecord(posting, nowMs)),
})

const statuses = (ledger: AchLedger): EarlierEndpoint<Criteria> => ({
  path: 'ACHStatusInquiry/list',
  request: 'getACHStatusInquiryRequest',
  response: 'getACHStatusInquiryResponse',
  rows: 'ACHTransactionStatus',
  countsAsNumbers: true,
  read: readStatusRequest,
  find: (criteria, nowMs, seen) =>
    ledger
      .onAccounts(criteria.accountNumbers, nowMs)
      .map(seen)
      .filter((entry) => fits(entry, entryDirection(entry), criteria))
      .map((entry) => statusResult(entry, nowMs)),
})

/** The four earlier endpoints. */
export const earlierRoutes = (ledger: AchLedger, clock: Clock): Route[] => [
  earlierRoute(returns(ledger), ledger, clock),
  earlierRoute(collected(ledger), ledger, clock),
  earlierRoute(posted(ledger), ledger, clock),
  earlierRoute(statuses(ledger), ledger, clock),
]
