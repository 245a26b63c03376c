/**
 * The services of one workstation that have work of a duty, on a store that several share, and work
 * for all of them. The bank, the endpoint and the time are made up.
 */
import { createAlerts } from '../../../main/alerts/alerts.ts'
import { createForwardingService } from '../../../main/alerts/forwarding.service.ts'
import { storeDeliveries } from '../../../main/alerts/intake/store-deliveries.ts'
import { createSweeps } from '../../../main/assurance/coverage/sweeps/sweeps.ts'
import { createBatchDraftStore } from '../../../main/money/batch/drafts/batch-draft-store.ts'
import { createBatchTemplates } from '../../../main/money/batch/templates/batch-templates.ts'
import { createEntryTracking } from '../../../main/money/batch/tracking/entry-tracking.ts'
import type { BatchContext } from '../../../main/money/batch/types.ts'
import { createOrderTracking } from '../../../main/money/order/status/order-tracking.ts'
import { createDraftStore } from '../../../main/money/payment/draft-store.ts'
import { createPaymentSchedules } from '../../../main/money/payment/schedules.ts'
import { newId } from '../../../main/platform/identifiers.ts'
import { Background } from '../../../main/platform/in-flight.ts'
import { practiceProfile } from '../../../main/session/practice/practice-client.ts'
import { hearOthers } from '../../../main/store/follow.ts'
import type { Store } from '../../../main/store/store.ts'
import { createInboxService } from '../../../main/workplace/inbox.service.ts'
import { newestSeq } from '../../../main/alerts/alerts.records.ts'
import { emptyDetails } from '../../../preload/contract/api/profiles/profile-details.ts'
import { defaultAchSettings } from '../../../preload/contract/domain/batches/batch-form.ts'
import { practicePolicy } from '../../../preload/contract/domain/operators/policy.ts'
import type { Role } from '../../../preload/contract/domain/operators/roles.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import { achAlert, deliveryOf, wireAlert } from '../../unit/alerts/alert-samples.ts'
import { guidsIn } from '../../unit/alerts/forwarding/support/forward-stage.ts'
import { account, ListBank } from '../../unit/assurance/coverage/open-sweeps.ts'
import { entry, must, payroll } from '../../unit/money/batch/open-batches.ts'
import { putBatch, storedEntry } from '../../unit/money/batch/stored-batch.ts'
import { mara, wire } from '../../unit/money/order/open-drafts.ts'
import type { OwnTime } from '../../unit/money/order/support/own-time.ts'
import { inquiryKinds, ScriptedBank } from '../../unit/money/order/support/order-tracking.ts'
import { reference, storedOrder } from '../../unit/money/order/support/stored-orders.ts'
import { waitsBy } from '../../unit/support/wait-times.ts'

const endpoint = 'https://receiver.example/alerts'
const silent = {
  answer: { kind: 'no-answer', reason: 'timed-out' },
  callId: null,
  raw: null,
  isBase64: false,
} as const

