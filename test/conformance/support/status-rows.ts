/**
 * The HTTP statuses of the document, how to make the practice bank answer each, and the client's
 * result for each.
 */
import type { EndpointId } from '../../../preload/contract/bank/endpoints.ts'
import type { BankAnswer, BankProblem } from '../../../preload/contract/bank/answers/bank-answer.ts'
import type {
  Scenario,
  ScenarioTarget,
} from '../../../preload/contract/api/practice/practice-scenarios.ts'
import type { PracticeApis } from './practice-apis.ts'
import { initiated, originated } from './sent.ts'
import { batchOf, margaret, operating, paymentOf } from './samples.ts'

/** One status and its cause. `says` is a text in the answer. */
export interface StatusRow {
  readonly status: number
  readonly scenario: Scenario
  readonly problem: BankProblem | null
  readonly says: { readonly code: string | null; readonly text: string } | null
  /** Whether the answer is the common envelope with its ids. */
  readonly enveloped: boolean
}

const row = (
  status: number,
  scenario: Scenario,
  problem: BankProblem | null,
  text: string | null,
  more: { readonly code?: string; readonly enveloped?: boolean } = {},
): StatusRow => ({
  status,
  scenario,
  problem,
  says: text === null ? null : { code: more.code ?? null, text },
  enveloped: more.enveloped ?? text !== null,
})

/** The twelve statuses (bank document 1, Errors; bank document 2, Errors). */
export const statusRows: readonly StatusRow[] = [
  row(299, 'answered-with-warning', null, 'Request processed with warnings', {
    code: 'ECA-W-001',
    enveloped: false,
  }),
  row(400, 'empty-400', 'request-invalid', null),
  row(
    401,
    'service-not-authorized-401',
    'service-not-authorized',
    'Not authorized for requested service: Check credentials',
    { code: 'SVC-0006' },
  ),
  row(403, 'forbidden-403', 'forbidden', 'Access forbidden'),
  row(404, 'not-found-404', 'not-found', 'Resource not found'),
  row(405, 'method-not-allowed-405', 'method-not-allowed', 'Method not allowed'),
  row(415, 'media-type-415', 'media-type-not-allowed', 'Media type not allowed'),
  row(429, 'too-many-requests', 'threshold-reached', 'Request threshold reached; resubmit later'),
  row(500, 'failure-500', 'backend-failed', 'Runtime or backend error'),
  row(502, 'html-502', 'downstream-unreachable', null),
  row(503, 'unavailable-503', 'service-unavailable', 'The Service is temporarily unavailable'),
  row(
    504,
    'gateway-timeout-504',
    'gateway-timed-out',
    'Gateway Timeout: no answer from the target in time',
  ),
]

const who = { actor: 'ann', whenPaused: 'fail' } as const

/** A call that only reads: its name, its setup, and the call itself. */
export interface ReadFamily {
  readonly name: string
  readonly endpoint: EndpointId
  readonly target: ScenarioTarget
  /** Prepares the bank, and returns the call. */
  readonly prepare: (
    apis: PracticeApis,
  ) => Promise<() => Promise<{ readonly answer: BankAnswer<unknown>; readonly raw: string | null }>>
}

/** The families that answer with the common union. */
export const readFamilies: readonly ReadFamily[] = [
  {
    name: 'ACH inquiry',
    endpoint: 'ach-list',
    target: 'ach-inquiry',
    prepare: async (apis) => {
      await originated(apis, 'CCD')
      const request = { accountNumber: operating, fromDate: apis.today() }
      return () => apis.inquiry.list(request, { pageNumber: 1, pageSize: 10 }, who)
    },
  },
  {
    name: 'ACH origination',
    endpoint: 'ach-addenda-status',
    target: 'ach-origination',
    prepare: async (apis) => {
      const { uuid } = (await originated(apis, 'CTX')).batch
      return () => apis.origination.addendaStatus({ uuid }, who)
    },
  },
  {
    name: 'payments',
    endpoint: 'payment-status',
    target: 'payments',
    prepare: async (apis) => {
      const { transactionId } = await initiated(apis)
      return () => apis.payments.statusByTransactionId(transactionId, who)
    },
  },
  {
    name: 'reports',
    endpoint: 'wire-inquiry',
    target: 'reports',
    prepare: (apis) =>
      Promise.resolve(() => apis.reports.request({ report: 'wire-inquiry', body: '{}' }, who)),
  },
]

/** A call that moves money. */
export interface MoneyFamily {
  readonly name: string
  readonly endpoint: EndpointId
  readonly target: ScenarioTarget
  readonly prepare: (
    apis: PracticeApis,
  ) => () =>
    | ReturnType<PracticeApis['payments']['initiate']>
    | ReturnType<PracticeApis['origination']['originate']>
  /** The number of requests the bank accepted. */
  readonly accepted: (apis: PracticeApis) => Promise<number>
}

const sum = (all: readonly { readonly count: number }[]): number =>
  all.reduce((total, { count }) => total + count, 0)

/** The two families that move money. */
export const moneyFamilies: readonly MoneyFamily[] = [
  {
    name: 'ACH origination',
    endpoint: 'originate-ppd',
    target: 'ach-origination',
    prepare: (apis) => {
      const { body } = batchOf('PPD', apis)
      return () => apis.origination.originate('PPD', body, who)
    },
    accepted: async (apis) => sum((await apis.control.ledger()).batches),
  },
  {
    name: 'payments',
    endpoint: 'payment-initiate',
    target: 'payments',
    prepare: (apis) => {
      const { body } = paymentOf(apis)
      return () => apis.payments.initiate(body, who)
    },
    accepted: async (apis) => sum((await apis.control.ledger()).payments),
  },
]

/** Validates a person whom the bank knows. */
export const validate = (apis: PracticeApis) => apis.validation.verify(margaret, who)

/** Returns the number of calls of an operation that arrived at the bank. */
export const arrivedFor = async (apis: PracticeApis, operation: string): Promise<number> =>
  (await apis.control.counters()).byOperation[operation] ?? 0
