import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import type { Evidence, Order } from '../../../../../preload/contract/domain/orders/order.ts'
import ApprovalsPage from '../../../../../renderer/features/money/approvals/ApprovalsPage.vue'
import {
  sumText,
  totalsByRail,
  useDecideTogether,
} from '../../../../../renderer/features/money/approvals/decide-together.ts'
import { batchContent, batchOrder, noOwnersKnown } from '../../../support/fake-batches.ts'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { order } from '../../../support/fake-orders.ts'
import * as screen from '../../../support/orders-stage.ts'
import { mountPage } from '../../../support/page.ts'
import { allByRole, byRole, until } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  bridge.workstation.getState.mockResolvedValue(ok(screen.asTheo))
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

const evidence: Evidence = {
  ownership: {
    validationId: 'v1',
    at: screen.at,
    by: 'Mara Ellison',
    score: 96,
    ageHours: 1,
    resultClass: 'owner-matches',
    differingNames: [],
    queriedKind: 'business',
    queriedName: 'R\u2022\u2022\u2022',
    isAnotherName: false,
    tooOld: false,
  },
  validate: null,
  payee: { id: 'p1', version: 1, payments: 2, lastPaidAt: screen.at },
  flags: [],
}
const hashOf = (id: string): string => id.repeat(32)
const good = (id: string, part: Partial<Order> = {}): Order =>
  order({ id, beneficiary: `Payee ${id}`, approvalHash: hashOf(id), evidence, ...part })

/** Main has these orders, in this order. */
function mainHas(...all: readonly Order[]): void {
  bridge.orders.list.mockResolvedValue(ok({ items: [...all], next: null, total: all.length }))
  bridge.orders.getReview.mockImplementation(({ id }) => {
    const found = all.find((one) => one.id === id)
    return Promise.resolve(
      found ? ok({ order: found, seenAt: null, changes: [] }) : err({ code: 'not-found' }),
    )
  })
}
async function selectAll(): Promise<void> {
  await mountPage(ApprovalsPage, '/approvals', '/approvals/:id?')
  await until(() => expect(document.querySelector('[data-row="0"]')).not.toBeNull())
  document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
  await screen.type('a', { ctrlKey: true })
}
async function request(key = 'A'): Promise<HTMLElement> {
  await screen.type(key, { shiftKey: true })
  return until(() => byRole('alertdialog'))
}
const decided = () => bridge.orders.approve.mock.calls.map(([input]) => input)
const confirmByKey = (): Promise<void> => screen.type('Enter', { ctrlKey: true })
const textOf = (element: HTMLElement): string => element.textContent.replace(/\s+/g, ' ')

