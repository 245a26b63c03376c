import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import type { Evidence, OrderReview } from '../../../../../preload/contract/domain/orders/order.ts'
import ApprovalsPage from '../../../../../renderer/features/money/approvals/ApprovalsPage.vue'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { payeeLine, policyState } from '../../../support/fake-money.ts'
import { batchContent } from '../../../support/fake-batches.ts'
import { duplicatePayment, order } from '../../../support/fake-orders.ts'
import { bankName } from '../../../support/fake-payment-inquiry.ts'
import { mountPage } from '../../../support/page.ts'
import * as screen from '../../../support/orders-stage.ts'
import { allByRole, byRole, until } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  bridge.workstation.getState.mockResolvedValue(ok(screen.asTheo))
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

/** A question shows these of the payment; its buttons name the action only. */
const facts = ['USD 12,500.00', 'Ridgeway Supply', '5678', 'Alder Falls Operating', 'Practice']
const mount = (address = '/approvals') => mountPage(ApprovalsPage, address, '/approvals/:id?')
async function open(): Promise<Awaited<ReturnType<typeof mount>>> {
  const mounted = await mount('/approvals/o1')
  await until(() => expect(screen.beside()).not.toBe(''))
  return mounted
}
const approved = order({
  state: 'approved',
  approvals: { have: 1, needed: 1 },
  nextActors: [screen.theo, screen.mara],
  may: screen.may('release', 'send-back'),
})
function reviewed(part: Partial<OrderReview>): void {
  bridge.orders.review.mockResolvedValue(ok({ order: order(), seenAt: null, changes: [], ...part }))
}
async function confirm(name: string): Promise<void> {
  const dialog = await until(() => byRole('alertdialog'))
  ;[...dialog.querySelectorAll('button')].find((one) => one.textContent.includes(name))?.click()
  await flushPromises()
}

describe('the approval queue', () => {
  it('explains itself while nothing waits', async () => {
    bridge.orders.list.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
    await mount()
    expect(screen.pageText()).toContain('Nothing waiting for approval')
    const scroller = byRole('grid').parentElement
    expect(scroller?.classList.contains('overflow-x-hidden')).toBe(true)
    await screen.expectAccessible()
  })

  it.each([
    [0, 3, 'ready'],
    [1, 3, 'awaiting'],
    [0, 0, 'awaiting'],
  ] as const)('with %i to approve and %i to release opens %s', async (awaiting, ready, view) => {
    const counts = await bridge.orders.getCounts({})
    if (!counts.ok) return expect.fail(counts.error.code)
    bridge.orders.getCounts.mockResolvedValue(ok({ ...counts.value, awaiting, ready }))
    await mount()
    await until(() =>
      expect(bridge.orders.list).toHaveBeenLastCalledWith(expect.objectContaining({ view })),
    )
  })

  it('lists waiting items, oldest first, with their flags', async () => {
    screen.mainHas(bridge, { flags: ['changed-since-last-payment'] })
    await mount()
    expect(bridge.orders.list).toHaveBeenCalledWith(
      expect.objectContaining({
        view: 'awaiting',
        sort: { column: 'created', direction: 'ascending' },
      }),
    )
    expect(screen.cells(0).join(' ')).toContain('Details changed')
    expect(screen.cells(0).join(' ')).toContain('0 of 1')
    expect(screen.pageText()).toContain('1 waiting, 1 for you')
    await screen.expectAccessible()
  })

  it('names the worst check in red before all others, also beside an open item', async () => {
    screen.mainHas(bridge, { owner: 'owner-differs', flags: ['first-payment', 'not-in-book'] })
    await open()
    expect(screen.cells(0)).toContain('Owner differs+2, Not in payee book, First payment')
    const sign = document.querySelector('[data-row="0"] [data-tone="bad"]')
    expect(sign?.textContent.trim()).toBe('Owner differs')
    await screen.expectAccessible()
  })

  it('names the possible duplicates of a batch in red', async () => {
    screen.mainHas(bridge, {
      batch: batchContent(),
      flags: ['first-payment', 'possible-duplicate'],
    })
    await mount()
    const sign = document.querySelector('[data-row="0"] [data-tone="bad"]')
    expect(sign?.textContent.trim()).toBe('Possible duplicate')
  })

  it('links to the payees with waiting proposals, and counts them', async () => {
    bridge.payees.list.mockResolvedValue(ok({ items: [payeeLine()], next: null, total: 2 }))
    await mount()
    const link = byRole('link', '2 payee proposals waiting')
    expect(link.getAttribute('href')).toContain('/payees')
    expect(bridge.payees.list).toHaveBeenCalledWith(expect.objectContaining({ view: 'waiting' }))
  })

  it('shows why it could not be read', async () => {
    bridge.orders.list.mockResolvedValueOnce(err({ code: 'internal', reference: 'AB12CD34' }))
    await mount()
    expect(screen.pageText()).toContain('AB12CD34')
  })

  it('records no review of a payment that the focus only passed', async () => {
    const lines = ['o1', 'o2', 'o3'].map((id) => order({ id }))
    bridge.orders.list.mockResolvedValue(ok({ items: lines, next: null, total: 3 }))
    await mount()
    for (const row of [0, 1, 2])
      document.querySelector<HTMLElement>(`[data-row="${String(row)}"]`)?.focus()
    await until(() => expect(bridge.orders.review).toHaveBeenCalled())
    expect(bridge.orders.review).toHaveBeenCalledExactlyOnceWith({ id: 'o3' })
  })
})

