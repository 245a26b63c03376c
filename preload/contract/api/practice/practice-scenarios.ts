/**
 * Faults that the practice bank can simulate: every scenario with its texts, the calls it can
 * affect, and its group in the panel.
 */
import { alertScenarioNames, alertScenarioTexts } from './practice-alert-scenarios.ts'
import { z } from '../../kernel/zod.ts'

/**
 * Calls affected by a scenario. `api` is every call but the token; `money` is every call that
 * originates a payment or a batch.
 */
export const scenarioTargets = [
  'any',
  'api',
  'token',
  'health',
  'validation',
  'ach-inquiry',
  'ach-origination',
  'payments',
  'reports',
  'money',
  'alerts',
] as const
export const scenarioTarget = z.enum(scenarioTargets)
export type ScenarioTarget = z.infer<typeof scenarioTarget>

export const scenarioTargetTexts: Readonly<Record<ScenarioTarget, string>> = {
  any: 'Every call',
  api: 'All but the token',
  token: 'Token',
  health: 'Health check',
  validation: 'Account validation',
  'ach-inquiry': 'ACH inquiry',
  'ach-origination': 'ACH origination',
  payments: 'Wires and RTP',
  reports: 'Reports',
  money: 'Calls that move money',
  alerts: 'Alerts',
}

/** Groups in the order of the panel. */
export const scenarioGroups = [
  { id: 'line', title: 'Connection', about: 'Slow or lost answers' },
  { id: 'gateway', title: 'Gateway', about: 'Refused before processing' },
  { id: 'money', title: 'Money', about: 'Unclear whether accepted' },
  { id: 'payments', title: 'Payments', about: 'Result of a wire or RTP payment' },
  { id: 'ach', title: 'ACH', about: 'Result of a batch and its entries' },
  { id: 'answers', title: 'Answers', about: 'Processed, with an unusual answer' },
  { id: 'token', title: 'Token', about: 'Access and permissions' },
  { id: 'alerts', title: 'Alerts', about: 'Content and delivery of alerts' },
] as const
export type ScenarioGroup = (typeof scenarioGroups)[number]['id']

/** Every scenario, by group. A closed union. */
export const scenarios = [
  'slow-answer',
  'dropped-before-answer',
  'dropped-mid-answer',
  'too-many-requests',
  'empty-400',
  'forbidden-403',
  'not-found-404',
  'method-not-allowed-405',
  'media-type-415',
  'failure-500',
  'html-502',
  'unavailable-503',
  'gateway-timeout-504',
  'accepted-then-504',
  'accepted-then-401',
  'answered-twice',
  'status-twice',
  'refused-with-id',
  'found-late',
  'unreported-found-late',
  'unknown-as-rejected',
  'repeat-allowed',
  'payment-held',
  'payment-rejected',
  'payment-returned',
  'status-as-object',
  'service-not-authorized-401',
  'backend-authentication-500',
  'detail-in-error',
  'entry-returned',
  'entry-changed',
  'return-shown-late',
  'consolidated-settlement',
  'row-numbers-in-query',
  'wire-amounts-in-cents',
  'wire-days-month-first',
  'wire-days-day-first',
  'wire-directions-in-words',
  'custom-data-rewritten',
  'answered-with-warning',
  'failure-in-200',
  'envelope-200',
  'html-200',
  'garbage-200',
  'unknown-codes',
  'unknown-error-code',
  'rows-cut-off',
  'compressed-gzip',
  'compressed-deflate',
  'compressed-br',
  'clock-off',
  'other-client-ip',
  'token-revoked',
  'odd-token-answer',
  'token-not-approved',
  'product-missing',
  ...alertScenarioNames,
] as const
export const scenario = z.enum(scenarios)
export type Scenario = z.infer<typeof scenario>

/**
 * Name and explanation of a scenario for the operator, and the calls it can affect; the first is
 * the default.
 */
export interface ScenarioText {
  readonly title: string
  readonly explanation: string
  readonly group: ScenarioGroup
  readonly targets: readonly [ScenarioTarget, ...ScenarioTarget[]]
}

const listing = ['ach-inquiry', 'ach-origination', 'payments', 'reports'] as const
const working = ['validation', ...listing] as const
const families = ['health', ...working] as const