describe('approval of several items', () => {
  it('is confirmed once, with amount, counterparty, accounts of each item and the totals by rail', async () => {
    mainHas(good('o1'), good('o2', { amount: 50_000, service: 'RTP' }), good('o3'))
    await selectAll()
    expect(screen.pageText()).toContain('Approve 3 selected')
    const text = textOf(await request())
    for (const part of [
      'Approve 3 items?',
      'Payee o1',
      'Payee o2',
      'Payee o3',
      'USD 500.00',
      '\u2022\u2022\u2022\u20225678',
      'Millbrook Savings 550010014',
      'FromAlder Falls Operating \u2022\u2022\u2022\u20220011',
      'Value date2026-11-23',
      'Payee o2 RTP',
      'ServiceWIRE 2 of 3, others in their lines',
      'WIRE2 payments, USD 25,000.00',
      'RTP1 payment, USD 500.00',
      'EnvironmentPractice',
    ])
      expect(text).toContain(part)
    await screen.expectAccessible()
    expect(decided()).toEqual([])
  })

  it('says of each batch how much is credit, debit, checking and savings', async () => {
    const figures = [
      { direction: 'C' as const, accountType: 'C' as const, entries: 2, amount: 100_000 },
      { direction: 'D' as const, accountType: 'C' as const, entries: 1, amount: 700 },
      { direction: 'D' as const, accountType: 'S' as const, entries: 1, amount: 2_500 },
    ]
    mainHas(
      good('o1'),
      batchOrder({
        id: 'b1',
        approvalHash: hashOf('b1'),
        batch: batchContent({ figures, ownership: { ...noOwnersKnown, matches: 3 } }),
      }),
    )
    await selectAll()
    const dialog = await request()
    const question = textOf(dialog)
    expect(question).toContain(
      'Credits USD 1,000.00 in 2 entries. Debits USD 32.00 in 2 entries. Checking credits USD 1,000.00 in 2 entries. Checking debits USD 7.00 in 1 entry. Savings debits USD 25.00 in 1 entry',
    )
  })

  it('names once what most items have alike, in their lines what others have, and each warning in words', async () => {
    const warning = {
      source: 'bank' as const,
      path: 'valueDate',
      message: 'Past the cutoff',
      where: '',
    }
    const flags = ['first-payment' as const]
    mainHas(
      good('o1', { flags }),
      good('o2', { evidence: { ...evidence, flags }, warnings: [warning] }),
      good('o3', { debitAccount: 'Payroll 0022' }),
    )
    await selectAll()
    const dialog = await request()
    const rows = [...dialog.querySelectorAll<HTMLElement>('ol > li')].map(textOf)
    expect(rows[0]).toContain('First payment')
    expect(rows[1]).toContain('First payment. Past the cutoff')
    expect(rows[2]).not.toContain('First payment')
    // One own account differs: its line names it, and the account of the others is named once.
    expect(rows[2]).toContain('Payee o3 From Payroll 0022')
    expect(rows[0]).not.toContain('From')
    expect(textOf(dialog)).toContain(
      'FromAlder Falls Operating \u2022\u2022\u2022\u20220011 2 of 3, others in their lines',
    )
    expect(rows.join()).not.toContain('2026-11-23')
    expect(textOf(dialog)).toContain('Value date2026-11-23')
    await screen.expectAccessible()
  })

  it('names the own account in every line where no account is that of most items', async () => {
    mainHas(good('o1'), good('o2', { debitAccount: 'Payroll 0022' }))
    await selectAll()
    const dialog = await request()
    const rows = [...dialog.querySelectorAll<HTMLElement>('ol > li')].map(textOf)
    expect(rows[0]).toContain('From Alder Falls Operating')
    expect(rows[1]).toContain('From Payroll 0022')
  })

  it('shows the totals and the environment beside the button, whatever is scrolled', async () => {
    mainHas(good('o1'), good('o2'))
    await selectAll()
    await request()
    const footer = byRole('button', 'Approve 2 items, USD 25,000.00').parentElement
    expect(footer && textOf(footer)).toMatch(/WIRE2 payments, USD 25,000.00EnvironmentPractice/)
    expect(footer?.classList.contains('sticky')).toBe(true)
  })

  it('calls main once for each item, in order, and lists the results', async () => {
    mainHas(good('o1'), good('o2'))
    bridge.orders.approve.mockResolvedValue(
      ok(order({ state: 'approved', approvals: { have: 1, needed: 1 } })),
    )
    await selectAll()
    await request()
    await confirmByKey()
    expect(decided()).toEqual(
      ['o1', 'o2'].map((id) => ({ id, approvalHash: hashOf(id), isTogether: true })),
    )
    const results = await until(() => byRole('dialog'))
    expect(textOf(results)).toContain('Approved 2 of 2 items')
    expect(textOf(results)).toContain('Approved (1 of 1)')
    await screen.expectAccessible()
    expect(screen.pageText()).not.toContain('2 selected')
  })

  it('continues after a refused item, names it and does not try it again', async () => {
    mainHas(good('o1'), good('o2'), good('o3'))
    bridge.orders.approve.mockImplementation(({ id }) =>
      Promise.resolve(
        id === 'o2'
          ? screen.refused({ code: 'order-changed' })
          : ok(good(id, { state: 'approved' })),
      ),
    )
    await selectAll()
    await request()
    await confirmByKey()
    const results = textOf(await until(() => byRole('dialog')))
    expect(results).toContain('Approved 2 of 3 items')
    expect(results).toContain('Payee o2')
    expect(results).toContain('Nothing is tried again')
    expect(decided().map(({ id }) => id)).toEqual(['o1', 'o2', 'o3'])
  })

  it('names the items without an answer, and tries none of them again', async () => {
    mainHas(good('o1'), good('o2'), good('o3'))
    bridge.orders.approve.mockResolvedValueOnce(ok(good('o1', { state: 'approved' })))
    bridge.orders.approve.mockRejectedValueOnce(new Error('gone'))
    const { prompt: promptAbout, confirm, results, isBusy } = useDecideTogether()
    await promptAbout(
      'approve',
      ['o1', 'o2', 'o3'].map((id) => ({ id, title: id })),
    )
    await expect(confirm()).rejects.toThrow('gone')
    expect(results.value.map(({ isDone, text }) => [isDone, text])).toEqual([
      [true, 'Approved (0 of 1)'],
      [false, 'No answer. Check its state before you decide again'],
      [false, 'No answer. Check its state before you decide again'],
    ])
    expect(isBusy.value).toBe(false)
    expect(bridge.orders.approve).toHaveBeenCalledTimes(2)
  })

  it('is limited to a hundred items', async () => {
    const ids = Array.from({ length: 103 }, (_, at) => `o${String(at)}`)
    mainHas(...ids.map((id) => good(id)))
    const { prompt: promptAbout, question } = useDecideTogether()
    await promptAbout(
      'approve',
      ids.map((id) => ({ id, title: id })),
    )
    expect(question.value?.orders).toHaveLength(100)
    expect(question.value?.leftOut.map(({ text }) => text)).toEqual(
      Array.from({ length: 3 }, () => 'At most 100 at a time'),
    )
  })

  it('leaves out items that must be decided one by one, with the reason', async () => {
    mainHas(
      good('o1'),
      good('o2', { flags: ['possible-duplicate'] }),
      good('o3', { evidence: { ...evidence, ownership: null } }),
      good('o4', { may: [{ act: 'approve', why: { code: 'own-work' } }] }),
      good('o5', { state: 'outcome-unknown', may: screen.may('inquire') }),
      good('o6', { state: 'approved', may: screen.may('release') }),
    )
    await selectAll()
    const text = textOf(await request())
    for (const part of [
      'Approve 1 item?',
      '5 items left out: decide one by one',
      'Possible duplicate',
      'Account owner not checked, or not known',
      'no one approves their own work',
      'Outcome unknown: the bank may have it',
      'Not waiting for approval',
    ])
      expect(text).toContain(part)
    await confirmByKey()
    expect(decided().map(({ id }) => id)).toEqual(['o1'])
  })

  it('records no review itself: neither for the question nor of the items left out', async () => {
    mainHas(good('o1'), good('o2', { flags: ['possible-duplicate'] }))
    bridge.orders.approve.mockResolvedValue(ok(good('o1', { state: 'approved' })))
    const { prompt: promptAbout, confirm, question } = useDecideTogether()
    const selected = ['o1', 'o2'].map((id) => ({ id, title: id }))
    await promptAbout('approve', selected)
    expect(question.value?.leftOut.map(({ id }) => id)).toEqual(['o2'])
    await confirm()
    expect(decided().map(({ id }) => id)).toEqual(['o1'])
    expect(bridge.orders.review).not.toHaveBeenCalled()
  })

  it('names in red what is red in the list, and opens the first of those left out after the results', async () => {
    mainHas(
      good('o1'),
      good('o2', { evidence: { ...evidence, ownership: null } }),
      good('o3', { flags: ['possible-duplicate'] }),
    )
    bridge.orders.approve.mockResolvedValue(ok(good('o1', { state: 'approved' })))
    bridge.orders.review.mockImplementation(({ id }) =>
      Promise.resolve(ok({ order: good(id), seenAt: null, changes: [] })),
    )
    await selectAll()
    const dialog = await request()
    const toneOf = (text: string) =>
      [...dialog.querySelectorAll('span')].find((one) => one.textContent === text)?.className
    expect(toneOf('Possible duplicate')).toContain('text-bad')
    expect(toneOf('Account owner not checked, or not known')).toContain('text-warning')
    await confirmByKey()
    const results = await until(() => byRole('dialog'))
    expect(textOf(results)).toContain('2 items left out: decide one by one')
    await screen.expectAccessible()
    byRole('button', 'Open the first left out').click()
    await until(() => expect(bridge.orders.review).toHaveBeenLastCalledWith({ id: 'o2' }))
    await until(() => expect(allByRole('dialog')).toHaveLength(0))
    await until(() => expect(document.activeElement?.textContent).toContain('Payee o2'))
  })

  it('gives the focus back to the list after the results', async () => {
    mainHas(good('o1'), good('o2'))
    bridge.orders.approve.mockResolvedValue(ok(good('o1', { state: 'approved' })))
    await selectAll()
    await request()
    await confirmByKey()
    const results = await until(() => byRole('dialog'))
    results.querySelector<HTMLElement>('[data-first-step]')?.click()
    await until(() => expect(allByRole('dialog')).toHaveLength(0))
    await until(() => expect(document.activeElement?.closest('[role="grid"]')).not.toBeNull())
  })

  it('cannot be confirmed where no item may be decided together', async () => {
    mainHas(good('o1', { flags: ['possible-duplicate'] }))
    await selectAll()
    const text = textOf(await request())
    expect(text).toContain('Decide them one by one')
    await confirmByKey()
    expect(decided()).toEqual([])
    expect(allByRole('alertdialog')).toHaveLength(1)
  })

  it('is confirmed only after the list was scrolled to its end', async () => {
    const heights = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(2_000)
    const seen = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500)
    mainHas(good('o1'), good('o2'))
    await selectAll()
    const dialog = await request()
    await confirmByKey()
    byRole('button', 'Approve 2 items, USD 25,000.00').click()
    await flushPromises()
    expect(decided()).toEqual([])
    for (const top of [700, 1_500]) {
      expect(decided()).toEqual([])
      dialog.scrollTop = top
      dialog.dispatchEvent(new Event('scroll'))
      await flushPromises()
      if (top === 700) await confirmByKey()
    }
    // Once seen, scrolling back takes nothing away.
    dialog.scrollTop = 0
    dialog.dispatchEvent(new Event('scroll'))
    await flushPromises()
    await confirmByKey()
    expect(decided()).toHaveLength(2)
    heights.mockRestore()
    seen.mockRestore()
  })

  it('names the missing selection, until there is one', async () => {
    mainHas(good('o1'))
    await mountPage(ApprovalsPage, '/approvals', '/approvals/:id?')
    await until(() => expect(document.querySelector('[data-row="0"]')).not.toBeNull())
    await screen.type('A', { shiftKey: true })
    expect(screen.pageText()).toContain('Nothing selected')
    expect(allByRole('alertdialog')).toHaveLength(0)
    document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
    await screen.type('a', { ctrlKey: true })
    expect(screen.pageText()).not.toContain('Nothing selected')
  })

  it('is not offered to a maker', async () => {
    const asMara = { ...screen.asTheo, operator: { ...screen.mara, roles: ['maker' as const] } }
    bridge.workstation.getState.mockResolvedValue(ok(asMara))
    mainHas(good('o1'))
    await selectAll()
    await screen.type('A', { shiftKey: true })
    expect(allByRole('alertdialog')).toHaveLength(0)
    expect(bridge.orders.getReview).not.toHaveBeenCalled()
  })
})

