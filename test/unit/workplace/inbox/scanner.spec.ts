import { expect, it } from 'vitest'
import { changeStored, storedOrder, storedWord } from '../../money/order/parts/stored-orders.ts'
import { achAlert, bytesOf, deliveryOf, wireAlert } from '../../alerts/alert-samples.ts'
import { putBatch, storedEntry } from '../../money/batch/stored-batch.ts'
import { payroll } from '../../money/batch/batch-desk.ts'
import { callerOf, inboxDesk } from './inbox-desk.ts'

const now = '2026-11-23T14:00:00.000Z'
const later = '2026-11-23T15:00:00.000Z'

it('lists what the bank has though its desk said that it was not made', async () => {
  const desk = await inboxDesk()
  await storedOrder(desk.store, { state: 'outcome-unknown', updated_at: now, closed_at: now })
  await storedWord(desk.store)
  await desk.look()
  expect(await desk.list()).toEqual([])
  await changeStored(desk.store, 'o1', { state: 'accepted', closed_at: null, updated_at: later })
  await desk.look()
  expect(await desk.item('made-after-all')).toMatchObject({
    title: 'WIRE to Ridgeway Supply: at the bank, although bank support said it was not made',
    address: '/orders/o1',
  })
})

it('lists a template whose date was missed until somebody goes on with another', async () => {
  const desk = await inboxDesk()
  const weekly = { every: 'week', from: '2026-11-20', onClosedDay: 'before', daysAhead: 3 }
  const act = { actor: 'test', kind: 'test.set', subject: 't1', detail: {} }
  await desk.store.record(act, (tx) =>
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
        next_date: '2026-11-20',
        owner: 'mara',
        at: now,
        removed_at: null,
      })
      .execute(),
  )
  await desk.look()
  expect(await desk.item('missed-template')).toMatchObject({
    title: 'Template Payroll: no draft was prepared for 2026-11-20',
    deadline: '2026-11-20',
    address: '/batches/new?templates',
  })
  await desk.store.record(act, (tx) =>
    tx.updateTable('batch_templates').set({ next_date: '2026-11-27' }).execute(),
  )
  await desk.look()
  expect(await desk.list()).toEqual([])
})

it('lists a payment in doubt, and ends it when the doubt ends, and lists it again when it comes again', async () => {
  const desk = await inboxDesk()
  await storedOrder(desk.store, { state: 'outcome-unknown', updated_at: now })
  await desk.look()
  await desk.look()
  const item = await desk.item('in-doubt')
  expect(item).toMatchObject({ title: 'WIRE to Ridgeway Supply', address: '/doubt/o1' })
  expect(item).toMatchObject({ amount: 1_250_000, currency: 'USD', done: null })

  await changeStored(desk.store, 'o1', { closed_at: now })
  await desk.look()
  expect(await desk.list()).toEqual([])
  expect(await desk.item('in-doubt', { state: 'done' })).toMatchObject({ done: { by: null } })

  await changeStored(desk.store, 'o1', { closed_at: null })
  await desk.look()
  await changeStored(desk.store, 'o1', { state: 'accepted' })
  await desk.look()
  expect(await desk.list()).toEqual([])
  expect(await desk.item('in-doubt', { state: 'done' })).toMatchObject({ done: { by: null } })

  await changeStored(desk.store, 'o1', { state: 'outcome-unknown' })
  await desk.look()
  expect((await desk.item('in-doubt')).id).toBe(item.id)
  const { history } = await desk.record(item.id)
  expect(history.map(({ what }) => what)).toEqual([
    'noticed',
    'ended',
    'came-again',
    'ended',
    'came-again',
  ])
})

it('lists what waits for an approval to those whose approval counts, and to nobody else', async () => {
  const desk = await inboxDesk()
  await storedOrder(desk.store, { state: 'awaiting-approval', maker: 'cleo', submitted_by: 'cleo' })
  await desk.look()
  expect(await desk.titles({}, 'theo')).toEqual(['awaiting-me: WIRE to Ridgeway Supply'])
  expect(await desk.titles({}, 'cleo')).toEqual([])
  expect(await desk.titles({}, 'mara')).toEqual([])
  const counts = (who: string) =>
    desk.inbox().counts({ id: who, name: who, roles: who === 'mara' ? ['maker'] : ['checker'] })
  expect((await counts('theo')).open).toBe(1)
  expect((await counts('cleo')).byKind['awaiting-me']).toBe(0)
})

