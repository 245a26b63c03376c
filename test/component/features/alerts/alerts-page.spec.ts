import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AlertLine } from '../../../../preload/contract/api/alerts/alert.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import { listenerNoticeOf } from '../../../../renderer/text/listener-text.ts'
import { openRecordActs } from '../../../../renderer/ui/record-acts.ts'
import { alertLine, alertSummary, listenerState } from '../../support/fake-alerts.ts'
import { batchContent } from '../../support/fake-batches.ts'
import { at, fakeBridge, realWorkstation } from '../../support/fake-bridge.ts'
import { order } from '../../support/fake-orders.ts'
import { expectNoViolation } from '../../support/page.ts'
import { allByRole, byRole, settle, until } from '../../ui/stage.ts'
import * as screen from './alerts-stage.ts'

enableAutoUnmount(afterEach)
afterEach(() => vi.restoreAllMocks())
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})

const line = (seq: number, part: Partial<AlertLine> = {}): AlertLine =>
  alertLine({ id: `alert-${String(seq)}`, seq, ...part })
function lists(...items: AlertLine[]): void {
  bridge.alerts.list.mockResolvedValue(
    ok({ items, next: null, total: items.length, isMore: false }),
  )
}
async function comes(...items: AlertLine[]): Promise<void> {
  lists(...items)
  bridge.emit('alerts', 'changed', { latestSeq: items[0]?.seq ?? 0 })
  await flushPromises()
}

