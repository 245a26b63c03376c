import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import { fakeBridge } from '../../support/fake-bridge.ts'
import { alertLine } from '../../support/fake-alerts.ts'
import { allByRole, axeViolations, byRole, press, settle } from '../../ui/stage.ts'
import * as screen from './alerts-stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})

/** Opens the menu by keyboard and selects an item. */
async function exportBy(label: RegExp): Promise<void> {
  byRole('button', 'Export').focus()
  press('Enter')
  await settle()
  const item = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(
    ({ textContent }) => label.test(textContent),
  )
  if (!item) throw new Error('no such item')
  item.focus()
  item.click()
  await settle(50)
  await flushPromises()
}
const dialog = (): string =>
  document.querySelector('[role=alertdialog]')?.textContent.replace(/\s+/g, ' ') ?? ''

describe('the export of the alerts', () => {
  it('counts the alerts of the file, not those listed earlier', async () => {
    bridge.alerts.exportFile.mockResolvedValue(ok({ file: 'alerts.csv', alerts: 127 }))
    await screen.openAlerts()
    await exportBy(/All fields, masked/)
    expect(screen.pageText()).toContain('alerts.csv: 127 alerts, masked.')
  })

  it('exports the listed alerts masked, and names the file', async () => {
    await screen.openAlerts()
    await screen.choose('Kind', 'wire')
    await exportBy(/All fields, masked/)
    expect(bridge.alerts.exportFile).toHaveBeenCalledExactlyOnceWith({
      search: '',
      kind: 'wire',
      status: null,
      account: null,
      mark: null,
      incomingCredits: false,
      from: null,
      to: null,
      inFull: false,
    })
    expect(screen.pageText()).toContain('alerts.csv: 1 alert, masked.')
  })

  it('exports full account numbers only after a confirmation, and shows that this is recorded', async () => {
    await screen.openAlerts()
    await exportBy(/All fields in full/)
    expect(bridge.alerts.exportFile).not.toHaveBeenCalled()
    expect(dialog()).toContain('Export the listed alerts with full account numbers?')
    expect(dialog()).toContain('is recorded')
    expect(await axeViolations()).toEqual([])
    await screen.click('Export the listed alerts in full')
    expect(bridge.alerts.exportFile).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ inFull: true }),
    )
    expect(screen.pageText()).toContain('with full account numbers.')
    expect(dialog()).toBe('')
  })

  it('exports the listed alerts masked by the shortcut', async () => {
    await screen.openAlerts()
    await screen.type('e', { ctrlKey: true })
    expect(bridge.alerts.exportFile).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ inFull: false }),
    )
  })

  it('exports nothing when the confirmation is canceled', async () => {
    await screen.openAlerts()
    await exportBy(/All fields in full/)
    await screen.click('Cancel')
    expect(bridge.alerts.exportFile).not.toHaveBeenCalled()
  })

  it('reports no file when the system dialog was canceled', async () => {
    bridge.alerts.exportFile.mockResolvedValue(ok(null))
    await screen.openAlerts()
    await exportBy(/All fields, masked/)
    expect(screen.pageText()).not.toContain('Saved')
  })

  it('shows why no file was saved', async () => {
    bridge.alerts.exportFile.mockResolvedValue(
      err({ code: 'file-failed', file: 'alerts.csv', detail: 'ENOSPC' }),
    )
    await screen.openAlerts()
    await exportBy(/All fields, masked/)
    expect(screen.pageText()).toContain('ENOSPC')
  })

  it('is not offered for an empty list, and is one button for any other', async () => {
    await screen.openAlerts()
    const exports = () =>
      allByRole('button').filter(({ textContent }) => textContent.includes('Export'))
    expect(exports()).toHaveLength(1)
    bridge.alerts.list.mockResolvedValue(ok({ items: [], next: null, total: 0, isMore: false }))
    await screen.choose('Kind', 'rtp')
    expect(exports()).toEqual([])
    await screen.type('e', { ctrlKey: true })
    expect(bridge.alerts.exportFile).not.toHaveBeenCalled()
  })

  it('warns before a full export that the file will hold only the newest alerts', async () => {
    bridge.alerts.list.mockResolvedValue(
      ok({ items: [alertLine()], next: null, total: 20_000, isMore: true }),
    )
    await screen.openAlerts()
    await exportBy(/All fields in full/)
    expect(dialog()).toContain('Export the newest 20,000 alerts with full account numbers?')
  })
})
