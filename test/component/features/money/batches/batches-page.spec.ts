import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '../../../../../preload/contract/domain/orders/order.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import BatchesPage from '../../../../../renderer/features/money/batches/BatchesPage.vue'
import {
  batchContent,
  batchEntry,
  batchLine,
  batchOrder,
  batchOrderLine,
  batchUuid,
  entryId,
  entryLine,
  noOwnersKnown,
  otherAccount,
  recurringTemplate,
} from '../../../support/fake-batches.ts'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import * as screen from '../../../support/orders-stage.ts'
import { mountPage } from '../../../support/page.ts'
import { allByRole, byRole, until } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
})

const open = (address = '/batches') => mountPage(BatchesPage, address, '/batches/:id?/:entry?')
/** A question shows these of the batch; its buttons name the action only. */
const facts = ['3 PPD entries', 'USD 4,527.50', '2026-11-24', 'Practice']
const refused = err({
  code: 'invalid-input' as const,
  fields: [{ path: 'id', message: 'Reversed already', source: 'workstation' }],
})
const tally = {
  settled: 0,
  accepted: 2,
  rejected: 1,
  inError: 0,
  unclear: 0,
  notMentioned: 0,
  returned: 0,
  changed: 0,
}

/** Main has exactly this batch. */
function mainHas(part: Partial<Order> = {}): Order {
  const one = batchOrder(part)
  bridge.orders.get.mockResolvedValue(ok(one))
  bridge.orders.list.mockResolvedValue(
    ok({ items: [batchOrderLine(part as never)], next: null, total: 1 }),
  )
  return one
}
async function choose(name: string): Promise<void> {
  byRole('button', 'More').dispatchEvent(
    new MouseEvent('pointerdown', { button: 0, bubbles: true, ctrlKey: false }),
  )
  byRole('button', 'More').click()
  const item = await until(() => {
    const found = allByRole('menuitem').find((one) => one.textContent.includes(name))
    if (!found) throw new Error(`no menu item ${name}`)
    return found
  })
  item.click()
  await flushPromises()
  await new Promise((resolve) => setTimeout(resolve, 20))
  await flushPromises()
}

describe('a batch whose bank debits another account', () => {
  const use = 'Use \u2022\u2022\u2022\u20220011 for this batch'
  const pageText = 'The bank debits \u2022\u2022\u2022\u20220011, not \u2022\u2022\u2022\u20220029'

  it('reports it once, with one action', async () => {
    mainHas({ state: 'accepted', batch: batchContent({ tally, otherAccount }) })
    await open('/batches/b1')
    await until(() => expect(screen.beside()).toContain(pageText))
    expect(screen.beside()).toContain('Nothing is sent')
    await screen.expectAccessible()
    await screen.click(use)
    expect(bridge.batches.useAccount).toHaveBeenCalledWith({ id: 'b1', accountId: 'practice-1' })
  })

  it('names the account in use, and links to Connection where the other account is not in this profile', async () => {
    const unknown = { ...otherAccount, debitedId: null, debitedName: null }
    const queriedAccount = { account: '\u2022\u2022\u2022\u20220029', name: 'Alder Falls Payroll' }
    mainHas({ state: 'accepted', batch: batchContent({ otherAccount: unknown, queriedAccount }) })
    const { router } = await open('/batches/b1')
    await until(() => expect(screen.beside()).toContain('is not an account of this profile'))
    expect(screen.beside()).toContain('Alder Falls Payroll \u2022\u2022\u2022\u20220029')
    expect(screen.buttons()).not.toContain(use)
    await screen.click('Add the account')
    expect(router.currentRoute.value.path).toBe('/connection')
  })
})

