/**
 * A full disk, and a store that dies, at any moment: nothing is sent without its journal entry, and
 * nothing twice.
 */
import { statSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { attemptsOf } from '../../../../main/money/order/order-records.ts'
import { fakeWorker, itInFile } from '../../store/stores.ts'
import {
  accepted,
  approvedOrder,
  as,
  openSession,
  release,
  stateOf,
  until,
  type SendingSession,
} from './support/sending-session.ts'

/** Pages as SQLite counts them. */
const pagesOf = (file: string): number => statSync(file).size / 4096

itInFile(
  'sends nothing without its journal, and nothing twice, however little room the disk has',
  async () => {
    const ended = new Set<string>()
    for (let room = 0; room < 6; room += 1) {
      const session = await openSession()
      const reviewedHash = await approvedOrder(session)
      await session.store.close()
      const worker = () => fakeWorker({ pages: pagesOf(session.file) + room })
      await filled(await openSession({ file: session.file, worker: worker() }), room)
      const full = await openSession({ file: session.file, worker: worker() })
      await as(full, 'mara')('release', { id: 'o1', approvalHash: reviewedHash }).catch(
        () => undefined,
      )
      await vi.waitFor(async () => expect(await isResting(full)).toBe(true), { interval: 5 })
      await full.sending.rest()
      const attempts = await attemptsOf(full.store.read, 'o1')
      expect(full.bank.sent.length).toBeLessThanOrEqual(attempts.length)
      await full.store.close()
      const next = await openSession({ file: session.file })
      await next.sending.recover()
      const state = await stateOf(next)
      ended.add(`${String(full.bank.sent.length)} ${state}`)
    }
    const right = ['0 approved', '1 accepted', '1 outcome-unknown']
    expect([...ended].filter((one) => !right.includes(one))).toEqual([])
    // Otherwise the disk was never full.
    expect(ended).toContain('0 approved')
  },
)

/** Fills the free space, the more tightly the less should be left. */
async function filled({ store }: SendingSession, room: number): Promise<void> {
  for (const size of [2_000, 400, 40].slice(0, 3 - (room % 2))) {
    const detail = { filler: 'x'.repeat(size) }
    const note = () => store.note({ actor: 'x', kind: 'x', subject: 'x', detail })
    while (
      await note().then(
        () => true,
        () => false,
      )
    );
  }
  await store.close()
}

/** Nothing more happens by itself: ended, or blocked by the disk. */
const isResting = async (session: SendingSession): Promise<boolean> =>
  session.reported.length > 1 || !['queued', 'sending'].includes(await stateOf(session))

itInFile(
  'sends nothing when the store dies while it writes the journal, and lets a person decide after',
  async () => {
    const session = await openSession({
      worker: fakeWorker({ crashOn: 'insert into "order_attempts"' }),
    })
    const reviewedHash = await approvedOrder(session)
    await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })
    await session.sending.rest()
    expect(session.bank.sent).toEqual([])
    await session.store.close().catch(() => undefined)
    const next = await openSession({ file: session.file })
    await next.sending.recover()
    expect(await stateOf(next)).toBe('approved')
    expect(next.bank.sent).toEqual([])
  },
)

itInFile(
  'is outcome-unknown after the store died before the answer was stored, and is not sent again by itself',
  async () => {
    const session = await openSession({
      worker: fakeWorker({ crashOn: 'insert into "order_statements"' }),
    })
    const reviewedHash = await approvedOrder(session)
    await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })
    await vi.waitFor(() => expect(session.reported.length).toBeGreaterThan(0), { interval: 5 })
    expect(session.bank.sent).toHaveLength(1)
    await session.store.close().catch(() => undefined)
    const next = await openSession({ file: session.file })
    await next.sending.recover()
    expect(await stateOf(next)).toBe('outcome-unknown')
    expect(next.bank.sent).toEqual([])
  },
)

it('keeps the answer in memory while the disk is full, and stores it when there is room again', async () => {
  const session = await openSession()
  const reviewedHash = await approvedOrder(session)
  session.bank.answer = () => {
    session.failing.add('order.ended')
    return accepted()
  }
  await release(session, reviewedHash, 'sending')
  await vi.waitFor(() => expect(session.failing.has('order.ended')).toBe(true), 20_000)
  session.failing.clear()
  await until(session, 'accepted')
  expect(session.bank.sent).toHaveLength(1)
})
