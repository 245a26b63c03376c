import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../../preload/contract/kernel/result.ts'
import ApprovalsPage from '../../../../../renderer/features/money/approvals/ApprovalsPage.vue'
import UnknownOutcomePage from '../../../../../renderer/features/money/unknown-outcome/UnknownOutcomePage.vue'
import { batchContent, batchOrder, batchOrderLine, entryId } from '../../../support/fake-batches.ts'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import * as screen from '../../../support/orders-stage.ts'
import { mountPage } from '../../../support/page.ts'
import { byRole, until } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  bridge.workstation.getState.mockResolvedValue(ok(screen.asTheo))
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
})
/** A question shows these of the batch; its buttons name the action only. */
const facts = [
  '3 PPD entries',
  'CreditsUSD 4,527.50 in 3 entries',
  'Debitsnone',
  'CheckingUSD 4,527.50 in 3 entries',
  'Savingsnone',
  '2026-11-24',
  'Practice',
]

describe('a batch that waits for approval', () => {
  const shown = batchOrder({
    batch: batchContent({
      entriesWithProblems: 1,
      duplicatesWithin: 2,
      earlierDuplicates: 2,
      outliers: {
        count: 7,
        first: [
          {
            entryId: entryId(3),
            number: 3,
            amount: 4_455_667_700,
            against: 'batch',
            usual: 310_000,
          },
        ],
      },
    }),
    warnings: [
      {
        path: 'effectiveDate',
        message: 'A bank holiday',
        source: 'network' as const,
        where: 'Federal Reserve holidays',
      },
    ],
  })
  beforeEach(() => {
    bridge.orders.list.mockResolvedValue(ok({ items: [batchOrderLine()], next: null, total: 1 }))
    bridge.orders.review.mockResolvedValue(ok({ order: shown, seenAt: null, changes: [] }))
  })

  it('shows its head, totals, entries and flags, without the parties of a payment', async () => {
    const duplicates = { payments: [], entries: 4, batches: ['c'.repeat(64)] }
    const found = { ...shown, duplicates }
    bridge.orders.review.mockResolvedValue(ok({ order: found, seenAt: null, changes: [] }))
    await mountPage(ApprovalsPage, '/approvals/b1', '/approvals/:id?')
    await until(() => expect(screen.beside()).toContain('Jonas Weber'))
    const pageText = screen.beside()
    for (const text of [
      'PAYROLL',
      '3 PPD entries',
      'USD 4,527.50',
      '1 entry breaks a rule',
      '2 duplicate entries in this batch',
      '2 possible duplicates outside this batch',
      '7 amounts stand out',
      'Row 3: USD 44,556,677.00 stands out: the median of this batch is USD 3,100.00',
      '3 not verified',
      'A bank holiday',
      shown.bodySha256 ?? '',
    ])
      expect(pageText).toContain(text)
    expect(pageText.match(/duplicate/g)).toHaveLength(2)
    // What is the same for all entries is shown once.
    for (const text of ['2026-11-24', 'Own account', 'Amounts in dollars', 'Environment'])
      expect(pageText.split(text)).toHaveLength(2)
    expect(pageText).not.toContain('Beneficiary')
    expect(pageText).not.toContain('payment')
    expect(bridge.batches.listEntries).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'b1', cursor: null, limit: 100 }),
    )
    await screen.expectAccessible()
  })

  it('shows for a reversal the reversed batch and the reason, and that the approval covers both', async () => {
    const prepared = {
      ...({ as: 'reversal', orderId: 'b0', uuid: 'f'.repeat(32) } as const),
      reason: 'Wrong amount: ten times too much',
    } as const
    const reversal = batchOrder({ batch: batchContent({ prepared }) })
    bridge.orders.review.mockResolvedValue(ok({ order: reversal, seenAt: null, changes: [] }))
    await mountPage(ApprovalsPage, '/approvals/b1', '/approvals/:id?')
    await until(() => expect(screen.beside()).toContain('Jonas Weber'))
    const pageText = screen.section('Prepared from')
    for (const text of [prepared.uuid, prepared.reason, 'Covered by the approval'])
      expect(pageText).toContain(text)
    await screen.expectAccessible()
  })

  it('cannot be decided after a change of the payee book until it is reviewed again', async () => {
    const typed = {
      path: 'entries',
      message:
        '1 entry not chosen from the payee book goes to a former or proposed account of a payee',
      ...({ source: 'network', where: 'Payee book of this workstation' } as const),
    }
    await mountPage(ApprovalsPage, '/approvals/b1', '/approvals/:id?')
    await until(() => expect(screen.beside()).toContain('Jonas Weber'))
    const now = { ...shown, warnings: [typed, ...shown.warnings] }
    bridge.orders.get.mockResolvedValue(ok(now))
    bridge.emit('payees', 'changed', { id: 'p1' })
    await flushPromises()
    expect(screen.beside()).toContain('It has changed since it was shown')
    const changes = [{ field: 'Payee book: another account', before: '', after: '1 entry: row 2' }]
    bridge.orders.review.mockResolvedValue(ok({ order: now, seenAt: screen.at, changes }))
    await screen.click('Show current version')
    await until(() => expect(screen.beside()).toContain(typed.message))
    expect(screen.beside()).toContain('1 entry: row 2')
    expect(screen.beside()).not.toContain('It has changed since it was shown')
  })

  it('is approved exactly as shown, after a confirmation with count, totals, SEC code and date', async () => {
    await mountPage(ApprovalsPage, '/approvals/b1', '/approvals/:id?')
    await until(() => expect(screen.beside()).toContain('Jonas Weber'))
    await screen.click('Approve')
    const dialog = await until(() => byRole('alertdialog'))
    for (const part of ['Approve this batch?', ...facts]) expect(dialog.textContent).toContain(part)
    ;[...dialog.querySelectorAll('button')]
      .find((b) => b.textContent.includes('Approve batch'))
      ?.click()
    await flushPromises()
    expect(bridge.orders.approve).toHaveBeenCalledWith({
      id: 'b1',
      approvalHash: shown.approvalHash,
    })
  })
})

describe('a batch with an unknown outcome', () => {
  it('shows each inquiry by which the bank was queried, and the risk of a resend', async () => {
    const inquiry = {
      by: 'system',
      statusText: null,
      reason: null,
      callId: null,
      counts: true,
      reliability: null,
      raw: null,
      at: screen.at,
    }
    bridge.orders.list.mockResolvedValue(
      ok({ items: [batchOrderLine({ state: 'outcome-unknown' })], next: null, total: 1 }),
    )
    bridge.orders.get.mockResolvedValue(
      ok(
        batchOrder({
          state: 'outcome-unknown',
          inquiries: [
            { ...inquiry, seq: 1, route: 'addenda', verdict: 'not-found' },
            { ...inquiry, seq: 2, route: 'list', verdict: 'undecided' },
          ],
          unknownOutcome: {
            evidence: 'e'.repeat(64),
            inquiryQualifiesFrom: screen.at,
            isRouteProven: true,
            proposal: null,
          },
          may: screen.may('inquire', 'propose-resend'),
        }),
      ),
    )
    await mountPage(UnknownOutcomePage, '/unknown-outcomes/b1', '/unknown-outcomes/:id?')
    await until(() => expect(screen.beside()).toContain('The bank may or may not have this batch'))
    const pageText = screen.beside()
    expect(pageText).toContain('by addenda status')
    expect(pageText).toContain('by the entry list of your account')
    expect(pageText).toContain('pay every entry twice')
    expect(pageText).toContain('Full batch under ACH batches')
    await screen.expectAccessible()
  })
})
