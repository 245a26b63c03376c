/**
 * A full disk, and a store that dies, at any moment: nothing is sent without its journal entry, and
 * nothing twice.
 */
import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { command } from '../../../../preload/contract/api/define-channel.ts'
import { z } from '../../../../preload/contract/kernel/zod.ts'
import { answer, type AnyHandler } from '../../../../main/shell/ipc/answer.ts'
import { attemptsOf } from '../../../../main/money/order/order-records.ts'
import { noDialogs } from '../../support/no-dialogs.ts'
import { fakeWorker, itInFile } from '../../store/stores.ts'
import {
  accepted,
  approvedOrder,
  as,
  draft,
  openSession,
  people,
  rowOf,
  release,
  stateOf,
  until,
  type Person,
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

itInFile(
  'says of each act that the disk is full and nothing was done, and does it once there is room, without a restart',
  async () => {
    const session = await openSession()
    await draft(session)
    const nothingDone = { code: 'store-full', disk: 'this-computer', done: 'nothing' }
    const onFullDisk = async (act: () => ReturnType<typeof asked>): Promise<void> => {
      const before = await lastAct(session)
      await limit(session, 'full')
      await fillPages(session, [2_000, 400, 40, 1])
      const filled = await lastAct(session)
      expect(await act()).toEqual({ ok: false, error: nothingDone })
      expect(await lastAct(session)).toBe(filled)
      await limit(session, 'roomy')
      expect(await act()).toMatchObject({ ok: true })
      expect(await lastAct(session)).toBeGreaterThan(before)
    }
    await onFullDisk(() => asked(session, 'mara', 'submit', { id: 'o1' }))
    const approvalHash = (await rowOf(session)).approval_hash ?? ''
    await onFullDisk(() => asked(session, 'theo', 'approve', { id: 'o1', approvalHash }))
    await onFullDisk(async () => {
      expect(session.bank.sent).toEqual([])
      return asked(session, 'mara', 'release', { id: 'o1', approvalHash })
    })
    await until(session, 'accepted')
    expect(session.bank.sent).toHaveLength(1)
  },
)

/** Asks as the window does. */
const asked = (
  session: SendingSession,
  who: Person,
  act: 'submit' | 'approve' | 'release',
  input: object,
) =>
  answer(
    `orders.${act}`,
    command(z.unknown(), z.unknown(), [], 'signed-in'),
    ((given) => as(session, who)(act, given as never)) satisfies AnyHandler,
    input,
    { ...answering, currentOperator: () => ({ ...people[who], roles: [...people[who].roles] }) },
  )
const answering = {
  isSignedIn: () => true,
  signInEpoch: () => 1,
  shownProfile: () => 'practice',
  systemDialogs: noDialogs,
  reportUnforeseen: () => 'REF',
}

/** SQLite takes no limit under the size of the file. */
const limit = ({ store }: SendingSession, room: 'full' | 'roomy'): Promise<unknown> =>
  sql`PRAGMA max_page_count=${sql.lit(room === 'full' ? 1 : 1_000_000)}`.execute(
    store.read as never,
  )

const lastAct = async ({ store }: SendingSession): Promise<number> =>
  (
    await store.read
      .selectFrom('audit_entries')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow()
  ).seq

/** Fills the free space, the more tightly the less should be left. */
async function filled(session: SendingSession, room: number): Promise<void> {
  await fillPages(session, [2_000, 400, 40].slice(0, 3 - (room % 2)))
  await session.store.close()
}

async function fillPages({ store }: SendingSession, sizes: readonly number[]): Promise<void> {
  for (const size of sizes) {
    const detail = { filler: 'x'.repeat(size) }
    const note = () => store.note({ actor: 'x', kind: 'x', subject: 'x', detail })
    while (
      await note().then(
        () => true,
        () => false,
      )
    );
  }
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
      worker: fakeWorker({ crashOn: 'insert into "order_status_events"' }),
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
