/**
 * Changes that one administrator cannot make alone (Promise P3), on a real store with real
 * passphrases.
 */
import { describe, expect, it } from 'vitest'
import { createSecondPerson, type ProposedChange } from '../../../main/profile/second-person.ts'
import type { Operators } from '../../../main/profile/operators.service.ts'
import { isWeaker } from '../../../preload/contract/domain/operators/policy-difference.ts'
import { defaultPolicy, type Policy } from '../../../preload/contract/domain/operators/policy.ts'
import type { Environment } from '../../../preload/contract/domain/environment.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator, Role } from '../../../preload/contract/domain/operators/roles.ts'
import { auditEntries } from '../store/stores.ts'
import { idOf, withFirst } from './operators/opened.ts'

type Needed = Failure<'second-person-needed'>

const passphrase = 'given by somebody else'
const own = 'a lantern of my own 72'
const weaker: ProposedChange = {
  about: 'policy',
  changes: [{ what: 'Saved payee', from: 'required', to: 'not required' }],
  content: { payeeFromBook: false },
}

async function add(
  operators: Operators,
  name: string,
  roles: Role[],
  by: Operator,
): Promise<Operator> {
  expect(await operators.add({ name, roles, passphrase }, by)).toMatchObject({ ok: true })
  return { id: idOf(operators, name), name, roles }
}

/** Signs in with the given passphrase and chooses a new one. */
async function settle(operators: Operators, { id }: Operator): Promise<void> {
  await operators.lock('operator')
  expect(await operators.signIn(id, passphrase)).toMatchObject({ ok: true })
  expect(await operators.changePassphrase({ current: passphrase, next: own })).toMatchObject({
    ok: true,
  })
}

/**
 * Ana set up Ben and Cora. Ben is an administrator and signed in, Cora is a checker. An order was
 * submitted once.
 */
async function workstation({
  environment = 'production',
  isSubmitted = true,
  roles = ['checker'],
}: {
  readonly environment?: Environment
  readonly isSubmitted?: boolean
  /** Roles of Cora. */
  readonly roles?: Role[]
} = {}) {
  const opened = await withFirst()
  const { operators, store, pass } = opened
  const ana = operators.current()
  const cora = await add(operators, 'Cora Lind', roles, ana)
  const ben = await add(operators, 'Ben Okafor', ['maker', 'administrator'], ana)
  await settle(operators, cora)
  await settle(operators, ben)
  if (isSubmitted)
    await store.note({ actor: ana.id, kind: 'order.submitted', subject: 'o1', detail: {} })
  let now = 0
  let ids = 0
  const second = createSecondPerson({
    store,
    operators,
    environment,
    clock: { now: () => new Date(now), monotonicMs: () => now },
    newId: () => `change-${String((ids += 1))}`,
  })
  const file = { isRight: true }
  const opensRecovery = (): Promise<Result<null, Failure<'passphrase-wrong'>>> =>
    Promise.resolve(file.isRight ? ok(null) : err({ code: 'passphrase-wrong' }))
  const request = (change = weaker, actor = ben) => second.allows(change, actor)
  const refusal = async (change = weaker, actor = ben): Promise<Needed> => {
    const requested = await request(change, actor)
    if (requested.ok) throw new Error('it was allowed')
    return requested.error
  }
  const confirm = (changeId: string, operatorId: string, typed = own, actor = ben) =>
    second.confirm(
      { changeId, by: { kind: 'operator', operatorId, passphrase: typed } },
      actor,
      opensRecovery,
    )
  const byFile = (changeId: string, actor = ben) =>
    second.confirm(
      { changeId, by: { kind: 'recovery', draftId: 'd', passphrase: 'x' } },
      actor,
      opensRecovery,
    )
  return {
    operators,
    store,
    ana,
    ben,
    cora,
    request,
    refusal,
    confirm,
    byFile,
    file,
    pass,
    later: (ms: number) => (now += ms),
    isPairPossible: () => second.isPairPossible(),
  }
}

