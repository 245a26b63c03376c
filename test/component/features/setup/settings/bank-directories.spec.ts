import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import type { DirectoryDraft } from '../../../../../preload/contract/api/bank-names/channels.ts'
import BankDirectoriesPanel from '../../../../../renderer/features/setup/settings/BankDirectoriesPanel.vue'
import { fakeBridge, workstationState } from '../../../support/fake-bridge.ts'
import { importedDirectory } from '../../../support/fake-payment-inquiry.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { byRole } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  bridge.workstation.getState.mockResolvedValue(
    ok({ ...workstationState, operator: { id: 'ada', name: 'Ada', roles: ['administrator'] } }),
  )
})

const draft = (part: Partial<DirectoryDraft> = {}): DirectoryDraft => ({
  draftId: 'd1',
  kind: 'fedach',
  file: 'FedACHdir.txt',
  sha256: 'b2'.repeat(32),
  banks: 18_200,
  changedOn: '2026-11-20',
  broken: 0,
  problems: [],
  ...part,
})
const shown = (): string => document.body.textContent.replace(/\s+/g, ' ')
const click = async (name: string): Promise<void> => {
  byRole('button', name).click()
  await flushPromises()
}

it('shows the current directory, and previews a chosen file with the changes before it is imported', async () => {
  bridge.bankNames.listDirectories.mockResolvedValue(ok([importedDirectory()]))
  const { page } = await mountPage(BankDirectoriesPanel)
  expect(shown()).toContain('FedACH directory18,198 banks')
  expect(shown()).toContain('by Theo Park from FedACHdir.txt; latest change 2026-11-13')
  bridge.bankNames.selectDirectory.mockResolvedValue(ok(draft()))
  await click('Choose directory file')
  expect(shown()).toContain('Banks18,200')
  expect(shown()).toContain('Replaces18,198 banks, imported 2026-11-21')
  expect(shown()).toContain('b2b2')
  expect(bridge.bankNames.commitDirectory).not.toHaveBeenCalled()
  await expectNoViolation(page)
  bridge.bankNames.commitDirectory.mockResolvedValue(ok([importedDirectory({ banks: 18_200 })]))
  await click('Import directory')
  expect(bridge.bankNames.commitDirectory.mock.lastCall?.[0]).toEqual({ draftId: 'd1' })
  expect(shown()).toContain('FedACH directory18,200 banks')
  expect(shown()).not.toContain('Import directory')
})

it('lists invalid lines, and then imports nothing', async () => {
  bridge.bankNames.selectDirectory.mockResolvedValue(
    ok(
      draft({
        draftId: null,
        broken: 22,
        problems: [
          { line: 1_204, problem: 'length' },
          { line: 1_300, problem: 'routing-number' },
        ],
      }),
    ),
  )
  const { page } = await mountPage(BankDirectoriesPanel)
  expect(shown()).toContain('No directory imported')
  await click('Choose directory file')
  expect(shown()).toContain('22 lines are not readable')
  expect(shown()).toContain('Line 1,204: wrong length')
  expect(shown()).toContain('20 more')
  expect(shown()).not.toContain('Import directory')
  await expectNoViolation(page)
  await click('Cancel')
  expect(shown()).not.toContain('not readable')
})

it('shows why a file is refused, and keeps the current directory', async () => {
  bridge.bankNames.listDirectories.mockResolvedValue(ok([importedDirectory()]))
  bridge.bankNames.selectDirectory.mockResolvedValue(
    err({ code: 'file-not-understood', file: 'notes.txt', detail: 'It has no lines.' }),
  )
  await mountPage(BankDirectoriesPanel)
  await click('Choose directory file')
  expect(shown()).toContain('notes.txt')
  expect(shown()).toContain('18,198 banks')
})

it('lets only administrators import a directory', async () => {
  bridge.workstation.getState.mockResolvedValue(ok(workstationState))
  await mountPage(BankDirectoriesPanel)
  await click('Choose directory file')
  expect(bridge.bankNames.selectDirectory).not.toHaveBeenCalled()
})
