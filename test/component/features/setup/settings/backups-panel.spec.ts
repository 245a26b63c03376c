import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import BackupsPanel from '../../../../../renderer/features/setup/settings/BackupsPanel.vue'
import DiagnosticsPanel from '../../../../../renderer/features/setup/settings/DiagnosticsPanel.vue'
import { backup, backupsState, restoreDraft } from '../../../support/fake-backups.ts'
import { fakeBridge, workstationState } from '../../../support/fake-bridge.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { click, enter, pageText } from '../../alerts/alerts-stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  bridge.workstation.getState.mockResolvedValue(
    ok({
      ...workstationState,
      operator: { id: 'ada', name: 'Ada', roles: ['administrator'] },
    }),
  )
})

/** Presses the button whose label begins with this text. */
async function pressed(beginning: string): Promise<void> {
  const buttons = [...document.querySelectorAll('button')]
  const found = buttons.find(({ textContent }) => textContent.trim().startsWith(beginning))
  if (!found) throw new Error(`no button ${beginning}`)
  found.click()
  await flushPromises()
}

it('lists backups with their retention, and creates one now', async () => {
  const { page } = await mountPage(BackupsPanel)
  expect(pageText()).toContain('daily, weekly')
  expect(pageText()).toContain('Verified')
  const two = [backup({ id: 'b2', at: '2026-11-22T02:00:00.000Z', retainedAs: [] }), backup()]
  bridge.backups.takeNow.mockResolvedValue(ok(backupsState({ items: two })))
  await click('Back up now')
  expect(bridge.backups.takeNow).toHaveBeenCalledOnce()
  expect(pageText()).toContain('until a newer one')
  await expectNoViolation(page)
})

it('shows warnings, and why a backup could not be created', async () => {
  const second = { folder: '/mnt/share', problem: 'ENOENT' }
  const state = backupsState({ problem: 'The backup failed: ENOSPC', second, fromFuture: 2 })
  bridge.backups.getState.mockResolvedValue(ok(state))
  bridge.backups.takeNow.mockResolvedValue(err({ code: 'backup-failed', detail: 'ENOSPC' }))
  const { page } = await mountPage(BackupsPanel)
  expect(pageText()).toContain('The backup failed: ENOSPC')
  expect(pageText()).toContain('set back')
  await click('Back up now')
  expect(pageText()).toContain('Earlier backups stay')
  await expectNoViolation(page)
})

it('restores only a reviewed backup, with the profile name and a reason', async () => {
  await mountPage(BackupsPanel)
  await click('Restore from a file…')
  expect(bridge.backups.inspect).toHaveBeenCalledWith({ id: null })
  expect(pageText()).toContain('12 acts, 1 order, 3 alerts')
  const act = 'Restore Ridgeway'
  await pressed(act)
  expect(bridge.backups.restore).not.toHaveBeenCalled()
  expect(pageText()).toContain('Type Ridgeway')
  expect(pageText()).toContain('Reason for restore')
  enter('Type the name of the profile: Ridgeway*', 'Ridgeway')
  enter('Reason for restore*', 'the disk broke')
  await flushPromises()
  await pressed(act)
  expect(bridge.backups.restore).toHaveBeenCalledWith({
    draftId: restoreDraft().draftId,
    confirmation: 'Ridgeway',
    reason: 'the disk broke',
  })
})

it('shows why a backup is not restored', async () => {
  bridge.backups.inspect.mockResolvedValue(
    err({ code: 'backup-refused', why: 'another-profile', detail: null }),
  )
  await mountPage(BackupsPanel)
  await click('Restore from a file…')
  expect(pageText()).toContain('The backup belongs to another profile')
  expect(pageText()).toContain('Neither the backup nor the store was changed')
})

it('offers no restore in practice', async () => {
  bridge.backups.getState.mockResolvedValue(ok(backupsState({ isPractice: true, items: [] })))
  await mountPage(BackupsPanel)
  expect(pageText()).toContain('practice bank forgets everything when it ends')
  expect(pageText()).not.toContain('Restore from a file')
})

it('leaves the backups of a database to its server', async () => {
  bridge.backups.getState.mockResolvedValue(ok(backupsState({ isInDatabase: true, items: [] })))
  await mountPage(BackupsPanel)
  expect(pageText()).toContain('Its administrator backs it up with the database server')
  await click('Back up now')
  expect(bridge.backups.takeNow).not.toHaveBeenCalled()
})

it('shows the diagnostics before they are saved, and saves exactly those', async () => {
  const { page } = await mountPage(DiagnosticsPanel)
  await click('Write diagnostics')
  expect(pageText()).toContain('Countersign diagnostics')
  await pressed('Save diagnostics')
  expect(bridge.diagnostics.save).toHaveBeenCalledWith({ draftId: 'draft-1' })
  expect(pageText()).toContain('Saved')
  await expectNoViolation(page)
})