describe('a payment that waits for approval', () => {
  it('shows the exact body, the evidence, warnings and flags', async () => {
    const one = order({
      warnings: [
        {
          path: 'valueDate',
          message: 'Wires end at 18:45',
          source: 'network',
          where: 'Fedwire hours',
        },
      ],
      evidence: { ownership: null, validate: null, payee: null, flags: ['not-in-book'] },
    })
    reviewed({ order: one })
    await open()
    byRole('radio', 'As sent').click()
    await flushPromises()
    for (const part of [
      one.body ?? '',
      'a'.repeat(64),
      'Owner not checked.',
      'No pre-check run.',
      'Typed by hand',
      'Wires end at 18:45',
      'Fedwire hours',
      'No approvals yet.',
      'First review',
    ])
      expect(screen.beside()).toContain(part)
    await screen.expectAccessible()
  })

  it('is no first review any more for the operator who approved it, or once it was sent', async () => {
    const mine = { by: screen.theo, at: '2026-11-23T09:00:00.000Z', approvalHash: 'h' }
    const given = { ...mine, reason: null, voidedAt: null, voidedBecause: null }
    for (const one of [
      { ...approved, approvalsGiven: [given] },
      { ...approved, state: 'accepted' as const },
    ]) {
      reviewed({ order: one })
      const { page } = await open()
      expect(screen.beside()).not.toContain('First review')
      page.unmount()
    }
    reviewed({ order: { ...approved, approvalsGiven: [{ ...given, by: screen.mara }] } })
    await open()
    expect(screen.beside()).toContain('First review')
  })

  it('opens the message formatted, and shows it byte for byte as sent by a switch', async () => {
    const body = '{"requestedService":"WIRE","transferAmount":12500.00,  "note":"\\u00e9"}'
    screen.mainHas(bridge, { body })
    await open()
    const shown = () => screen.beside().replace(/\u00a0/g, ' ')
    expect(shown()).not.toContain(body)
    for (const part of ['"transferAmount"', '12500.00', '"\\u00e9"', 'a'.repeat(64)])
      expect(shown()).toContain(part)
    expect(shown()).toContain('Of the message as sent, byte for byte, unmasked')
    await screen.expectAccessible()
    byRole('radio', 'As sent').click()
    await flushPromises()
    expect(document.querySelector('aside')?.textContent).toContain(body)
    expect(shown()).toContain('a'.repeat(64))
  })

  it('names the bank of a routing number', async () => {
    bridge.bankNames.find.mockResolvedValue(ok({ names: [bankName()], hasDirectory: true }))
    await open()
    await until(() => expect(screen.beside()).toContain('MILL BANK'))
    expect(bridge.bankNames.find).toHaveBeenCalledWith({ routingNumber: '550010014' })
  })

  it('shows field by field what changed since the last review by this operator', async () => {
    reviewed({
      seenAt: screen.at,
      changes: [{ field: 'Amount', before: 'USD 2,500.00', after: 'USD 12,500.00' }],
    })
    await open()
    expect(screen.beside()).toContain('Changed since your last review')
    expect(document.querySelector('aside del')?.textContent).toBe('USD 2,500.00')
    expect(document.querySelector('aside ins')?.textContent).toBe('USD 12,500.00')
    await screen.expectAccessible()
  })

  it('shows that nothing changed', async () => {
    reviewed({ seenAt: screen.at })
    await open()
    expect(screen.beside()).toContain('No changes since your last review')
  })

  it('approves exactly what is shown, after a confirmation with all facts', async () => {
    await open()
    await screen.click('Approve')
    const dialog = await until(() => byRole('alertdialog'))
    for (const part of [...facts, 'a'.repeat(64)]) expect(dialog.textContent).toContain(part)
    expect(screen.buttons().some((name) => name.includes('USD'))).toBe(false)
    await screen.expectAccessible()
    await confirm('Approve payment')
    expect(bridge.orders.approve).toHaveBeenCalledExactlyOnceWith({
      id: 'o1',
      approvalHash: 'b'.repeat(64),
    })
    await screen.toSee('Approved (0 of 1).')
  })

  it('requires a reason where the owner is unclear, and sends it', async () => {
    const ownership: Evidence['ownership'] = {
      validationId: 'v1',
      at: screen.at,
      by: 'Mara Ellison',
      score: 81,
      ageHours: 3,
      resultClass: 'owner-matches-in-part',
      differingNames: ['firstNameMatch'],
      queriedKind: 'person',
      queriedName: 'J\u2022\u2022\u2022',
      isAnotherName: false,
      tooOld: false,
    }
    reviewed({ order: order({ evidence: { ...order().evidence, ownership } }) })
    await open()
    await screen.click('Approve')
    const dialog = await until(() => byRole('alertdialog'))
    expect(dialog.textContent).toContain('name differs in part: first name')
    // The field of the reason is below the facts, and would scroll them away.
    await until(() => expect(document.activeElement?.textContent.trim()).toBe('Cancel'))
    await screen.expectAccessible()
    await confirm('Approve payment')
    expect(bridge.orders.approve).not.toHaveBeenCalled()
    await screen.write('Reason for approving despite the owner check*', ' Seen on the invoice ')
    await confirm('Approve payment')
    expect(bridge.orders.approve).toHaveBeenCalledExactlyOnceWith({
      id: 'o1',
      approvalHash: 'b'.repeat(64),
      reason: 'Seen on the invoice',
    })
  })

  it('shows a possible duplicate in red with its link, and requires a reason', async () => {
    screen.mainHas(bridge, {
      duplicateReason: {
        by: screen.mara,
        text: 'Two deliveries',
        givenFor: { payments: ['o9', 'e1'], entries: 0, batches: [] },
      },
      duplicates: {
        payments: [
          duplicatePayment(),
          duplicatePayment({ kind: 'entry', id: 'e1', orderId: 'o8', reference: 'ab12' }),
        ],
        entries: 0,
        batches: [],
      },
    })
    await open()
    expect(screen.section('Possible duplicates')).toContain(
      'Possible duplicate of 2 other payments',
    )
    expect(screen.section('Possible duplicates')).toContain(
      'ACH entry in batch ab12, 2026-11-20, accepted, USD 12,500.00 to \u2022\u2022\u2022\u20225678',
    )
    expect(screen.section('Possible duplicates')).toContain(
      'Reason of Mara Ellison: Two deliveries',
    )
    expect(byRole('link', 'CS9').getAttribute('href')).toContain('/orders/o9')
    expect(byRole('link', 'ab12').getAttribute('href')).toContain('/batches/o8/e1')
    await screen.click('Approve')
    await until(() => byRole('alertdialog'))
    await screen.expectAccessible()
    await confirm('Approve payment')
    expect(bridge.orders.approve).not.toHaveBeenCalled()
    await screen.write('Reason for approving a possible duplicate*', 'Second invoice')
    await confirm('Approve payment')
    expect(bridge.orders.approve).toHaveBeenCalledExactlyOnceWith({
      id: 'o1',
      approvalHash: 'b'.repeat(64),
      reason: 'Second invoice',
      shownDuplicates: { payments: ['o9', 'e1'], entries: 0, batches: [] },
    })
  })

  it('names a possible duplicate once, in the view and in the question', async () => {
    const flags = ['possible-duplicate' as const]
    screen.mainHas(bridge, {
      flags,
      evidence: { ...order().evidence, flags },
      duplicates: {
        payments: [duplicatePayment()],
        entries: 0,
        batches: [],
      },
    })
    await open()
    expect(screen.beside().match(/Possible duplicate|Same amount to the same account/g)).toEqual([
      'Possible duplicate',
      'Same amount to the same account',
    ])
    expect(screen.beside()).toContain('No flags.')
    await screen.click('Approve')
    const dialog = await until(() => byRole('alertdialog'))
    expect(dialog.textContent.match(/Possible duplicate/g)).toHaveLength(1)
  })

  it('shows the reason of the maker only beside the duplicates that it was given for', async () => {
    const payment = (id: string) => duplicatePayment({ id, reference: `CS-${id}` })
    screen.mainHas(bridge, {
      duplicateReason: {
        by: screen.mara,
        text: 'Two deliveries',
        givenFor: { payments: ['o8', 'gone'], entries: 0, batches: [] },
      },
      duplicates: { payments: [payment('o9'), payment('o8')], entries: 0, batches: [] },
    })
    await open()
    const [explained, later] = [
      screen.section('Possible duplicates'),
      screen.section('Possible duplicates found after submission'),
    ]
    expect(explained).toContain('CS-o8')
    expect(explained).toContain('Reason of Mara Ellison: Two deliveries')
    expect(explained).not.toContain('CS-o9')
    expect(later).toContain('CS-o9')
    expect(later).toContain('Its maker gave no reason for it.')
    expect(later).not.toContain('Two deliveries')
    await screen.expectAccessible()
  })

  it.each([
    ['another batch', { entries: 2, batches: ['x', 'y'] }],
    ['another entry', { entries: 3, batches: ['x'] }],
  ])('says that the reason of the maker does not cover %s', async (_, found) => {
    screen.mainHas(bridge, {
      duplicateReason: {
        by: screen.mara,
        text: 'Bonus',
        givenFor: { payments: [], entries: 2, batches: ['x'] },
      },
      duplicates: { payments: [], ...found },
    })
    await open()
    expect(screen.section('Possible duplicates')).toContain(
      'Reason of Mara Ellison for 2 at submission: Bonus',
    )
    expect(screen.section('Possible duplicates')).toContain(
      'Others were found later, without a reason.',
    )
  })

  it('says that a comment was changed outside the program, and shows nothing of it', async () => {
    reviewed({ order: order({ comments: [{ ...screen.comment(1, ''), text: null }] }) })
    await open()
    expect(screen.section('Comments')).toContain('Changed outside the program')
  })

  it('approves with two keys, and only one of them opens the confirmation', async () => {
    await open()
    await screen.type('Enter', { ctrlKey: true })
    expect(allByRole('alertdialog')).toHaveLength(0)
    await screen.type('a')
    const dialog = await until(() => byRole('alertdialog'))
    for (const part of ['USD 12,500.00', 'Ridgeway Supply', '5678', 'Practice'])
      expect(dialog.textContent).toContain(part)
    await screen.type('a')
    expect(bridge.orders.approve).not.toHaveBeenCalled()
    await screen.type('Enter', { ctrlKey: true, repeat: true })
    expect(bridge.orders.approve).not.toHaveBeenCalled()
    await screen.type('Enter', { ctrlKey: true })
    expect(bridge.orders.approve).toHaveBeenCalledOnce()
  })

  it('treats no letter typed into a field as a decision', async () => {
    await open()
    const field = byRole('textbox', 'Search approvals')
    field.focus()
    for (const key of ['a', 'r', 'j', 'k']) await screen.type(key)
    expect(allByRole('alertdialog')).toHaveLength(0)
  })

  it('shows who acts next, also after the approval', async () => {
    bridge.orders.approve.mockResolvedValue(ok(approved))
    bridge.orders.get.mockResolvedValue(ok(approved))
    await open()
    expect(screen.beside()).toContain('Waiting for approval by you')
    await screen.click('Approve')
    await confirm('Approve payment')
    await screen.toSee('Approved (1 of 1). Waiting for release by you or Mara Ellison.')
    expect(screen.beside()).not.toContain('It has changed')
  })

  it('shows the comments with the evidence, and adds one without revealing any other change', async () => {
    const one = screen.comment(1, 'Agreed by phone')
    screen.mainHas(bridge, { comments: [one] })
    await open()
    expect(screen.section('Comments')).toContain('Agreed by phone')
    const own = screen.comment(2, 'Invoice seen')
    const after = order({ comments: [one, own] })
    bridge.orders.addComment.mockResolvedValue(ok({ ...after, beneficiary: 'Other' }))
    bridge.orders.get.mockResolvedValue(ok(after))
    await screen.write('New comment', ' Invoice seen ')
    await screen.click('Add comment')
    expect(bridge.orders.addComment).toHaveBeenCalledExactlyOnceWith({
      id: 'o1',
      text: 'Invoice seen',
    })
    expect(screen.section('Comments')).toContain('Invoice seen')
    expect(screen.beside()).not.toContain('Other')
    expect(screen.beside()).not.toContain('It has changed')
    expect((byRole('textbox', 'New comment') as HTMLTextAreaElement).value).toBe('')
    await screen.expectAccessible()
  })

  it('announces a comment that somebody else adds meanwhile', async () => {
    screen.mainHas(bridge, {})
    await open()
    bridge.orders.get.mockResolvedValue(ok(order({ comments: [screen.comment(1, 'Wait')] })))
    bridge.emit('orders', 'changed', { id: 'o1', state: 'awaiting-approval' })
    await screen.toSee('It has changed since it was shown')
  })

  it('requires another review when somebody else submits a duplicate meanwhile', async () => {
    screen.mainHas(bridge, {})
    await open()
    const other = duplicatePayment({ id: 'o2', state: 'awaiting-approval' })
    bridge.orders.get.mockResolvedValue(
      ok(order({ duplicates: { payments: [other], entries: 0, batches: [] } })),
    )
    bridge.emit('orders', 'changed', { id: 'o2', state: 'awaiting-approval' })
    await screen.toSee('It has changed since it was shown')
    await screen.type('a')
    expect(allByRole('alertdialog')).toHaveLength(0)
  })

  it('shows at once what another policy needs, without another review', async () => {
    screen.mainHas(bridge, {})
    await open()
    const now = order({ approvals: { ...order().approvals, needed: 3 } })
    bridge.orders.get.mockResolvedValue(ok(now))
    bridge.emit('policy', 'changed', policyState())
    await screen.toSee('0 of 3')
    expect(screen.beside()).not.toContain('It has changed since it was shown')
  })

  it('keeps a comment that main refuses, and shows why', async () => {
    await open()
    bridge.orders.addComment.mockResolvedValue(screen.refused({ code: 'profile-retired' }))
    await screen.write('New comment', 'Late')
    await screen.click('Add comment')
    expect(screen.section('Comments')).toContain('This profile is retired')
    expect((byRole('textbox', 'New comment') as HTMLTextAreaElement).value).toBe('Late')
  })

  it('shows what to compare under the title, and comments and files last', async () => {
    await open()
    for (const part of [...facts, '2026-11-23', 'Millbrook Savings'])
      expect(screen.section('To compare')).toContain(part)
    const places = [
      document.querySelector('aside [data-testid="order"]'),
      document.querySelector('section[aria-label="To compare"]'),
      byRole('group', 'Account owner'),
      byRole('heading', 'Evidence'),
      byRole('heading', 'Payment'),
      byRole('heading', 'Message'),
      byRole('heading', 'Comments and files'),
    ]
    for (const [at, place] of places.slice(1).entries())
      expect(
        (places[at]?.compareDocumentPosition(place ?? document.body) ?? 0) &
          Node.DOCUMENT_POSITION_FOLLOWING,
      ).not.toBe(0)
  })

  it('shows the account to compare in full while it is revealed', async () => {
    const form = order().form
    const full = form && {
      ...form,
      creditParty: { ...form.creditParty, accountNumber: '12345678' },
    }
    bridge.orders.reveal.mockResolvedValue(ok(order({ isMasked: false, form: full })))
    await open()
    await screen.click('Show in full')
    expect(screen.section('To compare')).toContain('12345678')
  })

  it('shows the evidence above the decision', async () => {
    await open()
    const evidence = byRole('heading', 'Evidence')
    const follows = evidence.compareDocumentPosition(byRole('group', 'Decide'))
    expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  })

  it('does not let the maker approve, and shows why', async () => {
    const why = { code: 'own-work' } as const
    reviewed({
      order: order({
        may: [
          { act: 'approve', why },
          { act: 'send-back', why },
        ],
      }),
    })
    await open()
    expect(screen.beside()).toContain(
      'Approve: A second person is needed: no one approves their own work',
    )
    byRole('button', 'Approve').click()
    await screen.type('a')
    expect(allByRole('alertdialog')).toHaveLength(0)
    expect(bridge.orders.approve).not.toHaveBeenCalled()
  })

  it('offers no decision where main offers none', async () => {
    reviewed({ order: order({ may: [] }) })
    await open()
    expect(screen.buttons().some((name) => /Approve|Send back/.test(name))).toBe(false)
  })

  it('is sent back only with a comment', async () => {
    await open()
    await screen.click('Send back')
    const dialog = await until(() => byRole('dialog'))
    for (const part of facts) expect(dialog.textContent).toContain(part)
    await screen.expectAccessible()
    await screen.click('Send back payment')
    expect(bridge.orders.sendBack).not.toHaveBeenCalled()
    expect(screen.pageText()).toContain('Comment for the maker: needed')
    const field = byRole('textbox', 'Comment for the maker*') as HTMLTextAreaElement
    bridge.orders.get.mockResolvedValue(ok(order({ state: 'draft' })))
    field.value = ' The invoice says 12,400 '
    field.dispatchEvent(new Event('input'))
    await screen.click('Send back payment')
    expect(bridge.orders.sendBack).toHaveBeenCalledExactlyOnceWith({
      id: 'o1',
      comment: 'The invoice says 12,400',
    })
    await screen.toSee('Sent back to its maker.')
  })

  it('cannot be decided after a change until it is reviewed again', async () => {
    await open()
    const before = bridge.orders.review.mock.calls.length
    bridge.orders.get.mockResolvedValue(
      ok(order({ approvalHash: 'c'.repeat(64), amount: 99_000_000 })),
    )
    bridge.emit('orders', 'changed', { id: 'o1', state: 'awaiting-approval' })
    await flushPromises()
    expect(screen.beside()).toContain('It has changed since it was shown')
    expect(screen.beside()).toContain('USD 12,500.00')
    expect(bridge.orders.review.mock.calls).toHaveLength(before)
    await screen.type('a')
    expect(allByRole('alertdialog')).toHaveLength(0)
    reviewed({
      order: order({ approvalHash: 'c'.repeat(64), amount: 99_000_000 }),
      seenAt: screen.at,
      changes: [{ field: 'Amount', before: 'USD 12,500.00', after: 'USD 990,000.00' }],
    })
    await screen.click('Show current version')
    expect(screen.beside()).toContain('USD 990,000.00 to Ridgeway Supply')
    await screen.type('a')
    await confirm('Approve payment')
    expect(bridge.orders.approve).toHaveBeenCalledWith({ id: 'o1', approvalHash: 'c'.repeat(64) })
  })

  it('shows why main refused the approval', async () => {
    bridge.orders.approve.mockResolvedValue(
      screen.refused({ code: 'not-approver', why: 'sign-in-set-by-maker' }),
    )
    await open()
    await screen.click('Approve')
    await confirm('Approve payment')
    expect(screen.beside()).toContain('Its maker last set your sign-in')
  })

  it('reports that it is gone', async () => {
    bridge.orders.review.mockResolvedValue(err({ code: 'not-found' }) as never)
    await open()
    expect(screen.beside()).toContain('Not found')
  })
})