/** Creates the services of a workstation; `begin` lets them work. */
export function dutyServices(store: Store, time: OwnTime) {
  const problems: string[] = []
  let alertsRead: (latestSeq: number) => void = () => undefined
  const report = (where: string, problem: unknown): void => {
    problems.push(`${where}: ${String(problem)}`)
  }
  const payments = new ScriptedBank(store, time, store.membership.home ?? '')
  const lists = new ListBank()
  const posted: string[] = []
  const { clock, startTimer } = time
  const context = {
    store,
    clock,
    profileId: 'practice',
    environment: 'practice',
    newId,
    operatorName: (id: string) => id,
    operatorOf: (id: string) => ({
      id,
      name: id,
      roles: ['maker'] satisfies Role[],
      disabled: false,
      setBy: null,
    }),
    operators: () => [],
    profile: () => ({
      ...practiceProfile,
      details: emptyDetails,
      accounts: [account(), ...practiceProfile.accounts],
    }),
    settings: { current: () => ({ scoreThreshold: 81 }) },
    emitEvent: (noun: string, _name: string, news: object) => {
      if (noun === 'alerts' && 'latestSeq' in news) alertsRead(Number(news.latestSeq))
    },
    waits: waitsBy(clock),
    connection: {
      pausedUntil: () => null,
      open: () => undefined,
      state: () => ({ address: 'https://bank.example' }),
    },
    callBlockFor: () => undefined,
    policy: {
      current: () => ({ policy: practicePolicy, version: 0, at: null, by: null }),
      version: () => Promise.resolve(practicePolicy),
      at: () => Promise.resolve(practicePolicy),
    },
    payees: { statusOf: () => Promise.resolve(undefined) },
    kinds: inquiryKinds(payments),
    ach: { current: () => ({ settings: defaultAchSettings }), refresh: () => Promise.resolve() },
    report,
    background: new Background(report),
  } as unknown as BatchContext
  const orders = createOrderTracking(context, {
    show: () => Promise.reject(new Error('nothing is shown')),
    notify: () => undefined,
    startTimer,
  })
  const batches = createEntryTracking(context, {
    api: () =>
      ok({
        inquiry: lists,
        origination: { addendaStatus: () => Promise.resolve(silent) },
      } as never),
    startTimer,
  })
  const batchDrafts = createBatchDraftStore(context)
  const templates = createBatchTemplates(context, startTimer)
  const schedules = createPaymentSchedules(context, startTimer)
  const sweeps = createSweeps(
    context,
    {
      orders,
      batches,
      changed: () => undefined,
    },
    { lists: () => lists, startTimer },
  )
  const forwarding = createForwardingService(context, {
    access: undefined,
    listening: () => null,
    startTimer,
    post: ({ body, url }) => {
      posted.push(...guidsIn({ path: url, headers: {}, body }))
      return Promise.resolve({ status: 200, problem: null })
    },
  })
  const drafts = createDraftStore(context, () => undefined)
  return {
    store,
    problems,
    payments,
    lists,
    posted,
    context,
    drafts,
    batchDrafts,
    templates,
    schedules,
    /** Lets everything work that has to; returns how to wait for it, and to end it. */
    async begin() {
      const { intake } = await createAlerts(context, () => undefined)
      const inbox = createInboxService(context, {
        matchAlerts: (upTo) => Promise.all([orders.alertsRead(upTo), batches.alertsRead(upTo)]),
        startTimer,
      })
      alertsRead = (latestSeq) => {
        for (const reader of [orders, batches, sweeps, forwarding])
          void reader.alertsRead(latestSeq)
        inbox.scan('alerts')
      }
      hearOthers(store, (acts) => {
        inbox.scan()
        if (acts.some(({ kind }) => kind === 'alerts.read'))
          context.background.add('alerts.others', newestSeq(store).then(alertsRead))
      })
      /** Comes into use, also after `rest`. */
      const start = async (): Promise<void> => {
        await orders.start()
        await batches.start()
        await templates.start()
        await schedules.start()
        await sweeps.start()
      }
      /** Is no longer in use, while its listener goes on. */
      const rest = async (): Promise<void> => {
        const resting = [orders.rest(), batches.rest(), templates.rest()]
        await Promise.all([...resting, schedules.rest(), sweeps.stop()])
      }
      await start()
      forwarding.start()
      return {
        intake,
        inbox,
        sweeps,
        start,
        rest,
        async end() {
          await rest()
          await Promise.all([inbox.close(), forwarding.close(), intake.settled()])
          await context.background.settled()
        },
      }
    },
  }
}

export type DutyServices = ReturnType<typeof dutyServices>

/** The dates of the work: it is filled in on a Monday, and due on the Tuesday. */
export const filledOn = Date.parse('2026-11-23T14:00:00.000Z')
const tuesday = '2026-11-24'
const trace = (nth: number): string => `55001001${String(nth).padStart(7, '0')}`

