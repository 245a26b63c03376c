/** What waits for an operator depends on orders, payees, the policy and the operators. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  newFolder,
  removeFolder,
  standAloneBank,
  startWorkstation,
} from '../support/workstation.ts'

type Started = Awaited<ReturnType<typeof startWorkstation>>
let [folder, bank]: [string, Awaited<ReturnType<typeof standAloneBank>>] = ['', undefined as never]
let started: Started

beforeAll(async () => {
  ;[folder, bank] = await Promise.all([newFolder(), standAloneBank()])
  started = await startWorkstation(folder, bank.controlUrl)
})
afterAll(async () => {
  await started.workstation.close()
  await bank.end()
  await removeFolder(folder)
})
beforeEach(() => {
  started.emitted.others.length = 0
})

const announced = (): string[] => started.emitted.others.map(([name]) => name)

it('is read again after a change of the policy', async () => {
  const { workstation, context } = started
  const { policy } = workstation.handlers
  const state = await policy.get(undefined, context)
  if (!state.ok) throw new Error(state.error.code)
  const changed = await policy.change(
    {
      ...state.value.policy,
      payeeFromBook: !state.value.policy.payeeFromBook,
      version: state.value.version,
    },
    { ...context, operator: { id: 'practice-theo', name: 'Theo Park', roles: ['administrator'] } },
  )
  expect(changed).toMatchObject({ ok: true })
  expect(announced()).toEqual(
    expect.arrayContaining(['policy.changed', 'inbox.changed', 'orders.countsChanged']),
  )
})

it('is read again after a change of the operators', async () => {
  const { workstation, context } = started
  const signedIn = await workstation.handlers.operators.signIn(
    { operatorId: 'practice-theo', passphrase: null },
    context,
  )
  expect(signedIn).toMatchObject({ ok: true })
  expect(announced()).toEqual(expect.arrayContaining(['inbox.changed', 'orders.countsChanged']))
})
