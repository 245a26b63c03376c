/**
 * A batch as people see it before they decide: lists, view, changes since the last review, allowed
 * actions.
 */
import { describe, expect, it } from 'vitest'
import { createOrderEvidence } from '../../../../main/money/order/approval/evidence.ts'
import { createOrderReading } from '../../../../main/money/order/reading/order-reading.ts'
import { createPaymentDrafts } from '../../../../main/money/payment/drafts.ts'
import type { OrderRow } from '../../../../main/money/order/types.ts'
import { receiptOf } from '../../../../main/money/order/reading/receipt.ts'
import type { Role } from '../../../../preload/contract/domain/operators/roles.ts'
import { defaultPolicy } from '../../../../preload/contract/domain/operators/policy.ts'
import {
  order as orderSchema,
  orderLine,
} from '../../../../preload/contract/domain/orders/order.ts'
import { type OrdersRequest } from '../../../../preload/contract/domain/orders/order-list.ts'
import {
  approvedBatch,
  batchDraft,
  batchUuid,
  entriesIn,
  entry,
  uuidOf,
} from './support/batch-session.ts'
import {
  as,
  codeOf,
  draft,
  openSession,
  release,
  rowOf,
  type Person,
  type SendingSession,
} from './support/sending-session.ts'
import { callerOf, contextOf, readingOf } from './support/reading-session.ts'

const actsFor = async (session: SendingSession, who: Person) =>
  Object.fromEntries((await readingOf(session).get(who)).may.map(({ act, why }) => [act, why]))

