/**
 * The dialog for a second person, over a bridge that refuses the change until main knows who
 * confirms it.
 */
import { enableAutoUnmount, flushPromises, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import SecondPersonDialog from '../../../renderer/app/lock/SecondPersonDialog.vue'
import { bridge, bridgeOver, useBridge } from '../../../renderer/state/bridge.ts'
import { choose, click, pageText } from '../features/alerts/alerts-stage.ts'
import { policyState } from '../support/fake-money.ts'
import { fakeBridge } from '../support/fake-bridge.ts'
import { expectNoViolation, mountPage } from '../support/page.ts'

enableAutoUnmount(afterEach)
const needed: Failure<'second-person-needed'> = {
  code: 'second-person-needed',
  changeId: 'change-1',
  about: 'policy',
  changes: [{ what: 'Saved payee', from: 'required', to: 'not required' }],
  people: [
    { id: 'cora', name: 'Cora Lind' },
    { id: 'dan', name: 'Dan Holt' },
  ],
  administrators: [],
  byRecovery: false,
}
let refusal: Failure | undefined
const change = vi.fn((_input: unknown) => (refusal ? err(refusal) : ok(policyState())))
const confirmed = vi.fn((_input: unknown) => {
  refusal = undefined
  return ok(undefined)
})

beforeEach(async () => {
  vi.clearAllMocks()
  refusal = needed
  const rest = fakeBridge() as unknown as Record<
    string,
    Record<string, (input: unknown) => unknown>
  >
  useBridge(
    bridgeOver({
      invoke: (channel: string, input: unknown) => {
        if (channel === 'policy.change') return Promise.resolve(change(input))
        if (channel === 'operators.confirmAsSecond') return Promise.resolve(confirmed(input))
        const [noun = '', name = ''] = channel.split('.')
        return Promise.resolve(rest[noun]?.[name]?.(input))
      },
      on: () => () => undefined,
    }),
  )
  await mountPage(SecondPersonDialog)
})

const wanted = { ...policyState().policy, version: policyState().version }
const passphraseField = () =>
  document.querySelector<HTMLInputElement>('input[name="confirmer-passphrase"]')
async function typed(text: string): Promise<void> {
  const field = passphraseField()
  if (!field) throw new Error('no passphrase')
  field.value = text
  field.dispatchEvent(new Event('input'))
  await flushPromises()
}

it('shows the change, and makes it once the second person has confirmed exactly that change', async () => {
  const changing = bridge().policy.change(wanted)
  await flushPromises()
  expect(pageText()).toContain('Saved payee')
  await expectNoViolation({ element: document.body } as VueWrapper)
  await choose('Operator', 'dan')
  await typed('a passphrase of his')
  await click('Confirm')
  expect(confirmed).toHaveBeenCalledExactlyOnceWith({
    changeId: 'change-1',
    by: { kind: 'operator', operatorId: 'dan', passphrase: 'a passphrase of his' },
  })
  expect(await changing).toEqual(ok(policyState()))
  expect(change).toHaveBeenCalledTimes(2)
  expect(pageText()).not.toContain('Second person needed')
})

it('makes the change after the dialog has closed, so that the dialog takes no focus back', async () => {
  let dialogs = Number.NaN
  change.mockImplementationOnce(() => err(needed))
  change.mockImplementationOnce(() => {
    dialogs = document.querySelectorAll('[data-modal]').length
    return ok(policyState())
  })
  const changing = bridge().policy.change(wanted)
  await flushPromises()
  await choose('Operator', 'dan')
  await typed('a passphrase of his')
  await click('Confirm')
  expect(await changing).toEqual(ok(policyState()))
  expect(dialogs).toBe(0)
})

it('returns the refusal when the dialog is canceled, and does not request the change again', async () => {
  const changing = bridge().policy.change(wanted)
  await flushPromises()
  await click('Cancel')
  expect(await changing).toEqual(err(needed))
  expect(change).toHaveBeenCalledTimes(1)
})

it('stays open after a wrong passphrase, clears the field, and asks again', async () => {
  confirmed.mockReturnValueOnce(err({ code: 'passphrase-wrong' }) as never)
  void bridge().policy.change(wanted)
  await flushPromises()
  await choose('Operator', 'cora')
  await typed('not hers')
  await click('Confirm')
  expect(pageText()).toContain('Wrong passphrase')
  expect(passphraseField()?.value).toBe('')
  expect(document.activeElement).toBe(passphraseField())
  expect(change).toHaveBeenCalledTimes(1)
})

it('moves the focus from the recovery file to its passphrase, and explains a wrong passphrase of the file', async () => {
  refusal = { ...needed, people: [], byRecovery: true }
  void bridge().policy.change(wanted)
  await flushPromises()
  expect(document.activeElement?.textContent).toContain('Choose the recovery file')
  await click('Choose the recovery file…')
  expect(document.activeElement).toBe(passphraseField())
  confirmed.mockReturnValueOnce(err({ code: 'passphrase-wrong' }) as never)
  await typed('not that of the file')
  await click('Confirm')
  expect(pageText()).toContain('The recovery file was saved with another passphrase')
  expect(pageText()).not.toContain('After five failures')
})

it('names who can make the change where nobody can confirm it for this person', async () => {
  refusal = { ...needed, people: [], administrators: ['Ben Okafor'] }
  void bridge().policy.change(wanted)
  await flushPromises()
  expect(pageText()).toContain('Ask Ben Okafor to make it')
  expect(document.querySelector('input[name="confirmer-passphrase"]')).toBeNull()
})

it.each([
  ['policy', 'No recovery file yet? Write one first: Connection, Recovery file.'],
  ['restore', 'No recovery file was ever written? Payments stay on hold: set up a new profile.'],
] as const)(
  'shows the next step without a recovery file, about %s: after a restore the first file cannot be written again',
  async (about, next) => {
    refusal = { ...needed, about, people: [], byRecovery: true }
    void bridge().policy.change(wanted)
    await flushPromises()
    expect(pageText()).toContain(next)
  },
)
