/**
 * From a certificate request to the proven certificate, and the warnings while one of them expires.
 */
import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CertificateWarning } from '../../../../../preload/contract/api/certificates/warnings.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import { certificateItem } from '../../../../../renderer/app/certificate-item.ts'
import CertificatePanel from '../../../../../renderer/features/setup/connection/certificates/CertificatePanel.vue'
import CertificateRequestPanel from '../../../../../renderer/features/setup/connection/certificates/CertificateRequestPanel.vue'
import CertificateStepsPanel from '../../../../../renderer/features/setup/connection/certificates/CertificateStepsPanel.vue'
import CertificateWarnings from '../../../../../renderer/features/setup/connection/certificates/CertificateWarnings.vue'
import { stepsOf } from '../../../../../renderer/features/setup/connection/certificates/certificate-steps.ts'
import { realWorkstation } from '../../../support/fake-bridge.ts'
import {
  certificate,
  chain,
  installedCertificate,
  inspection,
  openProfile,
  pendingRequest,
} from '../../../support/fake-profile.ts'
import { expectNoViolation } from '../../../support/page.ts'
import { allByRole, byRole } from '../../../ui/stage.ts'
import { input, maker, mountPanel, press, realBridge, submit, type } from './panel.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:14:02.000Z') })
  bridge = realBridge()
})
afterEach(() => vi.useRealTimers())

const waiting = pendingRequest()
const readOut = () => document.querySelector('p[role="status"].sr-only')?.textContent ?? ''

describe('a request for a certificate', () => {
  it('is created from the input, with each broken rule at its field and no input lost', async () => {
    const page = await mountPanel(CertificateRequestPanel)
    await expectNoViolation(page)
    await press('Create request')
    expect(document.activeElement).toBe(input('Common name*'))
    await expectNoViolation(page)
    await type('Organization*', 'Mill Street Supply')
    await type('Country', 'us')
    await submit('Request for a certificate')
    expect(bridge.certificates.createRequest).not.toHaveBeenCalled()
    expect(page.text()).toContain('Required')
    expect(page.text()).toContain('Two capital letters such as US')
    expect(input('Organization*').value).toBe('Mill Street Supply')
    await expectNoViolation(page)
    await type('Common name*', 'mill-street')
    await type('Country', 'US')
    await press('Create a key RSA 3072 and its request')
    const name = { commonName: 'mill-street', organization: 'Mill Street Supply', country: 'US' }
    expect(bridge.certificates.createRequest).toHaveBeenCalledExactlyOnceWith({
      kind: 'rsa-3072',
      name: { ...name, unit: '', locality: '', state: '' },
    })
    expect(page.text()).toContain(waiting.publicKeySha256)
    expect(readOut()).toContain('The key is in the keychain')
  })

  it('keeps the input when the keychain refuses, and reports that nothing was created', async () => {
    const problem = { kind: 'locked', detail: null } as const
    bridge.certificates.createRequest.mockResolvedValue(err({ code: 'keychain-problem', problem }))
    const page = await mountPanel(CertificateRequestPanel)
    await press('Create request')
    await type('Common name*', 'mill-street')
    await type('Organization*', 'Mill Street Supply')
    await press('Create a key RSA 3072 and its request')
    expect(byRole('alert').textContent).toContain('keychain')
    expect(input('Common name*').value).toBe('mill-street')
    expect(page.text()).not.toContain('SHA-256 of the public key')
  })

  it('that waits is shown in full and saved, without its key', async () => {
    const page = await mountPanel(CertificateRequestPanel, { pendingRequest: waiting })
    for (const part of ['CN=mill-street-supply, O=Mill Street Supply', 'RSA 3072, in the keychain'])
      expect(page.text()).toContain(part)
    expect(page.text()).toContain('BEGIN CERTIFICATE REQUEST')
    expect(page.text()).not.toContain('OU=')
    expect(allByRole('button', 'Create request')).toHaveLength(0)
    await expectNoViolation(page)
    await press('Save the request')
    expect(readOut()).toBe('Saved: ridgeway.csr')
  })

  it('is discarded only after a confirmation with its facts', async () => {
    await mountPanel(CertificateRequestPanel, { pendingRequest: waiting })
    await press('Discard it')
    expect(bridge.certificates.discardRequest).not.toHaveBeenCalled()
    await press('Discard the request and destroy its key')
    const { publicKeySha256 } = waiting
    expect(bridge.certificates.discardRequest).toHaveBeenCalledExactlyOnceWith({ publicKeySha256 })
    expect(readOut()).toContain('its key destroyed')
  })

  it('is created by administrators only', async () => {
    bridge.workstation.getState.mockResolvedValue(ok(realWorkstation(maker)))
    await mountPanel(CertificateRequestPanel)
    await press('Create request')
    expect(allByRole('textbox', 'Common name*')).toHaveLength(0)
  })
})