describe('release of several items', () => {
  const ready = { state: 'approved' as const, may: screen.may('release', 'send-back') }

  it('is confirmed once and performed one by one', async () => {
    mainHas(
      good('o1', ready),
      good('o2', { ...ready, notSent: 'Waited too long' }),
      good('o3', ready),
    )
    await mountPage(ApprovalsPage, '/approvals', '/approvals/:id?')
    byRole('radio', 'To release').click()
    await until(() => expect(document.querySelector('[data-row="2"]')).not.toBeNull())
    document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
    await screen.type('a', { ctrlKey: true })
    await screen.type('A', { shiftKey: true })
    expect(allByRole('alertdialog')).toHaveLength(0)
    const text = textOf(await request('R'))
    for (const part of ['Release 2 items?', 'sent to the bank once', 'Sent or released before'])
      expect(text).toContain(part)
    await confirmByKey()
    expect(bridge.orders.release.mock.calls.map(([input]) => input)).toEqual(
      ['o1', 'o3'].map((id) => ({ id, approvalHash: hashOf(id), isTogether: true })),
    )
    expect(textOf(await until(() => byRole('dialog')))).toContain('Released 2 of 2 items')
    expect(decided()).toEqual([])
  })
})

describe('the totals by rail', () => {
  it('keep currencies apart, and credits and debits of batches', () => {
    const totals = totalsByRail([
      order({ amount: 100 }),
      order({ amount: 250 }),
      order({ amount: 500, currency: 'EUR' }),
      order({ amount: 1_000, service: 'RTP' }),
      batchOrder(),
      batchOrder({ batch: batchContent({ credits: 0, debits: 700 }) }),
    ])
    expect(totals.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'WIRE: 2 payments, USD 3.50',
      'WIRE: 1 payment, EUR 5.00',
      'RTP: 1 payment, USD 10.00',
      'ACH: 2 batches, credits USD 4,527.50, debits USD 7.00',
    ])
  })
})

describe('the sum on the button', () => {
  it('has payments and credits together by currency, and debits beside them', () => {
    expect(sumText([order({ amount: 123_450 }), order({ amount: 100, service: 'RTP' })])).toBe(
      'USD 1,235.50',
    )
    const mixed = [
      order({ amount: 100 }),
      order({ amount: 500, currency: 'EUR' }),
      batchOrder({ batch: batchContent({ credits: 1_000, debits: 700 }) }),
    ]
    expect(sumText(mixed)).toBe('USD 11.00, debits USD 7.00, EUR 5.00')
    expect(sumText([batchOrder({ batch: batchContent({ credits: 0, debits: 700 }) })])).toBe(
      'debits USD 7.00',
    )
    expect(sumText([])).toBe('')
  })
})
