/**
 * Decisions about money on a store that workstations share: what another has recorded before the
 * commit counts, however early the decision began.
 */
import { expect, it, vi } from 'vitest'
import { createOrderEvidence } from '../../../main/money/order/approval/evidence.ts'
import { sendBackOrder } from '../../../main/money/order/approval/approving.ts'
import { approvalsOf } from '../../../main/money/order/order-records.ts'
import { createPayees } from '../../../main/money/payees/payees.service.ts'
import { openOperators } from '../../../main/profile/operators.service.ts'
import { openPolicy } from '../../../main/profile/policy.service.ts'
import { openSettings } from '../../../main/profile/settings.service.ts'
import type { SessionContext } from '../../../main/profile/session-context.ts'
import type { Store } from '../../../main/store/store.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { practicePolicy, type Policy } from '../../../preload/contract/domain/operators/policy.ts'
import { describeOnPostgres, newDatabase, reachOf } from '../../postgres/databases.ts'
import { memberWorker, openMember } from '../../postgres/members.ts'
import { template } from '../../postgres/server.ts'
import { details } from '../../unit/money/payees/book.ts'
import {
  as,
  codeOf,
  draft,
  openSession,
  people,
  rowOf,
  stateOf,
  type Person,
  type SendingSession,
} from '../../unit/money/order/support/sending-session.ts'
import { sessionContext } from '../../unit/support/session-context.ts'

/** Writes the people of the tests as operators of the store. */
async function addPeople(store: Store): Promise<void> {
  for (const { id, name, roles } of Object.values(people)) {
    const act = { actor: 'system', kind: 'operator.added', subject: id, detail: {} }
    const at = '2026-11-23T13:00:00.000Z'
    await store.record(act, (tx) =>
      tx
        .insertInto('operators')
        .values({
          id,
          name,
          roles: JSON.stringify(roles),
          passphrase: '{}',
          must_change: 0,
          disabled: 0,
          added_at: at,
          set_by: null,
          set_at: at,
          last_sign_in_at: null,
          failed_sign_ins: 0,
          paused_until: null,
        })
        .execute(),
    )
  }
}

const who = (id: Person): Operator => ({ ...people[id], roles: [...people[id].roles] })

/** What decides at one workstation. */
async function deciders(store: Store) {
  const { context } = sessionContext(store)
  const operators = await openOperators({
    ...context,
    store,
    computerActor: 'computer:tester',
    changed: () => undefined,
  })
  const practice: SessionContext = { ...context, environment: 'practice' }
  const operatorOf = (id: string) => operators.factsOf(id)
  return {
    operators,
    operatorOf,
    policy: await openPolicy(practice, operatorOf),
    settings: await openSettings(store, context.clock),
    payees: createPayees({ ...practice, operatorOf }),
  }
}

/** An order that waits for approval at the first workstation, and what decides at the second. */
async function waitingOrder() {
  const database = await newDatabase(template)
  const session = await openSession({
    worker: memberWorker(reachOf(database), 'one'),
    evidence: createOrderEvidence,
  })
  const two = await openMember(database, 'two')
  await addPeople(session.store)
  Object.assign(session.context, await deciders(session.store))
  await draft(session)
  expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBeUndefined()
  return { session, two: { store: two, ...(await deciders(two)) } }
}

/** Lets another workstation act between the reading of a decision and its transaction. */
function before(session: SendingSession, kind: string, act: () => Promise<unknown>): void {
  const { store } = session
  let isDue = true
  const held: Store['record'] = async (recorded, work) => {
    if (recorded.kind === kind && isDue) {
      isDue = false
      await act()
    }
    return store.record(recorded, work)
  }
  Object.assign(session.context, { store: { ...store, record: held } })
}

const approve = async (session: SendingSession): Promise<string | undefined> => {
  const approvalHash = (await rowOf(session)).approval_hash ?? ''
  return codeOf(await as(session, 'theo')('approve', { id: 'o1', approvalHash }))
}

describeOnPostgres('an approval that began before another workstation acted', () => {
  it('is judged by the new policy, which needs an ownership check', async () => {
    const { session, two } = await waitingOrder()
    const stricter: Policy = { ...practicePolicy, ownership: { from: 0, maxAgeHours: 24 } }
    before(session, 'order.approved', () => two.policy.change(stricter, 'ada', 0))
    expect(await approve(session)).toBe('evidence-needed')
    expect(await stateOf(session)).toBe('awaiting-approval')
    expect(await approvalsOf(session.store.read, 'o1')).toEqual([])
  })

  it('is judged by the new policy, which needs two approvals', async () => {
    const { session, two } = await waitingOrder()
    const approvals = [{ from: 0, approvals: 2, approvers: null }]
    before(session, 'order.approved', () =>
      two.policy.change({ ...practicePolicy, approvals }, 'ada', 0),
    )
    expect(await approve(session)).toBeUndefined()
    expect(await stateOf(session)).toBe('awaiting-approval')
  })

  it('does not count where its approver was disabled', async () => {
    const { session, two } = await waitingOrder()
    before(session, 'order.approved', () =>
      two.operators.change(
        { id: 'theo', name: 'Theo', roles: ['checker'], disabled: true },
        who('ada'),
      ),
    )
    expect(await approve(session)).toBe('not-permitted')
    expect(await stateOf(session)).toBe('awaiting-approval')
  })

  it('does not count where its approver was taken the role', async () => {
    const { session, two } = await waitingOrder()
    before(session, 'order.approved', () =>
      two.operators.change(
        { id: 'theo', name: 'Theo', roles: ['maker'], disabled: false },
        who('ada'),
      ),
    )
    expect(await approve(session)).toBe('not-permitted')
  })

  it('is unchanged by acts that do not concern it', async () => {
    const { session, two } = await waitingOrder()
    before(session, 'order.approved', () => two.payees.propose(null, details(), who('mara')))
    expect(await approve(session)).toBeUndefined()
    expect(await stateOf(session)).toBe('approved')
  })
})

