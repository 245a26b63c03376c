import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type {
  BatchEntry,
  AcknowledgedKind,
} from '../../../../../preload/contract/domain/batches/batch.ts'
import type { ExceptionLine } from '../../../../../preload/contract/domain/batches/exceptions.ts'
import { ok } from '../../../../../preload/contract/kernel/result.ts'
import { deadlineBadge } from '../../../../../renderer/text/deadline.ts'
import ReturnsPage from '../../../../../renderer/features/money/returns/ReturnsPage.vue'
import {
  batchEntry,
  batchOrder,
  batchUuid,
  entryId,
  entryLine,
  otherAccount,
} from '../../../support/fake-batches.ts'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import * as screen from '../../../support/orders-stage.ts'
import { mountPage } from '../../../support/page.ts'
import { byRole, until } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  bridge.orders.get.mockResolvedValue(ok(batchOrder({ state: 'accepted' })))
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
})
const open = (address = '/returns') => mountPage(ReturnsPage, address, '/returns/:order?/:entry?')
const line = (part: Partial<ExceptionLine> = {}): ExceptionLine => ({
  ...entryLine({ changeCode: 'C01', verdict: 'accepted' }),
  orderId: 'b1',
  batchUuid,
  secCode: 'PPD',
  companyEntryDescription: 'PAYROLL',
  kind: 'change',
  at: screen.at,
  deadline: '2026-12-02',
  isHandled: false,
  isPrepared: false,
  ...part,
})
/** The entry as the window shows it, which a decision names. */
const seen = { id: 'b1', entryId: entryId(1), evidence: 'seen-1' }
const lists = (...items: ExceptionLine[]) =>
  bridge.batches.listExceptions.mockResolvedValue(ok({ items, next: null, total: items.length }))
const changed = batchEntry({
  verdict: 'accepted',
  changeCode: 'C01',
  change: {
    code: 'C01',
    text: null,
    correctedData: '\u2022\u2022\u2022\u20229999',
    corrects: ['accountNumber'],
    arrivedAt: screen.at,
    deadline: '2026-12-02',
    proposal: null,
    acknowledged: null,
    payee: { id: 'p1', name: 'Jonas Weber' },
    polledAt: null,
    otherAccount: null,
  },
})

describe('the exceptions', () => {
  it('start with the kind in the address, and ignore the kind of one entry', async () => {
    const first = async (address: string) => {
      const { page } = await open(address)
      const { kind } = bridge.batches.listExceptions.mock.lastCall?.[0] ?? {}
      page.unmount()
      return kind
    }
    expect(await first('/returns?kind=change')).toBe('change')
    expect(await first('/returns?kind=none')).toBe('all')
    expect(await first(`/returns/b1/${entryId(1)}?kind=change`)).toBe('all')
  })

  it('are the open ones until all are requested, and are filtered by main', async () => {
    lists(line())
    await open()
    expect(bridge.batches.listExceptions).toHaveBeenLastCalledWith(
      expect.objectContaining({ open: true, kind: 'all' }),
    )
    expect(screen.cells(0).join(' ')).toContain('C01')
    byRole('checkbox', 'Open only').click()
    await flushPromises()
    byRole('radio', 'Returned').click()
    await flushPromises()
    expect(bridge.batches.listExceptions).toHaveBeenLastCalledWith(
      expect.objectContaining({ open: false, kind: 'return' }),
    )
    await screen.expectAccessible()
  })

  it('list an entry twice that was returned and needs a correction', async () => {
    lists(line(), line({ kind: 'return', returnCode: 'R03', deadline: null }))
    await open()
    expect(screen.cells(0).join(' ')).toContain('To be corrected')
    expect(screen.cells(1).join(' ')).toContain('Returned')
  })

  it('explain themselves while nothing is open', async () => {
    await open()
    expect(screen.pageText()).toContain('No open items')
    await screen.expectAccessible()
  })
})

describe('a notification of change', () => {
  it('proposes the correction of the payee once, and shows who decides about it', async () => {
    lists(line())
    bridge.batches.getEntry.mockResolvedValue(ok(changed))
    const { router } = await open(`/returns/b1/${entryId(1)}?kind=change`)
    await until(() => expect(screen.beside()).toContain('Correction due'))
    expect(screen.beside()).toContain('account number')
    await screen.expectAccessible()
    bridge.batches.getEntry.mockResolvedValue(
      ok({
        ...changed,
        change: changed.change && {
          ...changed.change,
          proposal: { payeeId: 'p1', version: 2, state: 'proposed' },
        },
      }),
    )
    await screen.click('Propose payee correction')
    expect(bridge.batches.proposeCorrection).toHaveBeenCalledWith(seen)
    expect(screen.beside()).toContain('A second person decides')
    expect(screen.buttons()).not.toContain('Propose payee correction')
    await screen.click('Open in Payees')
    expect(router.currentRoute.value.path).toBe('/payees/p1')
  })
})