describe('the result of a batch', () => {
  it('is shown at its head as counts and sums beside the bar, without zeros', async () => {
    const totals = (entries: number, credits: number) => ({ entries, credits, debits: 0 })
    const outcome = {
      settled: totals(1_200, 452_750),
      inProgress: totals(0, 0),
      returned: { entries: 1, credits: 0, debits: 4_000 },
      rejected: totals(2, 1_000),
      unclear: totals(0, 0),
    }
    mainHas({ state: 'accepted', batch: batchContent({ tally, outcome }) })
    await open('/batches/b1')
    const result = () => document.querySelector('[aria-label="Result of the entries"]')
    await until(() => expect(result()).not.toBeNull())
    expect([...(result()?.querySelectorAll('li') ?? [])].map((one) => one.textContent)).toEqual([
      '1,200settledcredits USD 4,527.50',
      '1returneddebits USD 40.00',
      '2rejectedcredits USD 10.00',
    ])
    await screen.expectAccessible()
  })

  it('is not shown before there is an answer', async () => {
    mainHas({ state: 'approved' })
    await open('/batches/b1')
    await until(() => expect(screen.beside()).toContain('PAYROLL'))
    expect(document.querySelector('[aria-label="Result of the entries"]')).toBeNull()
  })
})

describe('the list of batches', () => {
  it('shows a batch as completed as soon as its last entry has settled', async () => {
    const lists = (settled: number): void =>
      void bridge.orders.list.mockResolvedValue(
        ok({
          items: [
            batchOrderLine({
              batch: batchLine({ tally: { ...tally, rejected: 0, accepted: 3, settled } }),
              state: 'accepted',
            }),
          ],
          next: null,
          total: 1,
        }),
      )
    lists(2)
    await open()
    await until(() => expect(screen.pageText()).toContain('Settled in part'))
    lists(3)
    bridge.emit('batches', 'changed', { id: 'b1' })
    await until(() => expect(screen.pageText()).toContain('3 settled'))
    expect(document.querySelector('[data-row="0"] [data-tone="good"]')?.textContent).toBe('Settled')
  })

  it('requests only batches, and shows count, credits and debits of each', async () => {
    mainHas({ batch: batchContent({ debits: 1_000, secCode: 'CTX' }) })
    bridge.orders.list.mockResolvedValue(
      ok({
        items: [batchOrderLine({ batch: batchLine({ debits: 1_000, tally }), state: 'accepted' })],
        next: null,
        total: 1,
      }),
    )
    await open()
    expect(bridge.orders.list).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'batch' }))
    expect(bridge.orders.getCounts).toHaveBeenLastCalledWith({ kind: 'batch' })
    const line = screen.cells(0).join(' ')
    expect(line).toContain('USD 4,527.50')
    expect(line).toContain('USD 10.00')
    expect(line).toContain('2 accepted, 1 rejected')
    await screen.expectAccessible()
  })

  it.each([
    [{ accepted: 3, rejected: 0 }, 'Accepted'],
    [{ accepted: 2, rejected: 1 }, 'Accepted in part'],
    [{ accepted: 0, inError: 3, rejected: 0 }, 'No entry accepted'],
    [{ accepted: 2, rejected: 0, unclear: 1 }, 'Entries unclear'],
    [{ accepted: 0, rejected: 1, notMentioned: 2 }, 'Entries unclear'],
  ])(
    'bank note 83: shows %o as “%s”, also beside an open batch',
    async (pageText, expectedText) => {
      const batch = batchLine({ tally: { ...tally, ...pageText } })
      mainHas({ state: 'accepted' })
      bridge.orders.list.mockResolvedValue(
        ok({ items: [batchOrderLine({ batch, state: 'accepted' })], next: null, total: 1 }),
      )
      await open('/batches/b1')
      expect(screen.cells(0)).toContain(expectedText)
    },
  )

  it('explains itself while there is none, and offers the first step', async () => {
    bridge.orders.list.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
    const { router } = await open()
    expect(screen.pageText()).toContain('No batches yet')
    await screen.click('New batch')
    expect(router.currentRoute.value.path).toBe('/batches/new')
  })
})

