import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { defineComponent, h } from 'vue'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inPlaceId } from '../../../../../preload/contract/api/backups/backups.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import RestoreClosedProfile from '../../../../../renderer/features/setup/connection/profile/RestoreClosedProfile.vue'
import { restoreHelps } from '../../../../../renderer/text/explain.ts'
import { restoreDraft } from '../../../support/fake-backups.ts'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { click, enter, pageText } from '../../alerts/alerts-stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})

const mounted = () =>
  mountPage(defineComponent(() => () => h(RestoreClosedProfile, { profileId: 'abcdefghijkl' })))

const passphraseField = (): HTMLInputElement => {
  const field = document.querySelector<HTMLInputElement>('input[name="confirmer-passphrase"]')
  if (!field) throw new Error('no passphrase')
  return field
}
function typePassphrase(text: string): void {
  passphraseField().value = text
  passphraseField().dispatchEvent(new Event('input'))
}

async function pressed(beginning: string): Promise<void> {
  const buttons = [...document.querySelectorAll('button')]
  const found = buttons.find(({ textContent }) => textContent.trim().startsWith(beginning))
  if (!found) throw new Error(`no button ${beginning}`)
  found.click()
  await flushPromises()
}

it('reviews a backup, explains that nothing can be counted, and restores it by name and reason', async () => {
  const { page } = await mounted()
  expect(bridge.backups.listForClosedProfile).toHaveBeenCalledWith({ profileId: 'abcdefghijkl' })
  await expectNoViolation(page)
  await pressed('Review')
  expect(pageText()).toContain('cannot be opened. Lost records cannot be counted.')
  enter('Type the name of the profile: Ridgeway*', 'Ridgeway')
  enter('Reason for restore*', 'the disk broke')
  await flushPromises()
  await pressed('Restore Ridgeway')
  expect(pageText()).toContain('Choose who restores it, and type the passphrase')
  expect(bridge.backups.restoreClosedProfile).not.toHaveBeenCalled()
  typePassphrase('a passphrase of hers')
  await flushPromises()
  await pressed('Restore Ridgeway')
  expect(bridge.backups.restoreClosedProfile).toHaveBeenCalledWith({
    draftId: 'draft-1',
    confirmation: 'Ridgeway',
    reason: 'the disk broke',
    by: { kind: 'operator', operatorId: 'ana', passphrase: 'a passphrase of hers' },
  })
  // Sent once, and stored nowhere.
  expect(passphraseField().value).toBe('')
  await expectNoViolation(page)
})

it('accepts the recovery file instead of an administrator', async () => {
  const file = { draftId: 'file-1', file: 'Ridgeway recovery.txt', profileName: 'Ridgeway' }
  const written = { environment: 'pre-production', writtenAt: '2026-11-01T09:00:00.000Z' } as const
  bridge.recovery.selectFile.mockResolvedValue(ok({ ...file, ...written, hint: '', belongs: true }))
  bridge.backups.inspectForClosedProfile.mockResolvedValue(
    ok(restoreDraft({ since: null, administrators: [] })),
  )
  await mounted()
  await pressed('Review')
  expect(pageText()).toContain('The newest backup has no eligible administrator')
  enter('Type the name of the profile: Ridgeway*', 'Ridgeway')
  enter('Reason for restore*', 'the disk broke')
  await pressed('Choose the recovery file')
  typePassphrase('of the file')
  await flushPromises()
  await pressed('Restore Ridgeway')
  expect(bridge.backups.restoreClosedProfile.mock.lastCall?.[0].by).toEqual({
    kind: 'recovery',
    draftId: 'file-1',
    passphrase: 'of the file',
  })
})

it('offers the current store where it was put in place by copying a file', async () => {
  const at = '2026-11-23T14:00:00.000Z'
  const inPlace = { id: inPlaceId, at, bytes: 1, isVerified: false, retainedAs: [] }
  bridge.backups.listForClosedProfile.mockResolvedValue(ok([inPlace]))
  bridge.backups.inspectForClosedProfile.mockResolvedValue(
    ok(restoreDraft({ since: null, actsMissing: 3 })),
  )
  const { page } = await mounted()
  expect(pageText()).toContain('Current store')
  await expectNoViolation(page)
  await pressed('Review')
  expect(bridge.backups.inspectForClosedProfile).toHaveBeenCalledWith({
    profileId: 'abcdefghijkl',
    id: inPlaceId,
  })
  expect(pageText()).toContain('At least 3 later acts are missing from this copy')
})

it('shows why a backup is refused, and offers another', async () => {
  bridge.backups.listForClosedProfile.mockResolvedValue(ok([]))
  bridge.backups.inspectForClosedProfile.mockResolvedValue(
    err({ code: 'backup-refused', why: 'damaged', detail: 'SQLITE_CORRUPT' }),
  )
  await mounted()
  expect(pageText()).toContain('No backups in the profile\u2019s own folder')
  await click('Choose a file\u2026')
  expect(pageText()).toContain('The backup is damaged')
})

it('is offered for a store that is missing or unreadable only', () => {
  const helps = (reason: string) => restoreHelps({ code: 'store-refused', reason, detail: null })
  expect(
    [
      'store-missing',
      'store-damaged',
      'store-wrong-key',
      'store-behind',
      'store-is-backup',
      'store-of-another-computer',
    ].every(helps),
  ).toBe(true)
  expect(['store-in-use', 'store-newer', 'store-not-durable'].some(helps)).toBe(false)
})