describe('the list of alerts', () => {
  it('shows event, amount, counterparty and marks of each alert', async () => {
    lists(
      line(2, { marks: ['unlisted', 'conflict'], receipts: 3, reference: 'REF0042' }),
      line(1, { kind: 'ach', status: 'RETURNED', direction: null, isIncomingCredit: false }),
    )
    const { page } = await screen.openAlerts()
    const [, ...first] = screen.cells(0)
    expect(first).toEqual([
      'Wire',
      'Completed',
      'incoming',
      'USD 12,500.00',
      '\u2022\u2022\u2022\u20227890',
      'Ridgeway Supply',
      '1',
      '\u00d73',
    ])
    expect(screen.signs(0)).toEqual(['conflict', 'unlisted', 'received 3 times'])
    expect(screen.cells(1).slice(1, 4)).toEqual(['ACH', 'Returned', '\u2014'])
    expect(screen.pageText()).toContain('2 lines')
    await expectNoViolation(page)
  })

  it('has one line for each payment or batch, and can have one for each alert', async () => {
    const payment = {
      orderId: 'o1',
      kind: 'payment',
      title: 'Ridgeway Supply',
      alerts: 3,
      currency: 'USD',
      minor: 1_250_000,
      statuses: [
        { status: 'COMPLETED', alerts: 1, entries: 0, minor: null },
        { status: 'RegulatoryFilter', alerts: 2, entries: 0, minor: null },
      ],
    } as const
    const batch = {
      ...payment,
      orderId: 'o2',
      kind: 'batch',
      title: 'PAYROLL',
      alerts: 300,
      minor: 97_500_450,
      statuses: [{ status: 'SETTLED', alerts: 300, entries: 299, minor: 97_000_000 }],
    } as const
    const ach = {
      kind: 'ach',
      status: 'SETTLED',
      direction: null,
      isIncomingCredit: false,
    } as const
    const own = { isIncomingCredit: false } as const
    lists(
      // A filter found an older alert of the payment.
      line(5, {
        ...own,
        status: 'Clearing',
        group: { ...payment, statuses: [...payment.statuses] },
      }),
      line(4, { ...ach, amount: '3.25', group: { ...batch, statuses: [...batch.statuses] } }),
      line(3, { ...own, group: null }),
      line(2, { group: null }),
    )
    const { page } = await screen.openAlerts()
    expect(bridge.alerts.list).toHaveBeenLastCalledWith(
      expect.objectContaining({ isGrouped: true, cursor: null }),
    )
    const shown = [0, 1, 2, 3].map((row) => {
      const [, , event, , amount, , party, alerts] = screen.cells(row)
      return [event, amount, party, alerts]
    })
    expect(shown).toEqual([
      ['Completed', 'USD 12,500.00', 'Ridgeway Supply', '3'],
      ['299 settled', 'USD 970,000.00', 'PAYROLL', '300'],
      ['Completed', 'USD 12,500.00', 'Unmatched, Ridgeway Supply', '1'],
      ['Completed', 'USD 12,500.00', 'Ridgeway Supply', '1'],
    ])
    expect(screen.pageText()).toContain('4 lines')
    await expectNoViolation(page)
    await screen.click('More filters')
    byRole('checkbox', 'One line per payment or batch').click()
    await settle()
    expect(bridge.alerts.list.mock.lastCall?.[0]).not.toHaveProperty('isGrouped')
    expect(screen.pageText()).toContain('4 alerts')
  })

  it('opens the line of a batch with the facts of the batch, and its newest alert below', async () => {
    const group = {
      orderId: 'o2',
      kind: 'batch' as const,
      title: 'PAYROLL',
      alerts: 600,
      currency: 'USD',
      minor: 97_500_450,
      statuses: [
        { status: 'SETTLED', alerts: 300, entries: 299, minor: 97_000_000 },
        { status: 'COLLECTED', alerts: 300, entries: 300, minor: 97_500_450 },
      ],
    }
    const tally = { settled: 299, accepted: 300, rejected: 0, inError: 0, unclear: 0 }
    const batch = {
      ...batchContent(),
      entries: 300,
      tally: { ...tally, notMentioned: 0, returned: 1, changed: 0 },
    }
    bridge.orders.get.mockResolvedValue(ok(order({ id: 'o2', state: 'accepted', batch })))
    lists(line(4, { kind: 'ach', status: 'SETTLED', amount: '3.25', group }))
    const { page } = await screen.openAlerts()
    await screen.selectRow(0)
    await screen.type('Enter')
    await settle()
    for (const part of ['Batch PAYROLL', 'USD 975,004.50', '300', '1 returned', '299 settled'])
      expect(screen.beside()).toContain(part)
    expect(screen.beside()).toContain('Newest of 600 alerts')
    expect(byRole('link', 'Open batch').getAttribute('href')).toBe('/batches/o2')
    await expectNoViolation(page)
  })

  it('shows a return of a batch before the settlements that came later', async () => {
    const group = {
      orderId: 'o2',
      kind: 'batch',
      title: 'PAYROLL',
      alerts: 300,
      currency: 'USD',
      minor: 97_500_450,
      statuses: [
        { status: 'SETTLED', alerts: 1297, entries: 1297, minor: 97_102_121 },
        { status: 'RETURNED', alerts: 6, entries: 3, minor: 398_329 },
      ],
    } as const
    const ach = { kind: 'ach', status: 'SETTLED', isIncomingCredit: false } as const
    lists(line(1, { ...ach, group: { ...group, statuses: [...group.statuses] } }))
    await screen.openAlerts()
    expect(screen.cells(0).slice(2, 5)).toEqual(['3 returned', 'credit', 'USD 3,983.29'])
    const badge = document.querySelector('[data-row="0"] [data-cell="2"] [data-tone]')
    expect(badge?.getAttribute('data-tone')).toBe('bad')
  })

  it('writes out the meaning of an event where there is room', async () => {
    const query = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }
    vi.spyOn(window, 'matchMedia').mockReturnValue(query as unknown as MediaQueryList)
    await screen.openAlerts()
    expect(screen.cells(0)[2]).toMatch(/^Completed Processed successfully/)
  })

  it('keeps marks and status visible beside an open alert', async () => {
    lists(line(2, { marks: ['unlisted', 'conflict'] }), line(1))
    await screen.openAlerts()
    await screen.selectRow(1)
    expect(screen.cells(0)).toHaveLength(6)
    expect(screen.cells(0)[1]).toBe('Completed')
    expect(screen.signs(0)).toEqual(['conflict', 'unlisted'])
    expect(screen.signs(1)).toEqual([])
  })

  it('keeps the decimal places of every amount as the bank wrote it', async () => {
    lists(
      line(4, { amount: '0.1', currency: null }),
      line(3, { kind: 'ach', amount: '0.1', currency: null }),
      line(2, { amount: '1E3', currency: 'USD' }),
      line(1, { amount: null }),
    )
    await screen.openAlerts()
    expect([0, 1, 2, 3].map((row) => screen.cells(row)[4])).toEqual([
      '0.1, no currency',
      'USD 0.1',
      'USD 1E3',
      '\u2014',
    ])
  })

  it.each([
    [{ kind: 'wire', status: 'COMPLETED' }, 'good', 'Completed'],
    [{ kind: 'wire', status: 'LimitCheck' }, 'info', 'Limit check'],
    [{ kind: 'rtp', status: 'Rejected' }, 'bad', 'Rejected'],
    [{ kind: 'rtp', status: 'Future Warehouse Cancelled' }, 'bad', 'Future warehouse canceled'],
    [{ kind: 'ach', status: 'SETTLED' }, 'good', 'Settled'],
    [{ kind: 'ach', status: 'RETURNED' }, 'bad', 'Returned'],
    [{ kind: 'wire', status: 'MOONLIT' }, 'unknown', 'MOONLIT'],
    [{ kind: 'other', status: 'COMPLETED' }, 'unknown', 'COMPLETED'],
    [{ kind: 'wire', status: null }, 'unknown', 'No status'],
  ] as const)('shows the event of %o by word, shape and tone: %s', async (part, tone, label) => {
    lists(line(1, part))
    await screen.openAlerts()
    const badge = document.querySelector('[data-row="0"] [data-cell="2"] [data-tone]')
    expect(badge?.getAttribute('data-tone')).toBe(tone)
    expect(badge?.textContent).toBe(label)
    expect(badge?.querySelector('svg')?.getAttribute('data-tone-shape')).toBe(tone)
  })

  it('shows a very long counterparty completely', async () => {
    const party = 'Ridgeway Supply and Forwarding Company of the Upper Valley '.repeat(4).trim()
    lists(line(1, { party }))
    await screen.openAlerts()
    expect(screen.cells(0)[6]).toBe(party)
  })

  it('clears its filters one by one, and restores a saved view', async () => {
    const filter = { kind: 'ach', account: '0011', incomingCredits: true, of: 'another version' }
    bridge.tables.getViews.mockResolvedValue(
      ok({ alerts: [{ name: 'Payroll', filter, layout: null }] }),
    )
    await screen.openAlerts()
    openRecordActs()
      .find(({ title }) => title === 'View: Payroll')
      ?.run()
    const expectRequest = (part: object) =>
      until(() =>
        expect(bridge.alerts.list).toHaveBeenLastCalledWith(expect.objectContaining(part)),
      )
    await expectRequest({ kind: 'ach', account: '0011', incomingCredits: true, search: '' })
    await screen.click('Clear Incoming credits only')
    await screen.click('Clear Account: 0011')
    await expectRequest({ kind: 'ach', account: null, incomingCredits: false })
    await screen.choose('Kind', '')
    await expectRequest({ kind: null })
  })

  it('has main search and filter, and reports that nothing matches', async () => {
    const { page } = await screen.openAlerts()
    lists()
    screen.enter('Search the alerts', 'ridgeway')
    await settle(200)
    await flushPromises()
    expect(bridge.alerts.list).toHaveBeenLastCalledWith(
      expect.objectContaining({ search: 'ridgeway', cursor: null, kind: null, mark: null }),
    )
    expect(screen.pageText()).toContain('No matching alerts')
    await screen.choose('Kind', 'rtp')
    await screen.choose('Status', 'returned')
    await screen.click('More filters')
    await screen.choose('Mark', 'repeats')
    screen.enter('Account, or last four digits', ' 0007890 ')
    byRole('checkbox', 'Incoming credits only').click()
    await settle(200)
    await flushPromises()
    expect(bridge.alerts.list).toHaveBeenLastCalledWith({
      search: 'ridgeway',
      kind: 'rtp',
      status: 'returned',
      mark: 'repeats',
      account: '0007890',
      incomingCredits: true,
      isGrouped: true,
      from: null,
      to: null,
      sort: null,
      cursor: null,
      limit: 100,
    })
    await expectNoViolation(page)
    await screen.click('Show all')
    await settle(200)
    expect(bridge.alerts.list).toHaveBeenLastCalledWith(
      expect.objectContaining({ search: '', kind: null, account: null, incomingCredits: false }),
    )
  })

  it('narrows to a typed time', async () => {
    await screen.openAlerts()
    await screen.choose('Time', 'between')
    const from = document.querySelector<HTMLInputElement>('input[aria-label="From"]')
    if (!from) return expect.fail('no field')
    from.value = '2026-11-21T09:00:00'
    from.dispatchEvent(new Event('input'))
    await flushPromises()
    expect(bridge.alerts.list).toHaveBeenLastCalledWith(
      expect.objectContaining({ from: new Date('2026-11-21T09:00:00').toISOString(), to: null }),
    )
  })

  it('offers only the statuses that were received, each in one spelling', async () => {
    const statuses = ['COLLECTED', 'COMPLETED', 'Completed', 'LimitCheck', 'RETURNED', 'Returned']
    bridge.alerts.getSummary.mockResolvedValue(ok(alertSummary({ statuses })))
    await screen.openAlerts()
    const offered = [...byRole('combobox', 'Status').querySelectorAll('option')]
    expect(offered.map(({ textContent }) => textContent.trim())).toEqual([
      'Every status',
      'Collected',
      'Completed',
      'Limit check',
      'Returned',
    ])
  })

  it('reports that only the newest 20,000 are listed, and how to find older alerts', async () => {
    bridge.alerts.list.mockResolvedValue(
      ok({ items: [line(30_000)], next: null, total: 20_000, isMore: true }),
    )
    await screen.openAlerts()
    expect(screen.pageText()).toContain(
      'The newest 20,000 are listed. Filter by time, kind or account',
    )
    expect(screen.pageText()).toContain('more than 20,000 lines')
  })

  it('shows why it cannot be read, and reads it again', async () => {
    bridge.alerts.list.mockResolvedValue(err({ code: 'internal', reference: 'ABCD1234' }))
    const { page } = await screen.openAlerts()
    expect(screen.pageText()).toContain('ABCD1234')
    await expectNoViolation(page)
    lists(line(1))
    await screen.click('Read again')
    expect(screen.lineCount()).toBe(1)
  })

  it('keeps its filters while another tab is shown', async () => {
    await screen.openAlerts()
    await screen.choose('Kind', 'ach')
    await screen.chooseTab('Quarantine')
    expect(screen.pageText()).toContain('No deliveries in quarantine')
    await screen.chooseTab('Alerts')
    expect((byRole('combobox', 'Kind') as HTMLSelectElement).value).toBe('ach')
    expect(bridge.alerts.list).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'ach' }))
  })
})

