/**
 * The contents of one schedule: its payments and batches, the fault of each, and when the program
 * is killed. A seed decides.
 */
import { clientAccounts } from '../../../main/practice/data/client-accounts.ts'
import type { AlertScenario } from '../../../main/practice/scenario.ts'
import { secCodes } from '../../../preload/contract/bank/ach-origination/batch.ts'
import {
  emptyBatchForm,
  type BatchForm,
} from '../../../preload/contract/domain/batches/batch-form.ts'
import type { TypedEntry } from '../../../preload/contract/domain/batches/entry.ts'
import {
  emptyForm,
  emptyParty,
  type PaymentForm,
} from '../../../preload/contract/domain/orders/payment-form.ts'
import { seeded } from '../../unit/support/seeded.ts'
import { waySteps, type WayStep } from '../harness/proxy-line.ts'

/** Answers, or missing answers, of the bank that a workstation could misread. */
const answersOfBoth = [
  'answered-twice',
  'bare-401-after-commit',
  'status-twice',
  'refused-with-error',
  'route-missing',
] as const
/** The same for batches only. */
const answersOfBatches = ['unknown-as-rejected', 'custom-data-rewritten'] as const
/** The same for payments only: refused barely, hidden by the status inquiries, and shown later. */
const answersOfPayments = ['hidden-after-401'] as const
const bankAnswers = [...answersOfBoth, ...answersOfBatches, ...answersOfPayments] as const
type MisleadingAnswer = (typeof bankAnswers)[number]

/** Two of any thirty successive schedules meet each of these. */
export const dealt: readonly {
  readonly answer: MisleadingAnswer
  readonly kind: Planned['kind']
}[] = [
  ...[...answersOfBoth, ...answersOfPayments].map((answer) => ({
    answer,
    kind: 'payment' as const,
  })),
  ...[...answersOfBoth, ...answersOfBatches].map((answer) => ({ answer, kind: 'batch' as const })),
]

/** Failures of the line, the bank and the program. */
const failures = [
  'before-send',
  'mid-body',
  'after-commit',
  'late-2xx',
  '5xx-after-commit',
  'garbage-2xx',
  'own-socket-reset',
  'token',
  'certificate',
  'duplicate-alert',
  'alert-first',
  'kill',
] as const
/** The points at which a fault can strike. */
export const faultPoints = [...failures, ...bankAnswers]
export type FaultPoint = (typeof faultPoints)[number]

/** Commands of people after which the program can be killed. */
export type Step = 'submit' | 'approve' | 'release'

/** When the program is killed: after a command, or by what is seen on the line. */
export type KillMoment =
  | {
      readonly by: 'step'
      readonly step: Step
      readonly afterMs: number
    }
  | { readonly by: 'request'; readonly passes: boolean }
  | { readonly by: 'answer' }

/** The fault of one payment. */
export type Fault =
  | { readonly point: 'before-send'; readonly how: 'refused' | 'killed' }
  | { readonly point: 'mid-body'; readonly afterBytes: number }
  | { readonly point: 'after-commit'; readonly how: 'before-answer' | 'mid-answer' | 'cut' }
  | { readonly point: 'late-2xx'; readonly delayMs: number; readonly killedAfterMs: number | null }
  | {
      readonly point:
        | '5xx-after-commit'
        | 'garbage-2xx'
        | Exclude<MisleadingAnswer, 'route-missing'>
    }
  | { readonly point: 'route-missing'; readonly isTaken: boolean }
  | {
      readonly point: 'own-socket-reset'
      readonly how: 'first-flight' | 'last-flight' | 'at-request'
    }
  | { readonly point: 'token'; readonly scenario: 'token-revoked' | 'service-not-authorized-401' }
  | { readonly point: 'certificate'; readonly how: 'alert' | 'after-handshake' }
  | { readonly point: 'duplicate-alert'; readonly scenario: AlertScenario }
  | { readonly point: 'alert-first'; readonly delayMs: number }
  | { readonly point: 'kill'; readonly moment: KillMoment }
  /** Behind a proxy alone. */
  | { readonly point: 'way-cut'; readonly step: WayStep }

