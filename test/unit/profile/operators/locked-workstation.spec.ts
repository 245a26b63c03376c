/** A whole locked workstation: its answers, its events and its audit records. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channels } from '../../../../preload/contract/api/channels.ts'
import { defaultPolicy, type Policy } from '../../../../preload/contract/domain/operators/policy.ts'
import type { WorkstationState } from '../../../../preload/contract/api/workstation-state.ts'
import { startPrivateKeyring, type PrivateKeyring } from '../keychain/support/private-keyring.ts'
import { actsIn } from '../support/profile-store.ts'
import {
  makeProfile,
  signInPassphrase,
  openWorkstation,
  type RealWorkstation,
} from '../support/real-workstation.ts'
import { newFolder, openPracticeStore, removeFolder } from '../../support/workstation.ts'

let keyring: PrivateKeyring
let folder: string
let session: RealWorkstation

beforeAll(async () => {
  keyring = await startPrivateKeyring()
})
afterAll(() => keyring.stop())
beforeEach(async () => {
  folder = await newFolder()
  session = await openWorkstation(folder, keyring.env)
})
afterEach(async () => {
  await session.workstation.close()
  await removeFolder(folder)
})
const state = () => session.must<WorkstationState>('workstation.getState')
const signedOut = { ok: false, error: { code: 'signed-out' } }

describe('a locked workstation', () => {
  it('answers signed-out to every method that needs a sign-in', async () => {
    await session.must('operators.lock')
    for (const [channel, definition] of channels) {
      if (definition.kind === 'event' || definition.allowed === 'no-sign-in') continue
      expect(await session.call(channel, {}), channel).toEqual(signedOut)
    }
  })

  it('shows the last operator, and nobody with a role', async () => {
    const locked = await session.must<WorkstationState>('operators.lock')
    expect(locked).toMatchObject({
      operator: { id: '', name: '', roles: [] },
      access: { state: 'locked', reason: 'operator', operatorId: 'practice-mara' },
    })
    const operatorId = 'practice-theo'
    expect(await session.must('operators.signIn', { operatorId, passphrase: null })).toMatchObject({
      operator: { id: operatorId },
      access: { state: 'in' },
    })
  })

  it('returns the choice of an open dialog to nobody, and its draft to nobody else', async () => {
    const chosen = session.person.hesitate()
    session.person.choose({ name: 'payments.csv', bytes: 'Amount,Beneficiary\n1.00,A' })
    const requested = session.call('orders.selectImport')
    await session.must('operators.lock')
    await session.must('operators.signIn', { operatorId: 'practice-mara', passphrase: null })
    chosen()
    expect(await requested).toEqual(signedOut)
  })

  it('records who tried to move money without being signed in or without the role', async () => {
    await session.call('orders.approve', { id: 'order-7', approvalHash: 'x' })
    await session.must('operators.lock')
    await session.call('orders.release', { id: 'order-8', forged: { account: '12345678' } })
    await session.call('orders.approve', { id: 'order-9', approvalHash: 'x' }, 'another-profile')
    await session.workstation.close()
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
  it('names no unknown operator, neither as approver nor with a limit', async () => {
    await session.must('operators.signIn', { operatorId: 'practice-theo', passphrase: null })
    const change = (part: Partial<Policy>) =>
      session.call('policy.change', { ...defaultPolicy, ...part, version: 0 })
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
  it('begins without operators, creates the first once, and asks for the passphrase from then on', async () => {
    session.signsIn = false
    const id = await makeProfile(session, 'Ridgeway')
    expect(await state()).toMatchObject({ access: { state: 'no-operators' }, operators: [] })
    expect(await session.call('profiles.getShown')).toEqual(signedOut)
    const first = { name: 'Ana Ruiz', passphrase: signInPassphrase }
    await session.must('operators.createFirst', first)
    expect(await state()).toMatchObject({ operator: { name: 'Ana Ruiz' }, access: { state: 'in' } })
    expect(await session.call('operators.createFirst', first)).toMatchObject({
      error: { code: 'operators-exist' },
    })
    await session.workstation.close()
    session = await openWorkstation(folder, keyring.env)
    session.signsIn = false
    await session.must('profiles.open', { id, confirmation: null })
    const here = await state()
    expect(here).toMatchObject({ access: { state: 'locked', reason: 'not-signed-in' } })
    const operatorId = here.operators[0]?.id
    expect(await session.call('operators.signIn', { operatorId, passphrase: null })).toMatchObject({
      error: { code: 'passphrase-wrong' },
    })
    await session.must('operators.signIn', { operatorId, passphrase: signInPassphrase })
    await session.workstation.close()
    expect(await actsIn(folder, keyring.env, id)).toEqual(
      expect.arrayContaining([
        'operator.first-created',
        'operator.sign-in-failed',
        'operator.signed-in',
      ]),
    )
  })

  it('signs out the operator who leaves it, and lets no copy of it be made from outside', async () => {
    const id = await makeProfile(session, 'Ridgeway')
    session.signsIn = false
    await session.must('profiles.open', { id: 'practice', confirmation: null })
    expect((await state()).access).toMatchObject({ state: 'locked', reason: 'not-signed-in' })
    await session.must('profiles.open', { id, confirmation: null })
    expect((await state()).access).toMatchObject({ state: 'locked' })
    const copy = { name: 'Copy', environment: 'pre-production', from: { kind: 'copy' } }
    expect(await session.call('profiles.create', { ...copy, confirmation: null })).toEqual(
      signedOut,
    )
    await session.workstation.close()
    expect(await actsIn(folder, keyring.env, id)).toContain('operator.locked')
  })
})