describe('an open batch', () => {
  it('is confirmed by count, totals, SEC code, date and environment before it is released', async () => {
    const one = mainHas({ state: 'approved', may: screen.may('release') })
    await open('/batches/b1')
    await screen.click('Release')
    const dialog = await until(() => byRole('alertdialog'))
    for (const part of ['Release this batch?', ...facts]) expect(dialog.textContent).toContain(part)
    expect(dialog.textContent).toContain(batchUuid)
    expect(dialog.textContent).toContain(one.bodySha256)
    ;[...dialog.querySelectorAll('button')]
      .find((b) => b.textContent.includes('Release batch'))
      ?.click()
    await flushPromises()
    expect(bridge.orders.release).toHaveBeenCalledWith({ id: 'b1', approvalHash: one.approvalHash })
  })

  it.each([
    ['submitted', 'draft', 'Submit for approval', 'Submit batch'],
    ['released', 'approved', 'Release', 'Release batch'],
  ] as const)(
    'says how much of it is checking and savings before it is %s',
    async (_, state, act, confirm) => {
      const figures = [
        { direction: 'C' as const, accountType: 'C' as const, entries: 2, amount: 400_000 },
        { direction: 'C' as const, accountType: 'S' as const, entries: 1, amount: 52_750 },
      ]
      mainHas({ state, batch: batchContent({ figures }), may: screen.may('submit', 'release') })
      await open('/batches/b1')
      await screen.click(act)
      const dialog = await until(() => byRole('alertdialog'))
      for (const part of [
        'CreditsUSD 4,527.50 in 3 entries',
        'Debitsnone',
        'CheckingUSD 4,000.00 in 2 entries',
        'SavingsUSD 527.50 in 1 entry',
      ])
        expect(dialog.textContent).toContain(part)
      const { submit, release } = bridge.orders
      const calls = (): number => submit.mock.calls.length + release.mock.calls.length
      expect(calls()).toBe(0)
      ;[...dialog.querySelectorAll('button')]
        .find((button) => button.textContent.includes(confirm))
        ?.click()
      await flushPromises()
      expect(calls()).toBe(1)
    },
  )

  it('is edited and copied on the screen for new batches', async () => {
    mainHas({ state: 'draft', may: screen.may('edit', 'copy') })
    const { router } = await open('/batches/b1')
    await screen.click('Copy to draft')
    expect(bridge.batches.copy).toHaveBeenCalledWith({ id: 'b1' })
    expect(bridge.orders.copy).not.toHaveBeenCalled()
    expect(router.currentRoute.value.path).toBe('/batches/new/b2')
  })

  it.each([
    [['maker'], []],
    [['checker'], ['Prepare returned', 'Prepare a reversal', 'Save as template']],
    [
      ['administrator'],
      ['Check entry status', 'Prepare returned', 'Prepare a reversal', 'Save as template'],
    ],
  ] as const)('shows a %s in advance what main would refuse', async (roles, blocked) => {
    const { operator } = screen.asTheo
    bridge.workstation.getState.mockResolvedValue(
      ok({ ...screen.asTheo, operator: { ...operator, roles: [...roles] } }),
    )
    mainHas({ state: 'accepted' })
    await open('/batches/b1')
    byRole('button', 'More').dispatchEvent(
      new MouseEvent('pointerdown', { button: 0, bubbles: true, ctrlKey: false }),
    )
    byRole('button', 'More').click()
    const items = await until(() => {
      const found = allByRole('menuitem')
      expect(found.length).toBeGreaterThan(0)
      return found
    })
    const reasons = items
      .map(({ textContent }) => textContent)
      .filter((text) => /Only an? .* may do this/.test(text))
    expect(reasons).toHaveLength(blocked.length)
    for (const [at, name] of blocked.entries()) expect(reasons[at]).toContain(name)
  })

  it('bank note 83: shows an accepted batch with refused entries, and the date that the bank set', async () => {
    mainHas({
      state: 'accepted',
      batch: batchContent({
        tally,
        answer: {
          status: 'accepted',
          effectiveDate: '2026-11-25',
          requestAcceptedUTCTime: null,
          informationMessages: [{ code: 'EFF-1', moreInfo: 'The effective date was moved' }],
          errorMessages: [],
          strays: 1,
        },
      }),
    })
    await open('/batches/b1')
    const answer = screen.section('Answer to the batch')
    expect(answer).toContain('1 entry not accepted')
    expect(answer).toContain('Requested 2026-11-24')
    expect(answer).toContain('The effective date was moved')
    expect(answer).toContain('One answered entry was never sent')
    await screen.expectAccessible()
  })

  it('shows no answer before anything was sent', async () => {
    mainHas({ state: 'awaiting-approval' })
    await open('/batches/b1')
    expect(screen.pageText()).toContain('Batch details')
    expect(screen.pageText()).not.toContain('No readable response from the bank yet')
  })

  it('counts the warnings of its entries', async () => {
    mainHas({
      batch: batchContent({
        entriesWithProblems: 2,
        duplicatesWithin: 1,
        earlierDuplicates: 4,
        changedPayees: 1,
        ownership: {
          ...noOwnersKnown,
          matches: 1,
          matchesInPart: 2,
          differs: 1,
          closed: 1,
          notFound: 3,
          notVerified: 1,
        },
        part: { file: 'payroll.csv', part: 2, of: 3 },
      }),
      duplicates: { payments: [], entries: 5, batches: ['c'.repeat(64)] },
    })
    await open('/batches/b1')
    const pageText = screen.pageText()
    for (const text of [
      '2 entries break a rule',
      '1 owner differs',
      '4 possible duplicates outside this batch',
      'Part 2 of 3',
      '1 account is closed',
      '3 accounts not found',
      '2 names differ in part',
      '1 closed, 3 not found, 1 matches, 2 match in part, 1 differs, 0 unknown, 1 not verified',
    ])
      expect(pageText).toContain(text)
  })

  it('is read again when main reports its entries', async () => {
    mainHas()
    await open('/batches/b1')
    mainHas({ batch: batchContent({ tally }), state: 'accepted' })
    bridge.emit('batches', 'changed', { id: 'b1' })
    await flushPromises()
    expect(document.querySelector('[data-testid="status"]')?.textContent).toContain('Accepted')
  })
})

