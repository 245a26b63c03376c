import { randomBytes } from 'node:crypto'
import { expect, it, describe } from 'vitest'
import { shownItemOf } from '../../../../preload/contract/api/inbox/inbox.ts'
import {
  changeStored,
  storedOrder,
  storedSupportReply,
  reference,
} from '../../money/order/support/stored-orders.ts'
import { achAlert, bytesOf, deliveryOf, wireAlert } from '../../alerts/alert-samples.ts'
import { putBatch, storedEntry } from '../../money/batch/stored-batch.ts'
import { payroll } from '../../money/batch/open-batches.ts'
import { callerOf, inboxSession } from './inbox-session.ts'
import { createAlertMatching } from '../../../../main/money/order/status/alert-matching.ts'
import { moneyKinds } from '../../../../main/money/money.ts'
import { StoreError, type Store } from '../../../../main/store/store.ts'
import type { AlertEvents } from '../../../../main/alerts/alert-events.ts'
import type { Announced } from '../../../../main/platform/announce.ts'
import { createEvents } from '../../../../main/platform/events.ts'
import { quiet } from '../../money/order/support/own-time.ts'

const now = '2026-11-23T14:00:00.000Z'
const later = '2026-11-23T15:00:00.000Z'

it('lists a payment that the bank has although bank support reported it as not made', async () => {
  const session = await inboxSession()
  await storedOrder(session.store, { state: 'outcome-unknown', updated_at: now, closed_at: now })
  await storedSupportReply(session.store)
  await session.scan()
  expect(await session.list()).toEqual([])
  await changeStored(session.store, 'o1', { state: 'accepted', closed_at: null, updated_at: later })
  await session.scan()
  expect(await session.item('made-after-all')).toMatchObject({
    title: 'WIRE to Ridgeway Supply: at the bank, although bank support said it was not made',
    address: '/orders/o1',
  })
})

