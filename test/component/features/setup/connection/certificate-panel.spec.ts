import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  certificateProblems,
  type CertificateInspection,
} from '../../../../../preload/contract/api/certificates/certificate-inspection.ts'
import { certificateSentence } from '../../../../../renderer/text/certificate-sentences.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import CertificatePanel from '../../../../../renderer/features/setup/connection/certificates/CertificatePanel.vue'
import { validityOf } from '../../../../../renderer/features/setup/connection/certificates/certificate-facts.ts'
import {
  certificate,
  chain,
  installedCertificate,
  inspection,
  openProfile,
} from '../../../support/fake-profile.ts'
import { realWorkstation } from '../../../support/fake-bridge.ts'
import { expectNoViolation } from '../../../support/page.ts'
import { allByRole, byRole } from '../../../ui/stage.ts'
import { everywhere, input, maker, mountPanel, press, realBridge, submit, type } from './panel.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:14:02.000Z') })
  bridge = realBridge()
})
afterEach(() => vi.useRealTimers())

const password = 'Zx81-typed-once'
const locked = (problem: 'password-needed' | 'wrong-password'): CertificateInspection =>
  inspection({
    files: ['mill-street.p12'],
    chain: [],
    rootFrom: null,
    key: { state: 'locked' },
    findings: [{ problem, about: 'mill-street.p12' }],
    ready: false,
  })
const keyless = inspection({
  key: { state: 'absent' },
  findings: [{ problem: 'key-missing', about: null }],
  ready: false,
})
const mount = (part = {}) => mountPanel(CertificatePanel, part)
const begin = () => press('Import next certificate')
const place = () => document.querySelector('[role="group"][aria-label="Client certificate"]')
const readOut = () => document.querySelector('p[role="status"].sr-only')?.textContent ?? ''
const take = 'Import CN=mill-street-supply, valid until 2027-03-01'

describe('the certificate in use', () => {
  it('is shown as its chain in order, with the values that a person compares', async () => {
    const page = await mount()
    const items = page.findAll('ol[aria-label="Chain in use, leaf first"] > li')
    expect(items.map((item) => item.text().split(/(?=CN=)/)[0])).toEqual([
      'Leaf',
      'Intermediate',
      'Root',
    ])
    for (const part of [
      'Ferry Issuing CA 2',
      '2027-03-01',
      '99 days left',
      'RSA 2048',
      'clientAuth',
    ])
      expect(items[0]?.text()).toContain(part)
    expect(items[0]?.text()).toContain(certificate().sha256)
    expect(items[2]?.text()).toContain('from the known roots')
    expect(page.text()).toContain('Proven on 2026-11-21')
    await expectNoViolation(page)
  })

  it('warns before it expires, and reports plainly when it has', () => {
    const validityText = (validTo: string) =>
      validityOf(certificate({ validTo: `${validTo}T00:00:00.000Z` }), Date.now())
    expect(validityText('2026-12-22')).toEqual({ tone: 'good', label: '30 days left' })
    expect(validityText('2026-12-20')).toEqual({ tone: 'warning', label: '28 days left' })
    expect(validityText('2026-11-22')).toEqual({ tone: 'warning', label: 'Less than a day left' })
    expect(validityText('2026-11-21')).toEqual({ tone: 'bad', label: 'Expired' })
    const later = certificate({ validFrom: '2026-12-01T00:00:00.000Z' })
    expect(validityOf(later, Date.now())).toEqual({ tone: 'bad', label: 'Not valid yet' })
  })

  it('shows that it is not proven yet, and what proves it', async () => {
    const page = await mount({ certificate: installedCertificate({ provenAt: null }) })
    expect(page.text()).toContain('Not proven yet')
    expect(page.text()).toContain('Run the doctor')
    await expectNoViolation(page)
  })

  it('explains what to choose where there is none', async () => {
    const page = await mount({ certificate: null })
    expect(page.text()).toContain('No certificate yet')
    expect(byRole('button', 'Import a certificate')).toBeTruthy()
    await expectNoViolation(page)
  })

  it('is replaced by the previous one only after a confirmation', async () => {
    const part = { previousCertificate: installedCertificate() }
    const page = await mount(part)
    expect(page.text()).toContain('Kept until the new one is proven: CN=mill-street-supply')
    await expectNoViolation(page)
    await press('Go back to it')
    expect(bridge.certificates.restorePrevious).not.toHaveBeenCalled()
    await press('Use CN=mill-street-supply, valid until 2027-03-01')
    expect(bridge.certificates.restorePrevious).toHaveBeenCalledOnce()
    expect(page.text()).not.toContain('Kept until')
    expect(readOut()).toContain('In use again: CN=mill-street-supply')
  })

  it('can be replaced by administrators only', async () => {
    bridge.workstation.getState.mockResolvedValue(ok(realWorkstation(maker)))
    await mount()
    await begin()
    expect(bridge.certificates.select).not.toHaveBeenCalled()
  })
})

