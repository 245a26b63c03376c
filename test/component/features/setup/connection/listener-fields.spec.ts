import { enableAutoUnmount, flushPromises, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import type { ProfileDetails } from '../../../../../preload/contract/api/profiles/profile-details.ts'
import ConnectionPage from '../../../../../renderer/features/setup/connection/ConnectionPage.vue'
import { filledDetails, openProfile } from '../../../support/fake-profile.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { press as pressKey } from '../../../ui/stage.ts'
import { maker, realBridge } from './panel.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
beforeEach(() => (bridge = realBridge()))

const whole: ProfileDetails['listener'] = {
  host: '127.0.0.1',
  port: 8443,
  enabled: true,
  publicUrl: 'https://alerts.mill-street.example/alerts',
  permitted: ['192.0.2.10', '2001:db8::/32'],
}
async function open(listener: ProfileDetails['listener'] = whole): Promise<VueWrapper> {
  const details = { ...filledDetails, listener }
  bridge.profiles.getShown.mockResolvedValue(ok(openProfile({ details })))
  const { page } = await mountPage(ConnectionPage, '/connection/addresses', '/connection/:section?')
  return page
}
const field = (page: VueWrapper, name: string) => page.get<HTMLInputElement>(`[name="${name}"]`)
const save = async (): Promise<void> => {
  pressKey('s', { ctrlKey: true })
  await flushPromises()
}
const saved = () => bridge.profiles.changeDetails.mock.lastCall?.[0].listener
const noteOf = (page: VueWrapper, name: string): string => {
  const id = field(page, name).attributes('aria-describedby') ?? ''
  return document.getElementById(id)?.textContent ?? ''
}

describe('the fields of the listener', () => {
  it('keep all five when another value of the profile is saved', async () => {
    const page = await open()
    await field(page, 'secondaryId').setValue('77')
    await save()
    expect(saved()).toEqual(whole)
  })

  it('save each changed one of the five beside the other four', async () => {
    const page = await open()
    await field(page, 'listenerHost').setValue('::1')
    await save()
    expect(saved()).toEqual({ ...whole, host: '::1' })
    await field(page, 'listenerPort').setValue('9443')
    await field(page, 'listenerEnabled').setValue(false)
    await field(page, 'listenerPublicUrl').setValue('')
    await field(page, 'listenerPermitted').setValue('192.0.2.0/24, 2001:db8::7\n203.0.113.9')
    await save()
    expect(saved()).toEqual({
      host: '::1',
      port: 9443,
      enabled: false,
      publicUrl: null,
      permitted: ['192.0.2.0/24', '2001:db8::7', '203.0.113.9'],
    })
    expect(page.text()).toContain('Everything is saved')
  })

  it('save no listener only when all of them are empty', async () => {
    const page = await open()
    for (const name of ['Host', 'Port', 'PublicUrl', 'Permitted'])
      await field(page, `listener${name}`).setValue('')
    await field(page, 'listenerEnabled').setValue(false)
    await save()
    expect(saved()).toBeNull()
  })

  it.each([
    ['listenerPublicUrl', 'https://alerts.mill-street.example/alerts'],
    ['listenerPermitted', '192.0.2.10'],
  ])('keep %s where host and port are missing, and require them', async (name, text) => {
    const page = await open(null)
    await field(page, name).setValue(text)
    await save()
    expect(bridge.profiles.changeDetails).not.toHaveBeenCalled()
    expect(field(page, name).element.value).toBe(text)
    expect(noteOf(page, 'listenerHost')).toContain('Missing: an address of this computer')
    expect(noteOf(page, 'listenerPort')).toContain('Missing: a port from 1 to 65535')
  })

  it('refuse an enabled listener without host and port', async () => {
    const page = await open(null)
    await field(page, 'listenerEnabled').setValue(true)
    await save()
    expect(bridge.profiles.changeDetails).not.toHaveBeenCalled()
    expect(document.activeElement?.getAttribute('name')).toBe('listenerPort')
    expect(field(page, 'listenerHost').element.value).toBe('127.0.0.1')
  })

  it('show a broken rule at its field, and a source only where there is one', async () => {
    const page = await open()
    await field(page, 'listenerPublicUrl').setValue('http://alerts.example')
    expect(noteOf(page, 'listenerPublicUrl')).toContain('Must start with https://')
    await field(page, 'listenerPublicUrl').setValue('https://')
    expect(noteOf(page, 'listenerPublicUrl')).toContain('An address such as https://')
    await field(page, 'listenerPort').setValue('70000')
    expect(noteOf(page, 'listenerPort')).toBe('Port above 65535')
    await field(page, 'listenerPort').setValue('84a')
    expect(noteOf(page, 'listenerPort')).toContain('Digits only')
    await field(page, 'listenerPermitted').setValue('192.0.2.10\n192.0.2.0/40')
    expect(noteOf(page, 'listenerPermitted')).toContain('Entry 2 is no address and no range')
    await expectNoViolation(page)
  })

  it('show a message of main about one entry at the field of the entries', async () => {
    const page = await open()
    const fields = [
      { path: 'listener.permitted.1', message: 'Invalid input', source: null },
      { path: 'listener.publicUrl', message: 'Not the bank\u2019s', source: 'bank' },
    ]
    bridge.profiles.changeDetails.mockResolvedValueOnce(err({ code: 'invalid-input', fields }))
    await field(page, 'listenerPort').setValue('9443')
    await save()
    expect(noteOf(page, 'listenerPermitted')).toContain('Entry 2')
    expect(noteOf(page, 'listenerPublicUrl')).toContain('Not the bank\u2019s')
  })

  it.each(['0.0.0.0', '::', '[::]'])('warn that %s listens to everyone', async (host) => {
    const page = await open()
    expect(noteOf(page, 'listenerHost')).not.toContain('Listens')
    await field(page, 'listenerHost').setValue(host)
    expect(noteOf(page, 'listenerHost')).toContain('Only permitted addresses can deliver')
    await field(page, 'listenerPermitted').setValue('')
    expect(noteOf(page, 'listenerHost')).toContain('Listens to everyone in the network')
    await expectNoViolation(page)
  })

  it.each([
    'https://127.0.0.1/alerts',
    'https://localhost:8443/alerts',
    'https://10.1.2.3/alerts',
    'https://172.20.0.9/alerts',
    'https://192.168.1.7/alerts',
    'https://[::1]:8443/alerts',
    'https://[fd00::7]/alerts',
  ])('warn that the bank does not reach %s', async (address) => {
    const page = await open()
    expect(noteOf(page, 'listenerPublicUrl')).not.toContain(
      'Local address: the bank needs an address on the internet',
    )
    await field(page, 'listenerPublicUrl').setValue(address)
    expect(noteOf(page, 'listenerPublicUrl')).toContain(
      'Local address: the bank needs an address on the internet',
    )
    await field(page, 'listenerPublicUrl').setValue('https://172.40.0.9/alerts')
    expect(noteOf(page, 'listenerPublicUrl')).not.toContain(
      'Local address: the bank needs an address on the internet',
    )
  })

  it('keep an address that was typed before the listener is enabled', async () => {
    const page = await open(null)
    await field(page, 'listenerHost').setValue('::1')
    await field(page, 'listenerEnabled').setValue(true)
    expect(field(page, 'listenerHost').element.value).toBe('::1')
  })

  it('keep the current input when the listener is changed elsewhere', async () => {
    const page = await open()
    await field(page, 'listenerPublicUrl').setValue('https://typed.example/alerts')
    const listener = { ...whole, port: 9443, enabled: false, permitted: [] }
    const details = { ...filledDetails, listener }
    bridge.emit('profiles', 'shownChanged', openProfile({ details }))
    await flushPromises()
    expect(field(page, 'listenerPort').element.value).toBe('9443')
    expect(field(page, 'listenerEnabled').element.checked).toBe(false)
    expect(field(page, 'listenerPublicUrl').element.value).toBe('https://typed.example/alerts')
    await save()
    expect(saved()).toEqual({ ...listener, publicUrl: 'https://typed.example/alerts' })
  })

  it('can be changed by administrators only', async () => {
    bridge = realBridge(maker)
    const page = await open()
    expect(field(page, 'listenerEnabled').attributes('disabled')).toBeDefined()
    for (const name of ['Host', 'Port', 'PublicUrl', 'Permitted'])
      expect(field(page, `listener${name}`).attributes('readonly')).toBeDefined()
  })
})
