import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListenerState } from '../../../../preload/contract/api/alerts/listener.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import type { WorkstationState } from '../../../../preload/contract/api/workstation-state.ts'
import ListenerPanel from '../../../../renderer/features/alerts/listener/ListenerPanel.vue'
import { listenerState } from '../../support/fake-alerts.ts'
import { fakeBridge, realWorkstation } from '../../support/fake-bridge.ts'
import { expectNoViolation, mountPage } from '../../support/page.ts'
import { allByRole, byRole, press } from '../../ui/stage.ts'

enableAutoUnmount(afterEach)
afterEach(() => vi.useRealTimers())
const at = '2026-11-21T09:14:02.000Z'
const inFull = 'Harbor Trust, sample data in pre-production'
const maker: Partial<WorkstationState> = {
  operator: { id: 'ann', name: 'Ann Reyes', roles: ['maker'] },
}
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => (bridge = fakeBridge()))

async function open(part: Partial<ListenerState> = {}, who: Partial<WorkstationState> = {}) {
  bridge.workstation.getState.mockResolvedValue(ok(realWorkstation(who)))
  bridge.listener.getState.mockResolvedValue(ok(listenerState(part)))
  const { page } = await mountPage(ListenerPanel)
  return page
}
/** The text of a titled part of the panel. */
const region = (name: string): string => {
  const titled = [...document.querySelectorAll('section')].filter(
    (section) =>
      (section.getAttribute('aria-label') ?? section.querySelector('h2')?.textContent) === name,
  )
  expect(titled, name).toHaveLength(1)
  return (titled[0]?.textContent ?? '').replace(/\s+/g, ' ').trim()
}
const needs = (): string => region('Details for the bank')
const isOff = (name: string): boolean =>
  byRole('button', name).getAttribute('aria-disabled') === 'true'
async function click(name: string): Promise<void> {
  byRole('button', name).click()
  await flushPromises()
}

describe('the details for the bank', () => {
  it('show the agreed terms, and the password only by where it is stored', async () => {
    const page = await open()
    expect(needs()).toContain('https://alerts.mill-street.example/alerts')
    expect(needs()).toContain('countersign-harbor')
    expect(needs()).toContain('stored in the keychain, never shown')
    expect(needs()).toContain('AL00906: all ACH events')
    expect(needs()).toContain('400 per day, not set per month, not set per year')
    expect(needs()).toContain('Different ones in pre-production and production')
    await expectNoViolation(page)
  })

  it('update when the agreed terms change elsewhere', async () => {
    await open()
    const shown = await bridge.profiles.getShown()
    if (!shown.ok) throw new Error('no profile')
    const { details } = shown.value
    bridge.emit('profiles', 'shownChanged', {
      ...shown.value,
      details: { ...details, alerts: { ...details.alerts, codes: ['AL00901'] } },
    })
    await flushPromises()
    expect(needs()).toContain('AL00901: wire and RTP events')
    expect(needs()).not.toContain('AL00906')
  })

  it('put the password on the clipboard through main, and show for how long', async () => {
    await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    byRole('button', 'Copy password').click()
    await vi.advanceTimersByTimeAsync(0)
    expect(bridge.listener.copyPassword).toHaveBeenCalledOnce()
    expect(needs()).toContain('cleared from the clipboard after one minute')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(needs()).not.toContain('cleared from the clipboard after one minute')
  })

  it('report that the password is not on the clipboard when the system refused it', async () => {
    const page = await open()
    bridge.listener.copyPassword.mockResolvedValueOnce(err({ code: 'clipboard-failed' }))
    await click('Copy password')
    expect(byRole('alert').textContent).toContain('The password is not on the clipboard')
    expect(needs()).not.toContain('cleared from the clipboard after one minute')
    await expectNoViolation(page)
  })

  it('name the file with the password, and nothing when none was chosen', async () => {
    await open()
    bridge.listener.saveSheet.mockResolvedValueOnce(ok(null))
    await click('Save as PDF\u2026')
    expect(needs()).not.toContain('Saved')
    await click('Save as PDF\u2026')
    expect(needs()).toContain('Saved: alerts.pdf. It contains the password')
    bridge.listener.saveSheet.mockResolvedValueOnce(
      err({ code: 'file-failed', file: 'alerts.pdf', detail: 'ENOSPC' }),
    )
    await click('Save as PDF\u2026')
    expect(byRole('alert').textContent).toContain('ENOSPC')
    expect(needs()).not.toContain('Saved')
  })

  it('create the first user name and password without a question', async () => {
    await open({ userName: null, credentialsCreatedAt: null })
    expect(isOff('Copy password')).toBe(true)
    expect(isOff('Save as PDF\u2026')).toBe(true)
    await click('Create user name and password')
    expect(bridge.listener.createCredentials).toHaveBeenCalledOnce()
    expect(needs()).toContain('countersign-harbor')
  })
})

