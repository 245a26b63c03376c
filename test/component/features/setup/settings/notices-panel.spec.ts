import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  defaultNotices,
  type NoticeSettings,
} from '../../../../../preload/contract/api/notices/notices.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import NoticesPanel from '../../../../../renderer/features/setup/settings/NoticesPanel.vue'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { byRole } from '../../../ui/stage.ts'
import { click, enter, pageText } from '../../alerts/alerts-stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})
const open = (settings: NoticeSettings = defaultNotices) => {
  bridge.notices.getSettings.mockResolvedValue(ok(settings))
  return mountPage(NoticesPanel)
}
const box = (label: string): HTMLInputElement => byRole('checkbox', label) as HTMLInputElement

it('shows the saved settings, and saves nothing without a change', async () => {
  const { page } = await open()
  expect(box('Returns').checked).toBe(true)
  expect(box('Repeated alerts').checked).toBe(false)
  await click('Save the notifications')
  expect(bridge.notices.changeSettings).not.toHaveBeenCalled()
  await expectNoViolation(page)
})

it('saves the quiet hours, the weekends and the kinds', async () => {
  await open()
  box('Mute during set hours').click()
  await flushPromises()
  enter('From', '21:30')
  box('Mute on Saturdays and Sundays').click()
  box('Repeated alerts').click()
  await flushPromises()
  await click('Save the notifications')
  expect(bridge.notices.changeSettings).toHaveBeenCalledOnce()
  const [given] = bridge.notices.changeSettings.mock.calls[0] ?? []
  expect(given).toMatchObject({ quiet: { from: '21:30', to: '07:00' }, quietWeekends: true })
  expect(given?.kinds).toContain('duplicate')
  // An unrecognized debit is announced by default.
  expect(given?.kinds).toContain('unmatched')
  expect(pageText()).toContain('Saved. Applies at once.')
})

it.each(['25:00', '7', '07:00'])('refuses quiet hours from %s to 07:00', async (from) => {
  const { page } = await open()
  box('Mute during set hours').click()
  await flushPromises()
  enter('From', from)
  await flushPromises()
  await click('Save the notifications')
  expect(bridge.notices.changeSettings).not.toHaveBeenCalled()
  expect(pageText()).toMatch(/A time such as 22:00|a different time/)
  await expectNoViolation(page)
})

it('shows a test notification, and explains where the desktop shows none', async () => {
  await open()
  await click('Show one now')
  expect(pageText()).toContain('Sent to the desktop')
  bridge.notices.showOne.mockResolvedValue(ok({ isShown: false }))
  await click('Show one now')
  expect(pageText()).toContain('did not show it')
})

it('shows why the settings cannot be read', async () => {
  bridge.notices.getSettings.mockResolvedValue(err({ code: 'internal', reference: 'ABCD1234' }))
  await mountPage(NoticesPanel)
  expect(pageText()).toContain('ABCD1234')
})