describe('a notification of change without its correction', () => {
  const use = 'Use \u2022\u2022\u2022\u20220011 for this batch'
  const openEmpty = async (part: Partial<NonNullable<BatchEntry['change']>> = {}) => {
    lists(line({ changeCode: null }))
    const empty = { code: null, correctedData: null, corrects: [], ...part }
    bridge.batches.getEntry.mockResolvedValue(
      ok({
        ...changed,
        changeCode: null,
        change: changed.change && { ...changed.change, ...empty },
      }),
    )
    await open(`/returns/b1/${entryId(1)}?kind=change`)
    await until(() => expect(screen.beside()).toContain('Correction not loaded'))
  }

  it('shows why, and loads the correction on request', async () => {
    await openEmpty()
    expect(screen.beside()).toContain('Load the entry detail for code and data')
    expect(screen.buttons()).not.toContain(use)
    await screen.expectAccessible()
    const reads = bridge.batches.getEntry.mock.calls.length
    await screen.click('Load correction')
    expect(bridge.batches.poll).toHaveBeenCalledWith({ id: 'b1' })
    expect(bridge.batches.getEntry.mock.calls.length).toBeGreaterThan(reads)
  })

  it('shows that the bank was queried and returned none', async () => {
    await openEmpty({ polledAt: '2027-01-01T10:00:00.000Z' })
    expect(screen.beside()).toContain('sent no code or corrected data')
  })

  it('links to the account that the bank debits where that is the reason, and queries it', async () => {
    await openEmpty({ otherAccount })
    expect(screen.beside()).toContain('the bank lists this entry on \u2022\u2022\u2022\u20220011')
    await screen.expectAccessible()
    await screen.click(use)
    expect(bridge.batches.useAccount).toHaveBeenCalledWith({ id: 'b1', accountId: 'practice-1' })
    expect(bridge.batches.poll).toHaveBeenCalledWith({ id: 'b1' })
  })

  it('is not reported where the correction is complete', async () => {
    lists(line())
    bridge.batches.getEntry.mockResolvedValue(ok(changed))
    await open(`/returns/b1/${entryId(1)}?kind=change`)
    await until(() => expect(screen.beside()).toContain('Correction due'))
    expect(screen.buttons()).not.toContain('Load correction')
  })
})