describe('a change that needs two people', () => {
  it('is made once, after the second person has confirmed it with a passphrase', async () => {
    const { refusal, confirm, request, cora, ben, store } = await workstation()
    const needed = await refusal()
    expect(needed).toMatchObject({
      about: 'policy',
      changes: weaker.changes,
      people: [{ id: cora.id, name: 'Cora Lind' }],
      byRecovery: false,
    })
    expect(await confirm(needed.changeId, cora.id)).toMatchObject({ ok: true })
    expect((await auditEntries(store)).at(-1)).toMatchObject({
      actor: cora.id,
      kind: 'change.confirmed',
      subject: ben.id,
    })
    expect(await request()).toMatchObject({ ok: true })
    expect(await request()).toMatchObject({ error: { code: 'second-person-needed' } })
  })

  it('is not made in place of the confirmed one, nor for another person', async () => {
    const { refusal, confirm, request, cora, ana } = await workstation()
    const { changeId } = await refusal()
    expect(await confirm(changeId, cora.id)).toMatchObject({ ok: true })
    const another = { ...weaker, content: { payeeFromBook: false, limits: [] } }
    expect(await request(weaker, ana)).toMatchObject({ ok: false })
    expect(await request(another)).toMatchObject({ ok: false })
    // Only the last requested change can be confirmed.
    expect(await request()).toMatchObject({ ok: false })
  })

  it('is not confirmed with a wrong passphrase, and guesses are paused like those of a sign-in', async () => {
    const { refusal, confirm, request, cora } = await workstation()
    const { changeId } = await refusal()
    for (let guess = 0; guess < 5; guess += 1)
      expect(await confirm(changeId, cora.id, 'not it at all')).toMatchObject({
        error: { code: 'passphrase-wrong' },
      })
    expect(await confirm(changeId, cora.id)).toMatchObject({ error: { code: 'sign-in-paused' } })
    expect(await request()).toMatchObject({ ok: false })
  })

  it('is confirmed neither by oneself nor by the person who set up the sign-in, nor by the recovery file', async () => {
    const { refusal, confirm, byFile, ben, ana } = await workstation()
    const { changeId } = await refusal()
    for (const { id } of [ben, ana])
      expect(await confirm(changeId, id)).toMatchObject({ error: { code: 'not-found' } })
    expect(await byFile(changeId)).toMatchObject({ error: { code: 'not-found' } })
  })

  it('is confirmed by nobody who has not chosen a passphrase, who is only a maker, or who is disabled', async () => {
    const { refusal, operators, ana, ben, cora } = await workstation()
    const dan = await add(operators, 'Dan Holt', ['checker'], ana)
    await add(operators, 'Mara Vale', ['maker'], ana)
    expect((await refusal()).people).toEqual([{ id: cora.id, name: 'Cora Lind' }])
    await operators.change({ ...cora, roles: ['checker'], disabled: true }, ana)
    // Dan can be the second person as soon as a passphrase is chosen.
    expect(await refusal(weaker, ben)).toMatchObject({ people: [], byRecovery: false })
    await operators.change({ ...dan, roles: ['checker'], disabled: true }, ana)
    expect(await refusal(weaker, ben)).toMatchObject({ people: [], byRecovery: true })
  })

  it('is too old to be confirmed after a quarter of an hour, and after the requester has left', async () => {
    const { refusal, confirm, cora, later, operators, ben } = await workstation()
    const first = await refusal()
    later(15 * 60_000)
    expect(await confirm(first.changeId, cora.id)).toMatchObject({ error: { code: 'draft-gone' } })
    const second = await refusal()
    await operators.lock('idle')
    await operators.signIn(ben.id, own)
    expect(await confirm(second.changeId, cora.id)).toMatchObject({ error: { code: 'draft-gone' } })
  })

  it('names who can make it where the requester has set up everybody', async () => {
    const { refusal, ana } = await workstation()
    expect(await refusal(weaker, ana)).toMatchObject({
      people: [],
      administrators: ['Ben Okafor'],
      byRecovery: false,
    })
  })

  it('is confirmed by the recovery file where no two people could confirm for each other', async () => {
    const { refusal, byFile, request, file, store } = await workstation({ roles: ['maker'] })
    const needed = await refusal()
    expect(needed).toMatchObject({ people: [], byRecovery: true })
    file.isRight = false
    expect(await byFile(needed.changeId)).toMatchObject({ error: { code: 'passphrase-wrong' } })
    expect(await request()).toMatchObject({ ok: false })
    const again = await refusal()
    file.isRight = true
    expect(await byFile(again.changeId)).toMatchObject({ ok: true })
    expect(await request()).toMatchObject({ ok: true })
    expect((await auditEntries(store)).at(-1)?.detail).toContain('"by":"recovery"')
  })

  it('can be confirmed by a pair only while both are enabled', async () => {
    const { isPairPossible, operators, ana, cora, ben } = await workstation()
    expect(isPairPossible()).toBe(true)
    const { id, name, roles } = cora
    await operators.change({ id, name, roles: [...roles], disabled: true }, ben)
    expect(isPairPossible()).toBe(false)
    expect(operators.all().map((one) => one.id)).toEqual(expect.arrayContaining([ana.id, ben.id]))
    expect((await workstation({ roles: ['maker'] })).isPairPossible()).toBe(false)
  })

  it('needs none while the profile is set up, and in practice', async () => {
    expect(await (await workstation({ isSubmitted: false })).request()).toMatchObject({ ok: true })
    expect(await (await workstation({ environment: 'practice' })).request()).toMatchObject({
      ok: true,
    })
  })

  it('needs one in a store that was restored, though it knows of no order', async () => {
    const { request, store } = await workstation({ isSubmitted: false })
    await store.note({ actor: 'ana', kind: 'store.restored', subject: 'store', detail: {} })
    expect(await request()).toMatchObject({ ok: false })
  })

  it('reveals nothing of a passphrase in it, neither in the audit nor when it is requested again', async () => {
    const { refusal, confirm, store, cora } = await workstation()
    const given = (typed: string): ProposedChange => ({
      about: 'operator',
      changes: [{ what: 'Operator Eve', from: null, to: 'checker' }],
      content: { passphrase: typed },
    })
    const stored: string[] = []
    for (const typed of ['one passphrase of eve', 'another passphrase']) {
      const { changeId } = await refusal(given(typed))
      expect(await confirm(changeId, cora.id)).toMatchObject({ ok: true })
      stored.push((await auditEntries(store)).at(-1)?.detail ?? '')
    }
    // The stored audit value does not depend on the passphrase.
    expect(stored[0]).toBe(stored[1])
  })

  it('is the first recovery file where no two people could confirm it, and not after a restore', async () => {
    const { request, store } = await workstation({ roles: ['maker'] })
    const file: ProposedChange = {
      about: 'recovery-file',
      changes: [],
      content: { passphrase: 'x' },
      isFirstRecoveryFile: true,
    }
    expect(await request(file)).toMatchObject({ ok: true })
    expect(await request({ ...file, isFirstRecoveryFile: false })).toMatchObject({ ok: false })
    const detail = { backupAt: '2026-11-01T00:00:00.000Z', isHeld: true }
    await store.note({ actor: 'ana', kind: 'store.restored', subject: 'store', detail })
    expect(await request(file)).toMatchObject({ ok: false })
    expect(await (await workstation()).request(file)).toMatchObject({ ok: false })
  })

  it('still needs a person where the others have to choose a passphrase first', async () => {
    const { refusal, operators, ana, cora, ben } = await workstation()
    await operators.resetPassphrase({ id: cora.id, passphrase }, ana)
    expect(await refusal(weaker, ben)).toMatchObject({ people: [], byRecovery: false })
  })

  it('needs one after a restore though no order was ever submitted', async () => {
    const { request } = await workstation({ isSubmitted: false })
    const change = { ...weaker, about: 'restore', isAfterRestore: true } as const
    expect(await request(change)).toMatchObject({ ok: false })
  })
})

