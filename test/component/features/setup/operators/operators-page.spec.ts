import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultPolicy } from '../../../../../preload/contract/domain/operators/policy.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import OperatorsPage from '../../../../../renderer/features/setup/operators/OperatorsPage.vue'
import { fakeBridge, realWorkstation, workstationState } from '../../../support/fake-bridge.ts'
import { operatorLine, policyState } from '../../../support/fake-money.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { byRole } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
const ada = operatorLine({ id: 'ada', name: 'Ada Alder', roles: ['checker'], setBy: 'mara' })
const mara = operatorLine({ id: 'mara', name: 'Mara Ellison', roles: ['maker', 'administrator'] })
beforeEach(() => {
  bridge = fakeBridge()
  bridge.workstation.getState.mockResolvedValue(ok(realWorkstation()))
  bridge.operators.list.mockResolvedValue(ok([mara, ada]))
})
/** Signed in as an operator who may not change anything. */
const asMaker = (): void => {
  const operator = { id: 'mara', name: 'Mara Ellison', roles: ['maker' as const] }
  bridge.workstation.getState.mockResolvedValue(ok(realWorkstation({ operator })))
}

const pageText = (): string => document.body.textContent.replace(/\s+/g, ' ')
const open = (address = '/operators') => mountPage(OperatorsPage, address, '/operators/:part?/:id?')
async function click(name: string, role = 'button'): Promise<void> {
  byRole(role, name).click()
  await flushPromises()
}
async function type(name: string, text: string): Promise<void> {
  const input = byRole('textbox', name) as HTMLInputElement
  input.value = text
  input.dispatchEvent(new Event('input'))
  await flushPromises()
}
const isOff = (name: string): boolean =>
  byRole('button', name).getAttribute('aria-disabled') === 'true'

describe('the operators', () => {
  it('shows the roles of each, and who set them', async () => {
    const { page } = await open()
    const row = document.querySelector('[data-row="1"]')?.textContent ?? ''
    for (const part of ['Ada Alder', 'Checker', 'Can sign in', 'Mara Ellison'])
      expect(row).toContain(part)
    await expectNoViolation(page)
  })

  it('shows now, not never, for an operator who is signed in for the first time', async () => {
    bridge.operators.list.mockResolvedValue(
      ok([
        { ...mara, lastSignInAt: null },
        { ...ada, lastSignInAt: null },
      ]),
    )
    asMaker()
    await open()
    const rows = [0, 1].map((row) => document.querySelector(`[data-row="${row}"]`)?.textContent)
    expect(rows[0]).toContain('now')
    expect(rows[0]).not.toContain('never')
    expect(rows[1]).toContain('never')
  })

  it('are added with a passphrase that is sent to main once and stored nowhere', async () => {
    const { page } = await open()
    await click('Add operator')
    await type('Name*', 'Theo Park')
    await click('Checker', 'checkbox')
    await type('First passphrase*', 'short')
    await click('Save new operator')
    expect(bridge.operators.add).not.toHaveBeenCalled()
    expect(pageText()).toContain('At least 12 characters')
    await type('First passphrase*', 'correct horse battery')
    await expectNoViolation(page)
    await click('Save new operator')
    const input = { name: 'Theo Park', roles: ['checker'], passphrase: 'correct horse battery' }
    expect(bridge.operators.add).toHaveBeenCalledExactlyOnceWith(input)
    expect(document.querySelector('input[type=password]')).toBeNull()
  })

  it('are changed, disabled and given a new passphrase by an administrator', async () => {
    const { page } = await open('/operators/list/ada')
    await click('Maker', 'checkbox')
    await click('Disabled', 'checkbox')
    await click('Save Ada Alder')
    expect(bridge.operators.change).toHaveBeenCalledExactlyOnceWith({
      id: 'ada',
      name: 'Ada Alder',
      roles: ['maker', 'checker'],
      disabled: true,
    })
    page.unmount()
    bridge.operators.list.mockResolvedValue(ok([mara, ada]))
    await open('/operators/list/ada')
    await type('New passphrase for Ada Alder', 'correct horse battery')
    await click('Reset passphrase of Ada Alder')
    expect(bridge.operators.resetPassphrase).toHaveBeenCalledExactlyOnceWith({
      id: 'ada',
      passphrase: 'correct horse battery',
    })
  })

  it('show why a change was refused, and keep the input', async () => {
    bridge.operators.change.mockResolvedValue(err({ code: 'last-administrator' }))
    await open('/operators/list/mara')
    await click('Administrator', 'checkbox')
    await click('Save Mara Ellison')
    expect(pageText()).toContain('The last administrator')
    expect((byRole('checkbox', 'Administrator') as HTMLInputElement).checked).toBe(false)
  })

  it('are read only for others', async () => {
    asMaker()
    const { page } = await open('/operators/list/ada')
    expect(pageText()).toContain('Only administrators can change operators')
    expect(isOff('Add operator')).toBe(true)
    expect(isOff('Save Ada Alder')).toBe(true)
    expect((byRole('checkbox', 'Maker') as HTMLInputElement).disabled).toBe(true)
    await expectNoViolation(page)
  })

  it('are fixed in practice, which is shown', async () => {
    const operator = workstationState.operators[1] ?? workstationState.operator
    bridge.workstation.getState.mockResolvedValue(ok({ ...workstationState, operator }))
    await open()
    expect(pageText()).toContain('Practice includes two operators')
    expect(isOff('Add operator')).toBe(true)
  })

  it('show why they cannot be read, and are read again', async () => {
    bridge.operators.list.mockResolvedValueOnce(err({ code: 'internal', reference: 'ABCD1234' }))
    await open()
    expect(pageText()).toContain('ABCD1234')
    await click('Read again')
    expect(pageText()).toContain('Ada Alder')
  })
})

