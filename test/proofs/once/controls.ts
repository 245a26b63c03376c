/**
 * The controls of the proof. Where a build would send twice, the second guard is off too: otherwise an
 * alert would hold a payment back, or a status inquiry would resolve it.
 */
import type { Change } from '../harness/controls.ts'
import type { Control } from '../harness/proof.ts'
import {
  behindProxy,
  plannedIn,
  scheduleOf,
  type FaultPoint,
  type Planned,
  type PlannedPayment,
} from './schedule.ts'

export const kinds = ['payment', 'batch'] as const
type Kind = Planned['kind']

export interface OnceControl extends Control {
  /** What the judge says of it. */
  readonly says: string
  readonly seeds: () => readonly number[]
  /** For which it must be found. */
  readonly kinds: readonly Kind[]
  readonly isBehindProxy?: boolean
}

const journals = '      await journal(this.#context, sendAttempt)\n'
const ends = 'const result = sent ? sendResult(sent) : unforeseenEnd\n'
/** As long as a slow disk may take to flush. */
const begun =
  '      void new Promise((later) => setTimeout(later, 200)).then(() => journal(this.#context, sendAttempt)).catch(() => undefined)\n'
const sender = '/main/money/order/sending/sender.ts'

/** Later reports of the bank hold nothing back. */
const laterReports: readonly Change[] = [
  [
    '/main/money/order/order-machine.ts',
    "return from(...notOnItsWay) && facts.wasSent && facts.bankKnows ? 'outcome-unknown' : null",
    'return null',
  ],
  [
    '/main/money/order/order-machine.ts',
    '(facts.mayBeAtBank ? isConfirmed(facts) && mayBeResent(facts) : isUnreported(facts))',
    '(facts.mayBeAtBank ? isConfirmed(facts) && mayBeResent(facts) : true)',
  ],
]

export const firstSeed = 20_261_122

/**
 * The program is killed when the bank has, or is about to have, one of this kind, which is released
 * again. With a resend the bank refuses repeated payments.
 */
function diesAfterSending(seed: number, kind: Kind): boolean {
  const schedule = scheduleOf(seed)
  const reachesTheBank = ({ fault }: PlannedPayment): boolean =>
    (fault.point === 'late-2xx' && fault.killedAfterMs !== null) ||
    (fault.point === 'kill' &&
      (fault.moment.by === 'answer' || (fault.moment.by === 'request' && fault.moment.passes)))
  return (
    schedule.resend === null &&
    plannedIn(schedule).some(
      (one) => one.planned.kind === kind && one.handling === 'release' && reachesTheBank(one),
    )
  )
}

/** Returns seeds that fit one kind or the other, alternating. */
function byTurns(ofEach: number, isRight: (seed: number, kind: Kind) => boolean) {
  const all = Array.from({ length: 3_000 }, (_, at) => firstSeed + at)
  const right = kinds.map((kind) => all.filter((seed) => isRight(seed, kind)))
  const turns = Array.from({ length: ofEach }, (_, at) => right.flatMap((seeds) => seeds[at] ?? []))
  return [...new Set(turns.flat())]
}

/**
 * Returns seeds in which one of each kind meets this fault, and is released again where it came
 * back: only then does it reach the bank twice. What is hidden is never released again.
 */
const meeting = (point: FaultPoint): readonly number[] =>
  byTurns(6, (seed, kind) =>
    plannedIn(scheduleOf(seed)).some(
      ({ fault, planned, handling }) =>
        planned.kind === kind &&
        fault.point === point &&
        (handling === 'release' || point === 'hidden-after-401'),
    ),
  )

const sentTwice = 'accepted it 2 times'

/**
 * Some seeds show a fault depending on milliseconds. They are played until one of each kind has, so
 * that more seeds cost nothing.
 */
