/**
 * Tracks an order at the bank after it was sent: manual and automatic status inquiries, and alerts.
 */
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import { systemTimer, type StartTimer } from '../../../platform/timer.ts'
import { dutyWork } from '../../../store/duty-work.ts'
import { hearOthers } from '../../../store/follow.ts'
import { createAlertMatching } from './alert-matching.ts'
import { system } from '../order-records.ts'
import { createStatusInquiries, type StatusInquiries } from './status-inquiry.ts'
import { createInquirySchedule } from './inquiry-schedule.ts'
import type { OrderContext } from '../types.ts'
import type { OrderTracking, OrderReading, NotifyOrder } from '../services.ts'
import { isReportedByBank } from '../../may-bank-have.ts'
import { notOnItsWay } from '../order-machine.ts'
import { confirmRefusal, markUnknownAgain } from '../sending/send-journal.ts'

export interface OrderTrackingDeps {
  readonly show: OrderReading['show']
  readonly notify: NotifyOrder
  readonly startTimer?: StartTimer
}

/** Creates the service; no status inquiry is automatic before `start`. */
export function createOrderTracking(context: OrderContext, deps: OrderTrackingDeps): OrderTracking {
  const { store, clock, kinds, connection, report, background } = context

  const notifyState = async (id: string): Promise<void> => {
    const row = await store.read
      .selectFrom('orders')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst()
    if (row) deps.notify(id, row.state)
  }
  const matching = createAlertMatching({
    store,
    clock,
    kinds,
    report,
    // A bank alert about an unknown outcome is a reason for a status inquiry now.
    matched: (id) => background.add('orders.alert-matched', trackMatched(id)),
  })
  const reading = dutyWork(context, 'reader', 'orders.alerts', {
    start: () => background.add('orders.alerts', matching.start()),
    stop: () => matching.stop(),
  })
  /** How far alerts were matched is known on the workstation with the duty alone. */
  const matchEarlierAlerts = (id: string): void => {
    if (reading.isHeld()) background.add('orders.alerts', matching.matchEarlierAlerts(id))
  }
  hearOthers(store, (acts) => {
    const learned = acts.filter(({ kind }) => bringTransactionId.includes(kind))
    for (const id of new Set(learned.map(({ subject }) => subject))) matchEarlierAlerts(id)
  })
  const inquiries = createStatusInquiries(context, matchEarlierAlerts)
  /**
   * A status inquiry that confirms a bare refusal ends the unknown outcome; if the order is found
   * later, its outcome is unknown again.
   */
  const inquire: StatusInquiries['inquire'] = async (id, actor, lane) => {
    const inquired = await inquiries.inquire(id, actor, lane)
    if (!inquired.ok) return inquired
    const { state } = inquired.value
    const corrected =
      state === 'outcome-unknown'
        ? await confirmRefusal(context, id)
        : await markUnknownAgain(context, id)
    return corrected === null ? inquired : ok({ ...inquired.value, state: corrected })
  }
  const schedule = createInquirySchedule({
    store,
    kinds,
    clock,
    background,
    inquiries: { inquire },
    report,
    startTimer: deps.startTimer ?? systemTimer,
    mayPoll: () =>
      kinds.all.some(({ inquiry }) => inquiry.open(context).ok) &&
      connection.pausedUntil() === null,
    inquired: notifyState,
  })
  const isOutcomeUnknown = async (id: string): Promise<boolean> =>
    (await store.read
      .selectFrom('orders')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'outcome-unknown')
      .executeTakeFirst()) !== undefined
  /**
   * A profile in the background was resumed: due status inquiries run automatically from now on.
   */
  const startSchedule = async (): Promise<void> => {
    if (!background.isClosing) await schedule.start()
  }
  const inquireSoon = async (id: string): Promise<void> => {
    if (!schedule.isOn()) await startSchedule()
    if (await isOutcomeUnknown(id)) await schedule.plan(id, true)
  }
  const trackOrder = async (id: string): Promise<void> => {
    if ((await markUnknownAgain(context, id)) !== null) await notifyState(id)
    await schedule.plan(id)
  }
  const recovering = dutyWork(context, 'follower', 'orders.track', {
    async start() {
      for (const id of await reportedLate(store)) background.add('orders.track', trackOrder(id))
    },
    stop: () => undefined,
  })
  const trackMatched = async (id: string): Promise<void> => {
    await markUnknownAgain(context, id)
    await schedule.plan(id, await isOutcomeUnknown(id))
    await notifyState(id)
  }

  return {
    handlers: {
      async inquire({ id }, { operator }) {
        const inquired = await inquire(id, operator.id)
        if (!inquired.ok) return inquired
        await (schedule.isOn() ? schedule.plan(id) : startSchedule())
        deps.notify(id, inquired.value.state)
        return deps.show(id, operator)
      },
      async decideAlert(about, { operator }) {
        const decided = await matching.decide(about, operator.id)
        return decided.ok ? deps.show(about.id, operator) : err(decided.error)
      },
    },
    track(id) {
      background.add('orders.track', trackOrder(id))
      matchEarlierAlerts(id)
    },
    async inquireForSweep(id) {
      const inquired = await inquire(id, system, 'sweep')
      if (!inquired.ok) return inquired
      if (schedule.isOn()) await schedule.plan(id)
      await notifyState(id)
      return inquired
    },
    async start() {
      await reading.start()
      await recovering.start()
      await startSchedule()
    },
    isInquiryRunning: (id) => inquiries.isUnderWay(id),
    inquireSoon: (id) => background.add('orders.inquire-soon', inquireSoon(id)),
    alertsRead(latestSeq) {
      if (!reading.isHeld()) return Promise.resolve()
      const matched = matching.read(latestSeq)
      background.add('orders.alerts', matched)
      return matched
    },
    async rest() {
      await Promise.allSettled([schedule.stop(), recovering.stop(), inquiries.rest()])
      await matching.settled()
    },
  }
}

/** Acts after which an order may have the transaction id that an earlier alert names. */
const bringTransactionId: readonly string[] = ['order.ended', 'order.status-inquired']

/**
 * Orders that came back as not sent, and that the bank had reported before the program ended.
 */
async function reportedLate({ read }: OrderContext['store']): Promise<readonly string[]> {
  const rows = await read
    .selectFrom('orders')
    .select('id')
    .where('state', 'in', notOnItsWay)
    .where('id', 'in', (of) => of.selectFrom('order_attempts').select('order_id'))
    .where(isReportedByBank('orders'))
    .execute()
  return rows.map(({ id }) => id)
}