describe('a listener that is off', () => {
  const running = { state: 'off', why: 'not-enabled' } as const
  const unreported = { running, userName: null, credentialsCreatedAt: null, certificate: null }

  it('bank note 95: creates nothing while its stored credentials and certificate are unknown', async () => {
    const page = await open({ ...unreported, publicUrl: null })
    for (const name of ['New password\u2026', 'Copy password', 'Create new certificate\u2026'])
      expect(isOff(name), name).toBe(true)
    expect(needs()).toContain('Shown once the listener runs')
    expect(needs()).not.toContain('not created yet')
    await expectNoViolation(page)
  })

  it('still shows the entered public address', async () => {
    const shown = await bridge.profiles.getShown()
    if (!shown.ok) throw new Error('no profile')
    const publicUrl = 'https://entered.example/alerts'
    const listener = { host: '127.0.0.1', port: 8443, enabled: false, publicUrl, permitted: [] }
    const details = { ...shown.value.details, listener }
    bridge.profiles.getShown.mockResolvedValue(ok({ ...shown.value, details }))
    await open({ ...unreported, publicUrl: null })
    expect(needs()).toContain(publicUrl)
    expect(region('From outside')).toContain(publicUrl)
    expect(isOff('Check from outside')).toBe(true)
  })

  it.each([
    ['no-credentials', 'Create user name and password', 'createCredentials'],
    ['no-certificate', 'Create certificate', 'createCertificate'],
  ] as const)('creates at once what is known to be missing: %s', async (why, name, method) => {
    await open({ ...unreported, running: { state: 'off', why } })
    await click(name)
    expect(bridge.listener[method]).toHaveBeenCalledOnce()
  })
})

describe('a new password', () => {
  it('is created only after a confirmation that the old one still works', async () => {
    const page = await open()
    await click('New password\u2026')
    expect(bridge.listener.createCredentials).not.toHaveBeenCalled()
    expect(byRole('alertdialog').textContent).toContain('old ones work until you end them')
    await expectNoViolation(page)
    bridge.listener.createCredentials.mockResolvedValueOnce(
      ok(listenerState({ previousCredentialsCreatedAt: at })),
    )
    await click(`Create new password for ${inFull}`)
    expect(bridge.listener.createCredentials).toHaveBeenCalledOnce()
    expect(allByRole('alertdialog')).toHaveLength(0)
    expect(needs()).toContain('The old user name and password still work')
    await expectNoViolation(page)
  })

  it('is not created when the question is closed by Escape, and the focus returns', async () => {
    await open()
    const button = byRole('button', 'New password\u2026')
    button.focus()
    await click('New password\u2026')
    await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('Cancel'))
    press('Escape')
    await vi.waitFor(() => expect(allByRole('alertdialog')).toHaveLength(0))
    await vi.waitFor(() => expect(document.activeElement).toBe(button))
    expect(bridge.listener.createCredentials).not.toHaveBeenCalled()
  })

  it('bank note 95: is not created while the previous one is still valid, because a third would end it silently', async () => {
    await open({ previousCredentialsCreatedAt: at })
    expect(isOff('New password\u2026')).toBe(true)
    await click('New password\u2026')
    expect(allByRole('alertdialog')).toHaveLength(0)
  })

  it('bank note 95: names the password to end first when another was created meanwhile', async () => {
    await open()
    await click('New password\u2026')
    bridge.listener.createCredentials.mockResolvedValueOnce(err({ code: 'previous-not-ended' }))
    await click(`Create new password for ${inFull}`)
    expect(byRole('alert').textContent).toContain('End the old password once alerts arrive')
    expect(needs()).not.toContain('New user name and password created')
  })

  it('bank note 95: warns before the old password ends that alerts sent with it are lost', async () => {
    const page = await open({ previousCredentialsCreatedAt: at })
    await click('End the old password\u2026')
    const question = byRole('alertdialog').textContent
    expect(question).toContain('does not send those alerts again.')
    expect(question).toContain('are lost')
    expect(bridge.listener.endPrevious).not.toHaveBeenCalled()
    await expectNoViolation(page)
    await click(`End the old password of ${inFull}`)
    expect(bridge.listener.endPrevious).toHaveBeenCalledOnce()
    expect(needs()).toContain('Only the new one works')
    expect(allByRole('button', 'End the old password\u2026')).toHaveLength(0)
  })

  it('shows why the keychain refused, and changes nothing', async () => {
    await open()
    await click('New password\u2026')
    bridge.listener.createCredentials.mockResolvedValueOnce(
      err({ code: 'keychain-problem', problem: { kind: 'locked', detail: null } }),
    )
    await click(`Create new password for ${inFull}`)
    expect(byRole('alert').textContent).toContain('keychain')
    expect(needs()).not.toContain('still work')
  })
})