it('lists a payee proposal to whoever may decide about it, and ends it with the proposal', async () => {
  const desk = await inboxDesk()
  const act = { actor: 'cleo', kind: 'test', subject: 'p1', detail: {} }
  await desk.store.record(act, async (tx) => {
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
        details: '{"name":"Harbor Mill"}',
        proposed_by: 'cleo',
        proposed_at: now,
        state: 'proposed',
        decided_by: null,
        decided_at: null,
      })
      .execute()
  })
  await desk.look()
  expect(await desk.titles({}, 'theo')).toEqual(['awaiting-me: New payee Harbor Mill'])
  expect(await desk.titles({}, 'cleo')).toEqual([])
  await desk.store.record(act, (tx) =>
    tx.updateTable('payees').set({ proposed_version: null }).where('id', '=', 'p1').execute(),
  )
  await desk.look()
  expect(await desk.list()).toEqual([])
})

it('lists what was rejected, came back, failed, is held at the bank or contradicts itself', async () => {
  const desk = await inboxDesk()
  const put = (id: string, part: Parameters<typeof storedOrder>[1]) =>
    storedOrder(desk.store, { id, reference: id, updated_at: later, standing_at: later, ...part })
  await put('a', { state: 'rejected', beneficiary: 'A' })
  await put('b', { standing: 'returned', standing_word: 'Returned', is_final: 1, beneficiary: 'B' })
  await put('c', { standing: 'failed', standing_word: 'Fatal', is_final: 1, beneficiary: 'C' })
  await put('d', { standing: 'in-review', standing_word: 'Repair', beneficiary: 'D' })
  await put('e', { standing: 'in-review', standing_word: 'DuplicateContent', beneficiary: 'E' })
  await put('f', {
    standing: 'contradictory',
    standing_word: 'Completed / Fatal',
    is_final: 1,
    beneficiary: 'F',
  })
  await put('g', { standing: 'in-process', standing_word: 'Advising', beneficiary: 'G' })
  await put('h', {
    standing: 'completed',
    standing_word: 'Completed',
    is_final: 1,
    beneficiary: 'H',
  })
  await desk.look()
  expect(await desk.titles({ sort: { column: 'title', direction: 'ascending' } })).toEqual([
    'rejected: WIRE to A: rejected',
    'returned: WIRE to B: returned by the receiving bank',
    'rejected: WIRE to C: failed at the bank',
    'repair: WIRE to D: Repair at the bank',
    'duplicate: WIRE to E: DuplicateContent at the bank',
    'repair: WIRE to F: final statuses contradict each other',
  ])
  await changeStored(desk.store, 'd', { standing: 'in-process', standing_word: 'Clearing' })
  await desk.look()
  expect(await desk.titles({ kind: 'repair' })).toEqual([
    'repair: WIRE to F: final statuses contradict each other',
  ])
})

it('brings up nothing that was over before its first look, and what was open then', async () => {
  const desk = await inboxDesk(async (store) => {
    await storedOrder(store, { id: 'old', reference: 'old', state: 'rejected' })
    await storedOrder(store, { id: 'open', reference: 'open', state: 'outcome-unknown' })
  })
  expect(await desk.titles()).toEqual(['in-doubt: WIRE to Ridgeway Supply'])
  expect(desk.fresh).toEqual([])
  await storedOrder(desk.store, { id: 'new', reference: 'new', state: 'outcome-unknown' })
  await desk.restart()
  expect(desk.fresh.map(({ kind, address }) => [kind, address])).toEqual([
    ['in-doubt', '/doubt/new'],
  ])
})

async function sentBatch(desk: Awaited<ReturnType<typeof inboxDesk>>) {
  const entries = [storedEntry(), storedEntry({ receiverName: 'Ben Birch' })]
  const id = await putBatch(desk.store, 'PPD', entries)
  const act = { actor: 'system', kind: 'test', subject: id, detail: {} }
  const set = (entry: number, part: Readonly<Record<string, string | null>>) =>
    desk.store.record(act, (tx) =>
      tx
        .updateTable('batch_entries')
        .set(part as never)
        .where('id', '=', entries[entry]?.id ?? '')
        .execute(),
    )
  await desk.store.record(act, (tx) =>
    tx
      .updateTable('orders')
      .set({ state: 'accepted', updated_at: later, released_at: later })
      .where('id', '=', id)
      .execute(),
  )
  return { id, set, entryId: entries[0]?.id ?? '' }
}

