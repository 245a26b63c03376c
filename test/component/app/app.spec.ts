import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Environment } from '../../../preload/contract/domain/environment.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import App from '../../../renderer/app/App.vue'
import Workstation from '../../../renderer/app/Workstation.vue'
import { environmentAppearance } from '../../../renderer/text/environment.ts'
import { useProfiles } from '../../../renderer/state/stores/profiles.store.ts'
import { useWorkstation } from '../../../renderer/state/stores/workstation.store.ts'
import { fakeBridge, realWorkstation, workstationState } from '../support/fake-bridge.ts'
import { practiceCard, profileCard, profilesState } from '../support/fake-profile.ts'
import { mountPage } from '../support/page.ts'
import { allByRole, axeViolations, byRole, press, until } from '../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
const production = profileCard({ id: 'live', name: 'Ferry Bank', environment: 'production' })
beforeEach(() => {
  bridge = fakeBridge()
  bridge.workstation.getState.mockResolvedValue(ok(realWorkstation()))
  const cards = [practiceCard, profileCard(), production]
  bridge.profiles.getState.mockResolvedValue(ok(profilesState({ cards })))
})

/** Runs a command of the palette by its title. */
async function run(title: string): Promise<void> {
  press('k', { ctrlKey: true })
  const line = await until(() => byRole('option', title))
  line.click()
  await until(() => expect(allByRole('option')).toHaveLength(0))
  await flushPromises()
}

describe('the window', () => {
  it.each<[Environment, string]>([
    ['practice', 'PRACTICE'],
    ['pre-production', 'PRE-PRODUCTION'],
    ['production', 'PRODUCTION'],
  ])('shows %s in its title, band and frame', async (environment, label) => {
    bridge.workstation.getState.mockResolvedValue(ok(realWorkstation({ environment })))
    await mountPage(Workstation)
    expect(document.title).toBe(`${label} - Harbor Trust, sample data - Countersign`)
    const look = environmentAppearance[environment]
    expect(document.querySelector('[data-testid="environment"]')?.textContent).toContain(look.label)
    expect(document.querySelector('[data-testid="frame"]')?.classList).toContain(look.frame)
  })

  it('offers the practice screens only in practice', async () => {
    const { router } = await mountPage(App)
    press('g')
    press('x')
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/')
    expect(allByRole('link', 'Practice bank')).toHaveLength(0)
    press('k', { ctrlKey: true })
    await until(() => byRole('option', 'New profile'))
    const titles = allByRole('option').map((option) => option.textContent)
    expect(titles.some((title) => title.includes('Practice bank'))).toBe(false)
    expect(titles.some((title) => title.includes('Run the health check'))).toBe(false)
  })

  it('shows one row of tabs: a screen with its own has only the others beside its heading', async () => {
    const parts = (place: string) =>
      [...document.querySelectorAll(`nav[aria-label="Parts of ${place}"] a`)].map((link) =>
        link.textContent.trim(),
      )
    const { router } = await mountPage(App)
    const show = async (name: string) => {
      router.addRoute({ path: `/screen/${name}`, name, component: { template: '<i />' } })
      await router.push({ name })
      await flushPromises()
    }
    await show('alerts')
    expect(parts('Alerts')).toEqual(['Coverage'])
    await show('coverage')
    expect(parts('Alerts')).toEqual(['Alerts'])
    await show('reports')
    expect(parts('Inquiry')).toEqual(['ACH', 'Wire and RTP', 'Reports'])
  })

  it('shows no practice welcome in a real profile', async () => {
    const { settings } = workstationState
    bridge.workstation.getState.mockResolvedValue(
      ok(realWorkstation({ settings: { ...settings, welcomeSeen: false } })),
    )
    await mountPage(App)
    expect(document.querySelector('h1')?.textContent).not.toContain('Welcome')
  })

  it('opens another profile from the palette', async () => {
    await mountPage(App)
    await run('Open profile Alder Falls practice bank')
    await until(() => expect(bridge.profiles.open).toHaveBeenCalled())
    expect(bridge.profiles.open).toHaveBeenCalledWith({ id: 'practice', confirmation: null })
  })

  it('asks for the production confirmation in the palette too', async () => {
    await mountPage(App)
    await run('Open profile Ferry Bank')
    await until(() => byRole('dialog', 'Open Ferry Bank'))
    expect(bridge.profiles.open).not.toHaveBeenCalled()
    expect(byRole('dialog').textContent).toContain('Type PRODUCTION to continue')
    expect(await axeViolations()).toEqual([])
  })

  it('offers a new profile and the keychain check in the palette', async () => {
    const { router } = await mountPage(App)
    await run('Check the keychain')
    await until(() => expect(bridge.keychain.check).toHaveBeenCalled())
    expect(bridge.keychain.check).toHaveBeenCalledOnce()
    expect(router.currentRoute.value.path).toBe('/connection')
    await run('New profile')
    await until(() => byRole('dialog', 'New profile'))
  })

  it('opens another profile from the profile menu by keyboard', async () => {
    await mountPage(App)
    byRole('button', 'Profile: Harbor Trust, sample data').focus()
    press('Enter')
    const lines = await until(() => {
      const found = allByRole('menuitem')
      expect(found).toHaveLength(5)
      return found
    })
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringContaining('Practice'),
      expect.stringContaining('Pre-production'),
      expect.stringContaining('Production'),
      expect.stringContaining('New profile'),
      expect.stringContaining('Connection'),
    ])
    expect(await axeViolations()).toEqual([])
    lines[0]?.focus()
    press('Enter')
    await until(() => expect(bridge.profiles.open).toHaveBeenCalled())
    expect(bridge.profiles.open).toHaveBeenCalledWith({ id: 'practice', confirmation: null })
  })
})