describe('the steps of a certificate change', () => {
  const validities = (part: Parameters<typeof openProfile>[0]): string[] =>
    stepsOf(openProfile(part)).map(({ id, state }) => `${id} ${state}`)

  it('start with the request where there is nothing', () => {
    expect(validities({ certificate: null })).toEqual([
      'request next',
      'to-authority open',
      'answer open',
      'to-bank open',
      'proven open',
      'delete-previous open',
    ])
  })

  it('are about the next certificate while a request waits', () => {
    expect(validities({ pendingRequest: waiting })).toEqual([
      'request done',
      'to-authority next',
      'answer open',
      'to-bank open',
      'proven open',
      'delete-previous open',
    ])
    const [, given] = stepsOf(openProfile({ pendingRequest: waiting }))
    expect(given?.tick).toEqual({ step: 'to-authority', on: null })
  })

  it('match the keychain: imported, proven, and the previous certificate deleted', () => {
    const certificateTicks = { 'to-authority': null, 'to-bank': { on: '2026-11-20', at: '' } }
    const fresh = installedCertificate({ provenAt: null })
    expect(validities({ certificate: fresh, previousCertificate: installedCertificate() })).toEqual(
      [
        'request done',
        'to-authority done',
        'answer done',
        'to-bank next',
        'proven open',
        'delete-previous open',
      ],
    )
    expect(validities({ certificateTicks }).slice(3)).toEqual([
      'to-bank done',
      'proven done',
      'delete-previous done',
    ])
    // A bank that answers has the certificate, even if nobody entered the date.
    expect(stepsOf(openProfile()).map(({ state }) => state)).not.toContain('next')
    // The operator went back: the one in use is proven, and the newer one is still stored.
    expect(validities({ certificateTicks, previousCertificate: fresh }).at(-1)).toBe(
      'delete-previous next',
    )
  })

  it('name the requirements of the specification', () => {
    for (const { source } of stepsOf(openProfile()))
      expect(source).toContain('Platform Specification')
  })

  it('are checked off with a date not in the future, and unchecked', async () => {
    const page = await mountPanel(CertificateStepsPanel, { pendingRequest: waiting })
    await expectNoViolation(page)
    await press('Mark as done: Give the request to the authority')
    expect(input('Done on').value).toBe('2026-11-21')
    await expectNoViolation(page)
    await type('Done on', '2026-12-24')
    await submit('Give the request to the authority: when')
    expect(bridge.certificates.tickStep).not.toHaveBeenCalled()
    expect(page.text()).toContain('Not a future date')
    await type('Done on', '2026-11-20')
    bridge.certificates.tickStep.mockResolvedValueOnce(
      ok(
        openProfile({
          pendingRequest: waiting,
          certificateTicks: { 'to-authority': { on: '2026-11-20', at: '' }, 'to-bank': null },
        }),
      ),
    )
    await submit('Give the request to the authority: when')
    const step = 'to-authority'
    expect(bridge.certificates.tickStep).toHaveBeenCalledExactlyOnceWith({ step, on: '2026-11-20' })
    expect(page.text()).toContain('Given on 2026-11-20')
    await press('Mark as not done: Give the request to the authority')
    expect(bridge.certificates.tickStep).toHaveBeenLastCalledWith({ step, on: null })
  })
})

