/** What happens in one schedule: which payments, what goes wrong with each, and when it is killed. A seed decides. */
import { clientAccounts } from '../../../main/practice/client-accounts.ts'
import type { AlertScenario } from '../../../main/practice/scenario.ts'
import {
  emptyForm,
  emptyParty,
  type OrderForm,
} from '../../../preload/contract/orders/order-form.ts'
import { seeded } from '../store/seeded.ts'

/** The points at which a fault can strike. */
export const faultPoints = [
  'before-send',
  'mid-body',
  'after-commit',
  'late-2xx',
  '5xx-after-commit',
  'garbage-2xx',
  'reused-socket-reset',
  'token',
  'certificate',
  'duplicate-alert',
  'alert-first',
  'kill',
] as const
export type FaultPoint = (typeof faultPoints)[number]

/** What people ask for and the program can be killed after. */
export type Step = 'submit' | 'approve' | 'release'

/** When the program is killed: after a step was asked for, or by what is seen on the line. */
export type KillMoment =
  | {
      readonly by: 'step'
      readonly step: Step
      readonly afterMs: number
    }
  | { readonly by: 'request'; readonly passes: boolean }
  | { readonly by: 'answer' }

/** What goes wrong with one payment. */
export type Fault =
  | { readonly point: 'before-send'; readonly how: 'refused' | 'killed' }
  | { readonly point: 'mid-body'; readonly afterBytes: number }
  | { readonly point: 'after-commit'; readonly how: 'before-answer' | 'mid-answer' | 'cut' }
  | { readonly point: 'late-2xx'; readonly delayMs: number; readonly killedAfterMs: number | null }
  | { readonly point: '5xx-after-commit' | 'garbage-2xx' | 'reused-socket-reset' }
  | { readonly point: 'token'; readonly scenario: 'token-revoked' | 'service-not-authorized-401' }
  | { readonly point: 'certificate'; readonly how: 'alert' | 'after-handshake' }
  | { readonly point: 'duplicate-alert'; readonly scenario: AlertScenario }
  | { readonly point: 'alert-first'; readonly delayMs: number }
  | { readonly point: 'kill'; readonly moment: KillMoment }

/** One payment of a schedule. */
export interface PlannedPayment {
  readonly form: OrderForm
  readonly debitAccount: string
  readonly fault: Fault
  /** How often release is clicked at once, by both people in turn. */
  readonly clicks: number
  /** The network rejects it after the bank has taken it in. */
  readonly rejectedLater: boolean
}

/** One schedule. */
export interface Schedule {
  readonly seed: number
  readonly payments: readonly PlannedPayment[]
  /** All are released at once, and the faults meet whichever comes. */
  readonly together: boolean
  /** A token and a connection are there before each release. */
  readonly warm: boolean
  /**
   * It takes the two-person exit. Then the bank refuses repeats; in all others it takes them, so that nothing but
   * the workstation stands between a payment and its second sending.
   */
  readonly secondSending: {
    /** The bank has the payment, perhaps, and its look-ups say that it has not. */
    readonly foundLate: boolean
    readonly killedAfterMs: number | null
  } | null
}

type Random = () => number
const oneOf = <const T>(random: Random, values: readonly [T, ...T[]]): T =>
  values[Math.floor(random() * values.length)] ?? values[0]
const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1))

const alertFaults = [
  'alerts-twice',
  'alerts-under-new-ids',
  'alerts-out-of-order',
  'alerts-contradicted',
  'alerts-answer-lost',
] as const satisfies readonly AlertScenario[]

/** Mostly when it matters most: in the milliseconds around the journal, or by what is seen on the line. */
function killMoment(random: Random): KillMoment {
  const kind = random()
  if (kind < 0.2) return { by: 'request', passes: random() < 0.5 }
  if (kind < 0.3) return { by: 'answer' }
  const step = kind < 0.4 ? oneOf(random, ['submit', 'approve']) : 'release'
  return { by: 'step', step, afterMs: Math.round(120 * random() ** 2) }
}

function faultAt(point: FaultPoint, random: Random): Fault {
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
    default:
      return { point }
  }
}

/** Those after which it is not known whether the bank has it. */
const doubtful = [
  'mid-body',
  'after-commit',
  '5xx-after-commit',
  'garbage-2xx',
  'reused-socket-reset',
  'kill',
] as const satisfies readonly FaultPoint[]

function payment(point: FaultPoint, random: Random): PlannedPayment {
  const at = upTo(random, clientAccounts.length - 1)
  const service = random() < 0.6 ? 'RTP' : 'WIRE'
  const cents = 1 + upTo(random, 99_999_999)
  return {
    form: {
      ...emptyForm,
      service,
      type: service === 'WIRE' ? 'DRAFT' : 'PAYMENT',
      debitAccountId: `practice-${String(at + 1)}`,
      valueDate: new Date().toISOString().slice(0, 10),
      amount: `${String(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`,
      debitParty: { ...emptyParty, name: 'Alder Falls Works' },
      creditPartyBank: { ...emptyParty, name: 'Northfield Trust', aba: '550030038' },
      creditParty: {
        ...emptyParty,
        name: 'Ridgeway Supply',
        accountNumber: String(10_000_000 + upTo(random, 89_999_999)),
        address: ['1 Mill Road', '', 'Alder Falls'],
      },
    },
    debitAccount: clientAccounts[at]?.accountNumber ?? '',
    fault: faultAt(point, random),
    clicks: random() < 0.25 ? 2 + upTo(random, 1) : 1,
    rejectedLater: service === 'RTP' && random() < 0.15,
  }
}

/** The schedule of a seed; seeds that follow each other go through all points. */
export function scheduleOf(seed: number): Schedule {
  const random = seeded(seed)
  const takesExit = random() < 0.15
  const points: readonly [FaultPoint, ...FaultPoint[]] = takesExit ? doubtful : faultPoints
  const first = points[seed % points.length] ?? points[0]
  const count = 1 + upTo(random, 2)
  const payments = Array.from({ length: count }, (_, at) =>
    payment(at === 0 ? first : oneOf(random, points), random),
  )
  return {
    seed,
    payments,
    together: random() < 0.3,
    warm: random() < 0.7,
    secondSending: takesExit
      ? {
          foundLate: random() < 0.6,
          killedAfterMs: random() < 0.4 ? Math.round(150 * random() ** 2) : null,
        }
      : null,
  }
}