describe('a window whose profile changes', () => {
  const reload = vi.fn()
  async function trackedWorkstation(): Promise<ReturnType<typeof useWorkstation>> {
    reload.mockClear()
    setActivePinia(createPinia())
    const workstation = useWorkstation()
    await workstation.track(reload)
    return workstation
  }

  it('reloads at Connection, and shows neither profile meanwhile', async () => {
    const workstation = await trackedWorkstation()
    bridge.emit('workstation', 'stateChanged', realWorkstation({ profileId: 'live' }))
    expect(reload).toHaveBeenCalledExactlyOnceWith('/connection')
    expect(workstation.state).toBeUndefined()
    bridge.emit('workstation', 'stateChanged', realWorkstation({ profileId: 'live' }))
    expect(reload).toHaveBeenCalledOnce()
    expect(workstation.state).toBeUndefined()
  })

  it('is not reloaded while the profile stays the same', async () => {
    const workstation = await trackedWorkstation()
    bridge.emit('workstation', 'stateChanged', realWorkstation({ profileName: 'Renamed' }))
    expect(reload).not.toHaveBeenCalled()
    expect(workstation.state?.profileName).toBe('Renamed')
  })

  it('uses the state that main reported rather than an older answer', async () => {
    let answer = (): void => undefined
    bridge.workstation.getState.mockReturnValue(
      new Promise((resolve) => {
        answer = () => resolve(ok(workstationState))
      }),
    )
    reload.mockClear()
    setActivePinia(createPinia())
    const workstation = useWorkstation()
    const tracking = workstation.track(reload)
    bridge.emit('workstation', 'stateChanged', realWorkstation())
    answer()
    await tracking
    expect(workstation.state?.profileId).toBe('harbor')
    expect(reload).not.toHaveBeenCalled()
  })

  it('does not show a settings change that is answered after the switch', async () => {
    const workstation = await trackedWorkstation()
    bridge.emit('workstation', 'stateChanged', realWorkstation({ profileId: 'live' }))
    await workstation.changeSettings({ theme: 'dark' })
    expect(workstation.state).toBeUndefined()
  })

  it('removes the screen of the previous profile at once', async () => {
    await mountPage(Workstation)
    expect(document.body.textContent).toContain('Harbor Trust, sample data')
    bridge.emit('workstation', 'stateChanged', realWorkstation({ profileId: 'live' }))
    await flushPromises()
    expect(document.body.textContent).not.toContain('Harbor Trust')
    expect(document.title).toBe('Countersign')
  })
})

describe('the list of profiles in the store', () => {
  it('is sorted by environment, with retired profiles last', async () => {
    const retired = profileCard({ id: 'a', name: 'Alpha', retiredAt: '2026-01-01T00:00:00.000Z' })
    const cards = [production, retired, profileCard(), practiceCard]
    bridge.profiles.getState.mockResolvedValue(ok(profilesState({ cards })))
    setActivePinia(createPinia())
    await useProfiles().track()
    expect(useProfiles().cards.map(({ id }) => id)).toEqual(['practice', 'harbor', 'a', 'live'])
  })
})