describe('an exception that stays open after a proposal', () => {
  const ofChange = (part: Partial<NonNullable<BatchEntry['change']>>) => ({
    ...changed,
    change: changed.change && { ...changed.change, ...part },
  })
  const openAt = async (entry: BatchEntry, kind: AcknowledgedKind) => {
    lists(line({ kind }))
    bridge.batches.getEntry.mockResolvedValue(ok(entry))
    await open(`/returns/b1/${entryId(1)}?kind=${kind}`)
    await until(() => expect(screen.beside()).toContain('Addenda status'))
  }
  const expectDisabled = async (name: string) => {
    const button = byRole('button', name)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    // jsdom does not recognize keyboard focus, and the tooltip opens only for that.
    Object.assign(button, { matches: () => true })
    button.focus()
    await until(() => expect(byRole('tooltip').textContent).toContain('Only a maker may do this'))
    button.blur()
    await until(() => expect(document.querySelector('[role="tooltip"]')).toBeNull())
  }
  const proposed = (state: string) => ofChange({ proposal: { payeeId: 'p1', version: 2, state } })

  const back = batchEntry({
    return: {
      code: 'R02',
      text: null,
      date: null,
      mayRetry: false,
      reentries: 0,
      warnings: [],
      acknowledged: null,
    },
  })

  it('offers no maker actions to others, and shows why', async () => {
    bridge.workstation.getState.mockResolvedValue(ok(screen.asTheo))
    await openAt(changed, 'change')
    for (const name of ['Propose payee correction', 'Mark as handled']) {
      await expectDisabled(name)
      await screen.click(name)
    }
    expect(bridge.batches.proposeCorrection).not.toHaveBeenCalled()
    expect(document.querySelector('[role="dialog"], [role="alertdialog"]')).toBeNull()
  })

  it('shows somebody who is no maker why a return is neither prepared again nor marked', async () => {
    bridge.workstation.getState.mockResolvedValue(ok(screen.asTheo))
    await openAt(back, 'return')
    for (const name of ['Prepare again as draft', 'Mark as handled']) await expectDisabled(name)
  })

  it('offers a new payee where the receiver is in no book', async () => {
    await openAt(ofChange({ payee: null }), 'change')
    expect(screen.buttons()).not.toContain('Propose payee correction')
    await screen.click('Propose as new payee')
    expect(bridge.batches.proposeCorrection).toHaveBeenCalledWith(seen)
  })

  it.each(['refused', 'withdrawn'])('is proposed again where it was %s', async (state) => {
    await openAt(proposed(state), 'change')
    await screen.click('Propose payee correction')
    expect(bridge.batches.proposeCorrection).toHaveBeenCalledWith(seen)
  })

  it.each(['proposed', 'approved'])('is not proposed twice where it is %s', async (state) => {
    await openAt(proposed(state), 'change')
    expect(screen.buttons()).not.toContain('Propose payee correction')
  })

  it('is marked as handled with a note, and shows by whom', async () => {
    await openAt(ofChange({ code: 'C05', corrects: ['accountType'] }), 'change')
    await screen.click('Mark as handled')
    await screen.click('Mark the change of Jonas Weber as handled')
    expect(bridge.batches.acknowledgeException).not.toHaveBeenCalled()
    await screen.write('Action taken*', 'Template corrected')
    bridge.batches.getEntry.mockResolvedValue(
      ok(
        ofChange({
          acknowledged: { by: 'Mara Ellison', at: screen.at, note: 'Template corrected' },
        }),
      ),
    )
    await screen.click('Mark the change of Jonas Weber as handled')
    expect(bridge.batches.acknowledgeException).toHaveBeenCalledWith({
      ...seen,
      kind: 'change',
      note: 'Template corrected',
    })
    expect(screen.beside()).toContain('Handled by Mara Ellison')
    expect(screen.beside()).toContain('Template corrected')
    for (const gone of ['Mark as handled', 'Propose payee correction']) {
      expect(screen.buttons()).not.toContain(gone)
    }
    await screen.expectAccessible()
  })

  it.each([
    ['answer', 'not-accepted', { verdict: 'in-error' }],
    ['status', 'unclear', { state: 'unclear' }],
  ] as const)('is marked the same way where its %s is open', async (name, kind, part) => {
    await openAt(batchEntry(part), kind)
    expect(screen.buttons()).not.toContain('Prepare again as draft')
    await screen.click('Mark as handled')
    await screen.write('Action taken*', 'Bank support has it')
    await screen.click(`Mark the ${name} of Jonas Weber as handled`)
    expect(bridge.batches.acknowledgeException).toHaveBeenCalledWith({
      ...seen,
      kind,
      note: 'Bank support has it',
    })
    await screen.expectAccessible()
  })

  it('is marked the same way where it is a return', async () => {
    await openAt(back, 'return')
    await screen.click('Mark as handled')
    await screen.write('Action taken*', 'Paid by wire')
    await screen.click('Mark the return of Jonas Weber as handled')
    expect(bridge.batches.acknowledgeException).toHaveBeenCalledWith({
      ...seen,
      kind: 'return',
      note: 'Paid by wire',
    })
  })
})