describe('an approved payment', () => {
  beforeEach(() => {
    bridge.orders.get.mockResolvedValue(ok(approved))
    reviewed({ order: approved })
  })

  it('is released from here, after a confirmation with all facts', async () => {
    await open()
    expect(screen.beside()).toContain('Waiting for release by you or Mara Ellison')
    await screen.type('r')
    const dialog = await until(() => byRole('alertdialog'))
    for (const part of ['USD 12,500.00', 'Ridgeway Supply', '5678', 'Practice', 'sent to the bank'])
      expect(dialog.textContent).toContain(part)
    await screen.expectAccessible()
    expect(bridge.orders.release).not.toHaveBeenCalled()
    const sent = order({ ...approved, state: 'queued', may: screen.may('take-back', 'print') })
    bridge.orders.release.mockResolvedValue(ok(sent))
    bridge.orders.get.mockResolvedValue(ok(sent))
    await screen.type('Enter', { ctrlKey: true })
    expect(bridge.orders.release).toHaveBeenCalledExactlyOnceWith({
      id: 'o1',
      approvalHash: 'b'.repeat(64),
    })
    await screen.toSee('Released. Its status follows here.')
    bridge.orders.get.mockResolvedValue(ok(order({ ...sent, state: 'accepted', may: [] })))
    bridge.emit('orders', 'changed', { id: 'o1', state: 'accepted' })
    await flushPromises()
    expect(document.querySelector('[data-testid="status"]')?.textContent).toBe('Accepted')
    expect(screen.beside()).not.toContain('Its status follows here')
    expect(screen.beside()).not.toContain('It has changed')
  })

  it('shows no success of the release once its outcome is unknown', async () => {
    await open()
    await screen.type('r')
    await until(() => byRole('alertdialog'))
    const sent = order({ ...approved, state: 'queued', may: [] })
    bridge.orders.release.mockResolvedValue(ok(sent))
    bridge.orders.get.mockResolvedValue(ok(sent))
    await screen.type('Enter', { ctrlKey: true })
    await screen.toSee('Released. Its status follows here.')
    bridge.orders.get.mockResolvedValue(ok(order({ ...sent, state: 'outcome-unknown' })))
    bridge.emit('orders', 'changed', { id: 'o1', state: 'outcome-unknown' })
    await screen.toSee('Outcome unknown')
    expect(screen.beside()).not.toContain('Released.')
  })

  it('cannot be released without the role, and shows why', async () => {
    const why = { code: 'not-permitted', needs: ['maker', 'checker'] } as const
    reviewed({
      order: order({
        ...approved,
        may: [{ act: 'release', why: { ...why, needs: [...why.needs] } }],
      }),
    })
    await open()
    await screen.type('r')
    expect(allByRole('alertdialog')).toHaveLength(0)
    expect(screen.beside()).toContain('Release: Only a maker or a checker may do this')
  })

  it('keeps the confirmation open with the limit for which main refused it', async () => {
    bridge.orders.release.mockResolvedValue(
      screen.refused({
        code: 'over-limit',
        limit: 'none-set',
        service: 'WIRE',
        currency: 'USD',
        allowed: null,
        wanted: 1_250_000,
        day: null,
      }),
    )
    await open()
    await screen.type('r')
    await until(() => byRole('alertdialog'))
    await screen.type('Enter', { ctrlKey: true })
    await screen.type('Enter', { ctrlKey: true })
    expect(bridge.orders.release).toHaveBeenCalledOnce()
    expect(allByRole('alertdialog')).toHaveLength(1)
  })

  it('links to Unknown outcomes after an unknown outcome', async () => {
    reviewed({ order: order({ ...approved, state: 'outcome-unknown', may: [] }) })
    await open()
    expect(screen.buttons()).toContain('Open in Unknown outcomes')
    expect(screen.buttons()).not.toContain('Release')
  })
})