describe('the entries', () => {
  it('are filtered, searched and sorted by main, and open with everything reported about them', async () => {
    mainHas({ batch: batchContent({ tally }), state: 'accepted' })
    bridge.batches.listEntries.mockResolvedValue(
      ok({
        items: [
          entryLine({
            verdict: 'rejected',
            traceNumber: '021000020000123',
            errorMessages: [{ code: '104', moreInfo: 'The check digit does not fit' }],
          }),
        ],
        next: null,
        total: 1,
      }),
    )
    const { router } = await open('/batches/b1')
    const steps = () => document.querySelector('ol[aria-label="Steps, in local time"]')
    expect(steps()).not.toBeNull()
    await screen.chooseTab('Entries 3')
    await until(() => expect(screen.pageText()).toContain('Jonas Weber'))
    // The list has the room of the steps; the status stays.
    expect(steps()).toBeNull()
    expect(document.querySelector('aside [data-testid="status"]')).not.toBeNull()
    expect(screen.pageText()).toContain('104 The check digit does not fit')
    const select = byRole('combobox', 'Entries') as HTMLSelectElement
    select.value = 'not-accepted'
    select.dispatchEvent(new Event('change'))
    await flushPromises()
    expect(bridge.batches.listEntries).toHaveBeenLastCalledWith(
      expect.objectContaining({ id: 'b1', filter: 'not-accepted' }),
    )
    await screen.expectAccessible()
    const row = byRole('grid', 'Entries').querySelector('[data-row="0"]')
    row?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await flushPromises()
    expect(router.currentRoute.value.path).toBe(`/batches/b1/${entryId(1)}`)
  })

  it('draw a part of 10,000 and load page by page', async () => {
    mainHas({ batch: batchContent({ entries: 10_000 }) })
    bridge.batches.listEntries.mockImplementation(({ cursor, limit }) => {
      const from = Number(cursor ?? 0)
      const items = Array.from({ length: limit }, (_, at) =>
        entryLine({ id: entryId(from + at), number: from + at + 1 }),
      )
      return Promise.resolve(ok({ items, next: String(from + limit), total: 10_000 }))
    })
    await open('/batches/b1')
    await screen.chooseTab('Entries 10000')
    await until(() => expect(byRole('grid', 'Entries').getAttribute('aria-rowcount')).toBe('10001'))
    expect(bridge.batches.listEntries).toHaveBeenCalledTimes(1)
  })
})