describe('a batch in view', () => {
  it('crosses the border as the contract has it, in every state of its way', async () => {
    const session = await openSession()
    const reading = readingOf(session)
    await batchDraft(session)
    expect(orderSchema.parse(await reading.get('mara'))).toEqual(await reading.get('mara'))
    await as(session, 'mara')('submit', { id: 'o1' })
    const reviewedHash = (await rowOf(session)).approval_hash ?? ''
    expect(orderSchema.parse(await reading.get())).toEqual(await reading.get())
    await as(session, 'theo')('approve', { id: 'o1', approvalHash: reviewedHash })
    await release(session, reviewedHash, 'accepted')
    const shown = await reading.get()
    expect(orderSchema.parse(shown)).toEqual(shown)
    expect(shown.batch).toMatchObject({
      entries: 3,
      credits: 3600,
      debits: 0,
      secCode: 'PPD',
      tally: { accepted: 3 },
      answer: { status: 'accepted', strays: 0 },
    })
    expect(shown.bankStatus).toMatchObject({ kind: 'in-process', isFinal: false })
  })

  it('has its sums by direction and account type from draft to release, as the entries are stored', async () => {
    const session = await openSession()
    const entries = [
      entry(1, { amount: '10.00' }),
      entry(2, { amount: '5.00', accountType: 'S' }),
      entry(3, { amount: '2.00', creditDebitCode: 'D' }),
    ]
    const figures = [
      { direction: 'C', accountType: 'C', entries: 1, amount: 1_000 },
      { direction: 'C', accountType: 'S', entries: 1, amount: 500 },
      { direction: 'D', accountType: 'C', entries: 1, amount: 200 },
    ]
    const reading = readingOf(session)
    await batchDraft(session, { entries })
    expect((await reading.get('mara')).batch?.figures).toEqual(figures)
    await as(session, 'mara')('submit', { id: 'o1' })
    expect((await reading.get()).batch?.figures).toEqual(figures)
    await as(session, 'theo')('approve', {
      id: 'o1',
      approvalHash: (await rowOf(session)).approval_hash ?? '',
    })
    expect((await reading.get()).batch?.figures).toEqual(figures)
  })

  it('counts entries as settled that were neither refused before nor returned since', async () => {
    const session = await openSession()
    const entries = [1, 2, 3, 4, 5].map((at) => entry(at))
    await release(session, await approvedBatch(session, { entries }), 'accepted')
    const results = [
      { bank_status: 'settled', verdict: 'accepted', returned_at: null },
      { bank_status: 'settled', verdict: null, returned_at: null },
      { bank_status: 'settled', verdict: 'rejected', returned_at: null },
      { bank_status: 'returned', verdict: 'accepted', returned_at: '2026-11-23T14:00:00.000Z' },
      { bank_status: 'collected', verdict: 'accepted', returned_at: null },
    ] as const
    const act = { actor: 'mara', kind: 'test.settled', subject: 'o1', detail: {} }
    await session.store.record(act, async (tx) => {
      for (const [index, result] of results.entries())
        await tx
          .updateTable('batch_entries')
          .set(result)
          .where('id', '=', uuidOf(index + 1))
          .execute()
    })
    const tally = { settled: 2, rejected: 1, returned: 1 }
    expect((await readingOf(session).get()).batch).toMatchObject({ tally })
    expect((await readingOf(session).list()).items[0]?.batch).toMatchObject({ tally })
  })

  it('says each remark once for many entries, so that it hides no other', async () => {
    const session = await openSession()
    const named = [1, 2, 3].map((at) =>
      entry(at, { receiverName: `A receiver whose name is far too long ${String(at)}` }),
    )
    await batchDraft(session, {
      entries: [...named, entry(4, { identificationNumber: '1234567890123456' })],
    })
    const { warnings } = await readingOf(session).get('mara')
    const ofEntries = warnings.filter(({ path }) => path.startsWith('details.'))
    expect(ofEntries.map(({ path }) => path)).toEqual([
      'details.0.receiverName',
      'details.3.identificationNumber',
    ])
    expect(ofEntries[0]?.message).toContain('and 2 more entries')
  })

  it('names no account in full, and shows them by an act that is recorded', async () => {
    const session = await openSession()
    await approvedBatch(session, {
      entries: [entry(1, { identificationNumber: 'for 5550100001' }), entry(2)],
    })
    const masked = JSON.stringify(await readingOf(session).get())
    expect(masked).not.toMatch(/5550100001|5550100002/)
    expect(masked).toContain('0001')
    expect(masked).toContain(batchUuid)
    expect(masked).toContain(uuidOf(2))
    const full = await readingOf(session).reveal()
    expect(full.body).toBe((await rowOf(session)).body)
    const acts = await session.store.read.selectFrom('audit_entries').select('kind').execute()
    expect(acts.map(({ kind }) => kind)).toContain('order.revealed')
  })

  it('cuts a long body, says so, and returns the hash of the whole', async () => {
    const session = await openSession()
    await approvedBatch(session, { entries: Array.from({ length: 400 }, (_, at) => entry(at + 1)) })
    const { body, bodySha256 } = await readingOf(session).get()
    expect(body?.length).toBeLessThan(60_000)
    expect(body).toContain('cut here')
    expect(body).toContain(bodySha256 ?? '-')
    expect(body).not.toMatch(/55501\d{5}/)
  })

  it('counts what must be reviewed: first payments, duplicate entries here and before', async () => {
    const session = await openSession()
    await release(session, await approvedBatch(session, { entries: [entry(1)] }), 'accepted')
    const again = { accountNumber: '5550100001', amount: '11.00' }
    const entries = [
      entry(5, again),
      entry(6, again),
      entry(7),
      entry(8, { transactionType: 'P', amount: '0.00' }),
    ]
    await batchDraft(session, { id: 'o2', uuid: 'd'.repeat(32), entries })
    const { batch, flags } = await readingOf(session).get('mara', 'o2')
    expect(batch).toMatchObject({
      firstPayments: 2,
      duplicatesWithin: 2,
      earlierDuplicates: 2,
      prenotes: 1,
      entriesWithProblems: 0,
      ownership: { notVerified: 4, matches: 0 },
    })
    expect(flags).toEqual(['possible-duplicate', 'first-payment'])
  })

  it('is listed with the same flags and owner check, as soon as people decide about it', async () => {
    const session = await openSession()
    await release(session, await approvedBatch(session, { entries: [entry(1)] }), 'accepted')
    const again = { accountNumber: '5550100001', amount: '11.00' }
    await batchDraft(session, { id: 'o2', uuid: 'd'.repeat(32), entries: [entry(5, again)] })
    const lineOf = async () => (await readingOf(session).list()).items.find(({ id }) => id === 'o2')
    expect(await lineOf()).toMatchObject({ flags: [], owner: null })
    await as(session, 'mara')('submit', { id: 'o2' })
    const { flags, owner } = await readingOf(session).get('theo', 'o2')
    expect(flags).toContain('possible-duplicate')
    expect(await lineOf()).toMatchObject({ flags, owner })
  })

  it('shows of a draft how many entries have a broken rule, and which', async () => {
    const session = await openSession()
    await batchDraft(session, {
      entries: [entry(1), entry(2, { amount: 'x', routingNumber: '1' })],
    })
    const { batch, problems, body } = await readingOf(session).get('mara')
    expect(batch?.entriesWithProblems).toBe(1)
    expect(problems.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['details.1.amount', 'details.1.routingNumber']),
    )
    expect(body).toBeNull()
  })
})