/** Fills a store with work for every duty; none of it is begun. */
export async function fill({
  store,
  drafts,
  batchDrafts,
  schedules,
  templates,
}: DutyServices): Promise<void> {
  const act = (kind: string) => ({ actor: 'mara', kind, subject: 'test', detail: {} })
  // A payment that alerts name, and one whose outcome the bank knows.
  await storedOrder(store, { id: 'known', reference: 'CS20261123KNOWN', is_final: 1 })
  await storedOrder(store, { id: 'unknown', state: 'outcome-unknown' })
  // A batch at the bank, whose entries have trace numbers.
  const batch = await putBatch(store, 'PPD', [storedEntry(), storedEntry(), storedEntry()])
  await store.record(act('test.accepted'), async (tx) => {
    const entries = await tx.selectFrom('batch_entries').select(['id', 'position']).execute()
    for (const { id, position } of entries)
      await tx
        .updateTable('batch_entries')
        .set({ trace_number: trace(position), verdict: 'accepted' })
        .where('id', '=', id)
        .execute()
    for (const state of ['awaiting-approval', 'approved', 'queued', 'sending', 'accepted'] as const)
      await tx
        .updateTable('orders')
        .set({ state, value_date: tuesday, released_at: '2026-11-23T14:00:00.000Z' })
        .where('id', '=', batch)
        .execute()
  })
  // Drafts that are due on Tuesday.
  const { id: orderId } = await drafts.create(wire, 'mara')
  const day = { onClosedDay: 'before', until: null, count: null } as const
  must(
    await schedules.handlers.create(
      { orderId, rule: { every: 'week', from: tuesday, ...day } },
      mara,
    ),
  )
  const id = await batchDrafts.create(payroll, [entry(), entry({ amount: '5' })], 'mara')
  const recurrence = {
    every: 'week',
    from: '2026-11-25',
    onClosedDay: 'before',
    daysAhead: 1,
  } as const
  must(
    await templates.handlers.saveTemplate(
      { id, name: 'Payroll', recurrence, replaces: null },
      mara,
    ),
  )
  // Alerts to forward, and a gap to sweep.
  await store.record(act('test.forwarding'), async (tx) => {
    await tx
      .insertInto('inbox_cursors')
      .values([
        { name: 'began', seq: filledOn },
        { name: 'alerts', seq: 0 },
      ])
      .execute()
    await tx
      .insertInto('forward_state')
      .values({
        id: 1,
        enabled: 1,
        url: endpoint,
        cursor_seq: 0,
        tries: 0,
        stuck_since: null,
        next_at: null,
        last_taken_at: null,
      })
      .execute()
    await tx
      .insertInto('alert_gaps')
      .values({
        id: 'gap',
        cause: 'not-running',
        from_at: '2026-11-22T14:00:00.000Z',
        until_at: '2026-11-23T13:00:00.000Z',
        found_at: '2026-11-23T13:00:00.000Z',
        state: 'waiting',
        sweep_id: null,
      })
      .execute()
  })
}

/** Stores the nth delivery as a listener does, with alerts about everything that is in the store. */
export async function receive(store: Store, time: OwnTime, number: number): Promise<void> {
  const nth = String(number)
  let alerts = 0
  const guid = () => ({ eapAlertGUID: `EAP-${nth}-${String((alerts += 1))}` })
  const debit = (requestReferenceNumber: string | null, body: object = {}) =>
    wireAlert(guid(), {
      crOrDbCode: 'D',
      dbArngNum: '72004500',
      crArngNum: '55501420077',
      tranId: `B-${nth}-${String(alerts)}`,
      requestReferenceNumber,
      tranBusnStatusCode: 'Clearing',
      ...body,
    })
  const ofEntry = (nth: number, body: object = {}) =>
    achAlert(guid(), {
      traceNumber: trace(nth),
      transactionAmount: 1250,
      receivingAccountNumber: '0004471',
      originatingAccountNumber: '0072004500',
      ...body,
    })
  const again = debit('CS20261123KNOWN', { tranBusnStatusCode: 'Completed' })
  const bytes = deliveryOf(
    debit('CS20261123KNOWN'),
    again,
    again,
    debit(reference),
    debit(null, { tranId: `U-${nth}` }),
    ofEntry(1),
    ofEntry(2, { transactionStatus: 'RETURNED', returnReasonCode: 'R01' }),
    ofEntry(90, { transactionStatus: 'RETURNED', receivingAccountNumber: '0072004500' }),
    // More than an item of the inbox names one by one.
    ...Array.from({ length: number === 4 ? 205 : 1 }, (_none, at) => ofEntry(1_000 * number + at)),
  )
  await store.work(storeDeliveries, [
    { id: `delivery-${nth}`, at: time.now, remote: null, contentType: null, bytes },
  ])
}