describe('an open entry', () => {
  const returned = batchEntry({
    verdict: 'accepted',
    state: 'returned',
    statusText: 'RETURNED',
    returnCode: 'R01',
    traceNumber: '021000020000123',
    errorMessages: [],
    informationMessages: [{ code: 'I-7', moreInfo: 'Name was shortened' }],
    return: {
      code: 'R01',
      text: 'INSUFFICIENT FUNDS',
      date: '11/25/2026',
      mayRetry: true,
      reentries: 1,
      acknowledged: null,
      warnings: [
        {
          path: 'details',
          message: 'Twice at most within 180 days',
          source: 'network',
          where: 'Nacha, reinitiation',
        },
      ],
    },
    events: [
      {
        seq: 1,
        at: screen.at,
        source: 'origination',
        statusText: 'accepted',
        detail: '',
        callId: 'c1',
        alertId: null,
      },
      {
        seq: 2,
        at: screen.at,
        source: 'inquiry',
        statusText: 'SETTLED',
        detail: '',
        callId: 'c2',
        alertId: null,
      },
      {
        seq: 3,
        at: screen.at,
        source: 'alert',
        statusText: 'RETURNED',
        detail: 'R01',
        callId: null,
        alertId: 'a1',
      },
    ],
    returnPossibleUntil: '2027-01-23',
  })

  it('shows every status event in its own place, the return with its meaning, and the possible next steps', async () => {
    mainHas({ state: 'accepted', batch: batchContent({ tally }) })
    bridge.batches.getEntry.mockResolvedValue(ok(returned))
    await open(`/batches/b1/${entryId(1)}`)
    expect(screen.section('Origination')).toContain('accepted')
    expect(screen.section('Inquiry')).toContain('SETTLED')
    expect(screen.section('Alert')).toContain('RETURNED')
    const pageText = screen.pageText()
    expect(pageText).toContain('Insufficient funds')
    expect(pageText).toContain('INSUFFICIENT FUNDS')
    expect(pageText).toContain('Prepared again once')
    expect(pageText).toContain('Twice at most within 180 days')
    expect(pageText).toContain('2027-01-23')
    expect(pageText).toContain('Name was shortened')
    await screen.expectAccessible()
  })

  it('is prepared again as a draft, which is not sent', async () => {
    mainHas({ state: 'accepted' })
    bridge.batches.getEntry.mockResolvedValue(ok(returned))
    const { router } = await open(`/batches/b1/${entryId(1)}`)
    await screen.click('Prepare again as draft')
    expect(bridge.batches.prepareReentry).toHaveBeenCalledWith({
      id: 'b1',
      entryIds: [entryId(1)],
    })
    expect(router.currentRoute.value.path).toBe('/batches/new/b2')
    expect(bridge.orders.submit).not.toHaveBeenCalled()
  })

  it('is corrected with all other rejected ones in one draft, which is not sent', async () => {
    mainHas({
      state: 'accepted',
      batch: batchContent({ tally: { ...tally, rejected: 6 }, rejectedWithoutFollowUp: 4 }),
    })
    const { router } = await open('/batches/b1')
    await screen.click('Fix and resend 4 rejected entries')
    expect(bridge.batches.prepareReentry).toHaveBeenCalledWith({ id: 'b1', entryIds: null })
    expect(router.currentRoute.value.path).toBe('/batches/new/b2')
    expect(bridge.orders.submit).not.toHaveBeenCalled()
  })

  it('is not resent while the outcome of the batch is unknown', async () => {
    mainHas({ state: 'outcome-unknown', batch: batchContent({ rejectedWithoutFollowUp: 4 }) })
    await open('/batches/b1')
    expect(screen.buttons().some((name) => name.startsWith('Fix and resend'))).toBe(false)
  })

  it('none is offered once all of them are presented again', async () => {
    mainHas({ state: 'accepted', batch: batchContent({ tally: { ...tally, rejected: 4 } }) })
    await open('/batches/b1')
    expect(screen.buttons().some((name) => name.startsWith('Fix and resend'))).toBe(false)
  })

  it('closes before its batch, as Escape goes back one step', async () => {
    mainHas()
    const { router } = await open(`/batches/b1/${entryId(1)}`)
    await screen.type('Escape')
    expect(router.currentRoute.value.path).toBe('/batches/b1')
  })

  it('bank note 81: lets the unit be confirmed only on an accepted entry of pre-production', async () => {
    bridge.workstation.getState.mockResolvedValue(ok(screen.asTheo))
    mainHas({ state: 'accepted' })
    bridge.batches.getEntry.mockResolvedValue(ok(returned))
    const first = await open(`/batches/b1/${entryId(1)}`)
    expect(screen.buttons()).not.toContain('Confirm amount shown by bank…')
    first.page.unmount()
    mainHas({ state: 'accepted', environment: 'pre-production' })
    bridge.workstation.getState.mockResolvedValue(ok(screen.asTheo))
    const unseen = await open(`/batches/b1/${entryId(1)}`)
    await screen.click('Confirm amount shown by bank…')
    expect(screen.pageText()).toContain('The inquiry has not shown an amount for this entry yet')
    unseen.page.unmount()
    bridge.batches.getEntry.mockResolvedValue(ok({ ...returned, shownAmount: '150025' }))
    await open(`/batches/b1/${entryId(1)}`)
    bridge.batches.confirmUnit.mockResolvedValue(
      err({ code: 'unit-not-confirmed', unit: 'dollars', why: 'amount-differs' }) as never,
    )
    await screen.click('Confirm amount shown by bank…')
    const dialog = await until(() => byRole('alertdialog'))
    for (const named of ['Number 1', entryId(1), 'USD 1,500.25', '150025'])
      expect(dialog.textContent).toContain(named)
    expect(bridge.batches.confirmUnit).not.toHaveBeenCalled()
    await screen.click('Confirm: USD 1,500.25 sent, 150025 shown')
    expect(bridge.batches.confirmUnit).toHaveBeenCalledWith({ id: 'b1', entryId: entryId(1) })
    expect(screen.pageText()).toContain(
      'The bank shows a different amount for this entry than was sent',
    )
  })
})