describe('an empty list of alerts', () => {
  beforeEach(() => lists())

  it('explains itself in practice, shows that the listener runs, and offers the first step', async () => {
    const { page, router } = await screen.openAlerts()
    expect(screen.pageText()).toContain('Each alert is stored unchanged before it is acknowledged.')
    expect(screen.pageText()).toContain('Alerts arrive at https://127.0.0.1:8443/alerts.')
    expect(screen.pageText()).toContain('\u201cSend alerts\u201d')
    await expectNoViolation(page)
    await screen.click('Open the practice bank')
    expect(router.currentRoute.value.path).toBe('/practice')
  })

  it('explains on a real profile why no alert can arrive, without naming the practice bank', async () => {
    bridge.workstation.getState.mockResolvedValue(ok(realWorkstation()))
    const off = { state: 'off', why: 'no-certificate' } as const
    bridge.listener.getState.mockResolvedValue(ok(listenerState({ running: off })))
    const { router } = await screen.openAlerts()
    expect(screen.pageText()).toContain(`No alerts can arrive. ${listenerNoticeOf(off).text}`)
    expect(screen.pageText()).not.toContain('practice')
    const running = { state: 'starting' } as const
    bridge.emit('listener', 'stateChanged', listenerState({ running }))
    await flushPromises()
    expect(screen.pageText()).toContain('The listener is starting')
    await screen.click('Open listener')
    expect(router.currentRoute.value.path).toBe('/alerts/listener')
    expect(byRole('tab', 'Listener').getAttribute('aria-selected')).toBe('true')
  })

  it('bank note 95: warns that deliveries were rejected', async () => {
    const { counts } = listenerState()
    const refused = { ...counts.refused, credentials: 2, address: 1 }
    const lastRefusal = { at: '2026-11-21T09:14:02.000Z', kind: 'address', from: null } as const
    bridge.listener.getState.mockResolvedValue(
      ok(listenerState({ counts: { ...counts, refused }, lastRefusal })),
    )
    const { page, router } = await screen.openAlerts()
    for (const part of [
      '3 deliveries rejected unread',
      '2 had a wrong user name or password and 1 came from an address that is not permitted',
      'Alerts are missing here.',
      'Compare the user name and password given to the bank and the permitted addresses',
      'The listener rejected deliveries',
    ])
      expect(screen.pageText()).toContain(part)
    expect(screen.pageText()).not.toContain('The listener runs')
    await expectNoViolation(page)
    await screen.click('Show rejected deliveries')
    expect(router.currentRoute.value.path).toBe('/alerts/listener')
  })

  it('warns above the alerts that other deliveries were rejected', async () => {
    const { counts } = listenerState()
    await screen.openAlerts()
    expect(screen.pageText()).not.toContain('rejected')
    const refused = { ...counts.refused, credentials: 1 }
    bridge.emit('listener', 'stateChanged', listenerState({ counts: { ...counts, refused } }))
    await flushPromises()
    expect(screen.pageText()).toContain('1 delivery rejected unread')
  })

  it('shows why the listener could not start', async () => {
    const running = {
      state: 'failed',
      problem: 'port-in-use',
      detail: 'EADDRINUSE 8443',
      at,
      retryAt: null,
    } as const
    bridge.listener.getState.mockResolvedValue(ok(listenerState({ running })))
    await screen.openAlerts()
    expect(screen.pageText()).toContain('The listener could not start: EADDRINUSE 8443')
  })
})

