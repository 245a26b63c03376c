/** The policy of a real store: in force at once, stored for ever, and every change recorded. */
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../main/platform/json/canonical-json.ts'
import type { OperatorFacts } from '../../../main/profile/operators.service.ts'
import { openPolicy, type PolicyService } from '../../../main/profile/policy.service.ts'
import { policyDifference } from '../../../preload/contract/domain/operators/policy-difference.ts'
import {
  defaultPolicy,
  policy as policyRules,
  practicePolicy,
  type Policy,
} from '../../../preload/contract/domain/operators/policy.ts'
import { sessionContext } from '../support/session-context.ts'
import { auditEntries, newStorePath, open } from '../store/stores.ts'

const stricter: Policy = {
  ...defaultPolicy,
  approvals: [
    { from: 0, approvals: 1, approvers: null },
    { from: 1_000_000, approvals: 2, approvers: ['theo', 'ada'] },
  ],
  validateFirst: true,
}

const administrator = (id: string): OperatorFacts => ({
  id,
  name: id,
  roles: ['administrator'],
  disabled: false,
  setBy: null,
})

async function policySession(
  file = newStorePath(),
  environment: 'practice' | 'production' = 'production',
) {
  const store = await open(file)
  const { context, emitted } = sessionContext(store)
  const policy = await openPolicy({ ...context, environment }, administrator)
  return { store, policy, emitted, file }
}
const whole = { cursor: null, limit: 50 }

/** Changes the policy that is in force. */
async function changePolicy(policy: PolicyService, next: Policy, actor: string) {
  const changed = await policy.change(next, actor, policy.current().version)
  if (!changed.ok) throw new Error(changed.error.code)
  return changed.value
}

