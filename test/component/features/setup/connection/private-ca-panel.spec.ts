import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { certificateSentence } from '../../../../../renderer/text/certificate-sentences.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import PrivateCaPanel from '../../../../../renderer/features/setup/connection/certificates/PrivateCaPanel.vue'
import { fingerprintProblem } from '../../../../../renderer/features/setup/connection/certificates/fingerprint.ts'
import { certificate, openProfile, privateCaDraft } from '../../../support/fake-profile.ts'
import { expectNoViolation } from '../../../support/page.ts'
import { allByRole, byRole } from '../../../ui/stage.ts'
import { everywhere, input, mountPanel, press, realBridge, submit, type } from './panel.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
beforeEach(() => {
  bridge = realBridge()
})

const ca = certificate({ role: 'root', subject: 'CN=Harbor Trust Private CA, O=Harbor Trust' })
const sha256 = ca.sha256
const field = 'SHA-256 fingerprint from the bank'
const mount = (part = {}) => mountPanel(PrivateCaPanel, part)
const choose = () => press('Choose a CA')
const compare = () => submit('Compare the fingerprint')
const place = () => document.querySelector('[role="group"][aria-label="Private CA"]')

describe('a private CA', () => {
  it('is not set until one is needed', async () => {
    const page = await mount()
    expect(page.text()).toContain('must lead to a known root')
    await expectNoViolation(page)
  })

  it('shows everything of the chosen file but its fingerprint, and explains why', async () => {
    const page = await mount()
    await choose()
    for (const part of ['bank-ca.pem', 'CN=Harbor Trust Private CA', 'not trusted yet', 'RSA 2048'])
      expect(page.text()).toContain(part)
    expect(page.text()).toContain('appears only after a match, so it cannot be copied')
    expect(everywhere()).not.toContain(sha256)
    expect(everywhere()).not.toContain(sha256.slice(0, 11))
    expect(document.activeElement).toBe(place())
    await expectNoViolation(page)
  })

  it('is trusted by the fingerprint that was entered, and then shows it', async () => {
    bridge.certificates.trustPrivateCa.mockResolvedValue(ok(openProfile({ privateCa: ca })))
    const page = await mount()
    await choose()
    await type(field, sha256.toLowerCase())
    expect(byRole('button', 'Trust CN=Harbor Trust Private CA')).toBeTruthy()
    await compare()
    expect(bridge.certificates.trustPrivateCa).toHaveBeenCalledExactlyOnceWith({
      draftId: 'draft-4',
      sha256: sha256.toLowerCase(),
    })
    expect(page.text()).toContain(sha256)
    expect(document.activeElement).toBe(place())
    await expectNoViolation(page)
  })

  it('is not trusted with another fingerprint, which stays in its field with the reason', async () => {
    bridge.certificates.trustPrivateCa.mockResolvedValue(err({ code: 'fingerprint-differs' }))
    const page = await mount()
    await choose()
    const other = 'ab'.repeat(32)
    await type(field, other)
    await compare()
    expect(input(field).getAttribute('aria-invalid')).toBe('true')
    expect(input(field).value).toBe(other)
    expect(page.text()).toContain('Not the fingerprint of bank-ca.pem')
    expect(byRole('alert').textContent).toContain('Do not trust the file')
    expect(everywhere()).not.toContain(sha256)
    await expectNoViolation(page)
    await type(field, 'cd'.repeat(32))
    expect(input(field).getAttribute('aria-invalid')).toBeNull()
  })

  it('cannot be trusted while it has a finding', async () => {
    const finding = { problem: 'wrong-use' as const, about: null }
    bridge.certificates.selectPrivateCa.mockResolvedValue(
      ok(privateCaDraft({ findings: [finding] })),
    )
    const page = await mount()
    await choose()
    expect(page.text()).toContain(certificateSentence(finding).sentence)
    expect(page.find('input').exists()).toBe(false)
    await press('Discard file')
    expect(bridge.certificates.discard).toHaveBeenCalledWith({ draftId: 'draft-4' })
    expect(allByRole('button', 'Discard file')).toHaveLength(0)
  })

  it('starts again when the draft has expired', async () => {
    bridge.certificates.trustPrivateCa.mockResolvedValue(err({ code: 'draft-gone' }))
    const page = await mount()
    await choose()
    await type(field, sha256)
    await compare()
    expect(byRole('alert').textContent).toContain('Choose the file again')
    expect(page.find('input').exists()).toBe(false)
  })

  it('is removed only after a confirmation with its name', async () => {
    const page = await mount({ privateCa: ca })
    await expectNoViolation(page)
    await press('Stop trusting CN=Harbor Trust Private CA')
    expect(bridge.certificates.removePrivateCa).not.toHaveBeenCalled()
    expect(byRole('alertdialog').textContent).toContain('CN=Harbor Trust Private CA')
    const [, confirm] = allByRole('button', 'Stop trusting CN=Harbor Trust Private CA')
    confirm?.click()
    await Promise.resolve()
    expect(bridge.certificates.removePrivateCa).toHaveBeenCalledOnce()
  })
})

describe('a typed fingerprint', () => {
  it('is accepted in the usual notations', () => {
    for (const typed of [sha256, sha256.replaceAll(':', ''), `SHA-256: ${sha256}`, ` ${sha256} `])
      expect(fingerprintProblem(typed)).toBe('')
  })

  it('is refused with its fault', () => {
    expect(fingerprintProblem('ab'.repeat(20))).toContain('SHA-1')
    expect(fingerprintProblem('ab:cd')).toContain('64 digits')
    expect(fingerprintProblem('xyz')).toContain('Only the digits')
  })
})