/** An order to write: a payment, or a batch, whose entries get their ids when written. */
export type Planned =
  | { readonly kind: 'payment'; readonly form: PaymentForm }
  | {
      readonly kind: 'batch'
      readonly form: BatchForm
      readonly entries: readonly Omit<TypedEntry, 'id'>[]
    }

/**
 * What people do with an order that came back as not sent, before they release it again: nothing,
 * take it back to a draft, change it there, or discard it, with or without a copy.
 */
export const handlings = ['release', 'recall', 'edit', 'copy', 'discard'] as const
export type Handling = (typeof handlings)[number]

/** One payment or batch of a schedule. */
export interface PlannedPayment {
  readonly planned: Planned
  readonly debitAccount: string
  readonly fault: Fault
  /** How often release is clicked at once, by the two people alternately. */
  readonly clicks: number
  /** The network rejects it after the bank has accepted it. */
  readonly rejectedLater: boolean
  readonly handling: Handling
  /** If only a status inquiry says that it was not sent, it is not released again. */
  readonly isLeft: boolean
}

/** One schedule. */
export interface Schedule {
  readonly seed: number
  /** Released alone before all others, so that the first meets the bank's answer. */
  readonly reported: readonly PlannedPayment[]
  readonly payments: readonly PlannedPayment[]
  /** All but `reported` are released at once, and the faults meet any of them. */
  readonly together: boolean
  /**
   * Before each release a token exists, and open connections that calls which move money must not
   * use.
   */
  readonly warm: boolean
  /** The bank's answer for an unknown uuid: a 404, or `rejected` in a 200. Nothing shows which. */
  readonly unknownUuid: 'not-found' | 'rejected'
  /**
   * The addenda status misses unreported batches: only the list shows them, with customData
   * reformatted.
   */
  readonly rewritesCustomData: boolean
  /** Status inquiries hide unreported payments until people have gone on with what came back. */
  readonly hidesUnreported: boolean
  /**
   * The schedule uses the two-person resend, and the bank refuses repeated payments. In all other
   * schedules the bank accepts them, so that only the workstation prevents a duplicate.
   * Repeated batches are always accepted (bank note 84).
   */
  readonly resend: {
    /**
     * The bank may have the payment, but its status inquiries deny it: for unreported payments, or
     * for all, as if a gateway lacks the route.
     */
    readonly inquiries: 'work' | 'miss-unreported' | 'miss-all'
    readonly killedAfterMs: number | null
  } | null
}

export type Random = () => number
export const oneOf = <const T>(random: Random, values: readonly [T, ...T[]]): T =>
  values[Math.floor(random() * values.length)] ?? values[0]
export const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1))

const alertFaults = [
  'alerts-twice',
  'alerts-under-new-ids',
  'alerts-out-of-order',
  'alerts-contradicted',
  'alerts-answer-lost',
] as const satisfies readonly AlertScenario[]

/**
 * Mostly at the critical times: in the milliseconds around the journal write, or by what is seen on
 * the line.
 */
function killMoment(random: Random): KillMoment {
  const kind = random()
  if (kind < 0.2) return { by: 'request', passes: random() < 0.5 }
  if (kind < 0.3) return { by: 'answer' }
  const step = kind < 0.4 ? oneOf(random, ['submit', 'approve']) : 'release'
  return { by: 'step', step, afterMs: Math.round(120 * random() ** 2) }
}

function faultAt(point: FaultPoint, kind: Planned['kind'], random: Random): Fault {
  switch (point) {
    case 'before-send':
      return { point, how: oneOf(random, ['refused', 'killed']) }
    case 'mid-body':
      return { point, afterBytes: 1 + upTo(random, 2_500) }
    case 'after-commit':
      return { point, how: oneOf(random, ['before-answer', 'mid-answer', 'cut']) }
    case 'late-2xx':
      return random() < 0.5
        ? { point, delayMs: 1_700 + upTo(random, 300), killedAfterMs: null }
        : { point, delayMs: 1_000, killedAfterMs: 100 + upTo(random, 500) }
    case 'own-socket-reset':
      return { point, how: oneOf(random, ['first-flight', 'last-flight', 'at-request']) }
    case 'token':
      return { point, scenario: oneOf(random, ['token-revoked', 'service-not-authorized-401']) }
    case 'certificate':
      return { point, how: oneOf(random, ['alert', 'after-handshake']) }
    case 'duplicate-alert':
      return { point, scenario: oneOf(random, alertFaults) }
    case 'alert-first':
      return { point, delayMs: 400 + upTo(random, 400) }
    case 'kill':
      return { point, moment: killMoment(random) }
    case 'route-missing':
      // An alert reports a payment that the bank has, whatever its status inquiries omit.
      return { point, isTaken: kind === 'batch' }
    default:
      return { point }
  }
}