describe('the policy', () => {
  it.each([
    ['practice', practicePolicy],
    ['production', defaultPolicy],
  ] as const)('starts in %s with the defaults', async (environment, policy) => {
    const workstation = await policySession(undefined, environment)
    expect(workstation.policy.current()).toEqual({ policy, version: 0, at: null, by: null })
    expect(await workstation.policy.listEarlier(whole)).toEqual({
      items: [],
      next: null,
      total: 0,
    })
  })

  it('is in force at once, announced, and still in force after the store was closed', async () => {
    const { policy, emitted, store, file } = await policySession()
    const next = await changePolicy(policy, stricter, 'theo')
    expect(next).toMatchObject({ policy: stricter, version: 1, by: 'Name of theo' })
    expect(policy.current()).toEqual(next)
    expect(emitted).toEqual([['policy.changed', next]])
    await store.close()
    expect((await policySession(file)).policy.current()).toEqual(next)
  })

  it('records in the audit chain each changed value, before and after, and nothing else', async () => {
    const { policy, store } = await policySession()
    await changePolicy(policy, stricter, 'theo')
    const entry = (await auditEntries(store)).at(-1)
    expect(entry).toMatchObject({ actor: 'theo', kind: 'policy.changed', subject: 'policy-1' })
    expect(JSON.parse(entry?.detail ?? '')).toEqual({
      version: 1,
      changes: [
        { what: 'Approvals from USD 10,000.00', from: null, to: '2 by ada, theo' },
        { what: 'Bank pre-check', from: 'not required', to: 'required' },
      ],
    })
  })

  it('creates no version of a policy that is identical', async () => {
    const { policy, store, emitted } = await policySession()
    expect(await changePolicy(policy, { ...defaultPolicy }, 'theo')).toMatchObject({ version: 0 })
    expect(emitted).toEqual([])
    expect(await auditEntries(store)).toHaveLength(1)
  })

  it('keeps every version, so that an order is judged by the one that it was submitted under', async () => {
    const { policy } = await policySession()
    await changePolicy(policy, stricter, 'theo')
    await changePolicy(policy, { ...stricter, payeeFromBook: true }, 'ada')
    expect(await policy.ofVersion(0)).toEqual(defaultPolicy)
    expect(await policy.ofVersion(1)).toEqual(stricter)
    expect(await policy.ofVersion(2)).toMatchObject({ payeeFromBook: true })
    expect(await policy.ofVersion(3)).toBeUndefined()
  })

  it('is stored as canonical JSON, and read from it', async () => {
    const { policy, store, file } = await policySession()
    const changed = { ...stricter, inquiryAfterMinutes: 7, inquiryFreshMinutes: 8 }
    await changePolicy(policy, changed, 'theo')
    const row = await store.read.selectFrom('policies').select('policy').executeTakeFirstOrThrow()
    expect(row.policy).toBe(canonicalJson(changed))
    await store.close()
    expect((await policySession(file)).policy.current().policy).toEqual(changed)
  })

  it('refuses to replace a version that its operator did not see', async () => {
    const { policy, store, emitted } = await policySession()
    const requested = [1, 2, 3].map((autoLockMinutes) =>
      policy.change({ ...defaultPolicy, autoLockMinutes }, 'theo', 0),
    )
    const stale = { ok: false, error: { code: 'changed-meanwhile' } }
    expect(await Promise.all(requested)).toEqual([
      expect.objectContaining({ ok: true }),
      stale,
      stale,
    ])
    expect(policy.current()).toMatchObject({ policy: { autoLockMinutes: 1 }, version: 1 })
    expect(await policy.change({ ...defaultPolicy }, 'theo', 0)).toEqual(stale)
    expect(emitted).toHaveLength(1)
    expect(await auditEntries(store)).toHaveLength(2)
  })

  it('stays as it was where the change cannot be stored', async () => {
    const { policy, store, emitted } = await policySession()
    await store.close()
    await expect(changePolicy(policy, stricter, 'theo')).rejects.toThrow()
    expect(policy.current()).toMatchObject({ policy: defaultPolicy, version: 0 })
    expect(emitted).toEqual([])
  })

  it('lists the earlier versions, newest first or sorted, down to the default', async () => {
    const { policy } = await policySession()
    for (const autoLockMinutes of [1, 2, 3]) {
      await changePolicy(
        policy,
        { ...defaultPolicy, autoLockMinutes },
        autoLockMinutes === 2 ? 'a' : 'b',
      )
    }
    const first = await policy.listEarlier({ cursor: null, limit: 2 })
    expect(first.items.map(({ version }) => version)).toEqual([2, 1])
    expect(first.total).toBe(3)
    const rest = await policy.listEarlier({ cursor: first.next, limit: 2 })
    expect(rest.items).toEqual([{ policy: defaultPolicy, version: 0, at: null, by: null }])
    const byWhom = await policy.listEarlier({
      ...whole,
      sort: { column: 'by', direction: 'ascending' },
    })
    expect(byWhom.items.map(({ version }) => version)).toEqual([2, 1, 0])
  })

  it('says in the audit chain that the days of limits are those of another zone', async () => {
    const { policy, store } = await policySession()
    await changePolicy(policy, { ...defaultPolicy, bankingZone: 'Asia/Tokyo' }, 'theo')
    expect(JSON.parse((await auditEntries(store)).at(-1)?.detail ?? '')).toEqual({
      version: 1,
      changes: [{ what: 'Time zone of banking days', from: 'America/New_York', to: 'Asia/Tokyo' }],
    })
  })

  it.each(['', 'America/Gotham'])('is none with the zone "%s"', (bankingZone) => {
    expect(policyRules.safeParse({ ...defaultPolicy, bankingZone }).success).toBe(false)
    const wireCutoff = { time: '18:45', zone: bankingZone }
    expect(policyRules.safeParse({ ...defaultPolicy, wireCutoff }).error?.issues).toMatchObject([
      { path: ['wireCutoff', 'zone'], message: 'A time zone, such as America/New_York' },
    ])
  })

  it('refuses to open with a policy that it cannot read: under a guess no money may leave', async () => {
    const { store, file } = await policySession()
    const act = { actor: 'x', kind: 'policy.changed', subject: 'x', detail: {} }
    const row = {
      version: 1,
      policy: '{"approvals":[]}',
      at: '2026-11-23T14:00:00.000Z',
      actor: 'x',
    }
    await store.record(act, (tx) => tx.insertInto('policies').values(row).execute())
    await store.close()
    await expect(policySession(file)).rejects.toThrow()
  })
})

it('distinguishes a removed limit from a changed one', () => {
  const [wire, rtp, ach] = defaultPolicy.limits
  if (!wire || !rtp || !ach) throw new Error('no limits')
  const after = { ...defaultPolicy, limits: [{ ...wire, perPayment: 5_000_000 }, ach] }
  expect(policyDifference(defaultPolicy, after)).toEqual([
    {
      what: 'Limit of everyone, WIRE, USD',
      from: 'no limit',
      to: 'USD 50,000.00 a payment, no limit a day',
    },
    { what: 'Limit of everyone, RTP, USD', from: 'no limit', to: null },
  ])
})