describe('moving through the queue', () => {
  const lines = ['o1', 'o2', 'o3'].map((id) => order({ id }))
  beforeEach(() => {
    bridge.orders.list.mockResolvedValue(ok({ items: lines, next: null, total: 3 }))
  })
  const reviewedLast = () => bridge.orders.review.mock.lastCall?.[0].id

  it('opens the next and the previous item by J and K', async () => {
    await mount()
    await screen.type('j')
    await until(() => expect(reviewedLast()).toBe('o1'))
    await screen.toSee('1 of 3')
    await screen.type('j')
    await until(() => expect(reviewedLast()).toBe('o2'))
    await screen.type('k')
    await until(() => expect(reviewedLast()).toBe('o1'))
    await screen.type('k')
    await screen.toSee('1 of 3')
  })

  it('continues at the place of an item that has left the queue', async () => {
    await open()
    await screen.click('Next item')
    await until(() => expect(reviewedLast()).toBe('o2'))
    const [one, , three] = lines
    bridge.orders.list.mockResolvedValue(
      ok({ items: [one, three].filter((line) => line !== undefined), next: null, total: 2 }),
    )
    bridge.emit('orders', 'changed', { id: 'o2', state: 'approved' })
    await flushPromises()
    await screen.type('j')
    await until(() => expect(reviewedLast()).toBe('o3'))
  })

  it('opens with what waits for release where the address says so', async () => {
    await mount('/approvals?view=ready')
    expect(bridge.orders.list).toHaveBeenLastCalledWith(expect.objectContaining({ view: 'ready' }))
    await screen.toSee('3 to release')
  })

  it('lists the payments that wait for release', async () => {
    await mount()
    byRole('radio', 'To release').click()
    await until(() =>
      expect(bridge.orders.list).toHaveBeenLastCalledWith(
        expect.objectContaining({ view: 'ready' }),
      ),
    )
    await screen.toSee('3 to release')
    await screen.expectAccessible()
  })
})

describe('the account owner', () => {
  it('is shown above the evidence, and in the confirmation, also when unchecked', async () => {
    reviewed({})
    await open()
    const owner = byRole('group', 'Account owner')
    expect(owner.textContent).toContain('Owner not checked')
    await screen.click('Approve')
    const dialog = await until(() => byRole('alertdialog'))
    expect(dialog.textContent).toContain('Owner not checked')
    await screen.expectAccessible()
  })
})
