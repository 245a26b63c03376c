/**
 * Makes the automatic status inquiries when they are due, on the workstation with the duty of the
 * follower, also of orders that others sent; never during a pause after a 429, while
 * calls are blocked or the bank is unreachable. Only queries; nothing here can send.
 */
import { dutyWork } from '../../../store/duty-work.ts'
import { hearOthers } from '../../../store/follow.ts'
import type { Store } from '../../../store/store.ts'
import type { Background } from '../../../platform/in-flight.ts'
import type { OrderKinds } from '../types.ts'
import type { Clock } from '../../../platform/clock.ts'
import { Poller, waitWhileBlockedMs } from '../../../platform/poller.ts'
import type { StartTimer } from '../../../platform/timer.ts'
import { dueAt, lastInquiry } from './inquiry-due.ts'
import { refusalConfirmed } from '../../may-bank-have.ts'
import { attemptsOf, findSummary, system } from '../order-records.ts'
import { inquirableStates, type StatusInquiries } from './status-inquiry.ts'

export interface InquiryScheduleDeps {
  readonly store: Store
  readonly kinds: OrderKinds
  readonly clock: Clock
  readonly background: Background
  readonly startTimer: StartTimer
  readonly inquiries: Pick<StatusInquiries, 'inquire'>
  /** Returns whether the bank may be called now. */
  readonly mayPoll: () => boolean
  readonly inquired: (id: string) => Promise<void>
  readonly report: (where: string, problem: unknown) => void
}

export interface InquirySchedule {
  /** Plans every order that is not settled, once this workstation has the duty. */
  start(): Promise<void>
  /** Plans this order again, at once if `soon`; the follower does if it is another workstation. */
  plan(id: string, soon?: boolean): Promise<void>
  stop(): Promise<void>
  readonly isOn: () => boolean
}

/** Parallel status inquiries, within the bank's rate budget. */
const parallel = 4
/**
 * The longest intervals. An order that is not final always has a planned inquiry, so none is
 * planned again after the clock was set.
 */
const [hourMs, dayMs] = [3_600_000, 86_400_000]

const payments = ['WIRE', 'RTP'] as const
/** With age, the bank is asked about these once a day. */
const daily = ['accepted', 'rejected', 'withdrawn'] as const
/** Asks the follower for a status inquiry at once. */
const wanted = 'order.inquiry-wanted'

/** The order is gone, or in a state without status inquiries. */
const isOver = (code: string): boolean => code === 'not-found' || code === 'order-state'

/** Creates the schedule; no inquiry is made before `start`. */
export function createInquirySchedule(deps: InquiryScheduleDeps): InquirySchedule {
  const { store, clock, startTimer, inquiries, kinds, mayPoll } = deps
  const poller = new Poller({
    clock,
    startTimer,
    mayPoll,
    planAll,
    parallel,
    poll: inquire,
    report: (problem) => deps.report('orders.inquire', problem),
  })
  const following = dutyWork(deps, 'follower', 'orders.inquire', poller)
  hearOthers(store, (acts) => {
    if (!following.isHeld()) return
    const changed = acts.filter(({ kind }) => kind.startsWith('order.'))
    for (const [id, some] of Map.groupBy(changed, ({ subject }) => subject))
      deps.background.add(
        'orders.plan',
        plan(
          id,
          some.some(({ kind }) => kind === wanted),
        ),
      )
  })

  async function planAll(): Promise<void> {
    const rows = await store.read
      .selectFrom('orders')
      .select('id')
      .where((is) =>
        is.or([
          is('state', '=', 'outcome-unknown'),
          // An accepted batch is tracked by its entries.
          is.and([is('state', 'in', inquirableStates), is('service', 'in', payments)]),
          is('id', 'in', (from) =>
            from
              .selectFrom('order_attempts')
              .select('order_id')
              .where('reason', '=', refusalConfirmed),
          ),
        ]),
      )
      .where((is) => is.or([is('is_final', '=', 0), is('next_inquiry_at', 'is not', null)]))
      .execute()
    for (const { id } of rows) await plan(id)
  }

  async function inquire(id: string): Promise<void> {
    const inquired = await inquiries.inquire(id, system)
    if (inquired.ok && inquired.value.answered) poller.backOff.answered()
    else if (inquired.ok) poller.backOff.unanswered()
    // A status inquiry that is blocked now, for example a product outside the agreement, is tried
    // again later.
    if (!inquired.ok && !isOver(inquired.error.code)) poller.planIn(id, waitWhileBlockedMs)
    else await plan(id)
    await deps.inquired(id)
  }

  async function plan(id: string, soon = false): Promise<void> {
    if (!following.isHeld()) {
      if (soon) await store.note({ actor: system, kind: wanted, subject: id, detail: {} })
      return
    }
    const row = await findSummary(store.read, id)
    const at =
      row &&
      dueAt(row, await attemptsOf(store.read, id), await lastInquiry(store.read, id), kinds.of(row))
    const longestMs = daily.some((state) => state === row?.state) ? dayMs : hourMs
    poller.plan(id, at && soon ? clock.now() : (at ?? null), longestMs)
  }

  return {
    start: () => following.start(),
    plan,
    stop: () => following.stop(),
    isOn: () => poller.isOn(),
  }
}