describe('addenda status', () => {
  const page = (numbers: readonly string[], next: string | null) =>
    ok({
      answer: {
        kind: 'answered',
        warnings: [],
        beside: [],
        reading: {
          uuid: 'u',
          status: 'accepted',
          errorMessages: [],
          informationMessages: [],
          traceNumber: null,
          other: [],
          addenda: numbers.map((addendaSequenceNumber) => ({
            addendaTypeCode: '05',
            addendaSequenceNumber,
            other: [],
            paymentRelatedInformation: `RMR ${addendaSequenceNumber}`,
          })),
        },
        trace: {
          status: 200,
          transactionId: null,
          namesPayment: false,
          correlationId: null,
          transactionTime: null,
        },
      },
      raw: '{"addenda":[]}',
      callId: 'c9',
      next,
    }) as never

  it('bank note 82: is read page by page with the number that the previous page returned', async () => {
    mainHas({ state: 'accepted' })
    bridge.batches.queryAddenda.mockResolvedValueOnce(page(['1', '2'], '3'))
    bridge.batches.queryAddenda.mockResolvedValueOnce(page(['3'], null))
    await open('/batches/b1')
    await screen.chooseTab('Addenda status')
    await screen.click('Get addenda status')
    await screen.click('Continue from addenda 3')
    expect(bridge.batches.queryAddenda.mock.calls.map(([one]) => one)).toEqual([
      { id: 'b1', entryId: null, start: null },
      { id: 'b1', entryId: null, start: '3' },
    ])
    expect(screen.section('Addenda answers')).toContain('3 addenda records on 2 pages')
    await screen.expectAccessible()
  })
})

