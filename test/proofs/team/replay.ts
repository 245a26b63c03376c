/**
 * Follows the audit chain of a team, act by act: each order must have come to its state by moves that
 * the state machine allows, and no act may have taken a day's sum beyond its limit.
 */
import { clockIn } from '../../../preload/contract/kernel/calendar.ts'
import { limitFor, type Policy } from '../../../preload/contract/domain/operators/policy.ts'
import type { OrderService } from '../../../preload/contract/domain/orders/order.ts'
import type { OrderState } from '../../../preload/contract/domain/orders/order-states.ts'
import type { AuditEntry } from '../../../main/store/hash-chain.ts'
import {
  nextState,
  type OrderEvent,
  type OrderFacts,
  type ResendFacts,
} from '../../../main/money/order/order-machine.ts'

/** An order as the store has it in the end. */
export interface FinalOrder {
  readonly id: string
  readonly state: OrderState
  readonly service: OrderService
  readonly currency: string
  readonly amount: number
}

export interface Chain {
  readonly entries: readonly AuditEntry[]
  readonly orders: readonly FinalOrder[]
  /** By version; the first is that of version 0. */
  readonly policies: readonly Policy[]
}

/** Since when an order had a state. */
export interface Passed {
  readonly seq: number
  readonly state: OrderState
}

export interface Replayed {
  readonly wrong: readonly string[]
  /** What each order went through. */
  readonly passed: ReadonlyMap<string, readonly Passed[]>
}

type Outcome = Extract<OrderEvent, { kind: 'sending-ended' }>['outcome']

/** What the acts of the team say in their details. */
interface Detail {
  readonly attempt?: number
  readonly outcome?: Outcome | 'interrupted'
  readonly reason?: string | null
  readonly evidence?: string
  readonly state?: OrderState
  readonly verdict?: string
  readonly statusText?: string | null
  readonly route?: string
  readonly version?: number
}

interface Inquired {
  readonly by: string
  readonly isNotFound: boolean
  readonly attempt: number
}

/** The first act of an order. */
const created = ['order.drafted', 'order.copied']

/** An order while its acts are followed. */
class FollowedOrder {
  state: OrderState = 'draft'
  submittedOn: string | null = null
  readonly passed: Passed[] = []
  readonly makers = new Set<string>()
  readonly #approvers = new Set<string>()
  /** Outcomes of its sendings, and the days on which they were journalled. */
  readonly attempts: {
    outcome: Outcome | 'interrupted' | 'under-way'
    reason: string | null
    readonly on: string
  }[] = []
  readonly #inquired = new Map<string, Inquired>()
  #resend: ResendFacts | null = null
  #bankKnows = false

  /** Takes in an act on `day`; returns what is wrong with it. */
  take({ seq, kind, actor }: AuditEntry, detail: Detail, day: string): string | undefined {
    if (this.passed.length === 0 && !created.includes(kind)) return 'before it was drafted'
    const before = this.state
    const event = this.#eventOf(kind, actor, detail)
    if (event !== null) {
      const to = nextState(this.#facts(event), event)
      if (to === null) return `cannot happen to an order that is ${before}`
      this.state = to
    }
    this.#learn(kind, actor, detail, day)
    if (this.state !== before || this.passed.length === 0)
      this.passed.push({ seq, state: this.state })
    // A status inquiry says in its act which state it left behind.
    return detail.state !== undefined && detail.state !== this.state
      ? `says that the order is ${detail.state}, which is ${this.state}`
      : undefined
  }

  /** Returns the move that an act claims; null if it claims none. */
  #eventOf(kind: string, by: string, detail: Detail): OrderEvent | null {
    switch (kind) {
      case 'order.submitted':
      case 'order.recalled':
      case 'order.discarded':
      case 'order.released':
        return { kind: kind.slice('order.'.length) as 'submitted' }
      case 'order.approved':
      case 'order.sent-back':
        return { kind: kind.slice('order.'.length) as 'approved', by }
      case 'order.taken-back':
      case 'order.release-expired':
        return { kind: 'taken-back' }
      case 'order.send-journalled':
        return { kind: 'journalled' }
      case 'order.interrupted':
        return { kind: 'interrupted' }
      case 'order.ended':
        return this.#endOf(detail)
      case 'order.ended-late':
        return this.state === 'outcome-unknown' ? this.#lateEndOf(detail) : null
      case 'order.resend-proposed':
        return { kind: 'resend-proposed', by }
      case 'order.resend-confirmed':
        return { kind: 'resend-confirmed', by }
      case 'order.status-inquired':
        return this.state === 'outcome-unknown'
          ? { kind: 'inquiry-answered', found: foundIn(detail) }
          : null
      default:
        return null
    }
  }