describe('two certificates side by side', () => {
  const next = installedCertificate({
    chain: [
      certificate({ serialNumber: '77', validTo: '2027-11-20T00:00:00.000Z' }),
      ...chain.slice(1),
    ],
    provenAt: null,
    requestedAt: '2026-11-19T08:30:00.000Z',
  })
  const both = { certificate: next, previousCertificate: installedCertificate() }

  it('show which one signs calls, and mark differences', async () => {
    const page = await mountPanel(CertificatePanel, both)
    const rows = page.findAll('tbody tr').map((row) => row.text())
    expect(page.find('thead').text()).toContain('Signs every call now')
    expect(rows.find((row) => row.startsWith('Serial number'))).toMatch(/differs.*77.*0a1b2c3d/)
    expect(rows.find((row) => row.startsWith('Valid until'))).toMatch(
      /differs.*2027-11-20.*2027-03-01/,
    )
    expect(rows.find((row) => row.startsWith('Subject'))).not.toContain('differs')
    expect(rows.find((row) => row.startsWith('Its key'))).toContain('Requested here on 2026-11-19')
    await expectNoViolation(page)
  })

  it('are proven from here, and a refusal is shown beside the button', async () => {
    const page = await mountPanel(CertificatePanel, both)
    bridge.connection.checkHealth.mockResolvedValueOnce(
      ok({ status: 403, fields: [], failure: null }),
    )
    await press('Prove it with a health check')
    expect(byRole('alert').textContent).toContain('The bank answered 403')
    expect(byRole('alert').textContent).toContain('not proven')
    bridge.connection.checkHealth.mockResolvedValueOnce(
      ok({ status: 200, fields: [], failure: null }),
    )
    await press('Prove it with a health check')
    expect(readOut()).toBe('Proven: the bank has answered')
    await expectNoViolation(page)
  })

  it('change places again after the previous one was restored', async () => {
    const page = await mountPanel(CertificatePanel, {
      certificate: installedCertificate(),
      previousCertificate: next,
    })
    expect(page.text()).toContain('Stored, not in use, not proven')
    await press('Use it again')
    await press('Use CN=mill-street-supply, valid until 2027-11-20')
    expect(bridge.certificates.restorePrevious).toHaveBeenCalledOnce()
  })

  it('warn before a third import which one is deleted with its key', async () => {
    const page = await mountPanel(CertificatePanel, both)
    await press('Import next certificate')
    expect(page.text()).toContain(
      'CN=mill-street-supply, valid until 2027-11-20 was never proven, and is deleted with its key',
    )
  })

  it('need no key in the files that answer a request', async () => {
    const { createdAt: requestedAt } = waiting
    const key = { state: 'requested', keyKind: 'RSA 3072', requestedAt } as const
    bridge.certificates.select.mockResolvedValue(ok(inspection({ key })))
    const page = await mountPanel(CertificatePanel)
    await press('Import next certificate')
    expect(page.text()).toContain('RSA 3072, created here with the request of 2026-11-19')
  })

  it('allow the chain to be saved for the bank', async () => {
    await mountPanel(CertificatePanel)
    await press('Save the chain for the bank')
    expect(bridge.certificates.saveChain).toHaveBeenCalledOnce()
    expect(readOut()).toBe('Saved: chain.pem')
  })
})

const warning = (part: Partial<CertificateWarning> = {}): CertificateWarning => ({
  use: 'client',
  subject: 'CN=mill-street-supply',
  sha256: 'AA',
  daysLeft: 6,
  reached: 7,
  validTo: '2026-11-27T10:00:00.000Z',
  clockWentBack: false,
  successor: null,
  ...part,
})

describe('certificates that expire', () => {
  it('are reported with their replacement in progress, and again when main reports a change', async () => {
    bridge.certificates.getWarnings.mockResolvedValue(ok([warning()]))
    const page = await mountPanel(CertificateWarnings)
    expect(page.text()).toContain('The client certificate expires in 6 days, on 2026-11-27.')
    expect(page.text()).toContain('No replacement yet')
    await expectNoViolation(page)
    const successor = { kind: 'request', createdAt: '2026-11-21T08:00:00.000Z' } as const
    bridge.certificates.getWarnings.mockResolvedValue(ok([warning({ successor })]))
    bridge.emit('certificates', 'warningsChanged', {})
    await flushPromises()
    expect(page.text()).toContain('A request of 2026-11-21 waits for its answer')
    bridge.certificates.getWarnings.mockResolvedValue(ok([]))
    bridge.emit('certificates', 'warningsChanged', {})
    await flushPromises()
    expect(page.find('li').exists()).toBe(false)
  })

  it('report that the clock was set back', async () => {
    const back = warning({ daysLeft: 40, clockWentBack: true })
    bridge.certificates.getWarnings.mockResolvedValue(ok([back]))
    const page = await mountPanel(CertificateWarnings)
    expect(page.text()).toContain('was set back: at an earlier check 7 days or fewer were left')
    expect(certificateItem([back])?.value).toBe('clock was set back')
  })

  it('are shown in the status bar from 14 days on, the first to expire first', () => {
    expect(certificateItem([warning({ reached: 30, daysLeft: 20 })])).toBeUndefined()
    expect(certificateItem([warning({ reached: 14, daysLeft: 13 })])).toMatchObject({
      value: 'expires in 13 days',
      tone: 'warning',
    })
    const listener = warning({ use: 'listener', sha256: 'BB', reached: 14, daysLeft: 12 })
    const item = certificateItem([warning({ reached: 0, daysLeft: -2 }), listener])
    expect(item).toMatchObject({ value: 'expired', tone: 'bad', notice: '1 more' })
    expect(item?.detail?.map(({ label }) => label)).toEqual([
      'Client certificate',
      'Listener certificate',
    ])
  })
})