const compressed = (coding: string): ScenarioText => ({
  title: `Compressed answers (${coding})`,
  explanation: 'Each answer is compressed, although the call asks for none.',
  group: 'answers',
  targets: ['api', 'any', 'token', ...families, 'money'],
})

export const scenarioTexts: Readonly<Record<Scenario, ScenarioText>> = {
  'slow-answer': {
    title: 'Slow answers',
    explanation: 'The bank processes the call and delays its answer.',
    group: 'line',
    targets: ['api', 'any', 'token', ...families, 'money'],
  },
  'dropped-before-answer': {
    title: 'Connection lost before the answer',
    explanation: 'The bank processes the request and closes the connection.',
    group: 'line',
    targets: ['api', 'any', 'token', ...families, 'money'],
  },
  'dropped-mid-answer': {
    title: 'Connection lost in the middle of the answer',
    explanation: 'The status and half of the body arrive, then the connection closes.',
    group: 'line',
    targets: ['api', 'any', 'token', ...families, 'money'],
  },
  'too-many-requests': {
    title: 'Request threshold reached (429)',
    explanation: 'The bank refuses and requires two minutes without calls, on all APIs.',
    group: 'gateway',
    targets: ['any', 'api', 'token', ...families, 'money'],
  },
  'empty-400': {
    title: 'Refused without reason (400)',
    explanation: 'Status of an invalid request, with an empty body.',
    group: 'gateway',
    targets: ['api', 'any', 'token', ...families, 'money'],
  },
  'forbidden-403': {
    title: 'Access forbidden (403)',
    explanation: 'As for a call from an address that is not registered with the bank.',
    group: 'gateway',
    targets: ['api', 'any', 'token', ...families, 'money'],
  },
  'not-found-404': {
    title: 'Not found (404)',
    explanation: 'Status of a missing resource.',
    group: 'gateway',
    targets: ['api', 'any', 'token', ...families, 'money'],
  },
  'method-not-allowed-405': {
    title: 'Method not allowed (405)',
    explanation: 'As for a method that the path does not accept.',
    group: 'gateway',
    targets: ['api', 'any', 'token', ...families, 'money'],
  },
  'media-type-415': {
    title: 'Media type not allowed (415)',
    explanation: 'As for a body of another media type.',
    group: 'gateway',
    targets: ['api', 'any', 'token', ...families, 'money'],
  },
  'failure-500': {
    title: 'Backend failure (500)',
    explanation: 'A runtime error in the common envelope.',
    group: 'gateway',
    targets: ['api', 'any', 'token', ...families, 'money'],
  },
  'html-502': {
    title: 'Gateway page (502)',
    explanation: 'An HTML page from a gateway in between, not an API answer.',
    group: 'gateway',
    targets: ['api', 'any', 'token', ...families, 'money'],
  },
  'unavailable-503': {
    title: 'Service unavailable (503)',
    explanation: 'No active targets; the answer contains a connection error.',
    group: 'gateway',
    targets: ['api', 'any', 'token', ...families, 'money'],
  },
  'gateway-timeout-504': {
    title: 'Gateway timeout (504)',
    explanation: 'The answer contains the connection error as text, not as an object.',
    group: 'gateway',
    targets: ['api', 'any', 'token', ...families, 'money'],
  },
  'accepted-then-504': {
    title: 'Accepted, then gateway timeout (504)',
    explanation:
      'The bank processes the call, but the gateway times out. Applies to payments and batches; status checks and pre-checks are answered.',
    group: 'money',
    targets: ['payments', 'ach-origination', 'money', 'validation', 'ach-inquiry', 'reports'],
  },
  'accepted-then-401': {
    title: 'Accepted, then refused without reason (401)',
    explanation: 'The payment or batch is accepted, and the gateway answers with an empty 401.',
    group: 'money',
    targets: ['money'],
  },
  'answered-twice': {
    title: 'Refused first, then answered',
    explanation:
      'The payment or batch is accepted. A refusal arrives first, and the true answer right after it.',
    group: 'money',
    targets: ['money'],
  },
  'status-twice': {
    title: 'Two statuses in one answer',
    explanation:
      'The payment or batch is accepted. Its answer has two statuses, the second one failed.',
    group: 'money',
    targets: ['money'],
  },
  'refused-with-id': {
    title: 'Refused with a transaction id (400)',
    explanation: 'The next payment is refused but recorded as failed: the 400 contains its id.',
    group: 'money',
    targets: ['payments'],
  },
  'found-late': {
    title: 'Found late (404)',
    explanation:
      'The next status check does not find a payment or batch that the bank has: status, addenda status and ACH list.',
    group: 'money',
    targets: ['payments', 'ach-origination', 'ach-inquiry', 'api'],
  },
  'unreported-found-late': {
    title: 'Found late unless answered (404)',
    explanation:
      'The next status check finds only items whose answer was delivered, not items accepted without one: status, addenda status and ACH list.',
    group: 'money',
    targets: ['payments', 'ach-origination', 'ach-inquiry', 'api'],
  },
  'unknown-as-rejected': {
    title: 'Unknown uuid is rejected (200)',
    explanation:
      'The next addenda status for an unknown uuid is answered with 200 and rejected, not with 404.',
    group: 'money',
    targets: ['ach-origination'],
  },
  'repeat-allowed': {
    title: 'Repeats are accepted',
    explanation: 'A repeated debit account and reference are accepted as a second payment.',
    group: 'money',
    targets: ['payments'],
  },
  'payment-held': {
    title: 'Payment held in review',
    explanation: 'The next payment stays in review until the scenarios are cleared.',
    group: 'payments',
    targets: ['payments'],
  },
  'payment-rejected': {
    title: 'Payment rejected later',
    explanation: 'The next payment is accepted and then rejected by the network.',
    group: 'payments',
    targets: ['payments'],
  },
  'payment-returned': {
    title: 'Payment returned',
    explanation: 'The next payment completes and is returned by the receiving bank.',
    group: 'payments',
    targets: ['payments'],
  },
  'status-as-object': {
    title: 'Status as an object',
    explanation: 'The status and the Dodd-Frank field are objects instead of text.',
    group: 'payments',
    targets: ['payments'],
  },
  'service-not-authorized-401': {
    title: 'Not authorized for the service (401)',
    explanation: 'The token is valid, but the service is not allowed (SVC-0006).',
    group: 'payments',
    targets: ['payments', 'money'],
  },
  'backend-authentication-500': {
    title: 'Backend could not authenticate (500)',
    explanation: 'An unknown error (SVC-9999) that other credentials do not resolve.',
    group: 'payments',
    targets: ['payments', 'money'],
  },
  'detail-in-error': {
    title: 'Entry refused in an accepted batch',
    explanation: 'The batch is accepted, but not its first entry, with the bank\u2019s messages.',
    group: 'ach',
    targets: ['ach-origination'],
  },
  'entry-returned': {
    title: 'Entry returned',
    explanation: 'The first entry of the next batch is returned with a reason.',
    group: 'ach',
    targets: ['ach-origination'],
  },
  'entry-changed': {
    title: 'Notification of change',
    explanation: 'The first entry of the next batch gets a notification of change.',
    group: 'ach',
    targets: ['ach-origination'],
  },
  'return-shown-late': {
    title: 'Return not shown yet',
    explanation:
      'ACH inquiry shows returned entries as settled, as if they had not come back. Alerts report the returns.',
    group: 'ach',
    targets: ['ach-inquiry'],
  },
  'consolidated-settlement': {
    title: 'Consolidated settlement',
    explanation: 'Transactions are shown as collected or returned, never as settled.',
    group: 'ach',
    targets: ['ach-inquiry'],
  },
  'row-numbers-in-query': {
    title: 'Row numbers in the query',
    explanation: 'Row numbers in the body are ignored: the first 1,000 rows come each time.',
    group: 'ach',
    targets: ['ach-inquiry', 'reports'],
  },
  'wire-amounts-in-cents': {
    title: 'Wire inquiry: amounts in cents',
    explanation: 'Rows of wire inquiry have amounts in cents.',
    group: 'money',
    targets: ['reports'],
  },
  'wire-days-month-first': {
    title: 'Wire inquiry: month first',
    explanation: 'Rows of wire inquiry have days as MM/DD/YYYY.',
    group: 'money',
    targets: ['reports'],
  },
  'wire-days-day-first': {
    title: 'Wire inquiry: day first',
    explanation: 'Rows of wire inquiry have days as DD/MM/YYYY.',
    group: 'money',
    targets: ['reports'],
  },
  'wire-directions-in-words': {
    title: 'Wire inquiry: direction in words',
    explanation: 'Rows of wire inquiry say INCOMING and OUTGOING instead of C and D.',
    group: 'money',
    targets: ['reports'],
  },
  'custom-data-rewritten': {
    title: 'Different spelling of the batch reference',
    explanation:
      'The next detail has the batch reference in capitals, with hyphens or with extra words, by the last digit of its PAR number.',
    group: 'ach',
    targets: ['ach-inquiry'],
  },
  'answered-with-warning': {
    title: 'Answered with a warning (299)',
    explanation: 'A full answer with ECA-W-001: some data were unavailable. W means warning here.',
    group: 'answers',
    targets: ['api', ...families, 'money'],
  },
  'failure-in-200': {
    title: 'Failure in a success (200)',
    explanation:
      'The status reports success, but the body reports a failure: error code 998, or a failed status.',
    group: 'answers',
    targets: ['api', ...working, 'money'],
  },
  'envelope-200': {
    title: 'Error envelope in a success (200)',
    explanation: 'Success status, but the body is only the common error. Nothing was processed.',
    group: 'answers',
    targets: ['api', ...families, 'money'],
  },
  'html-200': {
    title: 'Page of a gateway (200)',
    explanation: 'Success status, but the body is a web page. Nothing was processed.',
    group: 'answers',
    targets: ['api', ...families, 'money'],
  },
  'garbage-200': {
    title: 'Unreadable answer (200)',
    explanation: 'Success status, but the body breaks off and is not JSON. The call was processed.',
    group: 'answers',
    targets: ['api', 'any', 'token', ...families, 'money'],
  },
  'unknown-codes': {
    title: 'Unlisted codes and fields in the answer',
    explanation:
      'Every code and status of the answer (in lists: of the first row) is unlisted, and unlisted fields are added.',
    group: 'answers',
    targets: ['api', ...families, 'money'],
  },
  'unknown-error-code': {
    title: 'Unlisted error code',
    explanation:
      'Validation: error code 555. Payments: SVC-5555 beside the status. Originated batches: ACH-555 in the messages. Lists: refused with ECA-W-555.',
    group: 'answers',
    targets: ['validation', ...listing, 'money'],
  },
  'rows-cut-off': {
    title: 'Rows missing without notice',
    explanation: 'A list has fewer rows than its count.',
    group: 'answers',
    targets: ['ach-inquiry', 'reports'],
  },
  'compressed-gzip': compressed('gzip'),
  'compressed-deflate': compressed('deflate'),
  'compressed-br': compressed('Brotli'),
  'clock-off': {
    title: 'Clocks differ',
    explanation: 'The Date header of answers is seven minutes ahead.',
    group: 'answers',
    targets: ['any', 'api', 'token', ...families, 'money'],
  },
  'other-client-ip': {
    title: 'Another address seen',
    explanation: 'The health check reports an address that is not registered.',
    group: 'answers',
    targets: ['health'],
  },
  'token-revoked': {
    title: 'Token revoked (401)',
    explanation: 'The bank rejects the current token. A new token works.',
    group: 'token',
    targets: ['api', ...families, 'money'],
  },
  'odd-token-answer': {
    title: 'Odd token answer',
    explanation: 'The token answer lacks the lifetime, and has numbers instead of text.',
    group: 'token',
    targets: ['token'],
  },
  'token-not-approved': {
    title: 'Token not approved',
    explanation: 'The token has the status pending.',
    group: 'token',
    targets: ['token'],
  },
  'product-missing': {
    title: 'Product missing from the token',
    explanation: 'The token does not list wires and RTP payments.',
    group: 'token',
    targets: ['token'],
  },
  ...alertScenarioTexts,
}

const times = z.union([z.int().min(1).max(10_000), z.literal('until-cleared')])

/** A scenario set by an operator: once, a number of times, or until cleared. */
export const scenarioOrder = z.strictObject({
  scenario,
  times,
  /** Omitted: the default target of the scenario. */
  target: scenarioTarget.optional(),
  /** For slow answers; 3,000 if omitted. */
  delayMs: z.int().min(1).max(120_000).optional(),
})
export type ScenarioOrder = z.infer<typeof scenarioOrder>

/** An active scenario, with the number of times left. */
export const armedScenario = z.object({
  scenario,
  remaining: times,
  target: scenarioTarget,
  delayMs: z.int().nullable(),
})
export type ArmedScenario = z.infer<typeof armedScenario>
