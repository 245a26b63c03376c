import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { defineComponent, h } from 'vue'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inPlaceId } from '../../../../preload/contract/backups/backups.ts'
import { err, ok } from '../../../../preload/contract/result.ts'
import RestoreAtDoor from '../../../../renderer/features/connection/RestoreAtDoor.vue'
import { restoreHelps } from '../../../../renderer/lib/explain.ts'
import { restoreDraft } from '../../support/fake-backups.ts'
import { fakeBridge } from '../../support/fake-bridge.ts'
import { expectNoViolation, mountPage } from '../../support/page.ts'
import { click, enter, said } from '../alerts/alerts-stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})

const mounted = () =>
  mountPage(defineComponent(() => () => h(RestoreAtDoor, { profileId: 'abcdefghijkl' })))

async function pressed(beginning: string): Promise<void> {
  const buttons = [...document.querySelectorAll('button')]
  const found = buttons.find(({ textContent }) => textContent.trim().startsWith(beginning))
  if (!found) throw new Error(`no button ${beginning}`)
  found.click()
  await flushPromises()
}

it('examines a backup, says that nothing can be counted, and restores it by name and reason', async () => {
  const { page } = await mounted()
  expect(bridge.backups.listAtDoor).toHaveBeenCalledWith({ profileId: 'abcdefghijkl' })
  await expectNoViolation(page)
  await pressed('Look at it')
  expect(said()).toContain('cannot be opened, so that what is lost cannot be counted')
  enter('Type the name of the profile: Ridgeway*', 'Ridgeway')
  enter('Why it is restored*', 'the disk broke')
  await flushPromises()
  await pressed('Restore Ridgeway')
  expect(bridge.backups.restoreAtDoor).toHaveBeenCalledWith({
    ...{ draftId: 'draft-1', confirmation: 'Ridgeway', reason: 'the disk broke' },
  })
  await expectNoViolation(page)
})

it('offers the store that stands there where it was put in place by copying a file', async () => {
  const at = '2026-11-23T14:00:00.000Z'
  const inPlace = { id: inPlaceId, at, bytes: 1, isVerified: false, keptAs: [] }
  bridge.backups.listAtDoor.mockResolvedValue(ok([inPlace]))
  bridge.backups.inspectAtDoor.mockResolvedValue(ok(restoreDraft({ since: null, actsMissing: 3 })))
  const { page } = await mounted()
  expect(said()).toContain('The store as it stands')
  await expectNoViolation(page)
  await pressed('Look at it')
  expect(bridge.backups.inspectAtDoor).toHaveBeenCalledWith({
    profileId: 'abcdefghijkl',
    id: inPlaceId,
  })
  expect(said()).toContain(
    'At least 3 later acts that this computer remembers are missing from this copy',
  )
})

it('says why one is refused, and offers another', async () => {
  bridge.backups.listAtDoor.mockResolvedValue(ok([]))
  bridge.backups.inspectAtDoor.mockResolvedValue(
    err({ code: 'backup-refused', why: 'damaged', detail: 'SQLITE_CORRUPT' }),
  )
  await mounted()
  expect(said()).toContain('no backup in the profile\u2019s own folder')
  await click('Choose a file\u2026')
  expect(said()).toContain('It is damaged')
})

it('helps a store that is gone or cannot be read, and no other', () => {
  const helps = (reason: string) => restoreHelps({ code: 'store-refused', reason, detail: null })
  expect(
    ['store-missing', 'store-damaged', 'store-wrong-key', 'store-behind', 'store-is-backup'].every(
      helps,
    ),
  ).toBe(true)
  expect(['store-in-use', 'store-newer', 'store-not-durable'].some(helps)).toBe(false)
})
