import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keychainProblems } from '../../../../../preload/contract/api/keychain-problem.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import OpenProfileDialog from '../../../../../renderer/features/setup/connection/profile/OpenProfileDialog.vue'
import { environmentAppearance } from '../../../../../renderer/text/environment.ts'
import { explainKeychain } from '../../../../../renderer/text/explain.ts'
import { useProfiles } from '../../../../../renderer/state/stores/profiles.store.ts'
import { useUnsaved } from '../../../../../renderer/state/stores/unsaved.store.ts'
import { practiceCard, profileCard, profilesState } from '../../../support/fake-profile.ts'
import { mountPage } from '../../../support/page.ts'
import { allByRole, axeViolations, byRole, press as pressKey } from '../../../ui/stage.ts'
import { input, press, realBridge, type } from './panel.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
beforeEach(() => {
  bridge = realBridge()
})

const production = profileCard({ id: 'live', name: 'Harbor Trust', environment: 'production' })
const other = profileCard({ id: 'test', name: 'Ferry Bank' })
const openDialog = async (card = other): Promise<void> => {
  await mountPage(OpenProfileDialog)
  useProfiles().prompt(card)
  await flushPromises()
}
const dialog = (): string => byRole('dialog').textContent
const confirmationField = 'Type PRODUCTION to continue*'
const problem = (kind: (typeof keychainProblems)[number], detail: string | null = null) =>
  err({ code: 'keychain-problem', problem: { kind, detail } } as const)

describe('opening a profile', () => {
  it('needs no confirmation for pre-production and practice', async () => {
    await openDialog(practiceCard)
    expect(bridge.profiles.open).toHaveBeenCalledWith({ id: 'practice', confirmation: null })
    expect(allByRole('dialog')).toHaveLength(0)
  })

  it('does nothing for the open profile', async () => {
    await openDialog(profileCard())
    expect(bridge.profiles.open).not.toHaveBeenCalled()
  })

  it('requires the exact confirmation of production in its color', async () => {
    await openDialog(production)
    expect(bridge.profiles.open).not.toHaveBeenCalled()
    expect(dialog()).toContain('Production')
    expect(byRole('dialog').className).toContain(environmentAppearance.production.frame)
    expect(document.activeElement).toBe(input(confirmationField))
    expect(await axeViolations()).toEqual([])
    await type(confirmationField, 'production')
    await press('Open Harbor Trust in production')
    expect(bridge.profiles.open).not.toHaveBeenCalled()
    await type(confirmationField, 'PRODUCTION')
    await press('Open Harbor Trust in production')
    expect(bridge.profiles.open).toHaveBeenCalledWith({ id: 'live', confirmation: 'PRODUCTION' })
  })

  it('asks again when main refuses the confirmation', async () => {
    bridge.profiles.open.mockResolvedValueOnce(
      err({ code: 'confirmation-wrong', wanted: 'PRODUCTION' }),
    )
    await openDialog(production)
    await type(confirmationField, 'PRODUCTION')
    await press('Open Harbor Trust in production')
    expect(dialog()).toContain('The typed text differs')
  })

  it('shows what it waits for, and cannot be canceled meanwhile', async () => {
    bridge.profiles.open.mockReturnValueOnce(new Promise(() => undefined))
    await openDialog()
    expect(dialog()).toContain('Reading the keychain and opening the store')
    expect(dialog()).toContain('up to 10 seconds')
    expect(await axeViolations()).toEqual([])
    pressKey('Escape')
    await press('Cancel')
    expect(allByRole('dialog')).toHaveLength(1)
    useProfiles().prompt(production)
    expect(bridge.profiles.open).toHaveBeenCalledOnce()
  })

  it.each(keychainProblems)(
    'explains a keychain that answers %s, and offers no data loss',
    async (kind) => {
      bridge.profiles.open.mockResolvedValueOnce(problem(kind, 'org.freedesktop words'))
      await openDialog()
      const { title, reason, next } = explainKeychain({ kind, detail: null })
      for (const expectedText of [title, reason, next, 'org.freedesktop words'])
        expect(dialog()).toContain(expectedText)
      expect(dialog()).toContain('Nothing was deleted')
      const acts = allByRole('button').map((button) => button.textContent)
      expect(acts.join()).not.toMatch(/delete|reset|anew|new key/i)
      const mayRecover = ['removed', 'corrupt'].includes(kind)
      expect(acts.some((act) => act.includes('recovery file'))).toBe(mayRecover)
      expect(await axeViolations()).toEqual([])
    },
  )

  it('offers the recovery file where the keychain has the key of another store', async () => {
    bridge.profiles.open.mockResolvedValueOnce(
      err({ code: 'store-refused', reason: 'store-wrong-key', detail: null }),
    )
    await openDialog()
    const acts = allByRole('button').map((button) => button.textContent)
    expect(acts.some((act) => act.includes('recovery file'))).toBe(true)
  })

  it('gives each of the eight keychain problems its own text', () => {
    const explanations = keychainProblems.map((kind) => explainKeychain({ kind, detail: null }))
    for (const part of ['title', 'reason'] as const)
      expect(new Set(explanations.map((each) => each[part])).size).toBe(keychainProblems.length)
  })

  it('names the software to install on each system where there is no keychain', () => {
    const { next } = explainKeychain({ kind: 'missing', detail: null })
    for (const name of ['Linux', 'gnome-keyring', 'KWallet', 'Windows', 'macOS'])
      expect(next).toContain(name)
  })

  it('tries again with the typed confirmation', async () => {
    bridge.profiles.open.mockResolvedValueOnce(problem('locked'))
    await openDialog(production)
    await type(confirmationField, 'PRODUCTION')
    await press('Open Harbor Trust in production')
    await press('Try again')
    expect(bridge.profiles.open).toHaveBeenCalledTimes(2)
    expect(bridge.profiles.open).toHaveBeenLastCalledWith({
      id: 'live',
      confirmation: 'PRODUCTION',
    })
    expect(allByRole('dialog')).toHaveLength(0)
  })

  it('opens with the recovery file in the same dialog', async () => {
    bridge.profiles.open.mockResolvedValueOnce(problem('removed'))
    await openDialog()
    await press('Open with the recovery file')
    expect(allByRole('dialog')).toHaveLength(1)
    await press('Choose the recovery file')
    expect(bridge.recovery.selectFile).toHaveBeenCalledWith({ profileId: 'test' })
    expect(await axeViolations()).toEqual([])
  })

  it('asks before it discards unsaved changes', async () => {
    await mountPage(OpenProfileDialog)
    useUnsaved().mark(Symbol('place'), { name: 'Addresses', isKept: false })
    useProfiles().prompt(other)
    await flushPromises()
    expect(dialog()).toContain('Addresses')
    expect(bridge.profiles.open).not.toHaveBeenCalled()
    await press('Discard and open Ferry Bank')
    expect(bridge.profiles.open).toHaveBeenCalledWith({ id: 'test', confirmation: null })
  })

  it('changes nothing when it is canceled', async () => {
    bridge.profiles.open.mockResolvedValueOnce(problem('hung'))
    await openDialog()
    await press('Cancel')
    expect(allByRole('dialog')).toHaveLength(0)
    expect(useProfiles().state?.shownId).toBe('harbor')
  })

  it('shows the state that main answered', async () => {
    bridge.profiles.open.mockResolvedValueOnce(ok(profilesState({ shownId: 'test' })))
    await openDialog()
    expect(useProfiles().state?.shownId).toBe('test')
  })
})
