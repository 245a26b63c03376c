/**
 * What happens in one schedule: which payments and batches, what goes wrong with each, and when it is killed. A seed
 * decides.
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
  type OrderForm,
} from '../../../preload/contract/domain/orders/order-form.ts'
import { seeded } from '../store/seeded.ts'

/** What the bank says, or fails to say, that a workstation could read wrongly. */
const wordsOfBoth = [
  'answered-twice',
  'bare-401-after-commit',
  'status-twice',
  'refused-with-error',
  'route-missing',
] as const
/** The same of batches alone. */
const wordsOfBatches = ['unknown-as-rejected', 'custom-data-rewritten'] as const
const bankWords = [...wordsOfBoth, ...wordsOfBatches] as const
type BankWord = (typeof bankWords)[number]

/** Every one of these is met by five of sixty schedules that follow each other. */
export const dealt: readonly { readonly word: BankWord; readonly kind: Planned['kind'] }[] = [
  ...wordsOfBoth.map((word) => ({ word, kind: 'payment' as const })),
  ...bankWords.map((word) => ({ word, kind: 'batch' as const })),
]

/** Where the line, the bank and the program fail. */
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
export const faultPoints = [...failures, ...bankWords]
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
  | { readonly point: '5xx-after-commit' | 'garbage-2xx' | Exclude<BankWord, 'route-missing'> }
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

/** What is written: a payment, or a batch, whose entries get their ids when they are. */
export type Planned =
  | { readonly kind: 'payment'; readonly form: OrderForm }
  | {
      readonly kind: 'batch'
      readonly form: BatchForm
      readonly entries: readonly Omit<TypedEntry, 'id'>[]
    }

/** One payment or batch of a schedule. */
export interface PlannedPayment {
  readonly planned: Planned
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
  /** Released before all others and alone: the first meets what the bank says. */
  readonly told: readonly PlannedPayment[]
  readonly payments: readonly PlannedPayment[]
  /** All but those that are told are released at once, and the faults meet whichever comes. */
  readonly together: boolean
  /** A token is there before each release, and connections that what moves money must not take. */
  readonly warm: boolean
  /** What the bank answers about a uuid that it does not have: a 404, or `rejected` in a 200. Nothing shows which. */
  readonly unknownUuid: 'not-found' | 'rejected'
  /** The status of addenda misses what was not told: the list alone shows it, with customData in another writing. */
  readonly rewritesCustomData: boolean
  /**
   * It takes the two-person exit. Then the bank refuses repeats of payments; in all others it takes them, so that
   * nothing but the workstation stands between a payment and its second sending. Repeats of batches it always takes
   * (trap 84).
   */
  readonly secondSending: {
    /**
     * The bank has the payment, perhaps, and its look-ups say that it has not: of what it has not told, or of everything,
     * as where a gateway lacks the route.
     */
    readonly lookUps: 'work' | 'miss-untold' | 'miss-all'
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
      // Of a payment that the bank has, an alert tells, whatever its look-ups miss.
      return { point, isTaken: kind === 'batch' }
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
  'own-socket-reset',
  'kill',
] as const satisfies readonly FaultPoint[]

const day = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A third of those that meet failures are batches. */
const payment = (point: FaultPoint, random: Random): PlannedPayment =>
  meeting(point, random() < 1 / 3 ? batch(random) : wireOrRtp(random), random)

const meeting = (point: FaultPoint, what: What, random: Random): PlannedPayment => ({
  ...what,
  fault: faultAt(point, what.planned.kind, random),
  clicks: random() < 0.25 ? 2 + upTo(random, 1) : 1,
})

/** What is dealt to a seed: each twelve go through all, and the next of sixty begin one later, with other faults. */
function toldOf(seed: number): PlannedPayment[] {
  const random = seeded(seed + wordsFrom)
  const turn = seed + Math.floor((seed % 60) / dealt.length)
  const { word, kind } = dealt[turn % dealt.length] ?? { word: bankWords[0], kind: 'payment' }
  const what = (): What => (kind === 'batch' ? batch(random) : wireOrRtp(random))
  const told = meeting(word, what(), random)
  // A missing route is known only by what it does not show, though the bank has taken it in.
  return word === 'route-missing' ? [told, meeting('duplicate-alert', what(), random)] : [told]
}

type What = Pick<PlannedPayment, 'planned' | 'debitAccount' | 'rejectedLater'>

function wireOrRtp(random: Random): What {
  const at = upTo(random, clientAccounts.length - 1)
  const service = random() < 0.6 ? 'RTP' : 'WIRE'
  const form: OrderForm = {
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

/** Drawn on the account on which the bank lists what is originated. */
function batch(random: Random): What {
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

/** The readings of the documents and the words of the bank are dealt apart: a new one leaves the faults of a seed as they were. */
const [readingsFrom, wordsFrom, routesFrom] = [1_000_000_000, 2_000_000_000, 3_000_000_000]

const missing = (seed: number) =>
  seeded(seed + routesFrom)() < 0.5 ? ('miss-untold' as const) : ('miss-all' as const)

/** The schedule of a seed; seeds that follow each other go through all points. */
export function scheduleOf(seed: number): Schedule {
  const random = seeded(seed)
  const takesExit = random() < 0.15
  const points: readonly [FaultPoint, ...FaultPoint[]] = takesExit ? doubtful : failures
  const first = points[seed % points.length] ?? points[0]
  const count = 1 + upTo(random, 2)
  const payments = Array.from({ length: count }, (_, at) =>
    payment(at === 0 ? first : oneOf(random, points), random),
  )
  const told = toldOf(seed)
  const isTold = (word: BankWord): boolean => told[0]?.fault.point === word
  const secondSending = (): Schedule['secondSending'] => {
    if (isTold('route-missing')) return { lookUps: 'miss-all', killedAfterMs: null }
    // Found by the list at once, there is nothing to send again.
    if (!takesExit || isTold('custom-data-rewritten')) return null
    return {
      lookUps: random() < 0.6 ? missing(seed) : 'work',
      killedAfterMs: random() < 0.4 ? Math.round(150 * random() ** 2) : null,
    }
  }
  const answersUnknown = seeded(seed + readingsFrom)() < 0.5 ? 'not-found' : 'rejected'
  return {
    seed,
    told,
    payments,
    together: random() < 0.3,
    warm: random() < 0.7,
    unknownUuid: isTold('unknown-as-rejected') ? 'rejected' : answersUnknown,
    rewritesCustomData: isTold('custom-data-rewritten'),
    secondSending: secondSending(),
  }
}

/** All payments and batches of a schedule. */
export const plannedIn = ({ told, payments }: Schedule): readonly PlannedPayment[] => [
  ...told,
  ...payments,
]
