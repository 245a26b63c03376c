import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  quarantineReasons,
  type QuarantinedDelivery,
} from '../../../../preload/contract/api/alerts/alert.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import { quarantineTexts } from '../../../../renderer/features/alerts/text.ts'
import {
  alertSummary,
  quarantinedDelivery,
  quarantinedBody,
  listenerState,
} from '../../support/fake-alerts.ts'
import { fakeBridge } from '../../support/fake-bridge.ts'
import { expectNoViolation } from '../../support/page.ts'
import { byRole } from '../../ui/stage.ts'
import * as screen from './alerts-stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  mainHas(
    quarantinedDelivery(),
    quarantinedDelivery({ id: 'd8', reason: 'unread', answered: 200, from: null }),
  )
})

function mainHas(...items: QuarantinedDelivery[]): void {
  bridge.alerts.listQuarantined.mockResolvedValue(ok({ items, next: null, total: items.length }))
}

describe('the quarantine', () => {
  it('shows time, reason, source, size and answer of each delivery', async () => {
    mainHas(
      quarantinedDelivery({ bytes: 1_234_567, problem: 'Unexpected end at 41' }),
      quarantinedDelivery({
        id: 'd8',
        reason: 'unread',
        answered: 200,
        from: null,
        contentType: null,
      }),
    )
    const { page } = await screen.openAlerts('/alerts/quarantine')
    expect(screen.cells(0).slice(1)).toEqual([
      'not JSON: Unexpected end at 41',
      '192.0.2.10',
      'application/json',
      '1,234.6 kB',
      '400',
    ])
    expect(screen.cells(1).slice(1, 4)).toEqual(['not read yet', 'unknown', 'none'])
    expect(screen.cells(1)[5]).toBe('200')
    expect(screen.pageText()).toContain('2 deliveries in quarantine')
    await expectNoViolation(page)
  })

  it('explains itself while it is empty', async () => {
    mainHas()
    const { page } = await screen.openAlerts('/alerts/quarantine')
    expect(screen.pageText()).toContain('stored here unchanged')
    await screen.click('Read all again')
    expect(bridge.alerts.readAgain).not.toHaveBeenCalled()
    await expectNoViolation(page)
  })

  it('shows why it cannot be read', async () => {
    bridge.alerts.listQuarantined.mockResolvedValue(
      err({ code: 'internal', reference: 'ABCD1234' }),
    )
    await screen.openAlerts('/alerts/quarantine')
    expect(screen.pageText()).toContain('ABCD1234')
    mainHas(quarantinedDelivery())
    await screen.click('Try again')
    expect(screen.lineCount()).toBe(1)
  })

  it('adds deliveries that arrive while it is open', async () => {
    await screen.openAlerts('/alerts/quarantine')
    mainHas(
      quarantinedDelivery({ id: 'd10' }),
      quarantinedDelivery(),
      quarantinedDelivery({ id: 'd8' }),
    )
    bridge.emit('alerts', 'changed', { latestSeq: 9 })
    await flushPromises()
    expect(screen.lineCount()).toBe(3)
  })

  it('adds a delivery that reports no alert, and counts it on its tab', async () => {
    await screen.openAlerts('/alerts/quarantine')
    mainHas(
      quarantinedDelivery({ id: 'd10' }),
      quarantinedDelivery(),
      quarantinedDelivery({ id: 'd8' }),
    )
    bridge.alerts.getSummary.mockResolvedValue(ok(alertSummary({ quarantined: 3 })))
    const counts = { ...listenerState().counts, deliveries: 13 }
    bridge.emit('listener', 'stateChanged', listenerState({ counts }))
    await flushPromises()
    expect(byRole('tab', 'Quarantine 3')).toBeTruthy()
    expect(screen.lineCount()).toBe(3)
  })

  it.each(quarantineReasons)('explains %s with the next step', async (reason) => {
    bridge.alerts.getQuarantined.mockResolvedValue(ok(quarantinedBody({ reason })))
    await screen.openAlerts('/alerts/quarantine/d9')
    const expectedText = quarantineTexts({ reason, answered: 400 })
    expect(screen.beside()).toContain(expectedText.meaning)
    expect(screen.beside()).toContain(expectedText.next)
  })

  it.each([
    [200, 'It was acknowledged. The bank does not send it again automatically.'],
    [400, 'It was answered 400. The bank does not send it again automatically.'],
  ])('shows for an unreadable delivery that it was answered %i', async (answered, pageText) => {
    bridge.alerts.getQuarantined.mockResolvedValue(
      ok(quarantinedBody({ reason: 'unread', answered })),
    )
    await screen.openAlerts('/alerts/quarantine/d9')
    expect(screen.beside()).toContain(pageText)
    expect(screen.beside()).toContain('Read it again after an upgrade.')
  })
})