it('lists a batch of which the bank debits another account once, until it is asked about there', async () => {
  const desk = await inboxDesk()
  const { id, set } = await sentBatch(desk)
  await desk.store.record({ actor: 'system', kind: 'test', subject: id, detail: {} }, (tx) =>
    tx
      .updateTable('orders')
      .set({ debit_account: '7200450029', debit_significant: '7200450029' })
      .where('id', '=', id)
      .execute(),
  )
  await set(0, { debited_significant: '7200450029' })
  await desk.look()
  expect(await desk.list()).toEqual([])
  await set(0, { debited_significant: '7200450011' })
  await set(1, { debited_significant: '7200450011' })
  await desk.look()
  expect(await desk.item('other-account')).toMatchObject({
    title:
      '\u2022\u2022\u2022\u20220011 debited, not \u2022\u2022\u2022\u20220029: PPD batch PAYROLL',
    address: `/batches/${id}`,
    things: 1,
  })
  await desk.store.record({ actor: 'mara', kind: 'test', subject: id, detail: {} }, (tx) =>
    tx
      .updateTable('batches')
      .set({ debited_account: '7200450011', debited_significant: '7200450011' })
      .where('order_id', '=', id)
      .execute(),
  )
  await desk.look()
  expect(await desk.list()).toEqual([])
})

it('lists a returned entry until it was heeded', async () => {
  const desk = await inboxDesk()
  const { id, set, entryId } = await sentBatch(desk)
  await set(0, { returned_at: later, return_code: 'R01', standing: 'returned' })
  await desk.look()
  expect(await desk.item('returned')).toMatchObject({
    title: 'Returned R01: Ann Alder, PPD batch PAYROLL',
    amount: 125_000,
    address: `/returns/${id}/${entryId}?kind=return`,
    deadline: null,
  })
  await set(0, {
    correction: JSON.stringify({ returnHeeded: { by: 'mara', at: later, note: '' } }),
  })
  await desk.look()
  expect(await desk.list()).toEqual([])
})

it('lists a notification of change with its deadline, and a later one although the first was done', async () => {
  const desk = await inboxDesk()
  const { set } = await sentBatch(desk)
  await set(0, { changed_at: later, change_code: 'C01', change_data: '1' })
  await desk.look()
  const first = await desk.item('change')
  expect(first).toMatchObject({ deadline: '2026-12-02' })
  await desk.inbox().verbs.markDone({ ids: [first.id] }, { operator: { id: 'mara' } } as never)
  await desk.look()
  expect(await desk.list()).toEqual([])
  await set(0, { changed_at: '2026-11-24T15:00:00.000Z', change_code: 'C02' })
  await desk.look()
  expect((await desk.item('change')).title).toContain('C02')
})

it('lists a batch of which entries were not accepted once, with how many', async () => {
  const desk = await inboxDesk()
  const { id, set } = await sentBatch(desk)
  await set(0, { verdict: 'rejected' })
  await set(1, { verdict: 'in-error' })
  await desk.look()
  expect(await desk.item('rejected')).toMatchObject({
    title: 'PPD batch PAYROLL: 2 entries not accepted',
    address: `/batches/${id}`,
  })
})