describe('importing a certificate', () => {
  it('shows the content of the files and imports exactly what its button names', async () => {
    const page = await mount()
    await begin()
    for (const part of ['mill-street.pem, mill-street.key', 'RSA 2048, belongs to the certificate'])
      expect(page.text()).toContain(part)
    expect(page.text()).toContain('Known to this program')
    expect(document.activeElement).toBe(place())
    expect(readOut()).toBe('2 files were read. The certificate can be imported')
    await expectNoViolation(page)
    await press(take)
    expect(bridge.certificates.commit).toHaveBeenCalledExactlyOnceWith({ draftId: 'draft-1' })
    expect(readOut()).toContain('Imported: CN=mill-street-supply')
    expect(document.activeElement).toBe(place())
    expect(page.text()).toContain('Proven on')
  })

  it('explains every problem with the next step', async () => {
    // A password is requested at its field, and the last two findings occur only for a CA.
    const elsewhere = ['password-needed', 'wrong-password', 'ca-in-keystore', 'not-a-ca']
    const findings = certificateProblems
      .filter((problem) => !elsewhere.includes(problem))
      .map((problem) => ({ problem, about: 'mill-street.pem' }))
    bridge.certificates.select.mockResolvedValue(ok(inspection({ findings, ready: false })))
    const page = await mount()
    await begin()
    expect(page.findAll('ul[aria-label="Findings"] > li')).toHaveLength(findings.length)
    for (const finding of findings) {
      const { sentence, next } = certificateSentence(finding)
      expect(page.text()).toContain(sentence)
      expect(page.text()).toContain(next)
    }
    await expectNoViolation(page)
  })

  it('shows the command that exports from a Java keystore, and puts it on the clipboard', async () => {
    const finding = { problem: 'java-keystore' as const, about: 'old.jks' }
    bridge.certificates.select.mockResolvedValue(
      ok(inspection({ findings: [finding], ready: false, chain: [], key: { state: 'locked' } })),
    )
    const page = await mount()
    await begin()
    expect(page.text()).toContain('Not read yet')
    expect(page.text()).not.toContain('Encrypted')
    const copied = vi.fn(() => true)
    Object.assign(document, { execCommand: copied })
    await press('Copy Command for old.jks')
    Reflect.deleteProperty(document, 'execCommand')
    expect(copied).toHaveBeenCalledExactlyOnceWith('copy')
    expect(byRole('region', 'Command for old.jks').textContent).toBe(
      certificateSentence(finding).command,
    )
    await expectNoViolation(page)
  })

  it('imports nothing while a finding remains, and continues when the missing file is added', async () => {
    bridge.certificates.select.mockResolvedValue(ok(keyless))
    const page = await mount()
    await begin()
    expect(page.text()).toContain('Not in the files')
    await press('Import certificate')
    expect(bridge.certificates.commit).not.toHaveBeenCalled()
    await press('Add files')
    expect(bridge.certificates.addFiles).toHaveBeenCalledWith({ draftId: 'draft-1' })
    expect(byRole('button', take)).toBeTruthy()
  })

  it('names the ignored content of the files', async () => {
    const leftOut = [certificate({ subject: 'CN=Some other', role: 'intermediate' })]
    bridge.certificates.select.mockResolvedValue(ok(inspection({ leftOut })))
    const page = await mount()
    await begin()
    expect(page.get('section[aria-label="Left out"]').text()).toContain('CN=Some other')
    await expectNoViolation(page)
  })

  it('sends a password once and keeps no copy, right or wrong', async () => {
    bridge.certificates.select.mockResolvedValue(ok(locked('password-needed')))
    bridge.certificates.unlock.mockResolvedValueOnce(ok(locked('wrong-password')))
    const page = await mount()
    await begin()
    // The next step is typing: no key press is needed to get there.
    expect(document.activeElement).toBe(input('Password of the file'))
    await expectNoViolation(page)
    await type('Password of the file', password)
    await submit('Encrypted file')
    expect(bridge.certificates.unlock).toHaveBeenCalledExactlyOnceWith({
      draftId: 'draft-1',
      secret: password,
    })
    expect(everywhere()).not.toContain(password)
    const field = input('Password of the file')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field)
    expect(page.text()).toContain('mill-street.p12')
    await expectNoViolation(page)
    await type('Password of the file', password)
    await submit('Encrypted file')
    expect(everywhere()).not.toContain(password)
    expect(byRole('button', take)).toBeTruthy()
    expect(document.activeElement).toBe(place())
  })

  it('empties the password field before main has answered', async () => {
    bridge.certificates.select.mockResolvedValue(ok(locked('password-needed')))
    bridge.certificates.unlock.mockReturnValue(new Promise(() => undefined))
    await mount()
    await begin()
    await type('Password of the file', password)
    await submit('Encrypted file')
    expect(everywhere()).not.toContain(password)
  })

  it('starts again when the draft has expired, and reports it', async () => {
    bridge.certificates.commit.mockResolvedValue(err({ code: 'draft-gone' }))
    const page = await mount()
    await begin()
    await press(take)
    expect(byRole('alert').textContent).toContain('Choose the file again')
    expect(allByRole('button', take)).toHaveLength(0)
    expect(page.text()).toContain('Proven on')
    expect(document.activeElement).toBe(place())
  })

  it('shows the findings of main on import, each with its next step', async () => {
    const findings = [{ problem: 'expired' as const, about: null }]
    bridge.certificates.commit.mockResolvedValue(err({ code: 'certificate-refused', findings }))
    const page = await mount()
    await begin()
    await press(take)
    expect(page.text()).toContain(certificateSentence({ problem: 'expired' }).next)
    expect(page.text()).toContain('Not ready to import')
  })

  it('keeps the draft when the keychain refuses the certificate', async () => {
    bridge.certificates.commit.mockResolvedValue(
      err({ code: 'keychain-problem', problem: { kind: 'too-big', detail: null } }),
    )
    await mount()
    await begin()
    await press(take)
    expect(byRole('alert').textContent).toContain('The entry is too large for the keychain')
    expect(byRole('button', take)).toBeTruthy()
  })

  it('discards the files on request, and when the screen is left', async () => {
    const page = await mount()
    await begin()
    await press('Discard files')
    expect(bridge.certificates.discard).toHaveBeenCalledExactlyOnceWith({ draftId: 'draft-1' })
    expect(page.text()).toContain('Proven on')
    await begin()
    page.unmount()
    expect(bridge.certificates.discard).toHaveBeenCalledTimes(2)
  })

  it('changes nothing when the dialog is closed without a file', async () => {
    bridge.certificates.select.mockResolvedValue(ok(null))
    const page = await mount()
    await begin()
    expect(page.text()).toContain('Proven on')
    expect(allByRole('alert')).toHaveLength(0)
  })

  it('shows the certificate that main answered with', async () => {
    const [, ...rest] = chain
    const next = certificate({ subject: 'CN=mill-street-2027' })
    const taken = installedCertificate({ chain: [next, ...rest], provenAt: null })
    bridge.certificates.commit.mockResolvedValue(ok(openProfile({ certificate: taken })))
    const page = await mount()
    await begin()
    await press(take)
    expect(page.text()).toContain('CN=mill-street-2027')
    expect(page.text()).toContain('Not proven yet')
  })
})