export const onceControls: Readonly<Record<string, OnceControl>> = {
  late: {
    lacks: 'does not journal before the first byte',
    changes: [[sender, journals, ''], [sender, ends, `${journals}${ends}`], ...laterReports],
    says: sentTwice,
    seeds: () => byTurns(30, diesAfterSending),
    kinds: kinds,
  },
  unawaited: {
    lacks: 'does not wait until the journal is flushed',
    changes: [[sender, journals, begun], ...laterReports],
    says: sentTwice,
    seeds: () => byTurns(30, diesAfterSending),
    kinds: kinds,
  },
  followed: {
    lacks: 'does not see what comes after an answer',
    changes: [
      [
        '/main/bank/answers/classification.ts',
        "if (followedBy) return unknown(followedBy === 'reset' ? 'answer-reset' : 'answer-followed')",
        '',
      ],
      ...laterReports,
    ],
    says: sentTwice,
    seeds: () => meeting('answered-twice'),
    kinds: kinds,
  },
  repeated: {
    lacks: 'reads the last of two members with one name',
    changes: [
      [
        '/main/bank/answers/classification.ts',
        "if (repeatedNames(text).length > 0) return unknown('names-repeated')",
        '',
      ],
    ],
    says: 'shown as rejected, and the bank',
    seeds: () => meeting('status-twice'),
    kinds: kinds,
  },
  bare: {
    lacks: 'believes a refusal without the bank’s own error body',
    changes: [
      [
        '/main/bank/answers/ambiguous-refusal.ts',
        "return isOwn || answer.status === 429 ? null : 'refused-barely'",
        'return null',
      ],
      ...laterReports,
    ],
    says: sentTwice,
    seeds: () => meeting('bare-401-after-commit'),
    kinds: kinds,
  },
  unproved: {
    lacks: 'treats every route as proven',
    changes: [
      [
        '/main/money/order/status/route-proof.ts',
        "return (await isShownByRoute(other)) ? 'proven' : 'failed'",
        "return 'proven'",
      ],
    ],
    says: 'sent again by status inquiries that show nothing',
    seeds: () => meeting('route-missing'),
    kinds: kinds,
  },
  believed: {
    lacks:
      'takes a batch that the addenda status rejects for rejected, although the bank may not have it',
    changes: [
      [
        '/main/money/batch/tracking/batch-inquiry-addenda.ts',
        "return { ...nothing('not-found'), statusText }",
        "return { ...nothing('found'), found: 'rejected', statusText }",
      ],
    ],
    says: 'shown as rejected, and the bank says nothing of it',
    seeds: () => meeting('unknown-as-rejected'),
    kinds: ['batch'],
  },
  exact: {
    lacks: 'knows customData in one writing alone',
    changes: [
      [
        '/main/money/batch/tracking/batch-inquiry-rows.ts',
        "const text = customData?.toLowerCase() ?? ''",
        "if (customData !== null) return customData === uuid ? 'ours' : 'another'\nconst text = ''",
      ],
    ],
    says: 'still of unknown outcome, and the bank says accepted',
    seeds: () => meeting('custom-data-rewritten'),
    kinds: ['batch'],
  },
  unmoved: {
    lacks: 'leaves what came back as not sent there, whatever the bank reports',
    changes: laterReports,
    says: 'as if it was never sent',
    seeds: () => meeting('hidden-after-401'),
    kinds: ['payment'],
  },
  unread: {
    lacks: 'reads no refusal, whatever the bank says',
    changes: [
      [
        '/main/bank/answers/ambiguous-refusal.ts',
        "return isOwn || answer.status === 429 ? null : 'refused-barely'",
        "return 'refused-barely'",
      ],
      [
        '/main/money/order/sending/send-result.ts',
        "const barely: RefusalAmbiguity = 'refused-barely'",
        "const barely = 'none'",
      ],
    ],
    says: 'of unknown outcome, though the bank refused it',
    seeds: () => meeting('refused-with-error'),
    kinds: kinds,
  },
  unverified: {
    lacks: 'writes a request before the bank has verified the certificate',
    changes: [
      [
        '/main/bank/client/own-socket.ts',
        'afterVerification(secure, (refusal) => {',
        ';((written: (refusal: Error | null) => void) => written(null))((refusal) => {',
      ],
    ],
    says: 'its way to the bank was cut before a byte of it',
    seeds: () =>
      byTurns(3, (seed, kind) =>
        plannedIn(behindProxy(scheduleOf(seed))).some(
          ({ fault, planned }) =>
            planned.kind === kind && fault.point === 'way-cut' && fault.step === 'verifying',
        ),
      ),
    kinds: kinds,
    isBehindProxy: true,
  },
}