it('lists an alarm of two contents under one id until somebody takes note', async () => {
  const desk = await inboxDesk()
  await desk.receive(deliveryOf(wireAlert()))
  await desk.receive(deliveryOf(wireAlert({}, { tranAmt: '1.00' })))
  const item = await desk.item('conflict')
  expect(item.address).toMatch(/^\/alerts\/list\//)
  await desk.store.record({ actor: 'a', kind: 'test', subject: '', detail: {} }, (tx) =>
    tx.updateTable('alerts').set({ conflict_seen_at: later }).execute(),
  )
  await desk.look()
  expect(await desk.list({ kind: 'conflict' })).toEqual([])
})

it('lists what stands in quarantine until it was read', async () => {
  const desk = await inboxDesk()
  await desk.receive(bytesOf('{"no alerts"'))
  expect(await desk.titles()).toEqual(['quarantined: A delivery could not be read'])
  await desk.store.record({ actor: 'a', kind: 'test', subject: '', detail: {} }, (tx) =>
    tx.updateTable('alert_deliveries').set({ held: null }).execute(),
  )
  await desk.look()
  expect(await desk.list()).toEqual([])
})

it('counts alerts that say the same under another id as one item for a day and an account', async () => {
  const desk = await inboxDesk()
  await desk.receive(deliveryOf(wireAlert()))
  for (const guid of ['EAP-W-2', 'EAP-W-3'])
    await desk.receive(deliveryOf(wireAlert({ eapAlertGUID: guid, alertSentDateAndTime: guid })))
  const item = await desk.item('duplicate')
  expect(item).toMatchObject({ things: 2, address: '/alerts?search=7890&kind=wire&mark=repeats' })
  expect(item.title).toContain('••••7890')
  expect(item.title).not.toContain('4417890')
})

const outgoing = (id: string) =>
  wireAlert(
    { eapAlertGUID: id },
    { crOrDbCode: 'D', dbArngNum: '72004500', tranId: id, requestReferenceNumber: id },
  )

it('counts outgoing alerts about nothing that was sent from here, and those that find their payment no more', async () => {
  const desk = await inboxDesk()
  await desk.receive(deliveryOf(outgoing('X1'), outgoing('X2')))
  const item = await desk.item('unmatched')
  expect(item).toMatchObject({ things: 2, address: '/alerts?search=4500&kind=wire' })
  await storedOrder(desk.store)
  const match = (seq: number) =>
    desk.store.record({ actor: 'system', kind: 'test', subject: 'o1', detail: {} }, (tx) =>
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
  await desk.look()
  expect(await desk.item('unmatched')).toMatchObject({ id: item.id, things: 1 })
  await match(2)
  await desk.look()
  expect(await desk.list()).toEqual([])
})

it('gives an alert two minutes to find its payment, and looks again by itself', async () => {
  const young = await inboxDesk()
  // Received at 14:00, so still too young.
  young.time.ms = Date.parse('2026-11-23T13:57:00.000Z')
  await young.receive(deliveryOf(outgoing('X2')))
  expect(await young.list()).toEqual([])
  await young.time.pass(125_000, young.store)
  await young.inbox().settled()
  expect((await young.list()).map(({ kind }) => kind)).toEqual(['unmatched'])
})

it('judges an alert that is dated ahead at once: the clock was set back since', async () => {
  const desk = await inboxDesk()
  // Received at 14:00 by a clock that was two days ahead.
  desk.time.ms = Date.parse('2026-11-21T14:00:00.000Z')
  await desk.receive(deliveryOf(outgoing('X1')))
  expect((await desk.list()).map(({ kind }) => kind)).toEqual(['unmatched'])
})

it('tells a new approval to whoever may give it, and to nobody while nobody is here', async () => {
  const desk = await inboxDesk()
  await storedOrder(desk.store, { state: 'awaiting-approval', maker: 'cleo', submitted_by: 'cleo' })
  await storedOrder(desk.store, { id: 'o2', reference: 'O2', state: 'outcome-unknown' })
  await desk.look()
  const told = async (id?: string) => {
    const operator = id === undefined ? undefined : callerOf(id).operator
    return (await desk.inbox().seenAmong(desk.fresh, operator)).map(({ kind }) => kind).sort()
  }
  expect(await told('theo')).toEqual(['awaiting-me', 'in-doubt'])
  for (const one of ['cleo', 'mara', undefined]) expect(await told(one)).toEqual(['in-doubt'])
})

it('opens a group again when more of it comes after somebody was done with it', async () => {
  const desk = await inboxDesk()
  await desk.receive(deliveryOf(outgoing('X1')))
  const item = await desk.item('unmatched')
  await desk.inbox().verbs.markDone({ ids: [item.id] }, { operator: { id: 'mara' } } as never)
  await desk.receive(deliveryOf(outgoing('X2')))
  expect(await desk.item('unmatched')).toMatchObject({ id: item.id, things: 2 })
})

it('lists returns and corrections of ACH entries that were not sent from here', async () => {
  const desk = await inboxDesk()
  const own = { originatingAccountNumber: '0072004500' }
  await desk.receive(
    deliveryOf(
      achAlert({ eapAlertGUID: 'A1' }, { ...own, transactionStatus: 'RETURNED' }),
      achAlert({ eapAlertGUID: 'A2' }, { ...own, notificationOfChangeAddendaCount: '1' }),
      achAlert({ eapAlertGUID: 'A3' }, { ...own, traceNumber: '091000010000009' }),
      achAlert({ eapAlertGUID: 'A4' }, { traceNumber: '091000010000008' }),
    ),
  )
  const kinds = (await desk.list()).map(({ kind, amount, deadline }) => [kind, amount, deadline])
  expect(kinds.sort()).toEqual([
    ['change', 12_050, '2026-12-02'],
    ['returned', 12_050, null],
    ['unmatched', null, null],
  ])
})

it('lists what no inquiry finds again until somebody looked at it by hand', async () => {
  const desk = await inboxDesk()
  const act = { actor: 'system', kind: 'test', subject: 's1', detail: {} }
  await desk.store.record(act, async (tx) => {
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
  await desk.look()
  expect(await desk.titles()).toEqual([
    'to-check: Incoming wires and RTP may be missing, 2026-11-21 to 2026-11-23, Receivables ••••4500',
  ])
  await desk.store.record(act, (tx) =>
    tx.updateTable('sweep_parts').set({ checked_at: later, checked_by: 'mara' }).execute(),
  )
  await desk.look()
  expect(await desk.list()).toEqual([])
})