describe('a return that was reported', () => {
  const report: NonNullable<BatchEntry['returnReport']> = {
    at: screen.at,
    by: 'alert',
    isContradiction: false,
    code: 'R03',
    text: null,
    date: null,
    polledAt: null,
    whyNoInquiry: null,
    mayBeRefuted: false,
  }
  const reportedEntry = (
    part: Partial<typeof report> = {},
    entry: Partial<BatchEntry> = {},
  ): BatchEntry =>
    batchEntry({
      state: 'settled',
      verdict: 'accepted',
      returnReportedAt: screen.at,
      returnReport: { ...report, ...part },
      ...entry,
    })
  const openAt = async (entry: BatchEntry, kind: AcknowledgedKind) => {
    lists(line({ kind, returnReportedAt: screen.at }))
    bridge.batches.getEntry.mockResolvedValue(ok(entry))
    await open(`/returns/b1/${entryId(1)}?kind=${kind}`)
    await until(() => expect(screen.beside()).toContain('Addenda status'))
  }
  const reply: NonNullable<BatchEntry['returnReply']> = {
    seq: 1,
    result: 'returned',
    contact: 'J. Doe',
    repliedAt: screen.at,
    ticket: 'T-1',
    recordedBy: screen.mara,
    recordedAt: screen.at,
    confirmedBy: null,
    confirmedAt: null,
  }

  it('is shown as reported and asked about, and offers no presenting again', async () => {
    await openAt(reportedEntry(), 'return')
    expect(screen.beside()).toContain('Return reported by an alert; asking the bank')
    expect(screen.beside()).not.toContain('Settled')
    for (const gone of [
      'Prepare again as draft',
      'Mark as handled',
      'Record the bank\u2019s reply',
    ])
      expect(screen.buttons()).not.toContain(gone)
    await screen.click('Check at bank')
    expect(bridge.batches.poll).toHaveBeenCalledWith({ id: 'b1' })
    await screen.expectAccessible()
  })

  it('is unclear once the bank contradicts it', async () => {
    await openAt(reportedEntry({ mayBeRefuted: true }, { state: 'unclear' }), 'unclear')
    expect(screen.beside()).toContain('A return was reported, and the bank does not show it')
    expect(screen.buttons()).not.toContain('Prepare again as draft')
    expect(screen.buttons()).toContain('Record the bank\u2019s reply')
  })

  it('takes a written reply with the entry that was shown, where the bank cannot be asked', async () => {
    await openAt(reportedEntry({ whyNoInquiry: 'not-permitted', mayBeRefuted: true }), 'return')
    expect(screen.beside()).toContain('ACH inquiry is not part of the agreement')
    expect(screen.buttons()).not.toContain('Check at bank')
    await screen.click('Record the bank\u2019s reply')
    const dialog = await until(() => byRole('dialog'))
    expect(dialog.textContent).toContain('Jonas Weber')
    await screen.click('It was returned', 'radio')
    await screen.write('Contact at the bank*', 'J. Doe')
    await screen.write('Bank ticket number*', 'T-1')
    await screen.click('Record reply')
    expect(bridge.batches.recordReturnReply).toHaveBeenCalledWith({
      ...seen,
      result: 'returned',
      contact: 'J. Doe',
      ticket: 'T-1',
      repliedAt: expect.stringMatching(/Z$/) as string,
    })
    await screen.expectAccessible()
  })

  it('is confirmed by another person, with the reply in view', async () => {
    bridge.workstation.getState.mockResolvedValue(ok(screen.asTheo))
    await openAt(
      reportedEntry({ whyNoInquiry: 'not-permitted', mayBeRefuted: true }, { returnReply: reply }),
      'return',
    )
    expect(screen.beside()).toContain('it was returned (not confirmed yet)')
    await screen.click('Confirm the bank\u2019s reply')
    const dialog = await until(() => byRole('alertdialog'))
    expect(dialog.textContent).toContain('T-1')
    expect(dialog.textContent).toContain('pays twice')
    await screen.expectAccessible()
  })
})

describe('deadlines', () => {
  const noonEastern = Date.parse('2026-11-30T17:00:00Z')
  it.each([
    ['2026-12-08', '8 days left', 'neutral'],
    ['2026-12-01', '1 day left', 'warning'],
    ['2026-11-30', 'Due today', 'bad'],
    ['2026-11-27', 'Overdue by 3 days', 'bad'],
  ])('of %s show %s', (deadline, label, tone) => {
    expect(deadlineBadge(deadline, noonEastern)).toEqual({ label, tone })
  })

  it('count by the day of the bank: late in the evening it is still today in the East', () => {
    expect(deadlineBadge('2026-11-30', Date.parse('2026-12-01T04:30:00Z')).label).toBe('Due today')
  })
})

describe('the return rates', () => {
  it('are shown with counts beside their thresholds, and a rate above one is reported', async () => {
    const group = (name: 'unauthorized' | 'overall', basisPoints: number | null, is: boolean) => ({
      group: name,
      codes: [],
      returns: 3,
      basisPoints,
      threshold: 50,
      isAbove: is,
    })
    bridge.batches.getReturnRates.mockResolvedValue(
      ok({
        from: '2026-09-22',
        to: '2026-11-21',
        debits: 400,
        groups: [group('unauthorized', 75, true), group('overall', null, false)],
      }),
    )
    await open()
    const pageText = screen.section('Debit return rates')
    expect(pageText).toContain('0.75 %')
    expect(pageText).toContain('3 returns of 400')
    expect(pageText).toContain('Above the threshold')
    expect(pageText).toContain('no rate yet')
    expect(byRole('meter', 'Return rate, unauthorized').getAttribute('aria-valuetext')).toBe(
      '0.75 %, threshold 0.50 %',
    )
    await screen.expectAccessible()
  })
})
