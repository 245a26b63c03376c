/**
 * Two workstations that send on one store in PostgreSQL: who sends, who may take back, and what
 * becomes of the orders of one that is lost. Their waits are one tenth of the product's.
 */
import { join } from 'node:path'
import type { Client } from 'pg'
import { expect, it, vi } from 'vitest'
import type { Initiated } from '../../../main/bank/apis/payments.ts'
import { readOutcomeEvidence } from '../../../main/money/order/approval/approval-hash.ts'
import { attemptsOf } from '../../../main/money/order/order-records.ts'
import { describeOnPostgres, newDatabase, reachOf } from '../../postgres/databases.ts'
import { memberWorker, tenth } from '../../postgres/members.ts'
import { template } from '../../postgres/server.ts'
import {
  accepted,
  approvedOrder,
  as,
  codeOf,
  inquire,
  openSession,
  release,
  rowOf,
  stateOf,
  until,
  type SendingSession,
} from '../../unit/money/order/support/sending-session.ts'
import { newFolder } from '../../unit/store/stores.ts'

const soon = { timeout: 15_000, interval: 10 }

interface Member extends SendingSession {
  /** Ends the session that stands for the workstation. Returns what lets it come back. */
  readonly cutOff: () => Promise<() => void>
}

/** Opens the store of a database as this workstation; it is heard when this resolves. */
async function opened(database: Client, id: string): Promise<Member> {
  const reach = { ...reachOf(database) }
  const session = await openSession({
    file: join(newFolder(), 'store'),
    worker: memberWorker(reach, id, tenth),
  })
  await session.sending.recover()
  await vi.waitFor(() => expect(session.store.membership.isFresh()).toBe(true), soon)
  const cutOff = async () => {
    const { host } = reach
    reach.host = '/nowhere'
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN store.workstations ON number = objid
      WHERE locktype = 'advisory' AND classid = 1 AND granted AND id = $1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [id],
    )
    return () => void (reach.host = host)
  }
  return { ...session, cutOff }
}

/** Two workstations; the first is sending an order whose answer the test gives. */
async function sendingAtOne() {
  const database = await newDatabase(template)
  const one = await opened(database, 'one')
  const answer = Promise.withResolvers<Initiated>()
  one.bank.answer = () => answer.promise
  await release(one, await approvedOrder(one), 'sending')
  await vi.waitFor(() => expect(one.bank.sent).toHaveLength(1), soon)
  return { one, two: await opened(database, 'two'), answer }
}

const attempts = ({ store }: SendingSession) => attemptsOf(store.read, 'o1')

describeOnPostgres('two workstations that send', () => {
  it('leave each other alone when one starts while the other sends', async () => {
    const { one, two, answer } = await sendingAtOne()
    expect(await stateOf(two)).toBe('sending')
    answer.resolve(accepted())
    await until(one, 'accepted')
    expect(await attempts(two)).toMatchObject([{ seq: 1, home: 'one', outcome: 'accepted' }])
  })

  it('let each other take back what waits', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await opened(database, 'one'), await opened(database, 'two')]
    one.bank.reach = 'unreachable'
    const hash = await approvedOrder(one)
    await release(one, hash, 'queued')
    expect(await rowOf(two)).toMatchObject({ state: 'queued', home: 'one' })
    expect(codeOf(await as(two, 'theo')('takeBack', { id: 'o1' }))).toBeUndefined()
    one.bank.reach = 'reachable'
    await one.sending.rest()
    expect(await rowOf(one)).toMatchObject({ state: 'approved', home: null })
    expect(await attempts(one)).toEqual([])
    await release(two, hash, 'accepted')
    expect(await attempts(one)).toMatchObject([{ home: 'two', outcome: 'accepted' }])
    expect([one.bank.sent.length, two.bank.sent.length]).toEqual([0, 1])
  })

  it('journal a sending at its home alone, by the database as well', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await opened(database, 'one'), await opened(database, 'two')]
    one.bank.reach = 'unreachable'
    await release(one, await approvedOrder(one), 'queued')
    const insert = two.store.record({ actor: 'mara', kind: 'x', subject: 'o1', detail: {} }, (tx) =>
      tx
        .insertInto('order_attempts')
        .values({
          order_id: 'o1',
          seq: 1,
          released_by: 'mara',
          confirmed_by: null,
          journalled_at: '2026-11-23T14:00:00.000Z',
          ended_at: null,
          body_sha256: '',
          home: 'one',
          outcome: 'under-way',
          reason: null,
          status: null,
          call_id: null,
          transaction_id: null,
        })
        .execute(),
    )
    await expect(insert).rejects.toThrow('only the home of an order sends it')
  })

  it('find what one left that is gone, and store its answer when it comes back', async () => {
    const { one, two, answer } = await sendingAtOne()
    const letBack = await one.cutOff()
    await vi.waitFor(async () => expect(await stateOf(two)).toBe('outcome-unknown'), soon)
    expect(await attempts(two)).toMatchObject([
      { home: 'one', outcome: 'interrupted', reason: 'home-gone' },
    ])
    expect(one.store.membership.isFresh()).toBe(false)
    letBack()
    answer.resolve(accepted('T9'))
    await vi.waitFor(async () => expect(await stateOf(two)).toBe('accepted'), soon)
    expect(await rowOf(two)).toMatchObject({ transaction_id: 'T9' })
    expect(await attempts(two)).toMatchObject([{ reason: 'home-back: accepted' }])
  })

  it('change nothing of one that was away for a shorter time', async () => {
    const { one, two, answer } = await sendingAtOne()
    const letBack = await one.cutOff()
    await vi.waitFor(() => expect(one.store.membership.isFresh()).toBe(false), soon)
    letBack()
    await vi.waitFor(() => expect(one.store.membership.isFresh()).toBe(true), soon)
    expect(await stateOf(two)).toBe('sending')
    answer.resolve(accepted())
    await until(two, 'accepted')
    expect(await attempts(two)).toMatchObject([{ outcome: 'accepted', reason: null }])
  })

  it('send once, where one slept before its first byte and two people decided meanwhile', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await opened(database, 'one'), await opened(database, 'two')]
    const woken = Promise.withResolvers<undefined>()
    // The connection to the bank takes as long as the sleep.
    one.bank.connecting = () => woken.promise
    await release(one, await approvedOrder(one), 'sending')
    const letBack = await one.cutOff()
    await vi.waitFor(async () => expect(await stateOf(two)).toBe('outcome-unknown'), soon)
    await database.query(
      `UPDATE store.workstations SET heard_at = '2026-11-23T13:44:00.000Z' WHERE id = 'one'`,
    )
    await inquire(two)
    const evidence = await readOutcomeEvidence(two.store.read, await rowOf(two))
    const proposal = { id: 'o1', evidence, reason: 'The bank has nothing' }
    expect(codeOf(await as(two, 'mara')('proposeResend', proposal))).toBeUndefined()
    expect(codeOf(await as(two, 'theo')('confirmResend', { id: 'o1', evidence }))).toBeUndefined()
    await vi.waitFor(async () => expect(await stateOf(two)).toBe('accepted'), soon)
    letBack()
    await vi.waitFor(() => expect(one.store.membership.isFresh()).toBe(true), soon)
    woken.resolve(undefined)
    await one.sending.rest()
    expect([one.bank.sent.length, two.bank.sent.length]).toEqual([0, 1])
    expect(await attempts(two)).toMatchObject([
      { home: 'one', outcome: 'interrupted', reason: 'home-back: not-sent' },
      { home: 'two', outcome: 'accepted' },
    ])
  })
})