describe('drafts and templates of a batch', () => {
  it('bank note 85: prepare a reversal as a draft, never called undo, only after a reason is chosen', async () => {
    mainHas({ state: 'accepted', batch: batchContent({ tally }) })
    const { router } = await open('/batches/b1')
    await choose('Prepare a reversal')
    const dialog = await until(() => byRole('dialog'))
    expect(dialog.textContent).toContain('no undo')
    await screen.click('Prepare draft')
    expect(bridge.batches.prepareReversal).not.toHaveBeenCalled()
    byRole('radio', 'Wrong amount').click()
    await flushPromises()
    await screen.click('Prepare draft')
    expect(bridge.batches.prepareReversal).toHaveBeenCalledWith({
      id: 'b1',
      entryIds: null,
      reason: { ground: 'amount', note: '' },
    })
    expect(bridge.orders.submit).not.toHaveBeenCalled()
    expect(bridge.orders.release).not.toHaveBeenCalled()
    expect(router.currentRoute.value.path).toBe('/batches/new/b2')
  })

  it('are offered only to makers, and others see why', async () => {
    bridge.workstation.getState.mockResolvedValue(ok(screen.asTheo))
    mainHas({ state: 'accepted', batch: batchContent({ tally }) })
    await open('/batches/b1')
    byRole('button', 'More').click()
    const menu = await until(() => byRole('menu', 'More about the batch'))
    const blocked = [...menu.querySelectorAll('[role="menuitem"][aria-disabled="true"]')]
    expect(blocked.map((one) => one.textContent)).toEqual(
      ['Prepare returned entries again', 'Prepare a reversal', 'Save as template'].map(
        (name) => `${name}Only a maker may do this`,
      ),
    )
  })

  it('prepare a reversal for none of the four reasons of the network once a reason is typed', async () => {
    mainHas({ state: 'accepted', batch: batchContent({ tally }) })
    await open('/batches/b1')
    await choose('Prepare a reversal')
    await until(() => byRole('dialog'))
    byRole('radio', 'Another reason').click()
    await flushPromises()
    await screen.click('Prepare draft')
    expect(bridge.batches.prepareReversal).not.toHaveBeenCalled()
    const note = document.querySelector<HTMLInputElement>('[role=dialog] input[type=text]')
    if (!note) throw new Error('no field')
    note.value = 'The customer asked'
    note.dispatchEvent(new Event('input', { bubbles: true }))
    await flushPromises()
    await screen.click('Prepare draft')
    expect(bridge.batches.prepareReversal).toHaveBeenCalledWith({
      id: 'b1',
      entryIds: null,
      reason: { ground: 'other', note: 'The customer asked' },
    })
  })

  it('report the number of drafts on the batch when a reversal becomes several', async () => {
    mainHas({ state: 'accepted', batch: batchContent({ tally }) })
    bridge.batches.prepareReversal.mockResolvedValueOnce(ok({ id: 'b2', others: ['b3'] }))
    const { router } = await open('/batches/b1')
    await choose('Prepare a reversal')
    await until(() => byRole('dialog'))
    byRole('radio', 'Wrong amount').click()
    await flushPromises()
    await screen.click('Prepare draft')
    await until(() => {
      expect(document.body.textContent).toContain('2 drafts created, each with its own id')
    })
    expect(router.currentRoute.value.path).toBe('/batches/b1')
  })

  it('keep the reversal dialog and its input after a refusal, and show why', async () => {
    mainHas({ state: 'accepted', batch: batchContent({ tally }) })
    bridge.batches.prepareReversal.mockResolvedValueOnce(refused)
    await open('/batches/b1')
    await choose('Prepare a reversal')
    const dialog = await until(() => byRole('dialog'))
    byRole('radio', 'Wrong amount').click()
    await flushPromises()
    await screen.click('Prepare draft')
    expect(dialog.textContent).toContain('Reversed already')
    expect((byRole('radio', 'Wrong amount') as HTMLInputElement).checked).toBe(true)
  })

  it('keep the template dialog and the typed name after a refusal, and show why', async () => {
    mainHas({ state: 'accepted' })
    bridge.batches.saveTemplate.mockResolvedValueOnce(refused)
    await open('/batches/b1')
    await choose('Save as template')
    const dialog = await until(() => byRole('dialog'))
    const name = dialog.querySelector('input')
    if (!name) throw new Error('no name')
    name.value = 'Salaries'
    name.dispatchEvent(new Event('input'))
    await flushPromises()
    await screen.click('Save')
    expect(dialog.textContent).toContain('Reversed already')
    expect(name.value).toBe('Salaries')
    expect(byRole('dialog')).toBe(dialog)
    await screen.click('Save')
    expect(bridge.batches.saveTemplate.mock.lastCall?.[0].name).toBe('Salaries')
    expect(allByRole('dialog')).toEqual([])
    expect(screen.pageText()).not.toContain('Reversed already')
  })

  it('keep the recurrence of the template that is replaced', async () => {
    const line = recurringTemplate()
    bridge.batches.listTemplates.mockResolvedValue(ok({ items: [line], next: null, total: 1 }))
    mainHas({ state: 'accepted' })
    await open('/batches/b1')
    await choose('Save as template')
    const dialog = await until(() => byRole('dialog'))
    await flushPromises()
    expect(dialog.textContent).toContain('It keeps its recurrence')
    await screen.click('Replace')
    const { recurrence } = line
    expect(bridge.batches.saveTemplate.mock.lastCall?.[0]).toMatchObject({
      recurrence,
      replaces: 4,
    })
  })

  it.each(['queued', 'sending', 'outcome-unknown'] as const)(
    'include no template of a batch that is %s, and explain in advance that its draft could pay twice',
    async (state) => {
      mainHas({ state })
      await open('/batches/b1')
      await choose('Save as template')
      const item = allByRole('menuitem').find((one) => one.textContent.includes('Save as template'))
      expect(item?.textContent).toContain('could pay twice')
      expect(allByRole('dialog')).toEqual([])
    },
  )

  it('save a template, export a file, and check its status', async () => {
    mainHas({ state: 'accepted' })
    await open('/batches/b1')
    await choose('Save as template')
    const dialog = await until(() => byRole('dialog'))
    await flushPromises()
    expect(dialog.textContent).toContain('Replaces the template with this name')
    await screen.click('Replace')
    expect(bridge.batches.saveTemplate).toHaveBeenCalledWith({
      id: 'b1',
      name: 'PAYROLL',
      recurrence: null,
      replaces: 4,
    })
    expect(allByRole('dialog')).toEqual([])
    await choose('Export as NACHA file')
    expect(bridge.batches.exportFile).toHaveBeenCalledWith({ id: 'b1', as: 'nacha' })
    await choose('Check entry status now')
    expect(bridge.batches.poll).toHaveBeenCalledWith({ id: 'b1' })
  })

  it('warn before a NACHA file without a company identification is written', async () => {
    mainHas({ state: 'accepted', batch: batchContent({ companyId: '' }) })
    await open('/batches/b1')
    await choose('Export as NACHA file')
    await until(() => byRole('alertdialog'))
    expect(bridge.batches.exportFile).not.toHaveBeenCalled()
    expect(byRole('alertdialog').textContent).toContain(
      'Other programs refuse a NACHA file without a company identification.',
    )
    expect(byRole('alertdialog').querySelector('a')?.getAttribute('href')).toBe(
      '/connection/accounts',
    )
    await screen.click('Export it anyway')
    expect(bridge.batches.exportFile).toHaveBeenCalledWith({ id: 'b1', as: 'nacha' })
  })
})