  #endOf({ outcome, reason }: Detail): OrderEvent {
    if (reason === 'refusal-borne-out') return { kind: 'refusal-confirmed' }
    if (reason === 'reported-since') return { kind: 'reported-by-bank' }
    return { kind: 'sending-ended', outcome: outcome as Outcome }
  }

  /** An end that its home tells after others gave the sending up; another sending may contradict it. */
  #lateEndOf({ outcome, attempt }: Detail): OrderEvent | null {
    if (outcome === 'accepted') return { kind: 'inquiry-answered', found: outcome }
    const isOnlyOne = this.attempts.every(
      (one, at) =>
        at + 1 === attempt || (one.outcome === 'not-sent' && one.reason !== 'refusal-borne-out'),
    )
    return outcome === 'rejected' && isOnlyOne && !this.#bankKnows
      ? { kind: 'inquiry-answered', found: outcome }
      : null
  }

  /** What the acts do not say is taken to be so that it forbids nothing. */
  #facts(event: OrderEvent): OrderFacts {
    const isEnd = event.kind === 'sending-ended' || event.kind === 'interrupted'
    const earlier = isEnd ? this.attempts.slice(0, -1) : this.attempts
    const isReported = event.kind === 'reported-by-bank'
    return {
      state: this.state,
      makers: [...this.makers],
      approvers: [...this.#approvers],
      approvalsNeeded: 1,
      mayBeAtBank: earlier.some(({ outcome }) => outcome !== 'not-sent'),
      cameBack: earlier.some(({ reason }) => reason === 'refusal-borne-out'),
      resend: this.#resend,
      evidence: this.#resend?.evidence ?? '',
      inquiriesAllowResend: this.#inquiriesAllowResend(),
      bankKnows: isReported || this.#bankKnows,
      isAlertOpen: false,
      isUndecided: false,
      isCopied: false,
      mayStillBeSent: false,
      supportReply: null,
      isClosed: false,
      isRefusedBarely: true,
      isRouteProven: true,
      wasSent: this.attempts.length > 0,
      isHeldAfterRestore: false,
    }
  }

  #inquiriesAllowResend(): boolean {
    const newest = [...this.#inquired.values()]
    return (
      newest.length > 0 &&
      newest.every(({ isNotFound, attempt }) => isNotFound && attempt === this.attempts.length)
    )
  }

  #learn(kind: string, actor: string, detail: Detail, day: string): void {
    const { attempt = 0, evidence = '' } = detail
    switch (kind) {
      case 'order.drafted':
      case 'order.copied':
      case 'order.draft-saved':
        this.makers.add(actor)
        return
      case 'order.submitted':
        this.makers.add(actor)
        this.#approvers.clear()
        this.submittedOn = day
        return
      case 'order.approved':
        this.#approvers.add(actor)
        return
      case 'order.send-journalled':
        this.attempts.push({ outcome: 'under-way', reason: null, on: day })
        return
      case 'order.ended':
      case 'order.interrupted': {
        const ended = this.attempts[attempt - 1]
        if (ended && detail.outcome) {
          ended.outcome = detail.outcome
          ended.reason = detail.reason ?? null
        }
        this.#resend = null
        return
      }
      case 'order.taken-back':
      case 'order.release-expired':
      case 'order.resend-withdrawn':
        this.#resend = null
        return
      case 'order.resend-proposed':
        this.#resend = { by: actor, confirmedBy: null, evidence }
        return
      case 'order.resend-confirmed':
        if (this.#resend) this.#resend = { ...this.#resend, confirmedBy: actor }
        return
      case 'order.status-inquired':
        this.#inquire(detail)
        return
      case 'order.ended-late':
        this.#bankKnows ||= detail.outcome === 'accepted'
        return
      case 'order.alert-matched':
        this.#bankKnows = true
    }
  }

  #inquire({ verdict, statusText, route = '', attempt = 0 }: Detail): void {
    if (verdict === 'no-answer') return
    if ((statusText ?? null) !== null && (verdict === 'found' || verdict === 'undecided'))
      this.#bankKnows = true
    this.#inquired.set(route, { by: route, isNotFound: verdict === 'not-found', attempt })
  }
}