/** What the work left in a store, without times, ids that are made anew, and what only counts calls. */
export async function leftIn({ read }: Store) {
  const ofAlert = 'a.guid'
  const [alerts, receipts, unread, attempts, hours, matches, statusEvents] = await Promise.all([
    read
      .selectFrom('alerts')
      .select(['guid', 'receipts', 'conflict', 'kind', 'status'])
      .orderBy('guid')
      .execute(),
    read
      .selectFrom('alert_receipts as r')
      .innerJoin('alert_deliveries as d', 'd.seq', 'r.delivery_seq')
      .select(['d.id', 'r.place'])
      .orderBy('d.id')
      .orderBy('r.place')
      .execute(),
    read
      .selectFrom('alert_deliveries')
      .select(['id', 'reader', 'quarantine_reason', 'problem'])
      .orderBy('id')
      .execute(),
    read.selectFrom('alert_attempts').selectAll().execute(),
    read.selectFrom('alert_hours').selectAll().orderBy('hour').orderBy('kind').execute(),
    read
      .selectFrom('order_alerts as o')
      .innerJoin('alerts as a', 'a.seq', 'o.alert_seq')
      .select(['o.order_id', ofAlert, 'o.matched_by', 'o.decision'])
      .orderBy('o.order_id')
      .orderBy(ofAlert)
      .execute(),
    read
      .selectFrom('order_status_events')
      .select(['order_id', 'source', 'vocabulary', 'status_text', 'bank_time'])
      .orderBy('order_id')
      .orderBy('source')
      .orderBy('status_text')
      .orderBy('bank_time')
      .execute(),
  ])
  const [orders, entries, entryEvents, planned, due, templates] = await Promise.all([
    read
      .selectFrom('orders')
      .select([
        'service',
        'state',
        'is_final',
        'bank_status',
        'transaction_id',
        'value_date',
        'amount',
      ])
      .orderBy('service')
      .orderBy('state')
      .orderBy('value_date')
      .orderBy('amount')
      .orderBy('transaction_id')
      .execute(),
    read
      .selectFrom('batch_entries')
      .select(['trace_number', 'bank_status', 'bank_status_text', 'return_code'])
      .where('trace_number', 'is not', null)
      .orderBy('trace_number')
      .execute(),
    read
      .selectFrom('batch_entry_status_events as v')
      .innerJoin('batch_entries as e', 'e.id', 'v.entry_id')
      .select(['e.trace_number', 'v.source', 'v.text', 'v.detail'])
      .orderBy('e.trace_number')
      .orderBy('v.seq')
      .execute(),
    read
      .selectFrom('payment_schedule_occurrences')
      .select('planned_on')
      .orderBy('planned_on')
      .execute(),
    read.selectFrom('payment_schedules').select(['state', 'next_on']).execute(),
    read.selectFrom('batch_templates').select(['name', 'next_date']).execute(),
  ])
  const [items, itemAlerts, cursor, forwarded, parked, gaps, sweeps, parts, recovered] =
    await Promise.all([
      read
        .selectFrom('inbox_items')
        .select(['kind', 'title', 'amount', 'things', 'done_by'])
        .orderBy('kind')
        .orderBy('title')
        .orderBy('things')
        .execute(),
      read
        .selectFrom('inbox_alerts as i')
        .innerJoin('alerts as a', 'a.seq', 'i.alert_seq')
        .select(ofAlert)
        .orderBy(ofAlert)
        .execute(),
      read.selectFrom('inbox_cursors').select('seq').where('name', '=', 'alerts').execute(),
      read
        .selectFrom('forward_state')
        .select(['enabled', 'url', 'cursor_seq', 'tries', 'stuck_since', 'next_at'])
        .execute(),
      read.selectFrom('forward_parked').selectAll().execute(),
      read.selectFrom('alert_gaps').select(['id', 'state']).orderBy('id').execute(),
      read.selectFrom('sweeps').select(['state', 'healed']).execute(),
      read
        .selectFrom('sweep_parts')
        .select(['seq', 'state', 'why', 'healed'])
        .orderBy('sweep_id')
        .orderBy('seq')
        .execute(),
      read
        .selectFrom('recovered_items as r')
        .leftJoin('alerts as a', 'a.seq', 'r.alert_seq')
        .select(['r.event', 'r.trace_number', ofAlert])
        .orderBy('r.event')
        .orderBy('r.trace_number')
        .execute(),
    ])
  const acts = await read.selectFrom('audit_entries').select('kind').orderBy('kind').execute()
  return {
    alerts,
    receipts,
    unread,
    attempts,
    hours,
    matches,
    statusEvents,
    orders,
    entries,
    entryEvents,
    planned,
    due,
    templates,
    items,
    itemAlerts,
    cursor,
    forwarded,
    parked,
    gaps,
    sweeps,
    parts,
    recovered,
    acts: Object.fromEntries(
      [...Map.groupBy(acts, ({ kind }) => kind)].flatMap(([kind, some]) =>
        ofCalls.includes(kind) ? [] : [[kind, some.length]],
      ),
    ),
  }
}

/** Acts that tell of a call to the bank, or of the workstations themselves. */
const ofCalls: readonly string[] = [
  'bank.called',
  'order.status-inquired',
  'batch.polled',
  'workstation.joined',
]
