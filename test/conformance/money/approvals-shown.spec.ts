/**
 * The list, the view and the counts agree on whose approvals of an order count and how many it
 * needs, on both engines.
 */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { practicePolicy, type Policy } from '../../../preload/contract/domain/operators/policy.ts'
import { describeOnPostgres, newDatabase, reachOf } from '../../postgres/databases.ts'
import { memberWorker } from '../../postgres/members.ts'
import { template } from '../../postgres/server.ts'
import { readingOf } from '../../unit/money/order/support/reading-session.ts'
import {
  approvedOrder,
  openSession,
  people,
  release,
  type Person,
  type SendingSession,
} from '../../unit/money/order/support/sending-session.ts'
import { newFolder } from '../../unit/store/stores.ts'

const needing = (approvals: number): Policy => ({
  ...practicePolicy,
  approvals: [{ from: 0, approvals, approvers: null }],
})
const setPerson = ({ operators }: SendingSession, who: Person, part: object) =>
  operators.set(who, { ...people[who], ...part })
const setApproval = (
  { store }: SendingSession,
  part: { readonly approval_hash?: string; readonly voided_at?: string },
) =>
  store.record({ actor: 'x', kind: 'x', subject: 'o1', detail: {} }, (tx) =>
    tx.updateTable('order_approvals').set(part).execute(),
  )

/** What list and view both show, and who may still approve, by the counts as by the view. */
async function shownOf(session: SendingSession) {
  const reading = readingOf(session)
  const { items } = await reading.list()
  const { approvals, state } = await reading.get()
  expect(items).toMatchObject([{ approvals }])
  const left: Person[] = []
  for (const who of ['mara', 'theo', 'cleo'] as const) {
    const { may } = await reading.get(who)
    const isMine = may.some(({ act, why }) => act === 'approve' && why === null)
    const { awaitingMe } = await reading.counts({}, who)
    expect([who, awaitingMe]).toEqual([who, isMine ? 1 : 0])
    if (isMine) left.push(who)
  }
  return [state, approvals.have, approvals.needed, left.join()]
}

const changes: readonly (readonly [
  name: string,
  change: (session: SendingSession) => unknown,
  have: number,
  left: string,
])[] = [
  ['stands', () => undefined, 1, 'cleo'],
  ['is of somebody disabled', (of) => setPerson(of, 'theo', { disabled: true }), 0, 'cleo'],
  ['is of a checker no more', (of) => setPerson(of, 'theo', { roles: ['maker'] }), 0, 'cleo'],
  [
    'is of somebody that its maker set up',
    (of) => setPerson(of, 'theo', { setBy: 'mara' }),
    0,
    'cleo',
  ],
  ['is of who set up its maker', (of) => setPerson(of, 'mara', { setBy: 'theo' }), 0, 'cleo'],
  ['is of another hash', (of) => setApproval(of, { approval_hash: 'other' }), 0, 'theo,cleo'],
  [
    'was voided',
    (of) => setApproval(of, { voided_at: of.context.clock.now().toISOString() }),
    0,
    'theo,cleo',
  ],
]

function promises(open: () => Promise<SendingSession>) {
  it.each(changes)('agree if the approval %s', async (_, change, have, left) => {
    const session = await open()
    session.policy = needing(2)
    await approvedOrder(session)
    await change(session)
    expect(await shownOf(session)).toEqual(['awaiting-approval', have, 2, left])
  })

  it('agree on how many the policy needs now, until the order leaves', async () => {
    const session = await open()
    const approvalHash = await approvedOrder(session)
    session.policy = needing(2)
    expect(await shownOf(session)).toEqual(['approved', 1, 2, ''])
    session.policy = needing(1)
    expect(await shownOf(session)).toEqual(['approved', 1, 1, ''])
    await release(session, approvalHash, 'accepted')
    // People and policy change, and not what it was sent by.
    session.policy = needing(2)
    setPerson(session, 'theo', { disabled: true })
    expect(await shownOf(session)).toEqual(['accepted', 1, 1, ''])
  })
}

describe('approvals in list, view and counts, on SQLite', () => {
  promises(openSession)
})
describeOnPostgres('approvals in list, view and counts, on PostgreSQL', () => {
  promises(async () => {
    const worker = memberWorker(reachOf(await newDatabase(template)), 'one')
    return openSession({ file: join(newFolder(), 'store'), worker })
  })
})
