import { enableAutoUnmount, flushPromises, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import ConnectionPage from '../../../../../renderer/features/setup/connection/ConnectionPage.vue'
import ProxyCredentialsPanel from '../../../../../renderer/features/setup/connection/ProxyCredentialsPanel.vue'
import { realWorkstation } from '../../../support/fake-bridge.ts'
import { filledDetails } from '../../../support/fake-profile.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { byRole, press as pressKey } from '../../../ui/stage.ts'
import { everywhere, input, maker, mountPanel, press, realBridge, submit, type } from './panel.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
beforeEach(() => {
  bridge = realBridge()
})

const proxy = { host: 'proxy.mill-street.example', port: 8080 }
const details = { ...filledDetails, proxy }
const at = '2026-11-21T09:14:02.000Z'

describe('the route to the bank', () => {
  const mount = async (): Promise<VueWrapper> =>
    (await mountPage(ConnectionPage, '/connection/addresses', '/connection/:section?')).page
  const field = (page: VueWrapper, name: string) => page.get<HTMLInputElement>(`[name="${name}"]`)
  const save = async (): Promise<void> => {
    pressKey('s', { ctrlKey: true })
    await flushPromises()
  }

  it('is direct until a person chooses a proxy, although this computer names one', async () => {
    bridge.profiles.getSystemProxy.mockResolvedValue(ok(proxy))
    const page = await mount()
    expect(field(page, 'route').element.value).toBe('direct')
    expect(page.find('[name="proxyHost"]').exists()).toBe(false)
    expect(page.text()).toContain('proxy.mill-street.example:8080')
    await save()
    expect(bridge.profiles.changeDetails).not.toHaveBeenCalled()
    await press('Use this proxy')
    expect(page.text()).not.toContain('Use this proxy')
    await expectNoViolation(page)
    await save()
    expect(bridge.profiles.changeDetails).toHaveBeenCalledExactlyOnceWith(details)
  })

  it('offers nothing where this computer names no proxy, or to who may not change it', async () => {
    const page = await mount()
    expect(page.text()).not.toContain('Use this proxy')
    bridge.profiles.getSystemProxy.mockResolvedValue(ok(proxy))
    bridge.workstation.getState.mockResolvedValue(ok(realWorkstation(maker)))
    expect((await mount()).text()).not.toContain('Use this proxy')
  })

  it.each([
    ['http://proxy.example', '8080', 'The host alone, without http:// and path'],
    ['', '8080', 'Missing: the host of the proxy'],
    ['proxy.example', '70000', 'Port above 65535'],
    ['proxy.example', 'http', 'Digits only'],
  ])('names what is wrong with %s and %s', async (host, port, text) => {
    const page = await mount()
    await field(page, 'route').setValue('proxy')
    await field(page, 'proxyHost').setValue(host)
    await field(page, 'proxyPort').setValue(port)
    await save()
    expect(page.text()).toContain(text)
    expect(bridge.profiles.changeDetails).not.toHaveBeenCalled()
  })
})

describe('the credentials for the proxy', () => {
  const secret = 'orchid:lantern 44'

  it('have no place without a proxy', async () => {
    const page = await mountPanel(ProxyCredentialsPanel)
    expect(page.text()).toBe('')
  })

  it('are sent to main once, and appear nowhere on the screen afterwards', async () => {
    const page = await mountPanel(ProxyCredentialsPanel, { details })
    expect(page.text()).toContain('proxy.mill-street.example:8080')
    await type('Proxy user name', 'desk')
    await type('Proxy password', secret)
    await submit('Proxy credentials')
    expect(bridge.profiles.saveProxyCredentials).toHaveBeenCalledExactlyOnceWith({
      credentials: { userName: 'desk', password: secret },
    })
    expect(everywhere()).not.toContain(secret)
  })

  it('are checked before anything is sent: a colon would end the user name', async () => {
    const page = await mountPanel(ProxyCredentialsPanel, { details })
    await type('Proxy user name', 'desk:7')
    await type('Proxy password', secret)
    await submit('Proxy credentials')
    expect(page.text()).toContain('Without a colon')
    expect(bridge.profiles.saveProxyCredentials).not.toHaveBeenCalled()
    await expectNoViolation(page)
  })

  it('can be removed, and stay in their fields when the keychain refuses', async () => {
    const page = await mountPanel(ProxyCredentialsPanel, { details, proxyCredentialsAt: at })
    expect(page.text().match(/Stored on 2026-11-21/g)).toHaveLength(2)
    bridge.profiles.saveProxyCredentials.mockResolvedValueOnce(
      err({ code: 'keychain-problem', problem: { kind: 'locked', detail: null } }),
    )
    await type('Proxy user name', 'desk')
    await type('Proxy password', secret)
    await submit('Proxy credentials')
    expect(input('Proxy password').value).toBe(secret)
    expect(byRole('alert').textContent).toContain('The keychain is locked')
    await press('Remove')
    expect(bridge.profiles.saveProxyCredentials).toHaveBeenLastCalledWith({ credentials: null })
  })
})
