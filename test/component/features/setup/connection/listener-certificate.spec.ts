import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import ListenerCertificatePanel from '../../../../../renderer/features/setup/connection/certificates/ListenerCertificatePanel.vue'
import { listenerState } from '../../../support/fake-alerts.ts'
import { inspection } from '../../../support/fake-profile.ts'
import { expectNoViolation } from '../../../support/page.ts'
import { byRole } from '../../../ui/stage.ts'
import { everywhere, maker, mountPanel, press, realBridge, submit, type } from './panel.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
beforeEach(() => (bridge = realBridge()))

const begin = () => press('Import a listener certificate')
const take = 'Import CN=mill-street-supply, valid until 2027-03-01'

describe('a certificate from files for the listener', () => {
  it('shows the current one, and where another is created', async () => {
    const page = await mountPanel(ListenerCertificatePanel)
    expect(page.text()).toContain('CN=alerts.mill-street.example')
    expect(page.text()).toContain('By this workstation')
    await expectNoViolation(page)
  })

  it('is chosen for the listener, and imported for the listener only', async () => {
    const page = await mountPanel(ListenerCertificatePanel)
    await begin()
    expect(bridge.certificates.select).toHaveBeenCalledWith({ purpose: 'listener' })
    expect(bridge.listener.takeCertificate).not.toHaveBeenCalled()
    await expectNoViolation(page)
    const certificate = {
      subject: 'CN=taken.example',
      sha256: 'CD'.repeat(32),
      validTo: '2027-03-01T00:00:00.000Z',
      isCreatedHere: false,
    }
    bridge.listener.takeCertificate.mockResolvedValueOnce(ok(listenerState({ certificate })))
    await press(take)
    expect(bridge.listener.takeCertificate).toHaveBeenCalledWith({ draftId: 'draft-1' })
    expect(bridge.certificates.commit).not.toHaveBeenCalled()
    expect(page.text()).toContain('CN=taken.example')
    expect(document.activeElement).toBe(byRole('group', 'Listener certificate'))
  })

  it('is not imported while it has a finding', async () => {
    bridge.certificates.select.mockResolvedValueOnce(
      ok(
        inspection({
          findings: [{ problem: 'not-for-servers', about: 'CN=mill-street-supply' }],
          ready: false,
        }),
      ),
    )
    const page = await mountPanel(ListenerCertificatePanel)
    await begin()
    expect(page.text()).toContain('The certificate was not issued for a server')
    await press('Import certificate')
    expect(bridge.listener.takeCertificate).not.toHaveBeenCalled()
    await expectNoViolation(page)
  })

  it('is unchanged when main refuses on import', async () => {
    const page = await mountPanel(ListenerCertificatePanel)
    await begin()
    const findings = [{ problem: 'expired', about: null } as const]
    bridge.listener.takeCertificate.mockResolvedValueOnce(
      err({ code: 'certificate-refused', findings }),
    )
    await press(take)
    expect(page.text()).toContain('The certificate was not imported')
    expect(page.text()).toContain('has expired')
    await press('Discard files')
    expect(bridge.certificates.discard).toHaveBeenCalledWith({ draftId: 'draft-1' })
    expect(page.text()).toContain('CN=alerts.mill-street.example')
  })

  it('opens an encrypted file with a password that is stored nowhere afterwards', async () => {
    const locked = inspection({
      chain: [],
      key: { state: 'locked' },
      findings: [{ problem: 'password-needed', about: 'server.p12' }],
      ready: false,
    })
    bridge.certificates.select.mockResolvedValueOnce(ok(locked))
    await mountPanel(ListenerCertificatePanel)
    await begin()
    await type('Password of the file', 'Zx81-typed-once')
    await submit('Encrypted file')
    expect(bridge.certificates.unlock).toHaveBeenCalledWith({
      draftId: 'draft-1',
      secret: 'Zx81-typed-once',
    })
    expect(everywhere()).not.toContain('Zx81-typed-once')
  })

  it('can be chosen by administrators only', async () => {
    bridge = realBridge(maker)
    await mountPanel(ListenerCertificatePanel)
    await begin()
    expect(bridge.certificates.select).not.toHaveBeenCalled()
  })
})
