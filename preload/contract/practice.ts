/**
 * The practice bank as both sides know it: its scenarios, what it counted, what it saw the workstation
 * do against the document, and the town whose accounts it keeps. All of it is invented, none is secret.
 */
import { ownerFields } from './account-validation.ts'
import { z } from './zod.ts'

/** How the practice bank can be made to misbehave. A closed union. */
export const scenarios = [
  'too-many-requests',
  'slow-answer',
  'answered-with-warning',
  'empty-400',
  'forbidden-403',
  'failure-500',
  'html-502',
  'unavailable-503',
  'gateway-timeout-504',
  'dropped-before-answer',
  'dropped-mid-answer',
  'garbage-200',
  'token-revoked',
  'service-not-authorized-401',
  'not-found-404',
  'method-not-allowed-405',
  'media-type-415',
  'backend-authentication-500',
  'accepted-then-504',
  'failure-in-200',
  'found-late',
  'repeat-allowed',
  'payment-held',
  'payment-rejected',
  'payment-returned',
  'detail-in-error',
  'entry-returned',
  'entry-changed',
  'consolidated-settlement',
  'rows-cut-off',
  'unknown-error-code',
  'unknown-codes',
  'odd-token-answer',
  'token-not-approved',
  'product-missing',
  'clock-off',
  'other-client-ip',
] as const
export const scenario = z.enum(scenarios)
export type Scenario = z.infer<typeof scenario>

/** How a scenario is named and explained to an operator. */
export interface ScenarioText {
  readonly title: string
  readonly explanation: string
}

/** The words of the scenario panel. */
export const scenarioTexts: Readonly<Record<Scenario, ScenarioText>> = {
  'too-many-requests': {
    title: 'Request threshold reached (429)',
    explanation: 'The bank refuses and expects two minutes without a call, over all APIs.',
  },
  'slow-answer': {
    title: 'Slow answers',
    explanation: 'The bank does its work and holds the answer back for the chosen time.',
  },
  'answered-with-warning': {
    title: 'Answered with a warning (299)',
    explanation:
      'A full answer with ECA-W-001: some data were unavailable. Here the W means warning.',
  },
  'empty-400': {
    title: 'Refused without a word (400)',
    explanation: 'An invalid request by its status, with an empty body.',
  },
  'forbidden-403': {
    title: 'Access forbidden (403)',
    explanation: 'As for a call from an address that is not registered with the bank.',
  },
  'failure-500': {
    title: 'Backend failure (500)',
    explanation: 'A runtime error in the common envelope.',
  },
  'html-502': {
    title: 'Gateway page (502)',
    explanation: 'A page of HTML from a gateway in between, not an answer of the API.',
  },
  'unavailable-503': {
    title: 'Service unavailable (503)',
    explanation: 'No active targets; the envelope carries ServiceError.ConnectError.',
  },
  'gateway-timeout-504': {
    title: 'Gateway timeout (504)',
    explanation: 'The envelope carries the connectivity text as ServiceError itself.',
  },
  'dropped-before-answer': {
    title: 'Connection lost before the answer',
    explanation: 'The bank reads the request, does its work and closes the connection.',
  },
  'dropped-mid-answer': {
    title: 'Connection lost in the middle of the answer',
    explanation: 'Status and half of the body arrive, then the connection closes.',
  },
  'garbage-200': {
    title: 'Unreadable answer (200)',
    explanation: 'A success by its status whose body is not JSON.',
  },
  'token-revoked': {
    title: 'Token revoked (401)',
    explanation: 'The bank forgets the token it was shown. A fresh token works.',
  },
  'service-not-authorized-401': {
    title: 'Not authorized for the service (401)',
    explanation: 'The token is good, the requested service is not allowed (SVC-0006).',
  },
  'not-found-404': {
    title: 'Not found (404)',
    explanation: 'The resource is not there, by the status at least.',
  },
  'method-not-allowed-405': {
    title: 'Method not allowed (405)',
    explanation: 'As for a call that the path does not take.',
  },
  'media-type-415': {
    title: 'Media type not allowed (415)',
    explanation: 'As for a body that is not the agreed media type.',
  },
  'backend-authentication-500': {
    title: 'Backend could not authenticate (500)',
    explanation: 'An unknown error (SVC-9999) that no credential of the client mends.',
  },
  'accepted-then-504': {
    title: 'Taken in, then gateway timeout (504)',
    explanation: 'The bank does its work and the gateway gives up before it answers.',
  },
  'failure-in-200': {
    title: 'Failure in a success (200)',
    explanation: 'The status says success, the body says failure.',
  },
  'found-late': {
    title: 'Found late (404)',
    explanation: 'A status look-up does not find a payment that the bank has.',
  },
  'repeat-allowed': {
    title: 'Repeats are taken in',
    explanation: 'A debit account and reference that were used before are accepted again.',
  },
  'payment-held': {
    title: 'Payment held in review',
    explanation: 'The next payment stays in process until the scenario is cleared and it moves on.',
  },
  'payment-rejected': {
    title: 'Payment rejected later',
    explanation: 'The next payment is taken in and then rejected by the network.',
  },
  'payment-returned': {
    title: 'Payment returned',
    explanation: 'The next payment completes and comes back from the receiving bank.',
  },
  'detail-in-error': {
    title: 'Entry refused in an accepted batch',
    explanation: 'The batch is accepted; its first entry is not, with errorMessages.',
  },
  'entry-returned': {
    title: 'Entry returned',
    explanation: 'The first entry of the next batch comes back with a return reason.',
  },
  'entry-changed': {
    title: 'Notification of change',
    explanation: 'The first entry of the next batch gets a notification of change.',
  },
  'consolidated-settlement': {
    title: 'Consolidated settlement',
    explanation: 'No transaction is ever shown as settled: collected and returned only.',
  },
  'rows-cut-off': {
    title: 'Rows cut off without a word',
    explanation: 'A list holds fewer rows than it says match.',
  },
  'unknown-error-code': {
    title: 'Error code the document does not list',
    explanation: 'Validation answers errorCode 555.',
  },
  'unknown-codes': {
    title: 'Codes and fields the document does not list',
    explanation:
      'Validation answers condition 777, account status 888, match letter X, mdmId and more fields.',
  },
  'odd-token-answer': {
    title: 'Odd token answer',
    explanation: 'The token comes without expires_in, and with numbers where texts are documented.',
  },
  'token-not-approved': {
    title: 'Token not approved',
    explanation: 'A token comes, and its status says pending.',
  },
  'product-missing': {
    title: 'Product missing from the token',
    explanation: 'The token does not list wires and RTP payments.',
  },
  'clock-off': {
    title: 'Clocks differ',
    explanation: 'The Date of the answers is seven minutes ahead.',
  },
  'other-client-ip': {
    title: 'Another address seen',
    explanation: 'The health check tells a ClientIp that is not registered.',
  },
}

