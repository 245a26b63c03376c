import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { defineComponent, h } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Environment } from '../../../../../preload/contract/domain/environment.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import RecoverWithFile from '../../../../../renderer/features/setup/connection/profile/RecoverWithFile.vue'
import { recoveryDraft } from '../../../support/fake-profile.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { byRole } from '../../../ui/stage.ts'
import { everywhere, input, press, realBridge, submit, type } from './panel.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
beforeEach(() => {
  bridge = realBridge()
})

const expectedText = 'copper lantern ninety orchard'
const done = vi.fn()
async function mount(environment: Environment = 'pre-production') {
  done.mockClear()
  const panel = () => h(RecoverWithFile, { profileId: 'harbor', environment, onDone: done })
  const { page } = await mountPage(defineComponent(() => () => panel()))
  return page
}
const choose = () => press('Choose the recovery file')
const open = () => submit('Open the records')

describe('opening a profile with its recovery file', () => {
  it('explains before any choice what must be entered again', async () => {
    const page = await mount()
    expect(page.text()).toContain('Credentials and certificate are not in it')
    await expectNoViolation(page)
  })

  it('shows profile, date and hint of the file before it asks for the passphrase', async () => {
    const page = await mount()
    await choose()
    expect(bridge.recovery.selectFile).toHaveBeenCalledWith({ profileId: 'harbor' })
    for (const part of ['Harbor Trust, sample data', 'pre-production', '2026-11-21', 'the harbour'])
      expect(page.text()).toContain(part)
    expect(page.text()).toContain('To this profile')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Recovery file')
    await expectNoViolation(page)
  })

  it('does not ask for the passphrase of the file of another profile', async () => {
    bridge.recovery.selectFile.mockResolvedValue(ok(recoveryDraft({ belongs: false })))
    const page = await mount()
    await choose()
    expect(page.text()).toContain('To another profile')
    expect(page.find('input').exists()).toBe(false)
    await expectNoViolation(page)
  })

  it('opens the profile, keeps no passphrase, and shows what to enter again', async () => {
    const page = await mount()
    await choose()
    await type('Passphrase of the file', expectedText)
    await open()
    expect(bridge.recovery.openWith).toHaveBeenCalledExactlyOnceWith({
      draftId: 'draft-3',
      passphrase: expectedText,
      confirmation: null,
    })
    expect(everywhere()).not.toContain(expectedText)
    expect(page.text()).toContain('Enter credentials and certificate again')
    expect(done).toHaveBeenCalledOnce()
    await expectNoViolation(page)
  })

  it('requires the typed confirmation where the records are of production', async () => {
    const page = await mount('production')
    await choose()
    await type('Passphrase of the file', expectedText)
    await open()
    expect(bridge.recovery.openWith).not.toHaveBeenCalled()
    await type('Type PRODUCTION to continue*', 'PRODUCTION')
    await expectNoViolation(page)
    await open()
    expect(bridge.recovery.openWith).toHaveBeenCalledWith(
      expect.objectContaining({ confirmation: 'PRODUCTION' }),
    )
  })

  it('shows at the field that the passphrase is wrong, and keeps it to be corrected', async () => {
    bridge.recovery.openWith.mockResolvedValue(err({ code: 'passphrase-wrong' }))
    const page = await mount()
    await choose()
    await type('Passphrase of the file', expectedText)
    await open()
    expect(input('Passphrase of the file').getAttribute('aria-invalid')).toBe('true')
    expect(input('Passphrase of the file').value).toBe(expectedText)
    expect(done).not.toHaveBeenCalled()
    await expectNoViolation(page)
    await type('Passphrase of the file', `${expectedText}s`)
    expect(input('Passphrase of the file').getAttribute('aria-invalid')).toBeNull()
  })

  it('starts again when the chosen file has expired', async () => {
    bridge.recovery.openWith.mockResolvedValue(err({ code: 'draft-gone' }))
    const page = await mount()
    await choose()
    await type('Passphrase of the file', expectedText)
    await open()
    expect(byRole('alert').textContent).toContain('Choose the file again')
    expect(page.find('input').exists()).toBe(false)
    expect(everywhere()).not.toContain(expectedText)
  })

  it('changes nothing when the dialog is closed without a file', async () => {
    bridge.recovery.selectFile.mockResolvedValue(ok(null))
    const page = await mount()
    await choose()
    await flushPromises()
    expect(page.find('[role="alert"]').exists()).toBe(false)
    expect(page.find('input').exists()).toBe(false)
  })
})
