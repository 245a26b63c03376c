/** The lock screen before and between the sessions of operators. */
import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Access } from '../../../preload/contract/api/operators/operators.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { WorkstationState } from '../../../preload/contract/api/workstation-state.ts'
import Workstation from '../../../renderer/app/Workstation.vue'
import { environmentAppearance } from '../../../renderer/text/environment.ts'
import { reportSignsOfLife } from '../../../renderer/app/lock/signs-of-life.ts'
import { useWorkstation } from '../../../renderer/state/stores/workstation.store.ts'
import { fakeBridge, realWorkstation, workstationState } from '../support/fake-bridge.ts'
import { practiceCard, profileCard, profilesState } from '../support/fake-profile.ts'
import { mountPage } from '../support/page.ts'
import { allByRole, axeViolations, byRole, press, until } from '../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
const nobody = { id: '', name: '', roles: [] }
const anaRuiz = {
  id: 'ana',
  name: 'Ana Ruiz',
  roles: ['maker' as const, 'administrator' as const],
}
const ben = { id: 'ben', name: 'Ben Okafor', roles: ['checker' as const] }
const people = [anaRuiz, ben]
const ana = (): WorkstationState => realWorkstation({ operators: people, operator: anaRuiz })
const outside = (access: Access, part: Partial<WorkstationState> = {}): WorkstationState =>
  realWorkstation({ operators: people, operator: nobody, access, ...part })
const byHand: Access = { state: 'locked', reason: 'operator', operatorId: 'ana' }