/** Which calls a scenario is for. `api` is every call but the token. */
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
] as const
export const scenarioTarget = z.enum(scenarioTargets)
export type ScenarioTarget = z.infer<typeof scenarioTarget>

const times = z.union([z.int().min(1).max(10_000), z.literal('until-cleared')])

/** What an operator orders: once, a number of times, or until cleared. */
export const scenarioOrder = z.strictObject({
  scenario,
  times,
  /** Left out: the calls that the scenario is meant for. */
  target: scenarioTarget.optional(),
  /** For slow answers; 3,000 when left out. */
  delayMs: z.int().min(1).max(120_000).optional(),
})
export type ScenarioOrder = z.infer<typeof scenarioOrder>

/** A scenario that stands ready, with how often it will still happen. */
export const armedScenario = z.object({
  scenario,
  remaining: times,
  target: scenarioTarget,
  delayMs: z.int().nullable(),
})
export type ArmedScenario = z.infer<typeof armedScenario>

/** What the bank counted, on arrival: token and health calls included (trap 105). */
export const practiceCounters = z.object({
  startedAt: z.iso.datetime(),
  /** Since the start or the last reset. */
  arrived: z.int(),
  byOperation: z.record(z.string(), z.int()),
  /** Calls by the HTTP status they were answered with; `none` where the connection was dropped. */
  byStatus: z.record(z.string(), z.int()),
  /** The most calls that ever arrived within one second, wherever that second starts. */
  busiestSecond: z.int(),
  /** Tokens that were handed over whole. */
  tokensIssued: z.int(),
  /** Until when the bank expects silence; null when it does not. */
  silentUntil: z.iso.datetime().nullable(),
  breaches: z.int(),
  /** The latest arrivals, oldest first, on the bank's own steady clock. */
  latest: z.array(z.object({ atMs: z.number(), operation: z.string() })),
})
export type PracticeCounters = z.infer<typeof practiceCounters>

/** Something the caller did against the document. Holds names of fields, never their values. */
export const breach = z.object({
  at: z.iso.datetime(),
  rule: z.string(),
  title: z.string(),
  /** Where the rule stands, such as `1-platform.md, Limits; trap 105`. */
  source: z.string(),
  operation: z.string(),
  detail: z.string(),
})
export type Breach = z.infer<typeof breach>

/** What the bank keeps of an account's owner. */
export const ownerRecord = z.partialRecord(z.enum(ownerFields), z.string())
export type OwnerRecord = z.infer<typeof ownerRecord>

/** One account of the town: how to ask for it and what it shows. */
export const resident = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['person', 'business']),
  bankName: z.string(),
  routingNumber: z.string(),
  accountNumber: z.string(),
  /** One sentence for the operator. */
  shows: z.string(),
  owner: ownerRecord,
})
export type Resident = z.infer<typeof resident>

/** The town whose accounts the practice bank knows. */
export const town = z.object({ name: z.string(), residents: z.array(resident) })
export type Town = z.infer<typeof town>

/** The practice bank for its panel: gone, or running with all it has to tell. */
export const practiceBankState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-running') }),
  z.object({
    state: z.literal('running'),
    address: z.string(),
    counters: practiceCounters,
    /** The latest, newest last; the counters hold how many there were. */
    breaches: z.array(breach),
    armed: z.array(armedScenario),
    town,
  }),
])
export type PracticeBankState = z.infer<typeof practiceBankState>
