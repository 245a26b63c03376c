import { enableAutoUnmount, flushPromises, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import ConnectionPage from '../../../../../renderer/features/setup/connection/ConnectionPage.vue'
import { useProfiles } from '../../../../../renderer/state/stores/profiles.store.ts'
import { fakeBridge, realWorkstation } from '../../../support/fake-bridge.ts'
import {
  emptyProfile,
  filledDetails,
  openProfile,
  practiceCard,
  profileCard,
  profilesState,
} from '../../../support/fake-profile.ts'
import { expectNoViolation, mountPage, type MountedPage } from '../../../support/page.ts'
import { allByRole } from '../../../ui/stage.ts'
import { press, realBridge } from './panel.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
const mount = (section = ''): Promise<MountedPage> =>
  mountPage(ConnectionPage, `/connection/${section}`, '/connection/:section?')
const field = (page: VueWrapper, name: string) => page.get<HTMLInputElement>(`[name="${name}"]`)

describe('the list of profiles', () => {
  beforeEach(() => (bridge = realBridge()))

  it('shows the environment of each, which is open, and which is retired', async () => {
    const cards = [
      profileCard({
        id: 'old',
        name: 'Old Mill',
        environment: 'production',
        retiredAt: '2026-01-02T00:00:00.000Z',
      }),
      profileCard(),
      practiceCard,
    ]
    bridge.profiles.getState.mockResolvedValue(ok(profilesState({ cards })))
    const { page } = await mount()
    const lines = page.findAll('nav[aria-label="Profiles"] li').map((line) => line.text())
    expect(lines).toEqual([
      expect.stringMatching(/Alder Falls.*Practice/),
      expect.stringMatching(/Harbor Trust.*Pre-production.*Shown/),
      expect.stringMatching(/Old Mill.*Production.*Retired/),
    ])
    expect(page.findAll('nav[aria-label="Profiles"] [aria-current="true"]')).toHaveLength(1)
  })

  it('updates when main reports a change', async () => {
    const { page } = await mount()
    bridge.emit('profiles', 'stateChanged', profilesState({ openingId: 'practice' }))
    await flushPromises()
    expect(page.get('nav[aria-label="Profiles"]').text()).toContain('Opening')
  })
})

describe('the Connection screen in practice', () => {
  beforeEach(() => {
    bridge = fakeBridge()
    bridge.profiles.getState.mockResolvedValue(ok(profilesState({ shownId: 'practice' })))
    bridge.profiles.getShown.mockResolvedValue(err({ code: 'not-found' }))
  })

  it('explains that practice needs no setup, and offers a new profile', async () => {
    const { page } = await mount()
    expect(page.text()).toContain('Practice needs nothing')
    await expectNoViolation(page)
    const [, beside] = allByRole('button', 'New profile')
    beside?.click()
    expect(useProfiles().isNewProfileOpen).toBe(true)
  })

  it('refuses an invalid path of version 2 beside its field', async () => {
    const { page } = await mount()
    await field(page, 'validationV2Path').setValue('not a path')
    await page.get('form').trigger('submit')
    expect(page.text()).toContain('A path that starts with /')
    expect(bridge.workstation.changeSettings).not.toHaveBeenCalled()
    await expectNoViolation(page)
  })

  it('saves a path, and uses version 1 again once the path is removed', async () => {
    const { page } = await mount()
    await field(page, 'validationV2Path').setValue('/accounts/validations/v2/verifyAccount')
    await page.get('form').trigger('submit')
    expect(bridge.workstation.changeSettings).toHaveBeenCalledWith({
      validationV2Path: '/accounts/validations/v2/verifyAccount',
    })
    await flushPromises()
    await field(page, 'validationV2Path').setValue('')
    await page.get('form').trigger('submit')
    expect(bridge.workstation.changeSettings).toHaveBeenLastCalledWith({
      validationV2Path: null,
      validationVersion: 'v1',
    })
  })
})

describe('the overview', () => {
  beforeEach(() => (bridge = realBridge()))

  it('lists missing values with links to their fields', async () => {
    bridge.profiles.getShown.mockResolvedValue(ok(emptyProfile))
    const { page, router } = await mount()
    const missing = page.findAll('li').filter((line) => line.text().startsWith('Missing'))
    expect(missing.map((line) => line.text())).toEqual([
      expect.stringContaining('Base URL'),
      expect.stringContaining('Certificate and key'),
      expect.stringContaining('Credentials'),
    ])
    expect(page.text()).toContain(`Still missing: ${emptyProfile.missing.join(', ')}`)
    await expectNoViolation(page)
    await missing[1]?.get('a').trigger('click')
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/connection/certificates')
  })

  it('reports an identifier as missing only where an agreed product needs it', async () => {
    const details = { ...filledDetails, partnerClientId: null, secondaryId: null }
    bridge.profiles.getShown.mockResolvedValue(
      ok(openProfile({ details: { ...details, products: [] } })),
    )
    const { page } = await mount()
    const stepState = (title: string): string | undefined =>
      page
        .findAll('li')
        .find((line) => line.text().includes(title))
        ?.text()
        .slice(0, 7)
    expect(stepState('Partner client id')).toMatch(/^Open/)
    bridge.emit('profiles', 'shownChanged', openProfile({ details }))
    await flushPromises()
    expect(stepState('Partner client id')).toBe('Missing')
    expect(stepState('Secondary id')).toBe('Missing')
  })

  it('checks the keychain and shows the result', async () => {
    bridge.workstation.getState.mockResolvedValue(
      ok(realWorkstation({ keychain: { state: 'not-checked' } })),
    )
    const { page } = await mount()
    await press('Check')
    expect(page.text()).toContain('Test entry written, read back and deleted')
  })
})