beforeEach(() => {
  // jsdom has the element without its methods.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  bridge = fakeBridge()
})
const lockScreen = () => document.querySelector('[data-lock-screen]')
const type = (label: string, text: string): void => {
  const field = byRole('textbox', label) as HTMLInputElement
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
const begin = async (state: WorkstationState) => {
  bridge.workstation.getState.mockResolvedValue(ok(state))
  const mounted = await mountPage(Workstation)
  await flushPromises()
  return mounted
}

describe('the lock screen', () => {
  it('appears before anything of the profile is read', async () => {
    await begin(outside({ state: 'locked', reason: 'not-signed-in', operatorId: null }))
    expect(lockScreen()?.textContent).toContain('No one is signed in.')
    expect(document.querySelector('[data-testid="environment"]')).toBeNull()
    expect(bridge.listener.getState).not.toHaveBeenCalled()
    expect(bridge.alerts.list).not.toHaveBeenCalled()
    expect(await axeViolations()).toEqual([])
  })

  it.each(['practice', 'pre-production', 'production'] as const)(
    'shows %s in its band, its frame and the title',
    async (environment) => {
      await begin(outside(byHand, { environment }))
      const look = environmentAppearance[environment]
      expect(lockScreen()?.textContent).toContain(look.label)
      expect(lockScreen()?.classList).toContain(look.frame)
      expect(document.title).toContain(look.label.toUpperCase())
    },
  )

  it('sends a passphrase to main once and keeps no copy', async () => {
    await begin(outside(byHand))
    bridge.operators.signIn.mockResolvedValueOnce(err({ code: 'passphrase-wrong' }))
    type('Passphrase', 'not this one at all')
    await flushPromises()
    byRole('button', 'Sign in').click()
    await until(() => expect(lockScreen()?.textContent).toContain('Wrong passphrase'))
    expect((byRole('textbox', 'Passphrase') as HTMLInputElement).value).toBe('')
    expect(bridge.operators.signIn).toHaveBeenCalledExactlyOnceWith({
      operatorId: 'ana',
      passphrase: 'not this one at all',
    })
    expect(await axeViolations()).toEqual([])
  })

  it('shows until when no passphrase is accepted', async () => {
    await begin(outside(byHand))
    const until_ = new Date('2026-11-22T10:00:30Z').toISOString()
    bridge.operators.signIn.mockResolvedValueOnce(err({ code: 'sign-in-paused', until: until_ }))
    type('Passphrase', 'x')
    await flushPromises()
    byRole('button', 'Sign in').click()
    await until(() =>
      expect(lockScreen()?.textContent).toContain('No passphrase is checked before'),
    )
  })

  it('hides the open work, and restores it for the same operator', async () => {
    await begin(ana())
    press('?')
    await until(() => byRole('dialog'))
    const shell = document.querySelector('[data-testid="environment"]')
    bridge.emit('workstation', 'stateChanged', outside(byHand))
    await flushPromises()
    expect(document.documentElement.hasAttribute('data-locked')).toBe(true)
    expect(shell?.closest('[inert]')).not.toBeNull()
    press('Escape')
    bridge.emit('workstation', 'stateChanged', ana())
    await flushPromises()
    expect(lockScreen()).toBeNull()
    expect(document.documentElement.hasAttribute('data-locked')).toBe(false)
    expect(document.querySelector('[data-testid="environment"]')).toBe(shell)
    expect(shell?.closest('[inert]')).toBeNull()
  })

  it('reloads the window for another operator', async () => {
    await begin(ana())
    const reload = vi.fn()
    await useWorkstation().track(reload)
    bridge.emit('workstation', 'stateChanged', outside(byHand))
    bridge.emit('workstation', 'stateChanged', { ...ana(), operator: ben })
    expect(reload).toHaveBeenCalledExactlyOnceWith('/')
    expect(useWorkstation().state).toBeUndefined()
  })

  it('opens the handed-over address for the named operator only, and only until the first operator returns', async () => {
    const beginsFor = async (
      handedTo: string,
      then: (workstation: ReturnType<typeof useWorkstation>) => void,
    ): Promise<unknown> => {
      await begin(ana())
      const reload = vi.fn()
      const workstation = useWorkstation()
      await workstation.track(reload)
      bridge.operators.lock.mockResolvedValue(ok(outside(byHand)))
      await workstation.handOver(handedTo, '/unknown-outcomes/o1')
      expect(reload).not.toHaveBeenCalled()
      then(workstation)
      bridge.emit('workstation', 'stateChanged', { ...ana(), operator: ben })
      return reload.mock.lastCall
    }
    expect(await beginsFor(ben.id, () => undefined)).toEqual(['/unknown-outcomes/o1'])
    expect(await beginsFor('cleo', () => undefined)).toEqual(['/'])
    const comesBack = (): void => bridge.emit('workstation', 'stateChanged', ana())
    expect(await beginsFor(ben.id, comesBack)).toEqual(['/'])
  })

  it('creates the first administrator where no operator exists, and asks for the passphrase twice', async () => {
    await begin(outside({ state: 'no-operators' }, { operators: [] }))
    type('Your name', 'Ana Ruiz')
    type('Passphrase', 'several easy words')
    type('Passphrase again', 'several easy word')
    await flushPromises()
    byRole('button', 'Create first administrator').click()
    expect(bridge.operators.createFirst).not.toHaveBeenCalled()
    expect(await axeViolations()).toEqual([])
    type('Passphrase again', 'several easy words')
    await flushPromises()
    bridge.operators.createFirst.mockResolvedValueOnce(ok(ana()))
    byRole('button', 'Create first administrator').click()
    await until(() => expect(lockScreen()).toBeNull())
    expect(bridge.operators.createFirst).toHaveBeenCalledExactlyOnceWith({
      name: 'Ana Ruiz',
      passphrase: 'several easy words',
    })
  })

  it('requires a new passphrase where somebody else set it', async () => {
    await begin(outside({ state: 'must-change', operatorId: 'ben' }))
    expect(lockScreen()?.textContent).toContain('Ben Okafor')
    type('Current passphrase', 'given by an administrator')
    type('New passphrase', 'only known to its owner')
    type('New passphrase again', 'only known to its owner')
    await flushPromises()
    bridge.operators.changePassphrase.mockResolvedValueOnce(ok({ ...ana(), operator: ben }))
    byRole('button', 'Change it and continue').click()
    await until(() => expect(lockScreen()).toBeNull())
    expect(await axeViolations()).toEqual([])
  })

  it('asks for a name only in practice', async () => {
    const access: Access = { state: 'locked', reason: 'idle', operatorId: 'practice-mara' }
    await begin({ ...workstationState, access, operator: nobody })
    expect(lockScreen()?.textContent).toContain('Locked after a period without activity.')
    expect(document.activeElement?.textContent).toContain('Mara Ellison')
    byRole('button', 'Theo Park').click()
    await flushPromises()
    expect(bridge.operators.signIn).toHaveBeenCalledExactlyOnceWith({
      operatorId: 'practice-theo',
      passphrase: null,
    })
    expect(await axeViolations()).toEqual([])
  })

  it('opens other profiles, and production only after its confirmation', async () => {
    const cards = [
      practiceCard,
      profileCard(),
      profileCard({ id: 'live', name: 'Ferry Bank', environment: 'production' }),
    ]
    bridge.profiles.getState.mockResolvedValue(ok(profilesState({ cards })))
    await begin(outside(byHand))
    byRole('button', 'Open Ferry Bank, Production').click()
    await until(() => byRole('heading', 'Open Ferry Bank'))
    expect(bridge.profiles.open).not.toHaveBeenCalled()
    expect(await axeViolations()).toEqual([])
    byRole('button', 'Cancel').click()
    await flushPromises()
    byRole('button', 'Open Alder Falls practice bank, Practice').click()
    await flushPromises()
    expect(bridge.profiles.open).toHaveBeenCalledExactlyOnceWith({
      id: 'practice',
      confirmation: null,
    })
  })
})

describe('Mod+L', () => {
  it('locks from anywhere, also with a dialog open', async () => {
    await begin(ana())
    press('?')
    await until(() => byRole('dialog'))
    press('l', { ctrlKey: true })
    await flushPromises()
    expect(bridge.operators.lock).toHaveBeenCalledOnce()
  })
})

describe('the menu of the operator', () => {
  it('shows the operator with roles, and offers a new passphrase and the lock', async () => {
    await begin(ana())
    byRole('button', 'Ana Ruiz').focus()
    press('Enter')
    const lines = await until(() => {
      const all = allByRole('menuitem')
      expect(all).not.toHaveLength(0)
      return all
    })
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringContaining('maker, administrator'),
      expect.stringContaining('Change your passphrase'),
      expect.stringContaining('Lock'),
    ])
  })
})

describe('operator activity', () => {
  it('is reported at most every fifteen seconds', () => {
    let now = 0
    const stop = reportSignsOfLife(() => now)
    for (const at of [0, 1_000, 14_999, 15_000, 16_000]) {
      now = at
      window.dispatchEvent(new Event('pointermove'))
    }
    expect(bridge.operators.beActive).toHaveBeenCalledTimes(2)
    now = 60_000
    window.dispatchEvent(new PointerEvent('pointermove', { movementX: 0, movementY: 0 }))
    expect(bridge.operators.beActive).toHaveBeenCalledTimes(2)
    stop()
    window.dispatchEvent(new Event('keydown'))
    expect(bridge.operators.beActive).toHaveBeenCalledTimes(2)
  })
})
