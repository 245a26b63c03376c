import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultAchSettings } from '../../../../../preload/contract/domain/batches/batch-form.ts'
import { ok } from '../../../../../preload/contract/kernel/result.ts'
import SettingsPage from '../../../../../renderer/features/setup/settings/SettingsPage.vue'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { asTheo, click, expectAccessible, pageText, write } from '../../../support/orders-stage.ts'
import { mountPage } from '../../../support/page.ts'
import { byRole } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  bridge.workstation.getState.mockResolvedValue(ok(asTheo))
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
})
const save = 'Save ACH origination settings'

describe('the settings of ACH origination', () => {
  it('are changed by an administrator, with the rule beside an invalid value', async () => {
    await mountPage(SettingsPage)
    await write('Maximum entries per batch*', '10001')
    await click(save)
    expect(pageText()).toContain('A whole number from 1 to 10,000')
    expect(bridge.batches.changeSettings).not.toHaveBeenCalled()
    await write('Maximum entries per batch*', '2500')
    byRole('radio', 'Cents').click()
    await flushPromises()
    await click(save)
    expect(bridge.batches.changeSettings).toHaveBeenCalledWith({
      ...defaultAchSettings,
      amountUnit: 'cents',
      mostEntries: 2500,
      version: 0,
    })
    await expectAccessible()
  })

  it('are read only for others', async () => {
    bridge.workstation.getState.mockResolvedValue(
      ok({ ...asTheo, operator: { ...asTheo.operator, roles: ['maker'] } }),
    )
    await mountPage(SettingsPage)
    await write('Maximum entries per batch*', '2500')
    await click(save)
    expect(bridge.batches.changeSettings).not.toHaveBeenCalled()
  })

  it('keep what is typed, and what another workstation changes meanwhile', async () => {
    await mountPage(SettingsPage)
    await write('Maximum entries per batch*', '2500')
    const settings = { ...defaultAchSettings, amountUnit: 'cents' } as const
    const state = { settings, version: 4, at: null, by: null, confirmation: null, isLocked: false }
    bridge.batches.getSettings.mockResolvedValue(ok(state))
    bridge.emit('batches', 'settingsChanged', {})
    await flushPromises()
    await click(save)
    expect(bridge.batches.changeSettings).toHaveBeenCalledWith({
      ...settings,
      mostEntries: 2500,
      version: 4,
    })
  })

  it('bank note 81: show that nothing is originated before the unit is confirmed, and link to the confirmation', async () => {
    const state = { settings: defaultAchSettings, version: 0, at: null, by: null }
    bridge.batches.getSettings.mockResolvedValue(
      ok({ ...state, confirmation: null, isLocked: true }),
    )
    const { page } = await mountPage(SettingsPage)
    expect(pageText()).toContain('No origination until the unit is confirmed')
    expect(pageText()).toContain('The bank shows what was sent')
    page.unmount()
    bridge.batches.getSettings.mockResolvedValue(
      ok({
        ...state,
        confirmation: {
          unit: 'dollars',
          at: '2026-11-21T09:14:02.000Z',
          by: 'Theo Park',
          profile: 'Pre-production East',
          batchUuid: 'b',
          sent: 12_345,
          shown: '123.45',
          entry: { id: 'c'.repeat(32), number: 7 },
        },
        isLocked: false,
      }),
    )
    await mountPage(SettingsPage)
    expect(pageText()).toContain('confirmed in pre-production')
    for (const named of ['Sent', 'USD 123.45', 'The inquiry showed', 'Number 7', 'Theo Park'])
      expect(pageText()).toContain(named)
    expect(pageText()).toContain('Pre-production East')
    await expectAccessible()
  })
})
