/** The earlier ACH inquiry endpoints (bank document 2). */
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import { clientAccounts } from '../data/client-accounts.ts'
import type { Refusal } from '../replies.ts'
import { type Reply } from '../replies.ts'
import type { Call, Route } from '../routes.ts'
import type { Criteria } from './earlier-request.ts'
import { returnParOf } from './entry-numbers.ts'
import { withoutReturn, type AchEntry } from './entry.ts'
import type { AchLedger } from './ledger.ts'
import { sidesOf } from './parties.ts'
import { inquiryRefusal, objectIn, RequestReader, type Fields } from './request-reader.ts'
import { significant } from './written.ts'

/** One endpoint: its path and names, how it reads a request, and the rows it finds. */
export interface EarlierEndpoint<C extends Criteria> {
  readonly path: string
  readonly request: string
  /** The object that holds the answer, and its array. */
  readonly response: string
  readonly rows: string
  /** Whether counts are written as numbers: the document gives them no type (bank note 53). */
  readonly countsAsNumbers: boolean
  readonly read: (reader: RequestReader, nowMs: number) => C
  /** `seen`: how this inquiry shows an entry. */
  readonly find: (
    criteria: C,
    nowMs: number,
    seen: (entry: AchEntry) => AchEntry,
  ) => readonly object[]
}

/**
 * Returns whether an entry matches the criteria. `direction` is as the rows of the list write it.
 */
export const fits = (entry: AchEntry, direction: 'C' | 'D', criteria: Criteria): boolean =>
  (criteria.creditOrDebitCode === null || direction === criteria.creditOrDebitCode) &&
  entry.amountCents >= criteria.fromCents &&
  entry.amountCents <= criteria.toCents &&
  (criteria.identification === null ||
    sidesOf(entry).receiving.identification === criteria.identification) &&
  (criteria.parNumbers === null ||
    criteria.parNumbers.includes(entry.parNumber) ||
    criteria.parNumbers.includes(returnParOf(entry.parNumber))) &&
  (criteria.traceNumbers === null || criteria.traceNumbers.includes(entry.traceNumber))

const ownAccounts = new Set(clientAccounts.map(({ accountNumber }) => significant(accountNumber)))

/**
 * 299: a parameter has several values, some known to the bank and some unknown (bank document 2,
 * Errors; bank note 20).
 */
function someUnavailable(criteria: Criteria, ledger: AchLedger, nowMs: number): boolean {
  const traces = new Set(
    criteria.traceNumbers === null
      ? []
      : ledger.collected(nowMs).map(({ traceNumber }) => traceNumber),
  )
  const mixed = (values: readonly string[] | null, known: (value: string) => boolean): boolean => {
    const found = (values ?? []).filter(known).length
    return found > 0 && found < (values ?? []).length
  }
  return (
    mixed(criteria.accountNumbers, (one) => ownAccounts.has(significant(one))) ||
    mixed(criteria.parNumbers, (one) => ledger.withPar(one, nowMs) !== null) ||
    mixed(criteria.traceNumbers, (one) => traces.has(one))
  )
}

const warning = {
  errorCode: 'ECA-W-001',
  errorDescription: 'Request processed with warnings: some data unavailable',
}

const fault = {
  businessFault: [
    { errorCode: 'ECA-W-901', errorDescription: 'The transactions could not be retrieved' },
  ],
}

const failed = <C extends Criteria>({ response }: EarlierEndpoint<C>): Reply => ({
  status: 200,
  body: {
    [response]: {
      responseHeader: { status: 'failure', statusDescription: 'Business fault' },
      errorResponse: fault,
    },
  },
})

function answered<C extends Criteria>(
  endpoint: EarlierEndpoint<C>,
  criteria: C,
  call: Call,
  { ledger, nowMs }: { ledger: AchLedger; nowMs: number },
): Reply {
  const isLate = call.ordered('return-shown-late')
  const found = endpoint.find(criteria, nowMs, isLate ? withoutReturn : (entry) => entry)
  const whole = found.slice(criteria.startRow - 1, criteria.endRow)
  const cutOff = whole.length > 0 && call.ordered('rows-cut-off')
  const rows = cutOff ? whole.slice(0, Math.floor(whole.length / 2)) : whole
  const warned = someUnavailable(criteria, ledger, nowMs)
  const written = (count: number): number | string =>
    endpoint.countsAsNumbers ? count : String(count)
  return {
    status: warned ? 299 : 200,
    body: {
      [endpoint.response]: {
        responseHeader: {
          status: 'accepted',
          statusDescription: warned ? 'Processed with warnings' : 'Processed',
          retrivedRows: written(rows.length),
          totalRows: written(found.length),
          dataLoadDate: utcDay(nowMs),
        },
        [endpoint.rows]: rows,
        ...(warned && { errorResponse: { businessFault: [warning] } }),
      },
      ...(warned && { ServiceError: { customStatus: 'W', ...warning } }),
    },
  }
}

const rowNumbers = ['startRowIndex', 'endRowIndex']

/** Returns the fields with the row numbers from where this bank reads them (bank note 45). */
function withRows(fields: Fields, call: Call): Fields {
  if (!call.ordered('row-numbers-in-query')) return fields
  const others = Object.entries(fields).filter(([name]) => !rowNumbers.includes(name))
  const given = [...call.url.searchParams].filter(([name]) => rowNumbers.includes(name))
  return Object.fromEntries([...others, ...given])
}

/** Returns the route of an earlier endpoint. */
export const earlierRoute = <C extends Criteria>(
  endpoint: EarlierEndpoint<C>,
  ledger: AchLedger,
  clock: Clock,
): Route => ({
  method: 'POST',
  path: `/accounts/transactions/v1/${endpoint.path}`,
  operation: 'ach-inquiry',
  bearer: true,
  mediaType: 'application/json',
  handle: (call): Reply | Refusal => {
    const fields = objectIn(call.body, endpoint.request)
    if (!fields) {
      call.note('ach-body-unreadable', `not ${endpoint.request} alone`)
      return inquiryRefusal('ECA-W-001', endpoint.request)
    }
    const nowMs = clock.now().getTime()
    const reader = new RequestReader(call, withRows(fields, call))
    const criteria = endpoint.read(reader, nowMs)
    if (reader.refusal) return reader.refusal
    if (call.ordered('failure-in-200')) return failed(endpoint)
    return answered(endpoint, criteria, call, { ledger, nowMs })
  },
})