/** Faults after which it is unknown whether the bank has the order. */
const ambiguous = [
  'mid-body',
  'after-commit',
  '5xx-after-commit',
  'garbage-2xx',
  'own-socket-reset',
  'kill',
] as const satisfies readonly FaultPoint[]

const day = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A third of the orders that meet failures are batches. */
const payment = (point: FaultPoint, random: Random): Meeting =>
  meeting(point, random() < 1 / 3 ? batch(random) : wireOrRtp(random), random)

type Meeting = Omit<PlannedPayment, 'handling' | 'isLeft'>
const meeting = (point: FaultPoint, what: What, random: Random): Meeting => ({
  ...what,
  fault: faultAt(point, what.planned.kind, random),
  clicks: random() < 0.25 ? 2 + upTo(random, 1) : 1,
})

/**
 * Deals answers to a seed: every twelve seeds use all, and each next sixty start one later, with
 * other faults.
 */
function reportedFaults(seed: number): Meeting[] {
  const random = seeded(seed + answersFrom)
  const turn = seed + Math.floor((seed % 60) / dealt.length)
  const { answer, kind } = dealt[turn % dealt.length] ?? { answer: bankAnswers[0], kind: 'payment' }
  const what = (): What => (kind === 'batch' ? batch(random) : wireOrRtp(random))
  const reported = meeting(answer, what(), random)
  switch (answer) {
    // A missing route is noticed only by what it omits, although the bank has accepted the order.
    case 'route-missing':
      return [reported, meeting('duplicate-alert', what(), random)]
    // A route is proven by another payment that it shows.
    case 'hidden-after-401':
      return [meeting('duplicate-alert', what(), random), reported]
    default:
      return [reported]
  }
}

export type What = Pick<PlannedPayment, 'planned' | 'debitAccount' | 'rejectedLater'>

/** Returns a random wire or RTP payment. */
export function wireOrRtp(random: Random): What {
  const at = upTo(random, clientAccounts.length - 1)
  const service = random() < 0.6 ? 'RTP' : 'WIRE'
  const form: PaymentForm = {
    ...emptyForm,
    service,
    type: service === 'WIRE' ? 'DRAFT' : 'PAYMENT',
    debitAccountId: `practice-${String(at + 1)}`,
    valueDate: day(0),
    amount: dollars(random),
    debitParty: { ...emptyParty, name: 'Alder Falls Works' },
    creditPartyBank: { ...emptyParty, name: 'Northfield Trust', aba: '550030038' },
    creditParty: {
      ...emptyParty,
      name: 'Ridgeway Supply',
      accountNumber: accountNumber(random),
      address: ['1 Mill Road', '', 'Alder Falls'],
    },
  }
  return {
    planned: { kind: 'payment', form },
    debitAccount: clientAccounts[at]?.accountNumber ?? '',
    rejectedLater: service === 'RTP' && random() < 0.15,
  }
}

/** Returns a random batch, under the account under which the bank lists originated entries. */
export function batch(random: Random): What {
  const form: BatchForm = {
    ...emptyBatchForm,
    secCode: oneOf(random, secCodes),
    accountId: 'practice-1',
    effectiveDate: day(1),
    companyEntryDescription: 'ONCE',
  }
  const entries = Array.from({ length: 1 + upTo(random, 4) }, () => entry(random))
  return {
    planned: { kind: 'batch', form, entries },
    debitAccount: clientAccounts[0]?.accountNumber ?? '',
    rejectedLater: false,
  }
}

const entry = (random: Random): Omit<TypedEntry, 'id'> => ({
  routingNumber: '550020022',
  accountNumber: accountNumber(random),
  accountType: 'C',
  creditDebitCode: random() < 0.7 ? 'C' : 'D',
  transactionType: 'L',
  amount: dollars(random),
  receiverName: 'Silas Reed',
  identificationNumber: 'M2041',
  individualIdentificationNumber: '',
  discretionaryData: '',
  addenda: [],
  payeeId: null,
})

