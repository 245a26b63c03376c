/** A whole locked workstation: its answers, its events and its audit records. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channels } from '../../../../preload/contract/api/channels.ts'
import { defaultPolicy, type Policy } from '../../../../preload/contract/domain/operators/policy.ts'
import type { WorkstationState } from '../../../../preload/contract/api/workstation-state.ts'
import { startPrivateKeyring, type PrivateKeyring } from '../keychain/support/private-keyring.ts'
import { actsIn } from '../support/profile-store.ts'
import { makeProfile, signInPassphrase, startDesk, type RealDesk } from '../support/real-desk.ts'
import { newFolder, openPracticeStore, removeFolder } from '../../support/workstation.ts'

let keyring: PrivateKeyring
let folder: string
let desk: RealDesk

beforeAll(async () => {
  keyring = await startPrivateKeyring()
})
afterAll(() => keyring.stop())
beforeEach(async () => {
  folder = await newFolder()
  desk = await startDesk(folder, keyring.env)
})
afterEach(async () => {
  await desk.workstation.close()
  await removeFolder(folder)
})
const state = () => desk.must<WorkstationState>('workstation.getState')
const signedOut = { ok: false, error: { code: 'signed-out' } }

describe('a locked workstation', () => {
  it('answers signed-out to every verb that is not for whoever stands there', async () => {
    await desk.must('operators.lock')
    for (const [channel, verb] of channels) {
      if (verb.verb === 'event' || verb.allowed === 'no-sign-in') continue
      expect(await desk.call(channel, {}), channel).toEqual(signedOut)
    }
  })

  it('shows who was here, and nobody with a role', async () => {
    const locked = await desk.must<WorkstationState>('operators.lock')
    expect(locked).toMatchObject({
      operator: { id: '', name: '', roles: [] },
      access: { state: 'locked', reason: 'operator', operatorId: 'practice-mara' },
    })
    const operatorId = 'practice-theo'
    expect(await desk.must('operators.signIn', { operatorId, passphrase: null })).toMatchObject({
      operator: { id: operatorId },
      access: { state: 'in' },
    })
  })

  it('hands what a dialog that was left open chose to nobody, and its draft to nobody else', async () => {
    const { dialogs } = desk.person
    const open = (request: Parameters<typeof dialogs.open>[0]) => before.open(request)
    const before = { ...dialogs }
    const chosen = Promise.withResolvers<undefined>()
    Object.assign(desk.person.dialogs, {
      open: async (request: Parameters<typeof open>[0]) => {
        await chosen.promise
        return open(request)
      },
    })
    desk.person.choose({ name: 'payments.csv', bytes: 'Amount,Beneficiary\n1.00,A' })
    const asked = desk.call('orders.selectImport')
    await desk.must('operators.lock')
    await desk.must('operators.signIn', { operatorId: 'practice-mara', passphrase: null })
    chosen.resolve(undefined)
    expect(await asked).toEqual(signedOut)
  })

  it('records who tried to move money without being signed in or without the role', async () => {
    await desk.call('orders.approve', { id: 'order-7', approvalHash: 'x' })
    await desk.must('operators.lock')
    await desk.call('orders.release', { id: 'order-8', forged: { account: '12345678' } })
    await desk.call('orders.approve', { id: 'order-9', approvalHash: 'x' }, 'another-profile')
    await desk.workstation.close()
    const store = await openPracticeStore(folder)
    const acts = await store.read
      .selectFrom('audit_entries')
      .select(['actor', 'kind', 'subject', 'detail'])
      .where('kind', '=', 'order.refused')
      .orderBy('seq')
      .execute()
    await store.close()
    expect(
      acts.map(({ detail, ...act }) => ({ ...act, ...(JSON.parse(detail) as object) })),
    ).toEqual([
      {
        actor: 'practice-mara',
        kind: 'order.refused',
        subject: 'order-7',
        act: 'orders.approve',
        code: 'not-permitted',
      },
      {
        actor: 'computer:tester',
        kind: 'order.refused',
        subject: 'order-8',
        act: 'orders.release',
        code: 'signed-out',
      },
      {
        actor: 'computer:tester',
        kind: 'order.refused',
        subject: 'order-9',
        act: 'orders.approve',
        code: 'profile-changed',
      },
    ])
  })
})

describe('a policy', () => {
  it('names nobody who never worked here, neither as approver nor with a limit', async () => {
    await desk.must('operators.signIn', { operatorId: 'practice-theo', passphrase: null })
    const change = (part: Partial<Policy>) =>
      desk.call('policy.change', { ...defaultPolicy, ...part })
    const step = { from: 0, approvals: 1 }
    const limit = { service: 'WIRE', currency: 'USD', perPayment: 1, perDay: 1 } as const
    const unknown = { ok: false, error: { code: 'not-found' } }
    const approvals = [{ ...step, approvers: ['practice-theo', 'nobody'] }]
    expect(await change({ approvals })).toEqual(unknown)
    expect(await change({ limits: [{ ...limit, operatorId: 'nobody' }] })).toEqual(unknown)
    const known = [{ ...step, approvers: ['practice-theo'] }]
    const limits = [{ ...limit, operatorId: 'practice-mara' }]
    expect(await change({ approvals: known, limits })).toMatchObject({ value: { version: 1 } })
  })
})

describe('a real profile', () => {
  it('begins without operators, makes the first once, and asks for the passphrase from then on', async () => {
    desk.signsIn = false
    const id = await makeProfile(desk, 'Ridgeway')
    expect(await state()).toMatchObject({ access: { state: 'no-operators' }, operators: [] })
    expect(await desk.call('profiles.getShown')).toEqual(signedOut)
    const first = { name: 'Ana Ruiz', passphrase: signInPassphrase }
    await desk.must('operators.createFirst', first)
    expect(await state()).toMatchObject({ operator: { name: 'Ana Ruiz' }, access: { state: 'in' } })
    expect(await desk.call('operators.createFirst', first)).toMatchObject({
      error: { code: 'operators-exist' },
    })
    await desk.workstation.close()
    desk = await startDesk(folder, keyring.env)
    desk.signsIn = false
    await desk.must('profiles.open', { id, confirmation: null })
    const here = await state()
    expect(here).toMatchObject({ access: { state: 'locked', reason: 'not-signed-in' } })
    const operatorId = here.operators[0]?.id
    expect(await desk.call('operators.signIn', { operatorId, passphrase: null })).toMatchObject({
      error: { code: 'passphrase-wrong' },
    })
    await desk.must('operators.signIn', { operatorId, passphrase: signInPassphrase })
    await desk.workstation.close()
    expect(await actsIn(folder, keyring.env, id)).toEqual(
      expect.arrayContaining([
        'operator.first-made',
        'operator.sign-in-failed',
        'operator.signed-in',
      ]),
    )
  })

  it('signs out whoever leaves it, and lets no copy of it be made from outside', async () => {
    const id = await makeProfile(desk, 'Ridgeway')
    desk.signsIn = false
    await desk.must('profiles.open', { id: 'practice', confirmation: null })
    expect((await state()).access).toMatchObject({ state: 'locked', reason: 'not-signed-in' })
    await desk.must('profiles.open', { id, confirmation: null })
    expect((await state()).access).toMatchObject({ state: 'locked' })
    const copy = { name: 'Copy', environment: 'pre-production', from: { kind: 'copy' } }
    expect(await desk.call('profiles.create', { ...copy, confirmation: null })).toEqual(signedOut)
    await desk.workstation.close()
    expect(await actsIn(folder, keyring.env, id)).toContain('operator.locked')
  })
})