describe('alerts that arrive while the list is open', () => {
  it('are shown at once', async () => {
    lists(line(1))
    await screen.openAlerts()
    await comes(line(2, { status: 'Rejected' }), line(1))
    expect(screen.lineCount()).toBe(2)
    expect(screen.cells(0)[2]).toContain('Rejected')
    expect(screen.pageText()).toContain('2 lines')
  })

  it('change the line of an alert that arrived again or is now contradicted', async () => {
    lists(line(1))
    await screen.openAlerts()
    await comes(line(1, { receipts: 2, marks: ['conflict'] }))
    expect(screen.signs(0)).toEqual(['conflict', 'received 2 times'])
  })

  it('does not leave an alert open that a new filter excludes', async () => {
    lists(line(1))
    await screen.openAlerts()
    await screen.selectRow(0)
    expect(screen.beside()).toContain('USD 12,500.00')
    await screen.choose('Kind', 'ach')
    expect(screen.beside()).toBe('')
  })

  it('are counted and move no line away while a line has the focus', async () => {
    lists(line(1))
    await screen.openAlerts()
    await screen.selectRow(0)
    await comes(line(3), line(2), line(1))
    expect(screen.lineCount()).toBe(1)
    await screen.click('Show 2 new')
    expect(screen.lineCount()).toBe(3)
    expect((document.activeElement as HTMLElement).dataset['row']).toBe('0')
  })

  it('are counted also where one replaces the line of its payment', async () => {
    lists(line(2), line(1))
    await screen.openAlerts()
    await screen.selectRow(0)
    await comes(line(3), line(2))
    expect(screen.pageText()).toContain('Show 1 new')
    await screen.click('Show 1 new')
    expect(screen.lineCount()).toBe(2)
  })

  it('are counted also in a list that is at its limit', async () => {
    const full = { next: null, total: 20_000, isMore: true }
    bridge.alerts.list.mockResolvedValue(ok({ items: [line(1)], ...full }))
    await screen.openAlerts()
    await screen.selectRow(0)
    bridge.alerts.list.mockResolvedValue(ok({ items: [line(3), line(2)], ...full }))
    bridge.emit('alerts', 'changed', { latestSeq: 3 })
    await flushPromises()
    expect(screen.pageText()).toContain('Show 2 or more new')
  })

  it('are requested at most twice for any number of events', async () => {
    lists(line(1))
    await screen.openAlerts()
    bridge.alerts.list.mockClear()
    for (let seq = 2; seq < 50; seq += 1) bridge.emit('alerts', 'changed', { latestSeq: seq })
    await flushPromises()
    expect(bridge.alerts.list.mock.calls.length).toBeLessThanOrEqual(2)
  })
})

describe('the head of the screen', () => {
  it('shows when the last alert arrived, and how many deliveries are unread or in quarantine', async () => {
    bridge.alerts.getSummary.mockResolvedValue(ok(alertSummary({ unread: 3, quarantined: 2 })))
    await screen.openAlerts()
    expect(screen.pageText()).toMatch(/Last alert 2026-11-2\d \d\d:\d\d \u00b7/)
    expect(screen.pageText()).toContain('3 stored deliveries being read')
    expect(byRole('tab', 'Quarantine 2')).toBeTruthy()
  })

  it('raises an alarm for conflicts that nobody reviewed, and lists them', async () => {
    bridge.alerts.getSummary.mockResolvedValue(ok(alertSummary({ conflicts: 2 })))
    const { page } = await screen.openAlerts()
    const [alarm] = allByRole('alert')
    expect(alarm?.textContent).toContain('2 alerts share their id with different content')
    await expectNoViolation(page)
    await screen.click('Show conflicts')
    expect(bridge.alerts.list).toHaveBeenLastCalledWith(
      expect.objectContaining({ mark: 'conflict' }),
    )
  })

  it('raises no alarm without a conflict', async () => {
    await screen.openAlerts()
    expect(allByRole('alert')).toEqual([])
  })
})