const accountNumber = (random: Random): string => String(10_000_000 + upTo(random, 89_999_999))

function dollars(random: Random): string {
  const cents = 1 + upTo(random, 99_999_999)
  return `${String(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`
}

/**
 * Document readings and bank answers have random numbers of their own, so that a new one leaves the
 * faults of a seed unchanged.
 */
const [readingsFrom, answersFrom, routesFrom] = [1_000_000_000, 2_000_000_000, 3_000_000_000]
const [handlingFrom, waysFrom] = [4_000_000_000, 5_000_000_000]

const missing = (seed: number) =>
  seeded(seed + routesFrom)() < 0.5 ? ('miss-unreported' as const) : ('miss-all' as const)

/** Returns the schedule of a seed; successive seeds cover all points. */
export function scheduleOf(seed: number): Schedule {
  const random = seeded(seed)
  const takesExit = random() < 0.15
  const points: readonly [FaultPoint, ...FaultPoint[]] = takesExit ? ambiguous : failures
  const first = points[seed % points.length] ?? points[0]
  const count = 1 + upTo(random, 2)
  const payments = Array.from({ length: count }, (_, at) =>
    payment(at === 0 ? first : oneOf(random, points), random),
  )
  const reported = reportedFaults(seed)
  const isReported = (answer: MisleadingAnswer): boolean =>
    reported.some(({ fault }) => fault.point === answer)
  const resend = (): Schedule['resend'] => {
    if (isReported('route-missing')) return { inquiries: 'miss-all', killedAfterMs: null }
    // The list finds it at once, so nothing is left to resend.
    if (!takesExit || isReported('custom-data-rewritten') || isReported('hidden-after-401'))
      return null
    return {
      inquiries: random() < 0.6 ? missing(seed) : 'work',
      killedAfterMs: random() < 0.4 ? Math.round(150 * random() ** 2) : null,
    }
  }
  const handles = seeded(seed + handlingFrom)
  const handled = (planned: Meeting): PlannedPayment => {
    // Whoever releases it again while the bank hides it alone is not protected (known limits).
    const isHidden = planned.fault.point === 'hidden-after-401'
    const handling = oneOf(handles, isHidden ? ['recall', 'edit', 'discard'] : handlings)
    return { ...planned, handling, isLeft: isHidden || handles() < 0.5 }
  }
  const answersUnknown = seeded(seed + readingsFrom)() < 0.5 ? 'not-found' : 'rejected'
  return {
    seed,
    reported: reported.map(handled),
    payments: payments.map(handled),
    together: random() < 0.3,
    warm: random() < 0.7,
    unknownUuid: isReported('unknown-as-rejected') ? 'rejected' : answersUnknown,
    rewritesCustomData: isReported('custom-data-rewritten'),
    hidesUnreported: isReported('hidden-after-401'),
    resend: resend(),
  }
}

/** The last step twice: a line that was held up does not cut there. */
const cutSteps = [...waySteps, waySteps.at(-1) ?? 'verifying'] as const

/**
 * Returns the schedule with a payment and a batch before all others whose ways through the proxy are
 * cut. Of four successive seeds each step meets one, and of eight both kinds.
 */
export function behindProxy(schedule: Schedule): Schedule {
  const { seed } = schedule
  const random = seeded(seed + waysFrom)
  const turn = Math.floor(seed / 4) % 2
  const cut = [wireOrRtp(random), batch(random)].map((what, at): PlannedPayment => {
    const step = cutSteps[(2 * seed + ((turn + at) % 2)) % cutSteps.length] ?? 'verifying'
    const fault = { point: 'way-cut', step } as const
    return { ...what, fault, clicks: 1, handling: oneOf(random, handlings), isLeft: false }
  })
  return { ...schedule, warm: true, reported: [...cut, ...schedule.reported] }
}

/** Returns all payments and batches of a schedule. */
export const plannedIn = ({ reported, payments }: Schedule): readonly PlannedPayment[] => [
  ...reported,
  ...payments,
]
