import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import { environmentAppearance } from '../../../../../renderer/text/environment.ts'
import NewProfileDialog from '../../../../../renderer/features/setup/connection/profile/NewProfileDialog.vue'
import { useProfiles } from '../../../../../renderer/state/stores/profiles.store.ts'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { profileFileDraft } from '../../../support/fake-profile.ts'
import { mountPage } from '../../../support/page.ts'
import { allByRole, axeViolations, byRole } from '../../../ui/stage.ts'
import { input, press, realBridge, submit, type } from './panel.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
beforeEach(() => {
  bridge = realBridge()
})

const mount = async (): Promise<void> => {
  await mountPage(NewProfileDialog)
  useProfiles().isNewProfileOpen = true
  await flushPromises()
}
const choose = async (value: string): Promise<void> => {
  document.querySelector<HTMLInputElement>(`input[type="radio"][value="${value}"]`)?.click()
  await flushPromises()
}
const create = () => submit('New profile')
const dialog = (): string => byRole('dialog').textContent
const created = { name: 'Ferry Bank', environment: 'pre-production', confirmation: null }

describe('a new profile', () => {
  it('starts in pre-production, empty, with the focus on its name', async () => {
    await mount()
    expect(document.activeElement).toBe(input('Name*'))
    expect(await axeViolations()).toEqual([])
    await type('Name*', ' Ferry Bank ')
    await create()
    expect(bridge.profiles.create).toHaveBeenCalledWith({ ...created, from: { kind: 'nothing' } })
    expect(allByRole('dialog')).toHaveLength(0)
  })

  it('is not created without a name', async () => {
    await mount()
    await create()
    expect(dialog()).toContain('A name of 1 to 60 characters')
    expect(bridge.profiles.create).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(input('Name*'))
    expect(await axeViolations()).toEqual([])
  })

  it('explains production, and requires its confirmation in its color', async () => {
    await mount()
    await type('Name*', 'Ferry Bank')
    await choose('production')
    expect(dialog()).toContain('Live data of real customers')
    expect(byRole('dialog').className).toContain(environmentAppearance.production.frame)
    await type('Type PRODUCTION to continue*', 'Production')
    await create()
    expect(bridge.profiles.create).not.toHaveBeenCalled()
    expect(dialog()).toContain('Type PRODUCTION, letter by letter')
    await type('Type PRODUCTION to continue*', 'PRODUCTION')
    await create()
    expect(bridge.profiles.create).toHaveBeenCalledWith({
      name: 'Ferry Bank',
      environment: 'production',
      confirmation: 'PRODUCTION',
      from: { kind: 'nothing' },
    })
  })

  it('copies the open profile, and explains that secrets are not copied', async () => {
    await mount()
    await type('Name*', 'Ferry Bank')
    await choose('copy')
    expect(dialog()).toContain('No certificate and no credentials')
    await create()
    expect(bridge.profiles.create).toHaveBeenCalledWith({ ...created, from: { kind: 'copy' } })
  })

  it.each(['copy', 'file'])('warns of a %s that belongs to another environment', async (origin) => {
    await mount()
    await choose(origin)
    if (origin === 'file') await press('Choose a file')
    expect(dialog()).not.toContain('The details come from')
    await choose('production')
    expect(dialog()).toContain('The details come from pre-production')
    expect(await axeViolations()).toEqual([])
  })

  it('has nothing to copy in practice', async () => {
    bridge = fakeBridge()
    await mount()
    expect(document.querySelector('input[value="copy"]')?.hasAttribute('disabled')).toBe(true)
    expect(dialog()).toContain('Practice has nothing to copy')
  })

  it('shows the content of a file, and that accounts without numbers are entered again', async () => {
    await mount()
    await choose('file')
    await press('Choose a file')
    for (const expectedText of [
      'harbor.countersign-profile.json',
      '2 accounts, numbers left out',
      'Enter these accounts again',
    ])
      expect(dialog()).toContain(expectedText)
    expect(input('Name*').value).toBe('Harbor Trust')
    expect(await axeViolations()).toEqual([])
    await create()
    expect(bridge.profiles.create).toHaveBeenCalledWith({
      ...created,
      name: 'Harbor Trust',
      from: { kind: 'file', draftId: 'draft-2' },
    })
  })

  it('keeps the typed name when a file is chosen, and requires the production confirmation', async () => {
    const draft = profileFileDraft({ environment: 'production', accountsMasked: false })
    bridge.profiles.selectFile.mockResolvedValue(ok(draft))
    await mount()
    await type('Name*', 'Ferry Bank')
    await choose('file')
    await press('Choose a file')
    expect(input('Name*').value).toBe('Ferry Bank')
    expect(dialog()).toContain('2 accounts with their numbers')
    expect(input('Type PRODUCTION to continue*')).toBeDefined()
  })

  it('requires a file where none was chosen, and shows why one is invalid', async () => {
    bridge.profiles.selectFile.mockResolvedValueOnce(
      err({ code: 'file-not-understood', file: 'notes.txt', detail: 'The file is not JSON.' }),
    )
    await mount()
    await type('Name*', 'Ferry Bank')
    await choose('file')
    await create()
    expect(dialog()).toContain('Choose a profile file')
    await press('Choose a file')
    expect(dialog()).toContain('notes.txt: The file is not JSON.')
    expect(bridge.profiles.create).not.toHaveBeenCalled()
  })

  it('keeps all input when its name is taken or the keychain refuses', async () => {
    bridge.profiles.create
      .mockResolvedValueOnce(err({ code: 'name-taken' }))
      .mockResolvedValueOnce(
        err({ code: 'keychain-problem', problem: { kind: 'missing', detail: null } }),
      )
    await mount()
    await type('Name*', 'Ferry Bank')
    await create()
    expect(dialog()).toContain('Another profile has this name')
    expect(await axeViolations()).toEqual([])
    await type('Name*', 'Ferry Bank 2')
    await create()
    expect(dialog()).toContain('This computer has no keychain to use')
    expect(dialog()).toContain('gnome-keyring')
    expect(input('Name*').value).toBe('Ferry Bank 2')
  })

  it('is created once, however often the button is pressed, and shows what it waits for', async () => {
    bridge.profiles.create.mockReturnValue(new Promise(() => undefined))
    await mount()
    await type('Name*', 'Ferry Bank')
    await create()
    await create()
    expect(bridge.profiles.create).toHaveBeenCalledOnce()
    expect(dialog()).toContain('Storing a key in the keychain')
    await press('Cancel')
    expect(allByRole('dialog')).toHaveLength(1)
  })
})