describe('the certificate of the listener', () => {
  const stored = (): string => region('Listener certificate')

  it('is shown with the values that a person compares', async () => {
    await open()
    expect(stored()).toContain('CN=alerts.mill-street.example')
    expect(stored()).toContain('AB'.repeat(32))
    expect(stored()).toContain('By this workstation')
  })

  it('is replaced only after a confirmation, because a proxy would stop trusting it', async () => {
    const page = await open()
    await click('Create new certificate\u2026')
    expect(bridge.listener.createCertificate).not.toHaveBeenCalled()
    expect(byRole('alertdialog').textContent).toContain('stops delivering')
    await expectNoViolation(page)
    await click(`Create new certificate for ${inFull}`)
    expect(bridge.listener.createCertificate).toHaveBeenCalledOnce()
    expect(stored()).toContain('A new certificate is in use')
  })

  it('is created without a question where there is none, and cannot be saved before', async () => {
    const page = await open({ certificate: null })
    expect(isOff('Save certificate\u2026')).toBe(true)
    await expectNoViolation(page)
    await click('Create certificate')
    expect(bridge.listener.createCertificate).toHaveBeenCalledOnce()
    expect(stored()).toContain('CN=alerts.mill-street.example')
  })

  it('is saved without its key for the proxy administrator, by any operator', async () => {
    await open({}, maker)
    await click('Save certificate\u2026')
    expect(stored()).toContain('Saved without its key: alerts.pem')
  })

  it('links to Connection to import one from files', async () => {
    await open()
    expect(
      byRole('link', 'Import from files: Connection, Certificates').getAttribute('href'),
    ).toContain('/connection/certificates')
  })
})

describe('changes to the listener', () => {
  const changes = [
    'New password\u2026',
    'Create new certificate\u2026',
    'End the old password\u2026',
  ]
  const carries = ['Copy password', 'Save as PDF\u2026']

  it('are for administrators only; others can read', async () => {
    const page = await open({ previousCredentialsCreatedAt: at }, maker)
    for (const name of [...changes, ...carries]) expect(isOff(name), name).toBe(true)
    expect(isOff('Check from outside')).toBe(false)
    await expectNoViolation(page)
  })

  it('are not possible once the profile is retired; the password can still be copied', async () => {
    await open({ previousCredentialsCreatedAt: at }, { retired: true })
    for (const name of changes) expect(isOff(name), name).toBe(true)
    for (const name of carries) expect(isOff(name), name).toBe(false)
  })

  it('are not possible in practice, which creates its own at each start', async () => {
    bridge.profiles.getShown.mockResolvedValue(err({ code: 'not-found' }))
    const page = await open({}, { environment: 'practice' })
    expect(isOff('New password\u2026')).toBe(true)
    expect(isOff('Create new certificate\u2026')).toBe(true)
    expect(needs()).toContain('stored in memory')
    await expectNoViolation(page)
  })
})
