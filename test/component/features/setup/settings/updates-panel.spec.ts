import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Environment } from '../../../../../preload/contract/domain/environment.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import type {
  UpdateFinding,
  UpdatesState,
} from '../../../../../preload/contract/api/updates/updates.ts'
import UpdatesPanel from '../../../../../renderer/features/setup/settings/UpdatesPanel.vue'
import { findingText } from '../../../../../renderer/features/setup/settings/update-text.ts'
import { fakeBridge, realWorkstation } from '../../../support/fake-bridge.ts'
import { updatesState } from '../../../support/fake-updates.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { byRole } from '../../../ui/stage.ts'
import { click, enter, pageText } from '../../alerts/alerts-stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})
const feed = 'https://updates.example/countersign/'
const newer: UpdateFinding = {
  state: 'newer',
  version: '1.2.0',
  publishedAt: '2026-11-01T00:00:00.000Z',
  notes: 'Corrects two faults.',
  files: [
    {
      system: 'linux',
      arch: 'x64',
      kind: 'deb',
      name: 'countersign_1.2.0_amd64.deb',
      bytes: 98_000_000,
      sha512: `${'A'.repeat(86)}==`,
    },
  ],
}
const open = (part: Partial<UpdatesState> = {}, environment: Environment = 'production') => {
  bridge.workstation.getState.mockResolvedValue(ok(realWorkstation({ environment })))
  bridge.updates.getState.mockResolvedValue(ok(updatesState(part)))
  return mountPage(UpdatesPanel)
}

it('offers no update feed in practice, where administrators have no passphrase', async () => {
  await open({}, 'practice')
  expect(byRole('textbox', 'Update feed')).toHaveProperty('disabled', true)
  await click('Save feed')
  expect(bridge.updates.setFeed).not.toHaveBeenCalled()
  expect(pageText()).toContain('the whole workstation. An administrator sets it in a bank profile')
})

it('contacts no server until a feed is set', async () => {
  const { page } = await open()
  await click('Check now')
  expect(bridge.updates.check).not.toHaveBeenCalled()
  expect(pageText()).toContain('Leave empty to turn off')
  expect(pageText()).toContain('ab'.repeat(32))
  await expectNoViolation(page)
})

it('shows that a build without a key accepts no manifest', async () => {
  await open({ keys: [] })
  expect(pageText()).toContain('accepts no manifest')
})

it('accepts only an HTTPS address, and keeps the input', async () => {
  await open()
  enter('Update feed', 'http://updates.example/')
  await flushPromises()
  await click('Save feed')
  expect(bridge.updates.setFeed).not.toHaveBeenCalled()
  expect(pageText()).toContain('begins with https://')
  enter('Update feed', feed)
  await flushPromises()
  await click('Save feed')
  expect(bridge.updates.setFeed).toHaveBeenCalledExactlyOnceWith({ feed })
  expect(pageText()).toContain('once a day')
})

it('removes the feed when its field is empty', async () => {
  await open({ feed })
  enter('Update feed', '')
  await flushPromises()
  await click('Save feed')
  expect(bridge.updates.setFeed).toHaveBeenCalledExactlyOnceWith({ feed: null })
})

it('shows that it is checking for a newer version', async () => {
  const { promise } = Promise.withResolvers<Awaited<ReturnType<typeof bridge.updates.check>>>()
  bridge.updates.check.mockReturnValue(promise)
  await open({ feed })
  await click('Check now')
  expect(byRole('button', 'Check now').getAttribute('aria-busy')).toBe('true')
})

it('shows a newer version, and saves an installer', async () => {
  bridge.updates.check.mockResolvedValue(
    ok(updatesState({ feed, found: newer, checkedAt: '2026-11-10T09:00:00.000Z' })),
  )
  const { page } = await open({ feed })
  await click('Check now')
  expect(pageText()).toContain('Version 1.2.0 is offered')
  expect(pageText()).toContain('Corrects two faults.')
  await click('Save and check deb')
  expect(pageText()).toContain('matches the publisher’s signature')
  bridge.updates.download.mockResolvedValue(
    err({ code: 'download-failed', reason: 'The file is not the signed one.' }),
  )
  await click('Save and check deb')
  expect(pageText()).toContain('Nothing was saved')
  expect(pageText()).toContain('The file is not the signed one.')
  await expectNoViolation(page)
})

it('verifies a manually copied installer in any profile', async () => {
  const name = 'countersign_1.2.0_amd64.deb'
  bridge.updates.checkFiles.mockResolvedValue(
    ok({ found: newer, installers: [{ name, verdict: 'changed' }] }),
  )
  const { page } = await open()
  await click('Check an installer…')
  expect(pageText()).toContain('Changed: does not match the publisher’s signature.')
  await expectNoViolation(page)
})

it.each([
  [{ state: 'refused', why: 'not-signed', detail: '' }, 'someone else'],
  [{ state: 'refused', why: 'no-key', detail: '' }, 'SHA256SUMS'],
  [{ state: 'refused', why: 'unreachable', detail: 'No such host.' }, 'No such host.'],
  [
    { state: 'refused', why: 'expired', detail: '2026-01-01' },
    'The manifest expired on 2026-01-01',
  ],
  [{ state: 'refused', why: 'older-than-seen', detail: 'a before b' }, 'a before b'],
  [{ state: 'refused', why: 'not-a-manifest', detail: '' }, 'not a Countersign manifest'],
  [{ ...newer, files: [] }, 'no installer for this system'],
] as [UpdateFinding, string][])('explains %o', (found, expectedText) => {
  expect(findingText(found, '1.1.0').reason).toContain(expectedText)
})
