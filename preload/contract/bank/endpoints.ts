/**
 * All calls of the three documents as data: name, path, API and paging. Check image retrieval and
 * stop payment are named as products without a specification (bank document 1, What the service
 * does), so there is nothing to call.
 */

/** APIs, each with its own errors. */
export const apiFamilies = [
  'token',
  'account-validation',
  'ach-inquiry',
  'ach-origination',
  'payments',
  'reports',
] as const
export type ApiFamily = (typeof apiFamilies)[number]

/** Paging of a list (bank document 1, Pagination controls; bank notes 44-47). */
export type PagingStyle = 'row' | 'offset' | 'page' | 'addenda-sequence'

/**
 * Timeout by kind of call: a health check is quick, a list of 1,000 rows takes longer than a single
 * record, and calls that move money get the longest timeout (bank note 106). The values are in
 * `main/bank/client/transport.ts`.
 */
export type TimeoutClass = 'token' | 'health' | 'read' | 'list' | 'money'

export interface Endpoint {
  readonly family: ApiFamily
  readonly title: string
  readonly method: 'GET' | 'POST'
  /** Below the base URL; `{name}` is replaced by one encoded segment. */
  readonly path: string
  /** True if the call originates a payment or a batch; the client never repeats such a call. */
  readonly movesMoney: boolean
  /**
   * True if the client retries automatically after a lost connection, 502 or 504. False for
   * validations, because each is an inquiry that the bank may charge.
   */
  readonly retriesReads: boolean
  readonly paging?: PagingStyle
  /** `read` unless stated. */
  readonly timeouts?: TimeoutClass
  /** True for calls that carry PartnerClientId; no other call does (bank note 11). */
  readonly partnerClientId: boolean
  readonly source: string
}

const platform = 'Platform Specification'
const inquiry = 'Account Validation and ACH Inquiry Specification'
const payments = 'Wire/RTP Payments and ACH Origination Specification'

const earlier = (path: string, title: string) =>
  ({
    family: 'ach-inquiry',
    title,
    method: 'POST',
    path: `/accounts/transactions/v1/${path}`,
    movesMoney: false,
    retriesReads: true,
    paging: 'row',
    timeouts: 'list',
    partnerClientId: false,
    source: `${inquiry}, Earlier ACH inquiry endpoints`,
  }) as const
const health = (family: ApiFamily, path: string, title: string) =>
  ({
    family,
    title,
    method: 'GET',
    path,
    movesMoney: false,
    retriesReads: false,
    timeouts: 'health',
    partnerClientId: family === 'payments',
    source: `${platform}, Health checks`,
  }) as const
const origination = (secCode: string) =>
  ({
    family: 'ach-origination',
    title: `Originate ${secCode.toUpperCase()}`,
    method: 'POST',
    path: `/ach/payments/v1/${secCode}`,
    movesMoney: true,
    retriesReads: false,
    timeouts: 'money',
    partnerClientId: false,
    source: `${payments}, Endpoints`,
  }) as const
const payment = (method: 'GET' | 'POST', path: string, title: string, movesMoney = false) =>
  ({
    family: 'payments',
    title,
    method,
    path: `/rtp/v1/payment/${path}`,
    movesMoney,
    retriesReads: !movesMoney,
    timeouts: movesMoney ? 'money' : 'read',
    partnerClientId: true,
    source: `${payments}, Endpoints`,
  }) as const
const report = (path: string, title: string, paging: PagingStyle, partnerClientId = false) =>
  ({
    family: 'reports',
    title,
    method: 'POST',
    path,
    movesMoney: false,
    retriesReads: true,
    paging,
    timeouts: 'list',
    partnerClientId,
    source: `${platform}, Pagination controls`,
  }) as const