describe('the policy', () => {
  const policyPage = () => open('/operators/policy')

  it('is shown with every rule in words and its source', async () => {
    const { page } = await policyPage()
    for (const expectedText of [
      'FFIEC',
      'Wire/RTP Payments and ACH Origination Specification, Endpoints',
      'Fedwire',
      'The Clearing House',
      'Default policy, unchanged since setup',
    ])
      expect(pageText()).toContain(expectedText)
    await expectNoViolation(page)
  })

  it('accepts amounts as decimals, shows the changes, and saves minor units', async () => {
    const { page } = await policyPage()
    await click('Add step')
    await type('Step 2: from, USD', '10,000.50')
    await type('Step 2: approvals', '2')
    await type('Limit 1: maximum each payment or batch', '250000')
    await type('Time zone of banking days', 'America/Chicago')
    await click('Require a bank pre-check', 'checkbox')
    await click('Apply policy\u2026')
    expect(pageText()).toContain('America/New_York becomes America/Chicago')
    expect(pageText()).toContain('Approvals from USD 10,000.50')
    expect(pageText()).toContain('USD 250,000.00 a payment, no limit a day')
    await expectNoViolation(page)
    await click('Apply version 1 to Harbor Trust, sample data')
    const [policy] = bridge.policy.change.mock.lastCall ?? []
    expect(policy).toMatchObject({
      approvals: [{ from: 0 }, { from: 1_000_050, approvals: 2, approvers: null }],
      limits: [{ perPayment: 25_000_000, perDay: null }, { perPayment: null }, { service: 'ACH' }],
      bankingZone: 'America/Chicago',
      validateFirst: true,
    })
  })

  it.each([
    ['Step 1: approvals', '0', 'At least one approval|1 to 5 approvals'],
    ['Step 1: from, USD', '5', 'The first step must start at 0'],
    ['Limit 1: maximum per day', '1.234', 'More decimals than the currency has'],
    ['Limit 1: currency', 'usd', 'Three capital letters'],
    ['Lock when idle, minutes', '61', 'A whole number in the range below'],
    ['Warn about wires after', '25:00', 'A time of day'],
    ['Cutoff time zone', 'Mars/Olympus', 'A time zone, such as'],
    ['Time zone of banking days', 'Mars/Olympus', 'A time zone, such as'],
    ['Warn about RTP above', 'lots', 'An amount'],
  ])('shows beside %s why %s is wrong, and is not applied', async (name, text, message) => {
    await policyPage()
    await type(name, text)
    expect(pageText()).toMatch(new RegExp(message))
    expect(isOff('Apply policy\u2026')).toBe(true)
    await click('Revert')
    expect(isOff('Apply policy\u2026')).toBe(true)
    expect(pageText()).not.toMatch(new RegExp(message))
  })

  it('refuses two rules for the same case', async () => {
    await policyPage()
    await click('Add limit')
    expect(pageText()).toContain('A rule for this operator, service and currency exists')
  })

  it('is read only for others', async () => {
    asMaker()
    const { page } = await policyPage()
    expect(isOff('Apply policy\u2026')).toBe(true)
    expect(document.querySelector('form fieldset')?.hasAttribute('disabled')).toBe(true)
    expect(pageText()).not.toContain('Add step')
    await expectNoViolation(page)
  })

  it('keeps the input when another policy comes into force meanwhile', async () => {
    await policyPage()
    await type('Lock when idle, minutes', '3')
    bridge.emit('policy', 'changed', policyState({ version: 4, by: 'Theo Park' }))
    await flushPromises()
    expect(pageText()).toContain('The policy has changed meanwhile')
    expect((byRole('textbox', 'Lock when idle, minutes') as HTMLInputElement).value).toBe('3')
  })

  it('shows earlier policies with their differences', async () => {
    const at = '2026-11-21T09:14:02.000Z'
    bridge.policy.get.mockResolvedValue(ok(policyState({ version: 1, at, by: 'Theo Park' })))
    const earlier = policyState({ policy: { ...defaultPolicy, validateFirst: true } })
    bridge.policy.listEarlier.mockResolvedValue(ok({ items: [earlier], next: null, total: 1 }))
    const { page } = await policyPage()
    expect(pageText()).toContain('Version 1, by Theo Park')
    await click('Earlier policies')
    document.querySelector<HTMLElement>('[data-row="0"]')?.click()
    await flushPromises()
    expect(pageText()).toContain('Differences from the current policy')
    expect(pageText()).toContain('required becomes not required')
    await expectNoViolation(page)
  })
})