describe('lists', () => {
  it('separate batches from payments, and find one by its uuid, description and amount', async () => {
    const session = await openSession()
    await draft(session, 'p1')
    await batchDraft(session)
    const reading = readingOf(session)
    const ids = async (part: Partial<OrdersRequest>) =>
      (await reading.list(part)).items.map(({ id }) => id)
    expect(await ids({ kind: 'batch' })).toEqual(['o1'])
    expect(await ids({ kind: 'payment' })).toEqual(['p1'])
    expect(await ids({ service: 'PPD' })).toEqual(['o1'])
    expect(await ids({ search: batchUuid.slice(0, 12) })).toEqual(['o1'])
    expect(await ids({ search: 'payroll' })).toEqual(['o1'])
    expect(await ids({ search: '36.00' })).toEqual(['o1'])
    for (const line of (await reading.list()).items) expect(orderLine.parse(line)).toEqual(line)
  })
})

describe('the counts', () => {
  it('are of payments, of batches, or of both', async () => {
    const session = await openSession()
    await draft(session, 'p1')
    await draft(session, 'p2')
    await batchDraft(session)
    await as(session, 'mara')('submit', { id: 'o1' })
    const { counts } = readingOf(session)
    expect(await counts({ kind: 'payment' })).toMatchObject({ drafts: 2, awaiting: 0 })
    expect(await counts({ kind: 'payment' })).toMatchObject({ awaitingMe: 0 })
    expect(await counts({ kind: 'batch' })).toMatchObject({ drafts: 0, awaiting: 1, awaitingMe: 1 })
    expect(await counts({})).toMatchObject({ drafts: 2, awaiting: 1, awaitingMe: 1 })
  })
})

describe('the count of what an operator may release', () => {
  it('has approved orders only, and only with a role that releases', async () => {
    const session = await openSession()
    await draft(session, 'p1')
    const context = contextOf(session)
    const { handlers } = createOrderReading(context, createOrderEvidence(context))
    const countsOf = async (role: Role) =>
      handlers.getCounts({}, { operator: { id: 'theo', name: 'Theo', roles: [role] } })
    await approvedBatch(session)
    expect(await countsOf('checker')).toMatchObject({ value: { readyMe: 1, ready: 1 } })
    expect(await countsOf('maker')).toMatchObject({ value: { readyMe: 1, ready: 1 } })
    expect(await countsOf('administrator')).toMatchObject({ value: { readyMe: 0, ready: 1 } })
  })
})

describe('changes since the last review', () => {
  it('are named in head, totals and entries, and little is stored of each review', async () => {
    const session = await openSession()
    await batchDraft(session, { entries: Array.from({ length: 300 }, (_, at) => entry(at + 1)) })
    const reading = readingOf(session)
    await reading.review()
    expect((await reading.review()).changes).toEqual([])
    const act = { actor: 'mara', kind: 'order.draft-saved', subject: 'o1', detail: {} }
    await session.store.record(act, async (tx) => {
      await tx.deleteFrom('batch_entries').where('id', '=', uuidOf(3)).execute()
      await tx
        .updateTable('batch_entries')
        .set({ typed: JSON.stringify(entry(2, { accountNumber: '777777' })) })
        .where('id', '=', uuidOf(2))
        .execute()
      await tx.updateTable('batches').set({ credits: 5 }).execute()
    })
    const { changes } = await reading.review()
    expect(changes.map(({ field }) => field)).toEqual([
      'Credits',
      'Entries',
      'Entry 2, Receiver 2',
      'Entry 3 as it was numbered',
    ])
    expect(JSON.stringify(changes)).not.toContain('777777')
    expect(changes.find(({ field }) => field === 'Entries')).toMatchObject({
      before: '300',
      after: '299 (1 changed, 0 added, 1 removed)',
    })
    const { seen } = await session.store.read
      .selectFrom('order_views')
      .select('seen')
      .executeTakeFirstOrThrow()
    expect(seen.length).toBeLessThan(300 * 40)
  })
})

