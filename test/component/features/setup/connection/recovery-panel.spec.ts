import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import RecoveryPanel from '../../../../../renderer/features/setup/connection/profile/RecoveryPanel.vue'
import { expectNoViolation } from '../../../support/page.ts'
import { byRole } from '../../../ui/stage.ts'
import { everywhere, input, mountPanel, realBridge, submit, type } from './panel.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
beforeEach(() => {
  bridge = realBridge()
})

const expectedText = 'copper lantern ninety orchard'
const mount = (part = {}) => mountPanel(RecoveryPanel, part)
const write = () => submit('Recovery file')
async function choose(passphrase = expectedText, again = passphrase, hint = ''): Promise<void> {
  await type('Passphrase', passphrase)
  await type('Passphrase again', again)
  await type('Hint, readable by anyone with the file', hint)
}

describe('writing a recovery file', () => {
  it('explains itself, and shows when one was last written', async () => {
    const page = await mount()
    expect(page.text()).toContain('opens them when that keychain is lost')
    expect(page.text()).toContain('Written on 2026-11-21')
    expect(page.text()).not.toContain('No recovery file')
    await expectNoViolation(page)
  })

  it('shows that there is none yet, and suggests four random words', async () => {
    const page = await mount({ recoveryFileAt: null })
    expect(byRole('status').textContent).toContain('No recovery file')
    expect(page.text()).toContain('Four random words')
    await expectNoViolation(page)
  })

  it('sends the passphrase to main once and clears its fields', async () => {
    const page = await mount()
    await choose(expectedText, expectedText, 'the yard and the year')
    await write()
    expect(bridge.recovery.writeFile).toHaveBeenCalledExactlyOnceWith({
      passphrase: expectedText,
      hint: 'the yard and the year',
    })
    expect(everywhere()).not.toContain(expectedText)
    expect(page.text()).toContain('Saved: harbor.recovery')
    expect(page.text()).toContain('apart from this computer')
    expect(document.activeElement?.textContent).toContain('Saved: harbor.recovery')
    await expectNoViolation(page)
  })

  it('keeps the input when no file was chosen', async () => {
    bridge.recovery.writeFile.mockResolvedValue(ok(null))
    await mount()
    await choose()
    await write()
    expect(input('Passphrase').value).toBe(expectedText)
  })

  it.each([
    ['a short one', 'eleven char', 'eleven char', '', 'At least 12 characters', 'Passphrase'],
    [
      'two that differ',
      expectedText,
      `${expectedText}s`,
      '',
      'Not the same as above',
      'Passphrase again',
    ],
    [
      'one that the hint gives away',
      expectedText,
      expectedText,
      `it is  ${expectedText.toUpperCase()}`,
      'The hint contains the passphrase',
      'Hint, readable by anyone with the file',
    ],
  ])(
    'refuses %s at its field and writes nothing',
    async (_what, one, two, hint, pageText, field) => {
      const page = await mount()
      await choose(one, two, hint)
      expect(page.text()).toContain(pageText)
      expect(input(field).getAttribute('aria-invalid')).toBe('true')
      await write()
      expect(bridge.recovery.writeFile).not.toHaveBeenCalled()
      await expectNoViolation(page)
    },
  )

  it('shows the system message when no file could be written', async () => {
    bridge.recovery.writeFile.mockResolvedValue(
      err({ code: 'file-failed', file: 'harbor.recovery', detail: 'EROFS: read-only file system' }),
    )
    await mount()
    await choose()
    await write()
    expect(byRole('alert').textContent).toContain('EROFS: read-only file system')
    expect(input('Passphrase').value).toBe(expectedText)
  })
})