/** The same order once it is approved, and the bank cannot be reached. */
async function approvedThere() {
  const { session, two } = await waitingOrder()
  expect(await approve(session)).toBeUndefined()
  session.bank.reach = 'unreachable'
  return { session, two }
}

describeOnPostgres('a release that began before another workstation acted', () => {
  const releaseIt = async (session: SendingSession): Promise<string | undefined> => {
    const approvalHash = (await rowOf(session)).approval_hash ?? ''
    return codeOf(await as(session, 'mara')('release', { id: 'o1', approvalHash }))
  }

  it('is judged by the new policy, which needs an ownership check', async () => {
    const { session, two } = await approvedThere()
    const stricter: Policy = { ...practicePolicy, ownership: { from: 0, maxAgeHours: 24 } }
    before(session, 'order.released', () => two.policy.change(stricter, 'ada', 0))
    expect(await releaseIt(session)).toBe('evidence-needed')
    expect(await rowOf(session)).toMatchObject({ state: 'approved', home: null })
  })

  it('is judged by the new limits', async () => {
    const { session, two } = await approvedThere()
    const limits = practicePolicy.limits.map((one) => ({ ...one, perPayment: 100 }))
    before(session, 'order.released', () =>
      two.policy.change({ ...practicePolicy, limits }, 'ada', 0),
    )
    expect(await releaseIt(session)).toBe('over-limit')
    expect(await stateOf(session)).toBe('approved')
  })

  it('does not happen once the order was sent back', async () => {
    const { session, two } = await approvedThere()
    const { store, policy, operatorOf } = two
    const context = { ...session.context, store, policy, operatorOf }
    before(session, 'order.released', () =>
      sendBackOrder(context, () => undefined, { id: 'o1', comment: 'Wrong payee' }, 'theo'),
    )
    expect(await releaseIt(session)).toBe('order-state')
    expect(await stateOf(session)).toBe('draft')
  })

  it('does not happen where its approver was disabled', async () => {
    const { session, two } = await approvedThere()
    before(session, 'order.released', () =>
      two.operators.change(
        { id: 'theo', name: 'Theo', roles: ['checker'], disabled: true },
        who('ada'),
      ),
    )
    expect(await releaseIt(session)).toBe('approvals-missing')
    expect(await stateOf(session)).toBe('approved')
  })

  it('is unchanged by acts that do not concern it', async () => {
    const { session, two } = await approvedThere()
    before(session, 'order.released', () => two.payees.propose(null, details(), who('mara')))
    expect(await releaseIt(session)).toBeUndefined()
    expect(await rowOf(session)).toMatchObject({ state: 'queued', home: 'one' })
  })
})

describeOnPostgres('a policy of a team', () => {
  it('is changed by nobody who was disabled meanwhile', async () => {
    const database = await newDatabase(template)
    const stores = [await openMember(database, 'one'), await openMember(database, 'two')] as const
    await addPeople(stores[0])
    const [one, two] = [await deciders(stores[0]), await deciders(stores[1])]
    const max = { id: 'max', name: 'Max', roles: ['administrator' as const], disabled: false }
    await two.operators.change(max, who('ada'))
    const ada = { id: 'ada', name: 'Ada', roles: ['maker' as const], disabled: false }
    await two.operators.change(ada, who('max'))
    const changed = await one.policy.change({ ...practicePolicy, validateFirst: true }, 'ada', 0)
    expect(codeOf(changed)).toBe('not-permitted')
    expect(two.policy.current().version).toBe(0)
  })
})

describeOnPostgres('a payee of a team', () => {
  it('is decided about once, and by nobody who was disabled meanwhile', async () => {
    const database = await newDatabase(template)
    const stores = [await openMember(database, 'one'), await openMember(database, 'two')] as const
    await addPeople(stores[0])
    const [one, two] = [await deciders(stores[0]), await deciders(stores[1])]
    const proposed = await one.payees.propose(null, details(), who('mara'))
    const id = proposed.ok ? proposed.value.id : ''
    const approval = { id, version: 1, decision: 'approve', comment: '' } as const
    const decided = await Promise.all([
      one.payees.decide(approval, who('theo')),
      two.payees.decide(approval, who('cleo')),
    ])
    expect(decided.filter(({ ok }) => ok)).toHaveLength(1)
    expect(decided.map(codeOf)).toContain('order-changed')
    const [again, other] = await Promise.all([
      one.payees.propose(id, details({ name: 'Ridgeway Supply One' }), who('mara')),
      two.payees.propose(id, details({ name: 'Ridgeway Supply Two' }), who('max')),
    ])
    expect([again.ok, other.ok]).toEqual([true, true])
    const change = { id: 'theo', name: 'Theo', roles: ['checker' as const], disabled: true }
    await two.operators.change(change, who('ada'))
    const late = await one.payees.decide({ ...approval, version: 3 }, who('theo'))
    expect(codeOf(late)).toBe('not-approver')
    await vi.waitFor(() => expect(one.operatorOf('theo')?.disabled).toBe(true))
  })
})