describe('a policy is weaker', () => {
  const two: Policy = {
    ...defaultPolicy,
    approvals: [
      { from: 0, approvals: 1, approvers: ['theo'] },
      { from: 100_000, approvals: 2, approvers: ['theo'] },
    ],
    limits: [
      { operatorId: null, service: 'RTP', currency: 'USD', perPayment: 500, perDay: 1_000 },
      { operatorId: 'mara', service: 'RTP', currency: 'USD', perPayment: 100, perDay: 200 },
    ],
    ownership: { from: 1_000, maxAgeHours: 24 },
    validateFirst: true,
    payeeFromBook: true,
  }
  const [everybody, mara] = two.limits
  if (!everybody || !mara) throw new Error('two limits')

  it.each<[string, Partial<Policy>]>([
    ['one approval in place of two', { approvals: two.approvals.slice(0, 1) }],
    [
      'the second approval from a higher amount on',
      {
        approvals: [
          { from: 0, approvals: 1, approvers: ['theo'] },
          { from: 200_000, approvals: 2, approvers: ['theo'] },
        ],
      },
    ],
    [
      'another approver',
      {
        approvals: [
          { from: 0, approvals: 1, approvers: ['theo', 'ada'] },
          { from: 100_000, approvals: 2, approvers: ['theo'] },
        ],
      },
    ],
    ['a higher limit', { limits: [{ ...everybody, perPayment: 501 }, mara] }],
    ['a limit taken away', { limits: [{ ...everybody, perDay: null }, mara] }],
    ['the stricter limit of one person taken away', { limits: [everybody] }],
    [
      'a service that nobody could use',
      { limits: [...two.limits, { ...everybody, service: 'WIRE' }] },
    ],
    ['no ownership check', { ownership: null }],
    ['an older ownership check', { ownership: { from: 1_000, maxAgeHours: 25 } }],
    ['an ownership check from a higher amount on', { ownership: { from: 1_001, maxAgeHours: 24 } }],
    ['no validation by the bank', { validateFirst: false }],
    ['payees from anywhere', { payeeFromBook: false }],
    ['a release that waits longer', { releaseHoldsMinutes: two.releaseHoldsMinutes + 1 }],
    ['a status inquiry that counts sooner', { inquiryAfterMinutes: two.inquiryAfterMinutes - 1 }],
    [
      'a status inquiry that stays fresh longer',
      { inquiryFreshMinutes: two.inquiryFreshMinutes + 1 },
    ],
    ['a later lock', { autoLockMinutes: two.autoLockMinutes + 1 }],
  ])('with %s, and its opposite is not', (_what, part) => {
    const changed: Policy = { ...two, ...part }
    expect(isWeaker(two, changed)).toBe(true)
    expect(isWeaker(changed, two)).toBe(false)
    expect(isWeaker(changed, changed)).toBe(false)
  })

  it('whenever the days of limits begin by the clock of another zone', () => {
    const elsewhere = { ...two, bankingZone: 'America/Los_Angeles' }
    expect(isWeaker(two, elsewhere)).toBe(true)
    expect(isWeaker(elsewhere, two)).toBe(true)
  })

  it('not by what only warns', () => {
    expect(isWeaker(two, { ...two, wireCutoff: null, rtpLimit: two.rtpLimit * 2 })).toBe(false)
  })

  it('also where something else becomes stricter', () => {
    expect(isWeaker(two, { ...two, payeeFromBook: false, autoLockMinutes: 1 })).toBe(true)
  })
})
