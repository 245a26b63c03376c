import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ForwardingState } from '../../../../preload/contract/api/forwarding/forwarding.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import { fakeBridge, realWorkstation, workstationState } from '../../support/fake-bridge.ts'
import { forwardingState } from '../../support/fake-forwarding.ts'
import { expectNoViolation } from '../../support/page.ts'
import { byRole } from '../../ui/stage.ts'
import * as screen from './alerts-stage.ts'

enableAutoUnmount(afterEach)
const at = '2026-11-21T09:14:02.000Z'
const url = 'https://take.client.example/alerts'
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  bridge.workstation.getState.mockResolvedValue(ok(realWorkstation()))
})
const open = async (part: Partial<ForwardingState> = {}) => {
  bridge.forwarding.getState.mockResolvedValue(ok(forwardingState(part)))
  return screen.openAlerts('/alerts/forwarding')
}
const running = { enabled: true, url, hasBegun: true, deliveryStatus: { state: 'on' } } as const
const isDisabled = (name: string): boolean =>
  byRole('button', name).getAttribute('aria-disabled') === 'true'

describe('forwarding', () => {
  it('warns first that account data leaves, and that none does now', async () => {
    const { page } = await open()
    expect(screen.pageText()).toContain('Account data leaves this workstation')
    expect(screen.pageText()).toContain('No alerts leave this workstation.')
    expect(isDisabled('Stop forwarding')).toBe(true)
    expect(isDisabled('Test address')).toBe(true)
    await expectNoViolation(page)
  })

  it('asks for confirmation with the host before it starts', async () => {
    await open()
    screen.enter('Address*', url)
    await screen.click('Start forwarding…')
    expect(bridge.forwarding.changeSettings).not.toHaveBeenCalled()
    await screen.click('Forward alerts to take.client.example')
    expect(bridge.forwarding.changeSettings).toHaveBeenCalledExactlyOnceWith({
      enabled: true,
      url,
      sinceDays: 0,
      confirmedHost: null,
    })
  })

  it('accepts only a plain HTTPS address', async () => {
    await open()
    for (const wrong of ['http://take.client.example', 'https://me:it@take.client.example', 'x']) {
      screen.enter('Address*', wrong)
      await screen.click('Start forwarding…')
      expect(document.querySelector('[role=alertdialog]'), wrong).toBeNull()
    }
    expect(bridge.forwarding.changeSettings).not.toHaveBeenCalled()
  })

  it('requires the host to be typed in production', async () => {
    bridge.workstation.getState.mockResolvedValue(
      ok(realWorkstation({ environment: 'production' })),
    )
    await open()
    screen.enter('Address*', url)
    await screen.click('Start forwarding…')
    const confirm = 'Forward alerts to take.client.example'
    await screen.click(confirm)
    expect(bridge.forwarding.changeSettings).not.toHaveBeenCalled()
    screen.enter('Type take.client.example to confirm*', 'take.client.example')
    await flushPromises()
    await screen.click(confirm)
    expect(bridge.forwarding.changeSettings).toHaveBeenCalledExactlyOnceWith({
      enabled: true,
      url,
      sinceDays: 0,
      confirmedHost: 'take.client.example',
    })
  })

  it('can start with the last days or continue where it stopped', async () => {
    await open({ url, hasBegun: true })
    await screen.choose('Begin', 'days')
    screen.enter('Days', '91')
    await screen.click('Start forwarding…')
    expect(document.querySelector('[role=alertdialog]')).toBeNull()
    screen.enter('Days', '30')
    await flushPromises()
    await screen.click('Start forwarding…')
    await screen.click('Forward alerts to take.client.example')
    await screen.choose('Begin', 'resume')
    await screen.click('Start forwarding…')
    await screen.click('Forward alerts to take.client.example')
    const requested = bridge.forwarding.changeSettings.mock.calls.map(([given]) => given.sinceDays)
    expect(requested).toEqual([30, null])
  })

  it('shows why only an administrator can change it', async () => {
    bridge.workstation.getState.mockResolvedValue(ok(workstationState))
    await open(running)
    for (const name of ['Stop forwarding', 'Test address', 'Store in keychain'])
      expect(isDisabled(name), name).toBe(true)
  })

  it('shows since when nothing is accepted, the attempts, and the next one', async () => {
    const deliveryStatus = { state: 'waiting', since: at, tries: 3, nextAt: at } as const
    const { page } = await open({ ...running, deliveryStatus, waiting: 1_234 })
    expect(screen.pageText()).toMatch(/has accepted nothing since .* \(3 attempts\)/)
    expect(screen.pageText()).toContain('1,234')
    await expectNoViolation(page)
  })

  it('shows the result of a test', async () => {
    bridge.forwarding.tryOnce.mockResolvedValue(
      ok({ outcome: 'later', status: null, problem: 'Nothing answers at this address.' }),
    )
    await open(running)
    await screen.click('Test address')
    expect(screen.pageText()).toContain('did not accept the test. No answer: Nothing answers')
  })

  it('lists posted and unsent alerts, and sends the selected ones again', async () => {
    bridge.forwarding.listTries.mockResolvedValue(
      ok({
        next: null,
        total: 1,
        items: [
          {
            id: '4',
            at,
            kind: 'new',
            alerts: 100,
            outcome: 'later',
            status: 503,
            problem: null,
            ms: 41,
            bytes: 9,
          },
        ],
      }),
    )
    bridge.forwarding.listParked.mockResolvedValue(
      ok({
        next: null,
        total: 1,
        items: [
          {
            id: '3',
            alertId: 'a3',
            receivedAt: at,
            kind: 'wire',
            code: 'AL00901',
            parkedAt: at,
            why: 'refused',
            answer: 400,
            problem: null,
          },
        ],
      }),
    )
    const { page } = await open({ ...running, parked: 1 })
    expect(screen.pageText()).toContain('Answer 503')
    expect(screen.pageText()).toContain('WIRE AL00901')
    expect(isDisabled('Send again')).toBe(true)
    const pick = document.querySelector('[data-row] [data-pick]')
    pick?.dispatchEvent(new MouseEvent('mousedown', { button: 0, bubbles: true }))
    await flushPromises()
    await screen.click('Send 1 alert again')
    expect(bridge.forwarding.sendAgain).toHaveBeenCalledExactlyOnceWith({ ids: ['3'] })
    expect(screen.pageText()).toContain('1 alert accepted.')
    await expectNoViolation(page)
  })

  it('sends a secret once, and clears the field', async () => {
    await open(running)
    screen.enter('User name*', 'taker')
    const password = document.querySelector<HTMLInputElement>('input[type=password]')
    if (!password) return expect.fail('no field for the password')
    password.value = 'typed once'
    password.dispatchEvent(new Event('input'))
    await screen.click('Store in keychain')
    expect(bridge.forwarding.saveSecret).toHaveBeenCalledExactlyOnceWith({
      secret: { kind: 'basic', userName: 'taker', password: 'typed once' },
    })
    expect(password.value).toBe('')
  })

  it('offers no secret in practice, and shows why', async () => {
    await open({ canStoreCredential: false })
    expect(screen.pageText()).toContain('Practice posts are sent without authentication.')
    expect(document.querySelector('input[type=password]')).toBeNull()
  })

  it('shows why a change was refused', async () => {
    bridge.forwarding.changeSettings.mockResolvedValue(
      err({ code: 'address-not-allowed', why: 'own-listener' }),
    )
    await open()
    screen.enter('Address*', url)
    await screen.click('Start forwarding…')
    await screen.click('Forward alerts to take.client.example')
    expect(screen.pageText()).toContain('every alert would return to it')
  })

  it('shows why it cannot be read', async () => {
    bridge.forwarding.getState.mockResolvedValue(err({ code: 'internal', reference: 'ABCD1234' }))
    await screen.openAlerts('/alerts/forwarding')
    expect(screen.pageText()).toContain('ABCD1234')
  })
})