describe('a quarantined delivery', () => {
  const whole = '{"account": "000123457890"'
  beforeEach(() => {
    bridge.alerts.revealQuarantined.mockResolvedValue(
      ok(quarantinedBody({ isMasked: false, text: whole })),
    )
  })
  afterEach(() => vi.useRealTimers())

  it('opens beside the list masked, and closes by Escape', async () => {
    const { page } = await screen.openAlerts('/alerts/quarantine')
    await screen.selectRow(0)
    expect(document.querySelector('aside pre')?.textContent).toBe('{"alertNotificationRequest": [')
    expect(screen.beside()).toContain('Body, masked')
    await expectNoViolation(page)
    await screen.type('Escape')
    expect(document.querySelector('aside')).toBeNull()
    expect((document.activeElement as HTMLElement).dataset['row']).toBe('0')
  })

  it('is shown in full for a limited time', async () => {
    await screen.openAlerts('/alerts/quarantine/d9')
    vi.useFakeTimers()
    await screen.click('Show in full')
    expect(bridge.alerts.revealQuarantined).toHaveBeenCalledWith({ id: 'd9' })
    expect(document.querySelector('aside pre')?.textContent).toBe(whole)
    await vi.advanceTimersByTimeAsync(31_000)
    expect(screen.beside()).not.toContain('000123457890')
  })

  it('offers to show a body in full that cannot be masked', async () => {
    bridge.alerts.getQuarantined.mockResolvedValue(ok(quarantinedBody({ text: null })))
    await screen.openAlerts('/alerts/quarantine/d9')
    expect(screen.beside()).toContain('The body cannot be masked. Show it in full')
  })

  it('shows bytes that are no text as base64, and explains this', async () => {
    bridge.alerts.getQuarantined.mockResolvedValue(
      ok(quarantinedBody({ isMasked: false, isBase64: true, text: 'H4sIAAAA' })),
    )
    await screen.openAlerts('/alerts/quarantine/d9')
    expect(screen.beside()).toContain('Body in base64')
  })

  it('reports that it is no longer in quarantine', async () => {
    bridge.alerts.getQuarantined.mockResolvedValue(err({ code: 'not-found' }))
    await screen.openAlerts('/alerts/quarantine/gone')
    expect(screen.beside()).toContain('Not found')
  })
})

describe('reading again', () => {
  it('reads all again, and shows the result and what stays in quarantine', async () => {
    bridge.alerts.readAgain.mockResolvedValue(ok({ read: 1, alerts: 3, stillQuarantined: 1 }))
    const { page } = await screen.openAlerts('/alerts/quarantine')
    mainHas(quarantinedDelivery())
    await screen.click('Read all again')
    expect(bridge.alerts.readAgain).toHaveBeenCalledExactlyOnceWith({ id: null })
    expect(screen.pageText()).toContain(
      '3 alerts are now listed from 1 delivery. 1 delivery is still in quarantine.',
    )
    expect(screen.lineCount()).toBe(1)
    await expectNoViolation(page)
  })

  it('reads one again, and closes it when it leaves the quarantine', async () => {
    bridge.alerts.readAgain.mockResolvedValue(ok({ read: 1, alerts: 1, stillQuarantined: 0 }))
    await screen.openAlerts('/alerts/quarantine/d9')
    await screen.click('Read again')
    expect(bridge.alerts.readAgain).toHaveBeenCalledExactlyOnceWith({ id: 'd9' })
    expect(screen.pageText()).toContain('1 alert is now listed from this delivery.')
    // The others were not read again.
    expect(screen.pageText()).not.toContain('The quarantine is empty')
    expect(document.querySelector('aside')).toBeNull()
  })

  it('reports that nothing could be read, and keeps the open delivery', async () => {
    bridge.alerts.readAgain.mockResolvedValue(ok({ read: 0, alerts: 0, stillQuarantined: 2 }))
    await screen.openAlerts('/alerts/quarantine/d9')
    await screen.click('Read all again')
    expect(screen.pageText()).toContain(
      'No delivery could be read. 2 deliveries are still in quarantine.',
    )
    bridge.alerts.readAgain.mockResolvedValue(ok({ read: 0, alerts: 0, stillQuarantined: 1 }))
    await screen.click('Read again')
    expect(screen.pageText()).toContain('This delivery still cannot be read.')
    expect(document.querySelector('aside')).not.toBeNull()
    // The message is not about the delivery that is opened next.
    await screen.selectRow(1)
    expect(screen.pageText()).not.toContain('This delivery still cannot be read')
  })

  it.each([
    [400, 'The compressed body is damaged or cut short.', 'Ask the bank to send it again.'],
    [413, 'The body is larger than 4 MB after decompression.', 'send its alerts again'],
    [415, 'The compression is not supported.', 'or no compression.'],
  ])(
    'explains the fault of a compressed body that was answered %i, and the next step',
    async (answered, wrong, requested) => {
      const compressed = quarantinedBody({
        reason: 'compressed',
        isBase64: false,
        text: null,
        answered,
      })
      bridge.alerts.getQuarantined.mockResolvedValue(ok(compressed))
      await screen.openAlerts('/alerts/quarantine/d9')
      expect(screen.beside()).toContain(wrong)
      expect(screen.beside()).toContain(requested)
    },
  )

  it('shows why it failed', async () => {
    bridge.alerts.readAgain.mockResolvedValue(err({ code: 'not-found' }))
    await screen.openAlerts('/alerts/quarantine/d9')
    await screen.click('Read again')
    expect(screen.pageText()).toContain('Not found')
  })
})