const foundIn = ({ state }: Detail): 'accepted' | 'rejected' | null =>
  state === 'accepted' || state === 'rejected' ? state : null

/** Follows the whole chain of a store. */
export function replay({ entries, orders, policies }: Chain): Replayed {
  const wrong: string[] = []
  const followed = new Map<string, FollowedOrder>()
  const known = new Map(orders.map((order) => [order.id, order]))
  let [policy] = policies
  for (const entry of entries) {
    const detail = JSON.parse(entry.detail) as Detail
    if (entry.kind === 'policy.changed') policy = policies[detail.version ?? 0]
    const final = known.get(entry.subject)
    if (!final || !entry.kind.startsWith('order.') || !policy) continue
    const order = followed.get(final.id) ?? new FollowedOrder()
    followed.set(final.id, order)
    const day = clockIn(policy.bankingZone, new Date(entry.at))?.date ?? ''
    const what =
      order.take(entry, detail, day) ??
      overLimit(entry, { final, day, policy, known, followed, person: [...order.makers][0] ?? '' })
    if (what !== undefined)
      wrong.push(`act ${String(entry.seq)}, ${entry.kind} of ${final.id}: ${what}`)
  }
  for (const { id, state } of orders) {
    const replayed = followed.get(id)?.state
    if (replayed !== state)
      wrong.push(`${id} is ${state}, and by its acts it is ${replayed ?? 'not there'}`)
  }
  const passed = new Map([...followed].map(([id, order]) => [id, order.passed]))
  return { wrong, passed }
}

const gone: readonly OrderState[] = ['draft', 'withdrawn', 'rejected']

/** Returns by how much an act goes beyond the limit of a day. */
function overLimit(
  { kind }: AuditEntry,
  {
    final,
    day,
    policy,
    known,
    followed,
    person,
  }: {
    readonly final: FinalOrder
    readonly day: string
    readonly policy: Policy
    readonly known: ReadonlyMap<string, FinalOrder>
    readonly followed: ReadonlyMap<string, FollowedOrder>
    readonly person: string
  },
): string | undefined {
  const { service, currency } = final
  const limited = service === 'WIRE' || service === 'RTP' ? service : 'ACH'
  const perDay = limitFor(policy, { operatorId: person, service: limited, currency })?.perDay
  if (perDay === undefined || perDay === null) return undefined
  const counts = countedBy(kind, day)
  if (!counts) return undefined
  let sum = 0
  for (const [id, order] of followed) {
    const one = known.get(id)
    if (one?.service === service && one.currency === currency && order.makers.has(person))
      sum += counts(order) * one.amount
  }
  return sum > perDay ? `the day has ${String(sum)}, more than ${String(perDay)}` : undefined
}

/** Returns how often an order counts on a day when this act is recorded. */
function countedBy(kind: string, day: string): ((order: FollowedOrder) => number) | undefined {
  switch (kind) {
    case 'order.submitted':
      return ({ submittedOn, state }) => (submittedOn === day && !gone.includes(state) ? 1 : 0)
    case 'order.released':
    case 'order.send-journalled':
      return ({ state, attempts }) =>
        attempts.filter(
          ({ outcome, on }) => on === day && outcome !== 'not-sent' && outcome !== 'rejected',
        ).length + (state === 'queued' ? 1 : 0)
    default:
      return undefined
  }
}