describe('what may be done', () => {
  it('leaves out acts that are documented for payments alone', async () => {
    const session = await openSession()
    await batchDraft(session)
    expect(Object.keys(await actsFor(session, 'mara'))).toEqual([
      'edit',
      'submit',
      'discard',
      'copy',
    ])
  })

  it('says that a reversal is prepared from its original, and not copied', async () => {
    const session = await openSession()
    await batchDraft(session)
    expect((await actsFor(session, 'mara'))['copy']).toBeNull()
    await session.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, (tx) =>
      tx.updateTable('batches').set({ reversal_of: 'o1' }).execute(),
    )
    expect((await actsFor(session, 'mara'))['copy']).toEqual({
      code: 'not-copied',
      why: 'follows-entries',
    })
  })

  it('says why production does not release', async () => {
    const session = await openSession()
    await approvedBatch(session)
    session.ach = { ...session.ach, isLocked: true }
    expect((await actsFor(session, 'mara'))['release']).toEqual({ code: 'unit-not-confirmed' })
  })

  it('handlers of payments do not find a batch, and its draft is discarded like any', async () => {
    const session = await openSession()
    await batchDraft(session)
    const show = () => Promise.resolve({ ok: true, value: 'shown' }) as never
    const { handlers } = createPaymentDrafts(contextOf(session), { show, notify: () => undefined })
    const mara = callerOf('mara') as never
    const attached = { id: 'o1', validationId: 'v1' }
    expect(codeOf(await handlers.openDraft({ id: 'o1' }, mara))).toBe('not-found')
    expect(codeOf(await handlers.copy({ id: 'o1' }, mara))).toBe('not-found')
    expect(codeOf(await handlers.preCheck({ id: 'o1' }, mara))).toBe('not-found')
    expect(codeOf(await handlers.attachOwnership(attached, mara))).toBe('not-found')
    expect(codeOf(await handlers.discard({ id: 'o1' }, callerOf('max') as never))).toBe('not-maker')
    expect(codeOf(await handlers.discard({ id: 'o1' }, mara))).toBeUndefined()
    expect((await rowOf(session)).state).toBe('withdrawn')
  })
})

describe('evidence', () => {
  const checked = (session: SendingSession, number: number, owner: string, at: string) =>
    session.store.record({ actor: 'mara', kind: 'x', subject: 'x', detail: {} }, (tx) =>
      tx
        .insertInto('validations')
        .values({
          id: `v${String(number)}${at}`,
          at,
          actor: 'mara',
          api_version: 'v1',
          routing_number: '550010016',
          owner_kind: 'person',
          owner_name: owner,
          account_number: `55501${String(number).padStart(5, '0')}`,
          account_significant: `55501${String(number).padStart(5, '0')}`,
          fields_sent: '[]',
          ssn_digits: null,
          user_defined: null,
          score: null,
          outcome: '{}',
          result_class: 'owner-matches',
          bank_call_id: null,
          search_text: '',
        })
        .execute(),
    )

  it('requires of each entry from the amount on a check that is about it', async () => {
    const session = await openSession()
    const policy = { ...defaultPolicy, ownership: { from: 1200, maxAgeHours: 24 } }
    session.policy = policy
    await batchDraft(session)
    const { evidence } = readingOf(session)
    const missing = (row: OrderRow) => evidence.missing(row)
    expect(await missing(await rowOf(session))).toEqual(['ownership'])
    await checked(session, 2, 'Receiver 2', '2026-11-23T12:00:00.000Z')
    await checked(session, 3, 'Somebody Else', '2026-11-23T12:00:00.000Z')
    expect(await missing(await rowOf(session))).toContain('ownership')
    await checked(session, 3, 'RECEIVER 3', '2026-11-20T12:00:00.000Z')
    // The stored parts of these answers cannot be read: they match nobody.
    expect(await missing(await rowOf(session))).toEqual(['ownership-no-match'])
    expect(await entriesIn(session)).toHaveLength(3)
  })

  it('requires a payee of the book of every entry', async () => {
    const session = await openSession()
    session.policy = { ...defaultPolicy, payeeFromBook: true, validateFirst: true }
    await batchDraft(session)
    expect(await readingOf(session).evidence.missing(await rowOf(session))).toEqual(['payee'])
  })
})

