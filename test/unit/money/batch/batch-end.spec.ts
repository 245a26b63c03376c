/** When an accepted batch is closed: only the results of its entries and the calendar close it. */
import { moneyKinds } from '../../../../main/money/money.ts'
import { describe, expect, it } from 'vitest'
import { endBatchWhereDone } from '../../../../main/money/batch/batch-end.ts'
import type { EntryRow } from '../../../../main/money/batch/types.ts'
import { addStatusEvents } from '../../../../main/money/order/status/status-events.ts'
import { approvedBatch, entry, uuidOf, type BatchDraft } from '../order/support/batch-session.ts'
import { readingOf } from '../order/support/reading-session.ts'
import {
  openSession,
  release,
  rowOf,
  type SendingSession,
} from '../order/support/sending-session.ts'
import { entry as trackedEntry, openTracking } from './open-tracking.ts'

const act = { actor: 'system', kind: 'test.set', subject: 'o1', detail: {} }
/** Effective on a Wednesday before a holiday: two banking days later it is Monday the 30th. */
const [lastDay, dayAfter] = ['2026-11-30T20:00:00Z', '2026-12-01T14:00:00Z']

async function acceptedBatch(draft: BatchDraft = {}): Promise<SendingSession> {
  const session = await openSession()
  await release(session, await approvedBatch(session, draft), 'accepted')
  return session
}
const become = (session: SendingSession, change: Partial<EntryRow>, number?: number) =>
  session.store.record(act, async (tx) => {
    const update = tx.updateTable('batch_entries').set(change)
    await (number === undefined ? update : update.where('id', '=', uuidOf(number))).execute()
  })
const ends = (session: SendingSession, now: string, isConsolidated = false): Promise<boolean> =>
  session.store.record(act, (tx) => endBatchWhereDone(tx, 'o1', new Date(now), { isConsolidated }))
/** As the bank's inquiry shows it, and not only an alert. */
const settled = {
  bank_status: 'settled',
  shown_bank_status: 'settled',
  bank_status_text: 'SETTLED',
} as const
const collected = { bank_status: 'collected', shown_bank_status: 'collected' } as const
const debits = { entries: [entry(1, { creditDebitCode: 'D' }), entry(2)] }

describe('an accepted batch', () => {
  it('is over when every entry has settled and two banking days have passed since', async () => {
    const session = await acceptedBatch()
    await become(session, settled)
    expect(await ends(session, lastDay)).toBe(false)
    expect((await rowOf(session)).is_final).toBe(0)
    expect(await ends(session, dayAfter)).toBe(true)
    expect(await rowOf(session)).toMatchObject({ is_final: 1, state: 'accepted' })
    expect(await ends(session, dayAfter)).toBe(false)
  })

  it.each(['not-reported', 'collected', 'unclear'] as const)(
    'is under way while one entry is %s, however late it is',
    async (state) => {
      const session = await acceptedBatch()
      await become(session, settled)
      await become(session, { bank_status: state, shown_bank_status: state }, 2)
      expect(await ends(session, '2028-01-01T00:00:00Z')).toBe(false)
    },
  )

  it.each([
    ['settled', { bank_status: 'settled', shown_bank_status: 'collected' }],
    ['returned', { ...settled, return_reported_at: lastDay }],
  ] as const)('is under way while only an alert reports an entry as %s', async (_what, change) => {
    const session = await acceptedBatch()
    await become(session, settled)
    await become(session, change, 2)
    expect(await ends(session, '2028-01-01T00:00:00Z')).toBe(false)
  })

  it('that debits consumers is under way for sixty days after settlement', async () => {
    const session = await acceptedBatch(debits)
    await become(session, settled)
    expect(await ends(session, '2027-01-24T20:00:00Z')).toBe(false)
    expect(await ends(session, '2027-01-25T14:00:00Z')).toBe(true)
  })

  it('bank note 49: whose entries settle together is over once they are collected', async () => {
    const session = await acceptedBatch()
    await become(session, collected)
    expect(await ends(session, dayAfter)).toBe(false)
    expect(await ends(session, dayAfter, true)).toBe(true)
  })

  it('waits for no more once everything came back, nor for entries that the bank refused', async () => {
    const session = await acceptedBatch()
    await become(session, { bank_status: 'returned', returned_at: lastDay })
    await become(session, { verdict: 'accepted' }, 2)
    expect(await ends(session, '2026-11-25T20:00:00Z')).toBe(true)
  })

  it('waits for no money of a prenotification', async () => {
    const session = await acceptedBatch({
      entries: [entry(1, { amount: '0.00', transactionType: 'P' })],
    })
    await become(session, collected)
    expect(await ends(session, dayAfter)).toBe(true)
  })

  it('that is over is listed as ended, and a repeated status does not undo that', async () => {
    const session = await acceptedBatch()
    const { list, get } = readingOf(session)
    const ids = async (view: 'under-way' | 'ended') =>
      (await list({ view })).items.map(({ id }) => id)
    expect([await ids('under-way'), await ids('ended')]).toEqual([['o1'], []])
    await become(session, settled)
    await ends(session, dayAfter)
    const statusEvent = {
      source: 'status-inquiry',
      vocabulary: 'batch',
      statusText: 'accepted',
      bankTime: null,
    } as const
    await session.store.record(act, (tx) =>
      addStatusEvents(
        tx,
        'o1',
        [{ ...statusEvent, at: dayAfter, callId: null, alertSeq: null }] as never,
        moneyKinds,
      ),
    )
    expect([await ids('under-way'), await ids('ended')]).toEqual([[], ['o1']])
    expect((await get()).bankStatus).toMatchObject({ kind: 'in-process', isFinal: true })
  })
})

it('is ended by tracking itself, as an act of its own, which notifies the window', async () => {
  const session = await openTracking()
  const id = await session.accepted([trackedEntry()])
  session.bank.clock.pass(70_000)
  await session.request(id)
  expect(await session.acts('batch.ended')).toEqual([])
  session.bank.clock.pass(10 * 86_400_000)
  session.emitted.length = 0
  await session.request(id)
  await session.tracking.rest()
  expect(await session.acts('batch.ended')).toEqual([id])
  expect(session.emitted).toContainEqual(['orders.changed', { id, state: 'accepted' }])
  await session.request(id)
  await session.tracking.rest()
  expect(await session.acts('batch.ended')).toEqual([id])
})
