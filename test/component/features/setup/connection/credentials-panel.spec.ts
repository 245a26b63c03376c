import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import CredentialsPanel from '../../../../../renderer/features/setup/connection/CredentialsPanel.vue'
import { realWorkstation } from '../../../support/fake-bridge.ts'
import { expectNoViolation } from '../../../support/page.ts'
import { byRole } from '../../../ui/stage.ts'
import { everywhere, input, maker, mountPanel, realBridge, submit, type } from './panel.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
beforeEach(() => {
  bridge = realBridge()
})

const at = '2026-11-21T09:14:02.000Z'
const secret = 'Zx81-typed-once'
const mount = (part = {}) => mountPanel(CredentialsPanel, part)
const store = () => submit('Credentials')
const button = () => document.querySelector('button[type="submit"]')

describe('the credentials', () => {
  it('are shown in their two pairs, each with the date when it was stored', async () => {
    const page = await mount({
      credentials: { consumerKey: at, consumerSecret: at, clientId: at, clientSecret: null },
    })
    expect(page.findAll('legend').map((each) => each.text())).toEqual([
      'Application credentials',
      'Client credentials',
    ])
    expect(page.text()).toContain('Authentication 4')
    expect(page.text().match(/Stored on 2026-11-21/g)).toHaveLength(3)
    expect(page.text().match(/Not stored/g)).toHaveLength(1)
    await expectNoViolation(page)
  })

  it('are sent to main once, and appear nowhere on the screen afterwards', async () => {
    const page = await mount()
    await type('Consumer secret', secret)
    await store()
    expect(bridge.profiles.saveCredentials).toHaveBeenCalledExactlyOnceWith({
      consumerSecret: secret,
    })
    expect(everywhere()).not.toContain(secret)
    expect(page.text()).toContain('Stored in the keychain: consumer secret')
    await expectNoViolation(page)
  })

  it('stay stored where a field is left empty', async () => {
    await mount()
    await type('Client id', 'client-7')
    await type('Client secret', '   ')
    await store()
    expect(bridge.profiles.saveCredentials).toHaveBeenCalledWith({ clientId: 'client-7' })
  })

  it('are hidden again in the next fields, although they were shown while typed', async () => {
    const page = await mount()
    await type('Client id', 'client-7')
    await page.findAll('button[aria-label="Show what was typed"]')[2]?.trigger('click')
    expect(input('Client id').type).toBe('text')
    await store()
    expect(input('Client id').type).toBe('password')
  })

  it('stay in their fields when the keychain refuses them, with the reason', async () => {
    bridge.profiles.saveCredentials.mockResolvedValue(
      err({ code: 'keychain-problem', problem: { kind: 'locked', detail: null } }),
    )
    const page = await mount()
    await type('Consumer key', secret)
    await store()
    expect(input('Consumer key').value).toBe(secret)
    expect(byRole('alert').textContent).toContain('The keychain is locked')
    await expectNoViolation(page)
  })

  it('are checked at their field before anything is sent', async () => {
    const page = await mount()
    await type('Client secret', 'two words')
    expect(input('Client secret').getAttribute('aria-invalid')).toBe('true')
    expect(page.text()).toContain('without spaces')
    await store()
    expect(bridge.profiles.saveCredentials).not.toHaveBeenCalled()
    await expectNoViolation(page)
  })

  it('show the findings of main at their field until it is corrected', async () => {
    const fields = [{ path: 'clientId', message: 'Too odd', source: null }]
    bridge.profiles.saveCredentials.mockResolvedValue(err({ code: 'invalid-input', fields }))
    await mount()
    await type('Client id', 'odd')
    await store()
    expect(input('Client id').getAttribute('aria-invalid')).toBe('true')
    await type('Client id', 'even')
    expect(input('Client id').getAttribute('aria-invalid')).toBeNull()
  })

  it('are cleared when another operator signs in', async () => {
    await mount()
    await type('Consumer key', secret)
    bridge.emit('workstation', 'stateChanged', realWorkstation(maker))
    await flushPromises()
    expect(everywhere()).not.toContain(secret)
  })

  it('are stored by a button that keeps its label, and shows why nothing can be stored', async () => {
    await mount()
    expect(button()?.getAttribute('aria-disabled')).toBe('true')
    await type('Consumer key', 'k')
    await type('Consumer secret', 's')
    await type('Client id', 'c')
    expect(button()?.textContent.trim()).toBe('Store in the keychain')
    expect(button()?.getAttribute('aria-disabled')).toBeNull()
  })

  it('can be typed by administrators only', async () => {
    bridge.workstation.getState.mockResolvedValue(ok(realWorkstation(maker)))
    const page = await mount()
    expect(page.findAll('input:not([disabled])')).toHaveLength(0)
    await expectNoViolation(page)
  })

  it('move the focus to the result when their fields are replaced', async () => {
    await mount()
    await type('Consumer key', 'k')
    input('Consumer key').focus()
    await store()
    expect(document.activeElement?.textContent).toContain('Stored in the keychain')
  })
})