describe('the result of a batch', () => {
  const set = async (session: SendingSession, position: number, change: object) =>
    session.store.record({ actor: 'ann', kind: 'test.status', subject: 'o1', detail: {} }, (tx) =>
      tx
        .updateTable('batch_entries')
        .set(change)
        .where('order_id', '=', 'o1')
        .where('position', '=', position)
        .execute(),
    )
  const outcomeOf = async (session: SendingSession) => {
    const { batch } = await readingOf(session).get()
    const groups = Object.entries(batch?.outcome ?? {}).filter(([, { entries }]) => entries > 0)
    return Object.fromEntries(
      groups.map(([group, { entries, credits }]) => [group, [entries, credits]]),
    )
  }

  it('counts each entry once, by the furthest of its states', async () => {
    const session = await openSession()
    await batchDraft(session)
    expect((await readingOf(session).get()).batch?.outcome).toBeNull()
    await as(session, 'mara')('submit', { id: 'o1' })
    const reviewedHash = (await rowOf(session)).approval_hash ?? ''
    await as(session, 'theo')('approve', { id: 'o1', approvalHash: reviewedHash })
    await release(session, reviewedHash, 'accepted')
    expect(await outcomeOf(session)).toEqual({ inProgress: [3, 3600] })
    const positions = (await entriesIn(session)).map(({ position }) => position)
    const [first = 0, second = 0, third = 0] = positions
    await set(session, first, { bank_status: 'settled' })
    await set(session, second, { verdict: 'rejected' })
    await set(session, third, { verdict: 'not-mentioned' })
    const counts = async () =>
      Object.entries(await outcomeOf(session)).map(([group, [entries]]) => [group, entries])
    expect(await counts()).toEqual([
      ['settled', 1],
      ['rejected', 1],
      ['unclear', 1],
    ])
    await set(session, first, { returned_at: '2026-11-23T14:00:00.000Z', bank_status: 'returned' })
    await set(session, second, { bank_status: 'collected' })
    await set(session, third, { bank_status: 'collected' })
    expect(await counts()).toEqual([
      ['inProgress', 1],
      ['returned', 1],
      ['unclear', 1],
    ])
  })

  it('never calls the entries of a rejected or unknown batch in progress', async () => {
    const session = await openSession()
    await release(session, await approvedBatch(session), 'accepted')
    const inState = async (state: 'rejected' | 'outcome-unknown') => {
      const act = { actor: 'ann', kind: 'test.state', subject: 'o1', detail: {} }
      await session.store.record(act, async (tx) => {
        await tx.updateTable('batch_entries').set({ verdict: null }).execute()
        await tx.updateTable('orders').set({ state }).where('id', '=', 'o1').execute()
      })
      return outcomeOf(session)
    }
    expect(await inState('rejected')).toEqual({ rejected: [3, 3600] })
    expect(await inState('outcome-unknown')).toEqual({ unclear: [3, 3600] })
  })
})

it('a receipt shows totals, tally, the uuid and the date of the bank, and no account', async () => {
  const session = await openSession()
  await release(session, await approvedBatch(session), 'accepted')
  const html = receiptOf({
    order: await readingOf(session).get(),
    profileName: 'Practice',
    environment: 'practice',
    entry: { seq: 1, hash: 'abc', at: '2026-11-23T14:00:00.000Z' },
    at: new Date('2026-11-23T14:00:00.000Z'),
  })
  for (const text of ['Batch receipt', 'USD 36.00', batchUuid, 'Accepted', 'Not final'])
    expect(html).toContain(text)
  expect(html).not.toMatch(/55501\d{5}/)
})