/** Calls by the name under which each is recorded. */
export const endpoints = {
  token: {
    family: 'token',
    title: 'Access token',
    method: 'POST',
    path: '/oauth/v1/token',
    movesMoney: false,
    retriesReads: false,
    timeouts: 'token',
    partnerClientId: false,
    source: `${platform}, Token`,
  },
  'health-account-validation': health(
    'account-validation',
    '/accounts/validations/v1/healthCheck',
    'Health check: account validation',
  ),
  'health-ach-inquiry': health(
    'ach-inquiry',
    '/accounts/transactions/v1/healthCheck',
    'Health check: ACH inquiry',
  ),
  'health-payments': health(
    'payments',
    '/rtp/v1/payment/healthCheck',
    'Health check: wire and RTP payments',
  ),
  'account-validation': {
    family: 'account-validation',
    title: 'Account validation',
    method: 'POST',
    path: '/accounts/validations/v1/verifyAccount',
    movesMoney: false,
    retriesReads: false,
    partnerClientId: false,
    source: `${inquiry}, POST /accounts/validations/v1/verifyAccount`,
  },
  'ach-detail': {
    family: 'ach-inquiry',
    title: 'ACH transaction detail',
    method: 'GET',
    path: '/accounts/transactions/v1/ach/detail/{parNumber}',
    movesMoney: false,
    retriesReads: true,
    partnerClientId: false,
    source: `${inquiry}, GET /accounts/transactions/v1/ach/detail/{parNumber}`,
  },
  'ach-list': {
    family: 'ach-inquiry',
    title: 'ACH transactions',
    method: 'POST',
    path: '/accounts/transactions/v1/ach/list',
    movesMoney: false,
    retriesReads: true,
    paging: 'page',
    timeouts: 'list',
    partnerClientId: false,
    source: `${inquiry}, POST /accounts/transactions/v1/ach/list`,
  },
  'ach-returns': earlier('returnACHtransactions/list', 'Returned ACH transactions'),
  'ach-collected': earlier('collectedACHtransactions/list', 'Collected ACH transactions'),
  'ach-posted': earlier('postedACHtransactions/list', 'Posted ACH transactions'),
  'ach-status': earlier('ACHStatusInquiry/list', 'ACH status inquiry'),
  'originate-ccd': origination('ccd'),
  'originate-ctx': origination('ctx'),
  'originate-ppd': origination('ppd'),
  'ach-addenda-status': {
    family: 'ach-origination',
    title: 'Addenda status',
    method: 'POST',
    path: '/ach/payments/v1/status/addenda',
    movesMoney: false,
    retriesReads: true,
    paging: 'addenda-sequence',
    timeouts: 'list',
    partnerClientId: false,
    source: `${payments}, Endpoints`,
  },
  'payment-initiate': payment('POST', 'initiate', 'Initiate a wire or RTP payment', true),
  'payment-validate': {
    ...payment('POST', 'validate', 'Validate a wire or RTP payment'),
    // The document does not say whether a validation uses up the reference; a retry might be
    // reported as a duplicate (bank note 65).
    retriesReads: false,
  },
  'payment-status': payment(
    'GET',
    'status/transactionId/{transactionId}',
    'Payment status by transaction id',
  ),
  'payment-status-by-reference': payment(
    'GET',
    'status/debitAccount/{debitAccount}/reference/{reference}',
    'Payment status by debit account and reference',
  ),
  'rtp-participants': {
    ...payment('GET', 'rtp/participant', 'RTP participants'),
    paging: 'offset',
    timeouts: 'list',
  },
  'wire-inquiry': report('/wireInquiry/v1/transactions/details', 'Wire inquiry', 'row', true),
  'rtp-inquiry': report('/rtp/v1/transactions/list', 'RTP inquiry', 'page', true),
  'previous-day': report(
    '/ddaReports/accounts/v1/transactions/list',
    'Previous-day reporting',
    'row',
  ),
  intraday: report(
    '/ddaReports/accounts/v1/transactions/intraday/list',
    'Intraday reporting',
    'row',
  ),
} as const satisfies Readonly<Record<string, Endpoint>>
export type EndpointId = keyof typeof endpoints

/** Ids in the order of the documents. */
export const endpointIds = Object.keys(endpoints) as readonly EndpointId[]

export const endpointOf = (id: EndpointId): Endpoint => endpoints[id]

/**
 * Returns the path of a call with its encoded segments (bank note 66). Throws RangeError for a
 * missing or empty segment.
 */
export function pathOf(id: EndpointId, segments: Readonly<Record<string, string>> = {}): string {
  return endpoints[id].path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = segments[name] ?? ''
    if (value === '' || value === '.' || value === '..') throw new RangeError(`${name}: needed`)
    return encodeURIComponent(value)
  })
}