/** Stores a recurring batch whose drafts are prepared three banking days before its next date. */
const storedTemplate = (store: Store, next_date: string, owner = 'mara') => {
  const weekly = { every: 'week', from: '2026-11-20', onClosedDay: 'before', daysAhead: 3 }
  const columns = { next_date, owner }
  const act = { actor: 'test', kind: 'test.set', subject: 't1', detail: {} }
  return store.record(act, (tx) =>
    tx
      .insertInto('batch_templates')
      .values({
        id: 't1',
        name: 'Payroll',
        form: JSON.stringify(payroll),
        entries: '[]',
        entry_count: 0,
        credits: 0,
        debits: 0,
        recurrence: JSON.stringify(weekly),
        at: now,
        removed_at: null,
        ...columns,
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .execute(),
  )
}

it('lists a template whose date was missed until somebody continues with another', async () => {
  const session = await inboxSession()
  await storedTemplate(session.store, '2026-11-20')
  await session.scan()
  expect(await session.item('missed-template')).toMatchObject({
    title: 'Template Payroll: no draft was prepared for 2026-11-20',
    deadline: '2026-11-20',
    address: '/batches/new?templates',
  })
  await storedTemplate(session.store, '2026-12-04')
  await session.scan()
  expect(await session.list()).toEqual([])
})

it.each([
  ['mara', 'the draft for 2026-11-30 could not be prepared'],
  ['nobody', 'Name of nobody can no longer create drafts, none exists for 2026-11-30'],
  ['disabled', 'Name of disabled can no longer create drafts, none exists for 2026-11-30'],
  ['theo', 'Name of theo can no longer create drafts, none exists for 2026-11-30'],
])(
  'lists a template of %s from its preparing day on, once that could be tried, and notifies again when its date is missed',
  async (owner, end) => {
    const session = await inboxSession()
    const title = `Template Payroll: ${end}`
    await storedTemplate(session.store, '2026-11-30', owner)
    // Tuesday has begun in New York an hour ago.
    session.time.ms = Date.parse('2026-11-24T06:00:00Z')
    await session.scan()
    expect(await session.list()).toEqual([])
    await session.time.pass(2 * 3_600_000, session.store)
    expect(await session.item('missed-template')).toMatchObject({ title, deadline: '2026-11-30' })
    session.time.ms = Date.parse('2026-12-01T14:00:00Z')
    await session.scan()
    const missed = 'Template Payroll: no draft was prepared for 2026-11-30'
    expect(await session.item('missed-template')).toMatchObject({ title: missed })
    expect(session.fresh.map((one) => one.title)).toEqual([title, missed])
  },
)

it('lists the drafts of a schedule until none waits, and a planned day without one', async () => {
  const session = await inboxSession()
  await storedOrder(session.store, { id: 'from', reference: 'R1', state: 'withdrawn' })
  await storedOrder(session.store, { id: 'o2', reference: 'R2', state: 'draft' })
  await storedOrder(session.store, { id: 'o3', reference: 'R3', state: 'draft' })
  const act = { actor: 'test', kind: 'test.set', subject: 's1', detail: {} }
  const form = JSON.stringify({ service: 'RTP', creditParty: { name: 'Oak Mill' } })
  const row = { form, rule: '{}', state: 'active', source_order_id: 'from', owner: 'mara' } as const
  await session.store.record(act, async (tx) => {
    await tx
      .insertInto('payment_schedules')
      .values({ id: 's1', ...row, next_on: '2026-12-01', at: now })
      .execute()
    await tx
      .insertInto('payment_schedule_occurrences')
      .values([
        {
          schedule_id: 's1',
          planned_on: '2026-11-16',
          order_id: 'o2',
          nominal_on: '2026-11-16',
        },
        {
          schedule_id: 's1',
          planned_on: '2026-11-23',
          order_id: 'o3',
          nominal_on: '2026-11-23',
        },
      ])
      .execute()
  })
  await session.scan()
  // Each draft has its own item, so that a second one is not lost behind the first.
  const titles = async () => (await session.list()).map(({ title }) => title).sort()
  expect(await titles()).toEqual([
    'WIRE to Ridgeway Supply: the draft for 2026-11-16 waits',
    'WIRE to Ridgeway Supply: the draft for 2026-11-23 waits',
  ])
  await changeStored(session.store, 'o2', { state: 'withdrawn' })
  await session.scan()
  expect(await session.item('scheduled')).toMatchObject({
    title: 'WIRE to Ridgeway Supply: the draft for 2026-11-23 waits',
    address: '/schedules/s1',
  })
  await changeStored(session.store, 'o3', { state: 'withdrawn' })
  await session.scan()
  expect(await session.list()).toEqual([])
  await session.store.record(act, (tx) =>
    tx.updateTable('payment_schedules').set({ next_on: '2026-11-20' }).execute(),
  )
  await session.scan()
  expect(await session.item('scheduled')).toMatchObject({
    title: 'RTP to Oak Mill: no draft was created for 2026-11-20',
    deadline: '2026-11-20',
  })
  await session.store.record(act, (tx) =>
    tx.updateTable('payment_schedules').set({ next_on: '2026-11-23' }).execute(),
  )
  await session.scan()
  expect(await session.item('scheduled')).toMatchObject({
    title: 'RTP to Oak Mill: no draft was created for 2026-11-23',
  })
  await session.store.record(act, (tx) =>
    tx.updateTable('payment_schedules').set({ owner: 'theo' }).execute(),
  )
  await session.scan()
  expect(await session.item('scheduled')).toMatchObject({
    title: 'RTP to Oak Mill: Name of theo can no longer create drafts, none exists for 2026-11-23',
  })
  await session.store.record(act, (tx) =>
    tx.updateTable('payment_schedules').set({ next_on: '2027-01-04', state: 'missed' }).execute(),
  )
  await session.scan()
  expect(await session.item('scheduled')).toMatchObject({
    title: 'RTP to Oak Mill: the schedule waits to be resumed',
  })
})

it('lists a payment with an unknown outcome, and ends it when the outcome is known, and lists it again when it comes again', async () => {
  const session = await inboxSession()
  await storedOrder(session.store, { state: 'outcome-unknown', updated_at: now })
  await session.scan()
  await session.scan()
  const item = await session.item('unknown-outcome')
  expect(item).toMatchObject({ title: 'WIRE to Ridgeway Supply', address: '/unknown-outcomes/o1' })
  expect(item).toMatchObject({ amount: 1_250_000, currency: 'USD', done: null })

  await changeStored(session.store, 'o1', { closed_at: now })
  await session.scan()
  expect(await session.list()).toEqual([])
  expect(await session.item('unknown-outcome', { state: 'done' })).toMatchObject({
    done: { by: null },
  })

  await changeStored(session.store, 'o1', { closed_at: null })
  await session.scan()
  await changeStored(session.store, 'o1', { state: 'accepted' })
  await session.scan()
  expect(await session.list()).toEqual([])
  expect(await session.item('unknown-outcome', { state: 'done' })).toMatchObject({
    done: { by: null },
  })

  await changeStored(session.store, 'o1', { state: 'outcome-unknown' })
  await session.scan()
  expect((await session.item('unknown-outcome')).id).toBe(item.id)
  const { history } = await session.record(item.id)
  expect(history.map(({ what }) => what)).toEqual([
    'noticed',
    'ended',
    'came-again',
    'ended',
    'came-again',
  ])
})

it('lists orders that wait for an approval to those whose approval counts, and to nobody else', async () => {
  const session = await inboxSession()
  await storedOrder(session.store, {
    state: 'awaiting-approval',
    maker: 'cleo',
    submitted_by: 'cleo',
  })
  await session.scan()
  expect(await session.titles({}, 'theo')).toEqual(['awaiting-me: WIRE to Ridgeway Supply'])
  expect(await session.titles({}, 'cleo')).toEqual([])
  expect(await session.titles({}, 'mara')).toEqual([])
  const counts = (who: string) =>
    session.inbox().counts({ id: who, name: who, roles: who === 'mara' ? ['maker'] : ['checker'] })
  expect((await counts('theo')).open).toBe(1)
  expect((await counts('cleo')).byKind['awaiting-me']).toBe(0)
})

it.each(['orders.changed', 'payees.changed', 'policy.changed'] as const)(
  'is read again after %s, which may change whose approval counts although no item changes',
  async (name) => {
    const session = await inboxSession()
    const events = createEvents<Announced & AlertEvents>(() => undefined)
    session.inbox().watch(events)
    session.emitted.length = 0
    ;(events.emit as (event: string, payload: unknown) => void)(name, {})
    expect(session.emitted).toEqual(['inbox.changed'])
  },
)

const payeeAct = { actor: 'cleo', kind: 'test', subject: 'p1', detail: {} }
const proposedPayee = (store: Store, details: string) =>
  store.record(payeeAct, async (tx) => {
    await tx
      .insertInto('payees')
      .values({
        id: 'p1',
        at: now,
        approved_at: null,
        proposed_version: 1,
        removed_at: null,
        changed_at: now,
        search_text: '',
      })
      .execute()
    await tx
      .insertInto('payee_versions')
      .values({
        payee_id: 'p1',
        version: 1,
        details,
        proposed_by: 'cleo',
        proposed_at: now,
        state: 'proposed',
        decided_by: null,
        decided_at: null,
      })
      .execute()
  })

it('lists a payee proposal to those who may decide about it, and ends it with the proposal', async () => {
  const session = await inboxSession()
  await proposedPayee(session.store, '{"name":"Harbor Mill"}')
  await session.scan()
  expect(await session.titles({}, 'theo')).toEqual(['awaiting-me: New payee Harbor Mill'])
  expect(await session.titles({}, 'cleo')).toEqual([])
  await session.store.record(payeeAct, (tx) =>
    tx.updateTable('payees').set({ proposed_version: null }).where('id', '=', 'p1').execute(),
  )
  await session.scan()
  expect(await session.list()).toEqual([])
})

it('lists orders that were rejected, came back, failed, are held at the bank or contradict themselves', async () => {
  const session = await inboxSession()
  const put = (id: string, part: Parameters<typeof storedOrder>[1]) =>
    storedOrder(session.store, {
      id,
      reference: id,
      updated_at: later,
      bank_status_at: later,
      ...part,
    })
  await put('a', { state: 'rejected', beneficiary: 'A' })
  await put('b', {
    bank_status: 'returned',
    bank_status_text: 'Returned',
    is_final: 1,
    beneficiary: 'B',
  })
  await put('c', {
    bank_status: 'failed',
    bank_status_text: 'Fatal',
    is_final: 1,
    beneficiary: 'C',
  })
  await put('d', { bank_status: 'in-review', bank_status_text: 'Repair', beneficiary: 'D' })
  await put('e', {
    bank_status: 'in-review',
    bank_status_text: 'DuplicateContent',
    beneficiary: 'E',
  })
  await put('f', {
    bank_status: 'contradictory',
    bank_status_text: 'Completed / Fatal',
    is_final: 1,
    beneficiary: 'F',
  })
  await put('g', { bank_status: 'in-process', bank_status_text: 'Advising', beneficiary: 'G' })
  await put('h', {
    bank_status: 'completed',
    bank_status_text: 'Completed',
    is_final: 1,
    beneficiary: 'H',
  })
  await session.scan()
  expect(await session.titles({ sort: { column: 'title', direction: 'ascending' } })).toEqual([
    'rejected: WIRE to A: rejected',
    'returned: WIRE to B: returned by the receiving bank',
    'rejected: WIRE to C: failed at the bank',
    'repair: WIRE to D: Repair at the bank',
    'duplicate: WIRE to E: DuplicateContent at the bank',
    'repair: WIRE to F: final statuses contradict each other',
  ])
  await changeStored(session.store, 'd', {
    bank_status: 'in-process',
    bank_status_text: 'Clearing',
  })
  await session.scan()
  expect(await session.titles({ kind: 'repair' })).toEqual([
    'repair: WIRE to F: final statuses contradict each other',
  ])
})

describe('a payment that waits at the bank for a later day', () => {
  const statusAt = (day: string) => `${day}T23:10:00.000Z`
  async function itemsOf(valueDate: string, today: string, bank_status_at: string | null) {
    const session = await inboxSession()
    session.time.ms = Date.parse(`${today}T15:00:00.000Z`)
    await storedOrder(session.store, {
      bank_status: 'in-process',
      bank_status_text: 'FutureWarehouse',
      bank_status_at,
      value_date: valueDate,
    })
    await session.scan()
    return session.titles()
  }
  const late = ['later-day: WIRE to Ridgeway Supply: cutoff missed, waits for a later day']

  it('needs nobody before the day that it was given', async () => {
    expect(await itemsOf('2026-11-30', '2026-11-28', statusAt('2026-11-27'))).toEqual([])
  })
  it('needs nobody on that day until the bank reports the status again', async () => {
    expect(await itemsOf('2026-11-30', '2026-11-30', statusAt('2026-11-27'))).toEqual([])
    expect(await itemsOf('2026-11-30', '2026-11-30', statusAt('2026-11-30'))).toEqual(late)
  })
  it('is listed after that day, and where the time of the status is not known', async () => {
    expect(await itemsOf('2026-11-27', '2026-11-28', statusAt('2026-11-26'))).toEqual(late)
    expect(await itemsOf('2026-11-27', '2026-11-27', null)).toEqual(late)
  })
  it('is listed once its day is over, without a change of any payment', async () => {
    const session = await inboxSession((store) =>
      storedOrder(store, {
        bank_status: 'in-process',
        bank_status_text: 'FutureWarehouse',
        bank_status_at: statusAt('2026-11-22'),
        value_date: '2026-11-23',
      }),
    )
    expect(await session.titles()).toEqual([])
    await session.time.pass(16 * 3_600_000, session.store)
    await session.inbox().settled()
    expect(await session.titles()).toEqual(late)
  })
})

it('lists nothing that was over before its first scan, and everything that was open then', async () => {
  const session = await inboxSession(async (store) => {
    await storedOrder(store, { id: 'old', reference: 'old', state: 'rejected' })
    await storedOrder(store, { id: 'open', reference: 'open', state: 'outcome-unknown' })
  })
  expect(await session.titles()).toEqual(['unknown-outcome: WIRE to Ridgeway Supply'])
  expect(session.fresh).toEqual([])
  await storedOrder(session.store, { id: 'new', reference: 'new', state: 'outcome-unknown' })
  await session.restart()
  expect(session.fresh.map(({ kind, address }) => [kind, address])).toEqual([
    ['unknown-outcome', '/unknown-outcomes/new'],
  ])
})

async function sentBatch(session: Awaited<ReturnType<typeof inboxSession>>) {
  const entries = [storedEntry(), storedEntry({ receiverName: 'Ben Birch' })]
  const id = await putBatch(session.store, 'PPD', entries)
  const act = { actor: 'system', kind: 'test', subject: id, detail: {} }
  const set = (entry: number, part: Readonly<Record<string, string | null>>) =>
    session.store.record(act, (tx) =>
      tx
        .updateTable('batch_entries')
        .set(part as never)
        .where('id', '=', entries[entry]?.id ?? '')
        .execute(),
    )
  await session.store.record(act, (tx) =>
    tx
      .updateTable('orders')
      .set({ state: 'accepted', updated_at: later, released_at: later })
      .where('id', '=', id)
      .execute(),
  )
  return { id, set, entryId: entries[0]?.id ?? '' }
}

it('lists a batch of which the bank debits another account once, until it is queried there', async () => {
  const session = await inboxSession()
  const { id, set } = await sentBatch(session)
  await session.store.record({ actor: 'system', kind: 'test', subject: id, detail: {} }, (tx) =>
    tx
      .updateTable('orders')
      .set({ debit_account: '7200450029', debit_significant: '7200450029' })
      .where('id', '=', id)
      .execute(),
  )
  await set(0, { debited_significant: '7200450029' })
  await session.scan()
  expect(await session.list()).toEqual([])
  await set(0, { debited_significant: '7200450011' })
  await set(1, { debited_significant: '7200450011' })
  await session.scan()
  expect(await session.item('other-account')).toMatchObject({
    title:
      '\u2022\u2022\u2022\u20220011 debited, not \u2022\u2022\u2022\u20220029: PPD batch PAYROLL',
    address: `/batches/${id}`,
    things: 1,
  })
  await session.store.record({ actor: 'mara', kind: 'test', subject: id, detail: {} }, (tx) =>
    tx
      .updateTable('batches')
      .set({ debited_account: '7200450011', debited_significant: '7200450011' })
      .where('order_id', '=', id)
      .execute(),
  )
  await session.scan()
  expect(await session.list()).toEqual([])
})

it('lists a returned entry until it was acknowledged', async () => {
  const session = await inboxSession()
  const { id, set, entryId } = await sentBatch(session)
  await set(0, { returned_at: later, return_code: 'R01', bank_status: 'returned' })
  await session.scan()
  expect(await session.item('returned')).toMatchObject({
    title: 'Returned R01: Ann Alder, PPD batch PAYROLL',
    amount: 125_000,
    address: `/returns/${id}/${entryId}?kind=return`,
    deadline: null,
  })
  await set(0, {
    correction: JSON.stringify({ returnAcknowledged: { by: 'mara', at: later, note: '' } }),
  })
  await session.scan()
  expect(await session.list()).toEqual([])
})

it('lists a return that an alert reports, and the return itself as another item', async () => {
  const session = await inboxSession()
  const { id, set, entryId } = await sentBatch(session)
  await set(0, { return_reported_at: later, return_code: 'R01', bank_status: 'settled' })
  await session.scan()
  expect(await session.item('returned')).toMatchObject({
    title: 'Return reported, asking the bank: Ann Alder, PPD batch PAYROLL',
    address: `/returns/${id}/${entryId}?kind=return`,
  })
  await set(0, { bank_status: 'unclear' })
  await session.scan()
  const reported = await session.item('returned')
  expect(reported).toMatchObject({
    title: 'Return reported, not shown by the bank: Ann Alder, PPD batch PAYROLL',
    address: `/returns/${id}/${entryId}?kind=unclear`,
  })
  await session
    .inbox()
    .handlers.markDone({ items: [shownItemOf(reported)] }, { operator: { id: 'mara' } } as never)
  await set(0, { return_reported_at: null, returned_at: later, bank_status: 'returned' })
  await session.scan()
  expect(await session.item('returned')).toMatchObject({
    title: 'Returned R01: Ann Alder, PPD batch PAYROLL',
  })
})

it('lists a notification of change with its deadline, and a later one although the first was done', async () => {
  const session = await inboxSession()
  const { set } = await sentBatch(session)
  await set(0, { changed_at: later, change_code: 'C01', change_data: '1' })
  await session.scan()
  const first = await session.item('change')
  expect(first).toMatchObject({ deadline: '2026-12-02' })
  await session
    .inbox()
    .handlers.markDone({ items: [shownItemOf(first)] }, { operator: { id: 'mara' } } as never)
  await session.scan()
  expect(await session.list()).toEqual([])
  await set(0, { changed_at: '2026-11-24T15:00:00.000Z', change_code: 'C02' })
  await session.scan()
  expect((await session.item('change')).title).toContain('C02')
})

it('lists a batch of which entries were not accepted once, with how many', async () => {
  const session = await inboxSession()
  const { id, set } = await sentBatch(session)
  await set(0, { verdict: 'rejected' })
  await set(1, { verdict: 'in-error' })
  await session.scan()
  expect(await session.item('rejected')).toMatchObject({
    title: 'PPD batch PAYROLL: 2 entries not accepted',
    address: `/batches/${id}`,
  })
})

it('never says of unclear entries that nobody was paid: lists them apart, until each has an answer', async () => {
  const session = await inboxSession()
  const { id, set } = await sentBatch(session)
  await set(0, { verdict: 'unclear' })
  await set(1, { verdict: 'not-mentioned' })
  await session.scan()
  expect(await session.titles({ kind: 'rejected' })).toEqual([])
  expect(await session.item('unclear')).toMatchObject({
    title: 'PPD batch PAYROLL: 2 entries unclear',
    address: `/batches/${id}`,
  })
  await set(0, { verdict: 'rejected' })
  await session.scan()
  expect(await session.titles()).toEqual([
    'rejected: PPD batch PAYROLL: 1 entry not accepted',
    'unclear: PPD batch PAYROLL: 1 entry unclear',
  ])
  await set(1, { verdict: 'accepted' })
  await session.scan()
  expect(await session.titles()).toEqual(['rejected: PPD batch PAYROLL: 1 entry not accepted'])
})

it('lists an alarm of two contents under one id until somebody takes note', async () => {
  const session = await inboxSession()
  await session.receive(deliveryOf(wireAlert()))
  await session.receive(deliveryOf(wireAlert({}, { tranAmt: '1.00' })))
  const item = await session.item('conflict')
  expect(item.address).toMatch(/^\/alerts\/list\//)
  await session.store.record({ actor: 'a', kind: 'test', subject: '', detail: {} }, (tx) =>
    tx.updateTable('alerts').set({ conflict_seen_at: later }).execute(),
  )
  await session.scan()
  expect(await session.list({ kind: 'conflict' })).toEqual([])
})

it('lists such an alarm whatever the length of the id', async () => {
  const session = await inboxSession()
  const eapAlertGUID = randomBytes(5_000).toString('hex')
  await session.receive(deliveryOf(wireAlert({ eapAlertGUID })))
  await session.receive(deliveryOf(wireAlert({ eapAlertGUID }, { tranAmt: '1.00' })))
  const { address } = await session.item('conflict')
  await session.scan()
  expect(await session.list({ kind: 'conflict' })).toMatchObject([{ address }])
})

it('lists what is in quarantine until it was read', async () => {
  const session = await inboxSession()
  await session.receive(bytesOf('{"no alerts"'))
  expect(await session.titles()).toEqual(['quarantined: A delivery could not be read'])
  await session.store.record({ actor: 'a', kind: 'test', subject: '', detail: {} }, (tx) =>
    tx.updateTable('alert_deliveries').set({ quarantine_reason: null }).execute(),
  )
  await session.scan()
  expect(await session.list()).toEqual([])
})

it('counts alerts of the same content under another id as one item for a day and an account', async () => {
  const session = await inboxSession()
  await session.receive(deliveryOf(wireAlert()))
  for (const guid of ['EAP-W-2', 'EAP-W-3'])
    await session.receive(deliveryOf(wireAlert({ eapAlertGUID: guid, alertSentDateAndTime: guid })))
  const item = await session.item('duplicate')
  expect(item).toMatchObject({ things: 2, address: '/alerts?search=7890&kind=wire&mark=repeats' })
  expect(item.title).toBe('••••7890: repeated wire alerts, same content, another ID')
})

const outgoing = (id: string) =>
  wireAlert(
    { eapAlertGUID: id },
    { crOrDbCode: 'D', dbArngNum: '72004500', tranId: id, requestReferenceNumber: id },
  )

it('counts outgoing alerts that match no order, and removes those that find their payment', async () => {
  const session = await inboxSession()
  await session.receive(deliveryOf(outgoing('X1'), outgoing('X2')))
  const item = await session.item('unmatched')
  expect(item).toMatchObject({
    things: 2,
    amount: 2_500_000,
    address: '/alerts?search=4500&kind=wire',
  })
  await storedOrder(session.store)
  const match = (seq: number) =>
    session.store.record({ actor: 'system', kind: 'test', subject: 'o1', detail: {} }, (tx) =>
      tx
        .insertInto('order_alerts')
        .values({
          order_id: 'o1',
          alert_seq: seq,
          matched_by: 'reference',
          decision: 'counts',
          decided_by: null,
          at: later,
        })
        .execute(),
    )
  await match(1)
  await session.scan()
  expect(await session.item('unmatched')).toMatchObject({
    id: item.id,
    things: 1,
    amount: 1_250_000,
  })
  await match(2)
  await session.scan()
  expect(await session.list()).toEqual([])
})

describe('an alert about nothing sent from here', () => {
  it('is listed with its amount and the other party, counted once for all its events', async () => {
    const session = await inboxSession()
    const later = wireAlert(
      { eapAlertGUID: 'X1-done' },
      {
        crOrDbCode: 'D',
        dbArngNum: '72004500',
        tranId: 'X1',
        requestReferenceNumber: 'X1',
        tranBusnStatusCode: 'COMPLETED',
      },
    )
    await session.receive(deliveryOf(outgoing('X1')))
    await session.receive(deliveryOf(later))
    const item = await session.item('unmatched')
    expect(item).toMatchObject({ things: 2, amount: 1_250_000, currency: 'USD' })
    expect(item.title).toBe('••••4500 to Harbor Mill: outgoing wire, not originated here')
    await session.receive(
      deliveryOf(
        wireAlert(
          { eapAlertGUID: 'X2' },
          {
            crOrDbCode: 'D',
            dbArngNum: '72004500',
            tranId: 'X2',
            requestReferenceNumber: 'X2',
            tranAmt: '9.50',
            crIpNm: 'x'.repeat(5_000),
          },
        ),
      ),
    )
    const two = await session.item('unmatched')
    expect(two).toMatchObject({ things: 3, amount: 1_250_950 })
    expect(two.title).toBe(
      '••••4500 to Harbor Mill and 1 other: outgoing wire, not originated here',
    )
  })

  it('has no amount where the sum is not known, and no name where the alert has none', async () => {
    const session = await inboxSession()
    const bare = (id: string, part: object) =>
      wireAlert(
        { eapAlertGUID: id },
        { crOrDbCode: 'D', dbArngNum: '72004500', tranId: id, crIpNm: null, ...part },
      )
    await session.receive(deliveryOf(bare('X1', { tranAmt: '1.00' })))
    expect(await session.item('unmatched')).toMatchObject({
      amount: 100,
      title: '••••4500: outgoing wire, not originated here',
    })
    await session.receive(
      deliveryOf(bare('X2', { dbTranCurrencyCode: 'EUR', crTranCurrencyCode: 'EUR' })),
    )
    expect(await session.item('unmatched')).toMatchObject({ amount: null, things: 2 })
  })

  it('is listed when the matching has read it, without further delay, and not before', async () => {
    const session = await inboxSession()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const upTo: number[] = []
    session.matching.read = (seq) => {
      upTo.push(seq)
      return promise
    }
    const received = session.receive(deliveryOf(outgoing('X1'), outgoing('X2')))
    // The reading begins in a pause of the deliveries.
    await expect.poll(() => upTo).toEqual([2])
    await quiet(session.store)
    expect(await session.list()).toEqual([])
    resolve(undefined)
    await received
    expect(await session.item('unmatched')).toMatchObject({ things: 2 })
  })

  it('is listed although the matching failed', async () => {
    const session = await inboxSession()
    session.matching.read = () => Promise.reject(new Error('matching failed'))
    await session.intake.take(deliveryOf(outgoing('X1')))
    await session.intake.settled()
    session.inbox().scan('alerts')
    await session.inbox().settled()
    expect(await session.item('unmatched')).toMatchObject({ things: 1 })
    expect(session.problems).toEqual([new Error('matching failed')])
  })

  it('is listed by the next start when the profile was closed while it was matched', async () => {
    const session = await inboxSession()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    let isMatching = false
    session.matching.read = () => {
      isMatching = true
      return promise
    }
    const received = session.receive(deliveryOf(outgoing('X1')))
    await expect.poll(() => isMatching).toBe(true)
    session.matching.read = () => Promise.resolve()
    const restarted = session.restart()
    await quiet(session.store)
    expect(await session.list()).toEqual([])
    resolve(undefined)
    await Promise.all([received, restarted])
    expect(await session.item('unmatched')).toMatchObject({ things: 1 })
  })

  it('is listed a minute after the store refused it, when nothing else reports a change', async () => {
    const session = await inboxSession()
    await session.intake.take(deliveryOf(outgoing('X1')))
    await session.intake.settled()
    const store = session.store as { work: typeof session.store.work }
    const { work } = store
    store.work = () => Promise.reject(new Error('disk is full'))
    session.inbox().scan('alerts')
    await session.inbox().settled()
    store.work = work
    expect(session.problems).toContainEqual(new Error('disk is full'))
    expect(await session.list()).toEqual([])
    await session.time.pass(62_000, session.store)
    await session.inbox().settled()
    expect(await session.item('unmatched')).toMatchObject({ things: 1 })
  })

  it('is listed although something before it cannot be read', async () => {
    const session = await inboxSession()
    await proposedPayee(session.store, 'null')
    await session.intake.take(deliveryOf(outgoing('X1')))
    await session.intake.settled()
    session.inbox().scan()
    await session.inbox().settled()
    expect(session.problems).toEqual([expect.any(Error)])
    expect(await session.item('unmatched')).toMatchObject({ things: 1 })
  })

  it('is notified although its first check could not end what had found its payment', async () => {
    const session = await inboxSession((store) => {
      const work: Store['work'] = store.work.bind(store)
      let isFirst = true
      const failing: Store['work'] = (job, input) => {
        if (job.name !== 'inbox.drop-matched' || !isFirst) return work(job, input)
        isFirst = false
        return Promise.reject(new Error('disk is full'))
      }
      return Promise.resolve(Object.assign(store, { work: failing }))
    })
    expect(session.problems).toEqual([new Error('disk is full')])
    await session.intake.take(deliveryOf(outgoing('X1')))
    await session.intake.settled()
    session.inbox().scan('alerts')
    await session.inbox().settled()
    expect(session.fresh).toHaveLength(1)
  })

  it('is listed once where the store has lost how far it was read', async () => {
    const session = await inboxSession()
    await session.store.record(payeeAct, (tx) =>
      tx.deleteFrom('inbox_cursors').where('name', '=', 'alerts').execute(),
    )
    await session.receive(deliveryOf(outgoing('X1')))
    expect(await session.item('unmatched')).toMatchObject({ things: 1 })
  })

  it('is given to the matching once', async () => {
    const session = await inboxSession()
    const upTo: number[] = []
    session.matching.read = (seq) => Promise.resolve(upTo.push(seq))
    await session.receive(deliveryOf(outgoing('X1'), outgoing('X2'), outgoing('X3')))
    await session.scan()
    expect(upTo).toEqual([3])
    expect(await session.item('unmatched')).toMatchObject({ things: 3 })
  })
})

describe('an alert about an order', () => {
  const aboutOrder = wireAlert(
    { eapAlertGUID: 'X1' },
    { crOrDbCode: 'D', dbArngNum: '72004500', requestReferenceNumber: reference },
  )
  const matchingOf = ({ store, time, problems }: Awaited<ReturnType<typeof inboxSession>>) =>
    createAlertMatching({
      store,
      clock: time.clock,
      kinds: moneyKinds,
      matched: () => undefined,
      report: (_where, problem) => void problems.push(problem),
    })
  const noticed = (store: Store) =>
    store.read.selectFrom('inbox_items').select('kind').where('kind', '=', 'unmatched').execute()

  it('is never listed, although no event has reported it to the matching', async () => {
    const session = await inboxSession()
    await storedOrder(session.store)
    const matching = matchingOf(session)
    session.matching.read = (upTo) => matching.read(upTo)
    await session.receive(deliveryOf(aboutOrder))
    expect(await noticed(session.store)).toEqual([])
    await session.restart()
    expect(await noticed(session.store)).toEqual([])
  })

  it('is listed while its match cannot be stored, and no more once it is', async () => {
    const session = await inboxSession()
    await storedOrder(session.store)
    const matching = matchingOf(session)
    session.matching.read = (upTo) => matching.read(upTo)
    await session.intake.take(deliveryOf(aboutOrder))
    await session.intake.settled()
    const store = session.store as { record: typeof session.store.record }
    const { record } = store
    store.record = () => Promise.reject(new StoreError('full', 'disk is full'))
    session.inbox().scan('alerts')
    await session.inbox().settled()
    store.record = record
    expect(session.problems).toHaveLength(1)
    expect(await session.item('unmatched')).toMatchObject({ things: 1 })
    await matching.read(1)
    session.inbox().scan('orders')
    await session.inbox().settled()
    expect(await session.list()).toEqual([])
  })
})

it('judges an alert that is dated ahead at once: the clock was set back since', async () => {
  const session = await inboxSession()
  // Received at 14:00 by a clock that was two days ahead.
  session.time.ms = Date.parse('2026-11-21T14:00:00.000Z')
  await session.receive(deliveryOf(outgoing('X1')))
  expect((await session.list()).map(({ kind }) => kind)).toEqual(['unmatched'])
})

it('notifies of a new approval those who may give it, and nobody while nobody is signed in', async () => {
  const session = await inboxSession()
  await storedOrder(session.store, {
    state: 'awaiting-approval',
    maker: 'cleo',
    submitted_by: 'cleo',
  })
  await storedOrder(session.store, { id: 'o2', reference: 'O2', state: 'outcome-unknown' })
  await session.scan()
  const notifiedKinds = async (id?: string) => {
    const operator = id === undefined ? undefined : callerOf(id).operator
    return (await session.inbox().seenAmong(session.fresh, operator)).map(({ kind }) => kind).sort()
  }
  expect(await notifiedKinds('theo')).toEqual(['awaiting-me', 'unknown-outcome'])
  for (const one of ['cleo', 'mara', undefined])
    expect(await notifiedKinds(one)).toEqual(['unknown-outcome'])
})

it('opens a group again when more of it comes after it was marked done', async () => {
  const session = await inboxSession()
  await session.receive(deliveryOf(outgoing('X1')))
  const item = await session.item('unmatched')
  await session
    .inbox()
    .handlers.markDone({ items: [shownItemOf(item)] }, { operator: { id: 'mara' } } as never)
  await session.receive(deliveryOf(outgoing('X2')))
  expect(await session.item('unmatched')).toMatchObject({ id: item.id, things: 2 })
})

it('lists returns and corrections of ACH entries that were not sent from here', async () => {
  const session = await inboxSession()
  const own = { originatingAccountNumber: '0072004500' }
  await session.receive(
    deliveryOf(
      achAlert({ eapAlertGUID: 'A1' }, { ...own, transactionStatus: 'RETURNED' }),
      achAlert({ eapAlertGUID: 'A2' }, { ...own, notificationOfChangeAddendaCount: '1' }),
      achAlert({ eapAlertGUID: 'A3' }, { ...own, traceNumber: '091000010000009' }),
      achAlert({ eapAlertGUID: 'A4' }, { traceNumber: '091000010000008' }),
    ),
  )
  const kinds = (await session.list()).map(({ kind, amount, deadline }) => [kind, amount, deadline])
  expect(kinds.sort()).toEqual([
    ['change', 12_050, '2026-12-02'],
    ['returned', 12_050, null],
    ['unmatched', 12_050, null],
  ])
})

it('lists what no inquiry can recover until somebody checked it by hand', async () => {
  const session = await inboxSession()
  const act = { actor: 'system', kind: 'test', subject: 's1', detail: {} }
  await session.store.record(act, async (tx) => {
    await tx
      .insertInto('sweeps')
      .values({
        id: 's1',
        actor: 'system',
        from_at: '2026-11-21T08:00:00.000Z',
        until_at: now,
        planned_at: now,
        ended_at: now,
        state: 'partly',
      })
      .execute()
    await tx
      .insertInto('sweep_parts')
      .values({
        sweep_id: 's1',
        seq: 1,
        kind: 'incoming',
        state: 'impossible',
        why: 'no inquiry',
        account_id: null,
        account_label: 'Receivables ••••4500',
        search: null,
        from_day: null,
        to_day: null,
        order_id: null,
        ended_at: null,
        checked_by: null,
        checked_at: null,
      })
      .execute()
  })
  await session.scan()
  expect(await session.titles()).toEqual([
    'to-check: Incoming wires and RTP may be missing, 2026-11-21 to 2026-11-23, Receivables ••••4500',
  ])
  await session.store.record(act, (tx) =>
    tx.updateTable('sweep_parts').set({ checked_at: later, checked_by: 'mara' }).execute(),
  )
  await session.scan()
  expect(await session.list()).toEqual([])
})
