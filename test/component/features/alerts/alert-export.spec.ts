import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import { fakeBridge } from '../../support/fake-bridge.ts'
import { axeViolations, byRole, press, settle } from '../../ui/stage.ts'
import * as screen from './alerts-stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})

/** Opens the menu by keyboard and selects an item. */
async function exportBy(label: RegExp): Promise<void> {
  byRole('button', 'Export alerts').focus()
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
  it('says how many alerts the file holds, and not how many were listed before', async () => {
    bridge.alerts.exportFile.mockResolvedValue(ok({ file: 'alerts.csv', alerts: 127 }))
    await screen.openAlerts()
    await exportBy(/Export masked/)
    expect(screen.pageText()).toContain('alerts.csv: 127 alerts, masked.')
  })

  it('writes what is listed, masked, and names the file', async () => {
    await screen.openAlerts()
    await screen.choose('Kind', 'wire')
    await exportBy(/Export masked/)
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

  it('writes whole account numbers only once that is confirmed, and says that it is recorded', async () => {
    await screen.openAlerts()
    await exportBy(/Export in full/)
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

  it('writes what is listed, masked, by its shortcut', async () => {
    await screen.openAlerts()
    await screen.type('e', { ctrlKey: true })
    expect(bridge.alerts.exportFile).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ inFull: false }),
    )
  })

  it('writes nothing where the confirmation is cancelled', async () => {
    await screen.openAlerts()
    await exportBy(/Export in full/)
    await screen.click('Cancel')
    expect(bridge.alerts.exportFile).not.toHaveBeenCalled()
  })

  it('says nothing of a file where the dialog of the system was cancelled', async () => {
    bridge.alerts.exportFile.mockResolvedValue(ok(null))
    await screen.openAlerts()
    await exportBy(/Export masked/)
    expect(screen.pageText()).not.toContain('Saved')
  })

  it('says why no file was written', async () => {
    bridge.alerts.exportFile.mockResolvedValue(
      err({ code: 'file-failed', file: 'alerts.csv', detail: 'ENOSPC' }),
    )
    await screen.openAlerts()
    await exportBy(/Export masked/)
    expect(screen.pageText()).toContain('ENOSPC')
  })

  it('is not made of nothing', async () => {
    bridge.alerts.list.mockResolvedValue(ok({ items: [], next: null, total: 0, isMore: false }))
    await screen.openAlerts()
    await screen.click('Export alerts')
    expect(document.querySelector('[role=menuitem]')).toBeNull()
    expect(bridge.alerts.exportFile).not.toHaveBeenCalled()
  })

  it('says before it is made in full that it will hold the newest of more', async () => {
    const { items } = { items: [] as const }
    bridge.alerts.list.mockResolvedValue(
      ok({ items: [...items], next: null, total: 20_000, isMore: true }),
    )
    await screen.openAlerts()
    await exportBy(/Export in full/)
    expect(dialog()).toContain('Export the newest 20,000 alerts with full account numbers?')
  })
})
