/**
 * Wire inquiry, RTP inquiry, previous-day and intraday reporting. Paths and paging are in the
 * document (bank document 1, Pagination controls), everything else about them is not shown (bank
 * note 76).
 */
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AccountEntry } from '../data/client-accounts.ts'
import type { Enrolment } from '../enrolment.ts'
import { partnerIsRight } from '../health-call.ts'
import { Refusal, success, type Reply } from '../replies.ts'
import type { Call, Route } from '../routes.ts'
import type { IncomingPayment } from './payment-history.ts'
import { bareAccount, type PaymentLedger } from './payment-ledger.ts'
import { paymentError, type PaymentService } from './payment-order.ts'
import {
  dateRange,
  isTooWide,
  pageWindow,
  readRequest,
  refusedReport,
  rowWindow,
  within,
  type ReportRequest,
  type Window,
} from './report-request.ts'
import {
  entryRow,
  incomingRow,
  outgoingRow,
  spelled,
  type ReportRow,
  type WireSpelling,
} from './report-rows.ts'

/** Sources of the reports. */
export interface ReportSources {
  readonly ledger: PaymentLedger
  readonly incoming: () => readonly IncomingPayment[]
  /** All entries on the client's accounts, ACH included. */
  readonly entries: () => readonly AccountEntry[]
  readonly clock: Clock
}

const accountNames = ['accountnumber', 'accountnumbers', 'accounts', 'debitaccountnumber']

/** Returns the rows of the named accounts, or of all; oldest first, always in the same order. */
function chosen(rows: readonly ReportRow[], request: ReportRequest): ReportRow[] {
  const accounts = new Set(accountNames.flatMap((name) => request.get(name) ?? []).map(bareAccount))
  return rows
    .filter(({ accountNumber }) => accounts.size === 0 || accounts.has(bareAccount(accountNumber)))
    .sort((one, other) => (`${one.date} ${one.key}` < `${other.date} ${other.key}` ? -1 : 1))
}

/** Returns the rows of a window, with a third silently missing when a scenario orders that. */
function windowed(call: Call, rows: readonly ReportRow[], { skip, take }: Window): object[] {
  const page = rows.slice(skip, skip + take).map(({ row }) => row)
  return call.ordered('rows-cut-off') ? page.slice(0, Math.floor((page.length * 2) / 3)) : page
}

/**
 * A failure in a 200, in the form of the earlier ACH inquiry (bank note 22): the document does not
 * show these shapes.
 */
const failed = (): Reply =>
  success({
    status: 'failure',
    businessFault: [paymentError('unknown', 'The report is unavailable')],
  })

function rowStyle(call: Call, request: ReportRequest, rows: readonly ReportRow[]): Reply | Refusal {
  const window = rowWindow(call, request)
  if (window instanceof Refusal) return window
  if (call.ordered('failure-in-200')) return failed()
  const transactions = windowed(call, rows, window)
  return success({ totalRows: rows.length, retrievedRows: transactions.length, transactions })
}

function pageStyle(
  call: Call,
  request: ReportRequest,
  rows: readonly ReportRow[],
): Reply | Refusal {
  const window = pageWindow(call, request)
  if (window instanceof Refusal) return window
  if (call.ordered('failure-in-200')) return failed()
  const transactions = windowed(call, rows, window)
  return success({
    transactions,
    metadata: {
      page: {
        pageNumber: window.pageNumber,
        pageSize: window.take,
        totalPages: Math.ceil(rows.length / window.take),
        totalRecords: rows.length,
      },
    },
  })
}

type Style = typeof rowStyle

function wireSpelling(call: Call): WireSpelling {
  const isMonthFirst = call.ordered('wire-days-month-first')
  const isDayFirst = call.ordered('wire-days-day-first')
  return {
    isInCents: call.ordered('wire-amounts-in-cents'),
    dayOrder: isMonthFirst ? 'month' : isDayFirst ? 'day' : 'year',
    isInWords: call.ordered('wire-directions-in-words'),
  }
}

/** Wires or RTP payments, outgoing and incoming. */
function inquiry(
  call: Call,
  sources: ReportSources,
  service: PaymentService,
  style: Style,
): Reply | Refusal {
  const request = readRequest(call)
  if (request instanceof Refusal) return request
  const range = dateRange(call, request)
  if (range instanceof Refusal) return range
  const { ledger } = sources
  const spelling = service === 'WIRE' ? wireSpelling(call) : null
  const rows = [
    ...ledger
      .payments()
      .filter(({ order }) => order.service === service)
      .map((payment) => outgoingRow(payment, ledger.statusOf(payment))),
    ...sources
      .incoming()
      .filter((payment) => payment.service === service)
      .map(incomingRow),
  ]
    .filter(({ date }) => within(range, date))
    .map((row) => (spelling ? spelled(row, spelling) : row))
  return style(call, request, chosen(rows, request))
}

/** The entries before today, or of today; days begin at midnight UTC. */
function accountReport(
  call: Call,
  sources: ReportSources,
  day: 'previous' | 'today',
): Reply | Refusal {
  const request = readRequest(call)
  if (request instanceof Refusal) return request
  const range = dateRange(call, request)
  if (range instanceof Refusal) return range
  const today = utcDay(sources.clock.now())
  if (day === 'previous' && isTooWide(range, today)) {
    return refusedReport(call, 'report-range-wide', 'a range of at most 90 days')
  }
  const rows = sources
    .entries()
    .filter(({ date }) => (day === 'today' ? date === today : date < today) && within(range, date))
    .map(entryRow)
  return rowStyle(call, request, chosen(rows, request))
}

/**
 * Returns the report calls; the two inquiries are wire and RTP calls and require PartnerClientId
 * (bank note 11).
 */
export function reportRoutes(enrolment: Enrolment, sources: ReportSources): readonly Route[] {
  const route = (
    path: string,
    partnerClientId: boolean,
    handle: (call: Call) => Reply | Refusal,
  ): Route => ({
    method: 'POST',
    path,
    operation: 'reports',
    bearer: true,
    mediaType: 'application/json',
    partnerClientId,
    handle: (call) =>
      !partnerClientId || partnerIsRight(call, enrolment) ? handle(call) : new Refusal(400),
  })
  return [
    route('/wireInquiry/v1/transactions/details', true, (call) =>
      inquiry(call, sources, 'WIRE', rowStyle),
    ),
    route('/rtp/v1/transactions/list', true, (call) => inquiry(call, sources, 'RTP', pageStyle)),
    route('/ddaReports/accounts/v1/transactions/list', false, (call) =>
      accountReport(call, sources, 'previous'),
    ),
    route('/ddaReports/accounts/v1/transactions/intraday/list', false, (call) =>
      accountReport(call, sources, 'today'),
    ),
  ]
}
