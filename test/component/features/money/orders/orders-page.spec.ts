import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import type { Evidence, Order } from '../../../../../preload/contract/domain/orders/order.ts'
import { openRecordActs } from '../../../../../renderer/ui/record-acts.ts'
import OrdersPage from '../../../../../renderer/features/money/orders/OrdersPage.vue'
import { policyState } from '../../../support/fake-money.ts'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { duplicatePayment, order, orderLine, paymentForm } from '../../../support/fake-orders.ts'
import { mountPage } from '../../../support/page.ts'
import * as screen from '../../../support/orders-stage.ts'
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

const open = (address = '/orders') => mountPage(OrdersPage, address, '/orders/:id?')
/** A question shows these of the payment; its buttons name the action only. */
const facts = ['USD 12,500.00', 'Ridgeway Supply', '5678', 'Alder Falls Operating', 'Practice']
const completed: Order['bankStatus'] = {
  kind: 'completed',
  statusText: 'COMPLETED',
  at: screen.at,
  isFinal: true,
  needsBankAction: false,
}

describe('the list of payments', () => {
  it('explains itself while there is none, and offers the first step', async () => {
    bridge.orders.list.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
    const { router } = await open()
    expect(screen.pageText()).toContain('No payments yet')
    await screen.expectAccessible()
    await screen.click('New payment')
    expect(router.currentRoute.value.path).toBe('/compose')
  })

  it('distinguishes an empty view from no payments at all', async () => {
    bridge.orders.list.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
    await open('/orders?view=ready')
    expect(screen.pageText()).toContain('No payments under \u201cApproved\u201d')
    expect(bridge.orders.list).toHaveBeenLastCalledWith(expect.objectContaining({ view: 'ready' }))
  })

  it('shows why it could not be read, and reads it again', async () => {
    bridge.orders.list.mockResolvedValueOnce(err({ code: 'internal', reference: 'AB12CD34' }))
    await open()
    expect(screen.pageText()).toContain('AB12CD34')
    await screen.click('Read again')
    expect(screen.cells(0).join(' ')).toContain('Ridgeway Supply')
  })

  it('is filtered by view, service and search, and counts the waiting payments of a view', async () => {
    bridge.orders.getCounts.mockResolvedValue(
      ok({
        all: 1206,
        drafts: 3,
        awaiting: 1,
        awaitingMe: 0,
        readyMe: 0,
        ready: 0,
        underWay: 2,
        unknownOutcome: 0,
        ended: 1200,
      }),
    )
    await open()
    expect(bridge.orders.getCounts).toHaveBeenLastCalledWith({ kind: 'payment' })
    const views = allByRole('radio').map((radio) => radio.parentElement?.textContent.trim())
    expect(views).toEqual([
      'All 1,206',
      'Draft 3',
      'Awaiting approval 1',
      'Approved 0',
      'At bank 2',
      'Outcome unknown 0',
      'Ended 1,200',
    ])
    byRole('radio', 'Draft 3').click()
    await flushPromises()
    expect(bridge.orders.list).toHaveBeenLastCalledWith(expect.objectContaining({ view: 'drafts' }))
    const select = byRole('combobox', 'Service') as HTMLSelectElement
    select.value = 'RTP'
    select.dispatchEvent(new Event('change'))
    await flushPromises()
    await screen.write('Search the payments', 'ridge')
    await until(() =>
      expect(bridge.orders.list).toHaveBeenLastCalledWith(
        expect.objectContaining({ view: 'drafts', service: 'RTP', search: 'ridge' }),
      ),
    )
    await screen.click('Clear Service: RTP')
    await until(() => expect(bridge.orders.list.mock.lastCall?.[0]).not.toHaveProperty('service'))
    expect(bridge.orders.list.mock.lastCall?.[0]).toMatchObject({ search: 'ridge' })
    await screen.expectAccessible()
  })

  it('restores a saved view, and shows all for an unknown one', async () => {
    const layout = null
    bridge.tables.getViews.mockResolvedValue(
      ok({
        orders: [
          { name: 'Rent', filter: { view: 'ready', service: 'WIRE', search: 'rent' }, layout },
          { name: 'Old', filter: { view: 'no such view' }, layout },
        ],
      }),
    )
    await open()
    const choose = (title: string) =>
      openRecordActs()
        .find((act) => act.title === title)
        ?.run()
    choose('View: Rent')
    await until(() =>
      expect(bridge.orders.list).toHaveBeenLastCalledWith(
        expect.objectContaining({ view: 'ready', service: 'WIRE', search: 'rent' }),
      ),
    )
    choose('View: Old')
    await until(() => expect(bridge.orders.list.mock.lastCall?.[0]).toMatchObject({ view: 'all' }))
    expect(bridge.orders.list.mock.lastCall?.[0]).not.toHaveProperty('search')
  })

  it('is sorted by main, latest change first until an operator sorts it', async () => {
    await open()
    const first = { column: 'updated', direction: 'descending' }
    expect(bridge.orders.list).toHaveBeenLastCalledWith(expect.objectContaining({ sort: first }))
    await screen.click('Amount')
    expect(bridge.orders.list).toHaveBeenLastCalledWith(
      expect.objectContaining({ sort: { column: 'amount', direction: 'ascending' } }),
    )
  })

  it('shows one status in each line, followed by the status of the bank with its time', async () => {
    screen.mainHas(bridge, { state: 'accepted', bankStatus: completed })
    await open()
    expect(screen.cells(0).slice(1, 3)).toEqual(['Completed', 'USD 12,500.00'])
    const badge = document.querySelector('[data-row="0"] [data-tone]')
    expect(badge?.getAttribute('title')).toMatch(/^COMPLETED, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('marks a payment of which nothing was sent', async () => {
    screen.mainHas(bridge, { state: 'approved', notSent: 'The bank was not reachable' })
    await open()
    expect(screen.cells(0).join(' ')).toContain('Not sent')
  })

  it('reads its lines again when main reports a change', async () => {
    await open()
    bridge.orders.list.mockResolvedValue(
      ok({ items: [orderLine({ state: 'sending' })], next: null, total: 1 }),
    )
    bridge.emit('orders', 'changed', { id: 'o1', state: 'sending' })
    await flushPromises()
    expect(screen.cells(0).join(' ')).toContain('Sending')
  })

  it('reads its lines again after a change of the policy or of a payee', async () => {
    await open()
    for (const report of [
      () => bridge.emit('policy', 'changed', policyState()),
      () => bridge.emit('payees', 'changed', { id: 'p1' }),
    ]) {
      bridge.orders.list.mockClear()
      report()
      await flushPromises()
      expect(bridge.orders.list).toHaveBeenCalled()
    }
  })

  it('draws a part of 10,000 lines and loads page by page', async () => {
    const page = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => orderLine({ id: `o${String(from + index)}` }))
    bridge.orders.list.mockImplementation(({ cursor, limit }) => {
      const from = Number(cursor ?? 0)
      const next = from + limit < 10_000 ? String(from + limit) : null
      return Promise.resolve(ok({ items: page(from, limit), next, total: 10_000 }))
    })
    await open()
    expect(byRole('grid', 'Payments').getAttribute('aria-rowcount')).toBe('10001')
    expect(document.querySelectorAll('[data-row]').length).toBeLessThan(100)
  })

  it('never cuts a long name of the open payment', async () => {
    const beneficiary = 'Ridgeway Supply and Northern Millwork Cooperative of Alder Falls '.repeat(
      3,
    )
    screen.mainHas(bridge, { beneficiary })
    await open('/orders/o1')
    expect(screen.beside()).toContain(beneficiary.trim())
  })
})

describe('an open payment', () => {
  it('shows its parties, references and fields; bank note 62: a wire of type DRAFT is shown as live', async () => {
    screen.mainHas(bridge, {
      form: {
        ...paymentForm,
        intermediaryBank1: { ...paymentForm.creditPartyBank, name: 'Quarry Bank' },
      },
    })
    await open('/orders/o1')
    for (const part of [
      'USD 12,500.00 to Ridgeway Supply',
      'Alder Falls Operating \u2022\u2022\u2022\u20220011',
      'Intermediary bank 1Quarry Bank',
      'ABA 550010014',
      'This is a live payment.',
      'CS20261121K7Q2M9X4',
    ])
      expect(screen.beside()).toContain(part)
    expect(screen.beside()).not.toContain('Intermediary bank 2')
    await screen.expectAccessible()
  })

  it('shows its steps with their times, and marks the latest as current', async () => {
    screen.mainHas(bridge, { state: 'accepted', bankStatus: completed })
    await open('/orders/o1')
    const steps = [...document.querySelectorAll('ol[aria-label="Steps, in local time"] li')]
    expect(steps).toHaveLength(5)
    const current = steps.filter((step) => step.getAttribute('aria-current') === 'step')
    expect(current.map((step) => step.textContent.trim())).toEqual([
      expect.stringMatching(/^Completed\s*\d\d:\d\d$/),
    ])
    // The day stands at the first step of it.
    expect(steps.map((step) => /2026-\d\d-\d\d/.test(step.textContent))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    await screen.expectAccessible()
  })

  it('requires a reason to submit a possible duplicate, and submits it with the reason', async () => {
    screen.mainHas(bridge, { state: 'draft', may: screen.may('submit') })
    await open('/orders/o1')
    const payments = [duplicatePayment()]
    bridge.orders.submit.mockResolvedValueOnce(
      screen.refused({ code: 'possible-duplicate', payments, entries: 0, batches: [] }),
    )
    await screen.click('Submit for approval')
    const dialog = await until(() => byRole('dialog', 'Submit a possible duplicate?'))
    for (const part of ['CS9', ...facts]) expect(dialog.textContent).toContain(part)
    // The question is the whole answer: no refusal stays behind it, or after it.
    expect(document.body.textContent).not.toContain('Nothing was done.')
    await screen.expectAccessible()
    await screen.write('Why it is no duplicate*', 'Second invoice')
    await screen.click('Submit possible duplicate')
    expect(bridge.orders.submit.mock.calls).toEqual([
      [{ id: 'o1' }],
      [
        {
          id: 'o1',
          reason: 'Second invoice',
          shownDuplicates: { payments: ['o9'], entries: 0, batches: [] },
        },
      ],
    ])
    await until(() => expect(allByRole('dialog')).toEqual([]))
  })

  it('names a duplicate that came after the question in a new question, without the old reason', async () => {
    screen.mainHas(bridge, { state: 'draft', may: screen.may('submit') })
    await open('/orders/o1')
    const found = (...ids: string[]) => ({
      code: 'possible-duplicate' as const,
      payments: ids.map((id) => duplicatePayment({ id, reference: `CS-${id}` })),
      entries: 0,
      batches: [],
    })
    bridge.orders.submit.mockResolvedValueOnce(screen.refused(found('o8')))
    bridge.orders.submit.mockResolvedValueOnce(screen.refused({ code: 'order-changed' }))
    bridge.orders.submit.mockResolvedValueOnce(screen.refused(found('o9', 'o8')))
    await screen.click('Submit for approval')
    await until(() => byRole('dialog', 'Submit a possible duplicate?'))
    await screen.write('Why it is no duplicate*', 'Second invoice')
    await screen.click('Submit possible duplicate')
    await until(() => expect(allByRole('dialog')).toEqual([]))
    await screen.toSee('It has changed since it was shown')
    await screen.click('Submit for approval')
    const dialog = await until(() => byRole('dialog', 'Submit a possible duplicate?'))
    expect(dialog.textContent).toContain('CS-o9')
    expect(dialog.textContent).not.toContain('Second invoice')
    expect((byRole('textbox', 'Why it is no duplicate*') as HTMLTextAreaElement).value).toBe('')
  })

  it('attaches files and saves them through main, and shows why it could not', async () => {
    const file = {
      id: 'f1',
      at: screen.at,
      by: screen.mara,
      name: 'invoice.pdf',
      bytes: 12_345,
      sha256: 'c'.repeat(64),
    }
    screen.mainHas(bridge, {})
    await open('/orders/o1')
    expect(screen.section('Attached files')).toContain('No files attached.')
    bridge.orders.attachFiles.mockResolvedValueOnce(
      screen.refused({ code: 'not-attached', file: 'scan.tif', why: 'order-full' }),
    )
    await screen.click('Attach files')
    expect(screen.section('Attached files')).toContain(
      'scan.tif: the files of this order would exceed 20 MB.',
    )
    bridge.orders.attachFiles.mockResolvedValueOnce(ok(null))
    await screen.click('Attach files')
    expect(screen.section('Attached files')).toContain('No files attached.')
    const after = screen.mainHas(bridge, { files: [file] })
    bridge.orders.attachFiles.mockResolvedValueOnce(ok(after))
    await screen.click('Attach files')
    for (const part of ['invoice.pdf', '12.3 kB, Mara Ellison', `SHA-256 ${file.sha256}`])
      expect(screen.section('Attached files')).toContain(part)
    await screen.expectAccessible()
    await screen.click('Save invoice.pdf')
    expect(bridge.orders.saveFile).toHaveBeenCalledExactlyOnceWith({ id: 'o1', fileId: 'f1' })
    expect(screen.section('Attached files')).toContain('Saved invoice.pdf')
  })

  it('bank note 72: shows each status of the bank in its own vocabulary, side by side', async () => {
    const statusEvent = { at: screen.at, bankTime: null, callId: null, alertSeq: null } as const
    screen.mainHas(bridge, {
      state: 'accepted',
      bankStatus: completed,
      statusEvents: [
        { ...statusEvent, source: 'initiate', vocabulary: 'payment', statusText: 'IN_PROCESS' },
        {
          ...statusEvent,
          source: 'alert',
          vocabulary: 'business',
          statusText: 'Moonlit',
          alertSeq: 4,
        },
      ],
    })
    await open('/orders/o1')
    await screen.chooseTab('Bank')
    expect(screen.section('Payment status')).toContain('IN_PROCESS')
    expect(screen.section('Payment status')).not.toContain('Moonlit')
    expect(screen.section('Business status')).toContain('Moonlit')
    expect(screen.section('Business status')).toContain('not in the document')
    await screen.expectAccessible()
  })

  it('warns that a return may still follow a final status (bank note 74)', async () => {
    screen.mainHas(bridge, { state: 'accepted', bankStatus: completed })
    await open('/orders/o1')
    expect(screen.beside()).toContain('A return may still follow')
  })

  it('shows where only bank support can act, and offers no action', async () => {
    const bankStatus = {
      ...completed,
      kind: 'in-review',
      statusText: 'Repair',
      isFinal: false,
      needsBankAction: true,
    } as const
    screen.mainHas(bridge, {
      state: 'accepted',
      bankStatus,
      may: screen.may('copy', 'print'),
    })
    await open('/orders/o1')
    expect(screen.beside()).toContain('Only the bank can proceed')
    expect(screen.buttons()).not.toContain('Release')
    expect(screen.buttons().join(' ')).toContain('Copy to draft')
  })

  it.each(['evidence', 'body', 'sendings', 'bank', 'alerts', 'timeline'])(
    'can be read by keyboard in its tab %s',
    async (part) => {
      screen.mainHas(bridge, { ...full })
      await open('/orders/o1')
      const labels: Record<string, string> = {
        body: 'Message',
        sendings: 'Sending 2',
        alerts: 'Alerts 1',
      }
      await screen.chooseTab(labels[part] ?? part.charAt(0).toUpperCase() + part.slice(1))
      await screen.expectAccessible()
    },
  )

  it('shows the sent request with times and answer, and each status inquiry with its answer', async () => {
    screen.mainHas(bridge, full)
    await open('/orders/o1')
    await screen.chooseTab('Sending 2')
    for (const part of [
      'Sending 1',
      'HTTP 504',
      'released by Mara Ellison',
      'confirmed by Theo Park',
      'Not found',
      'Counts as evidence',
      'by account and reference',
    ])
      expect(screen.beside()).toContain(part)
  })

  it('never advises to repeat a sending that got no answer', async () => {
    const answer = { kind: 'no-answer', reason: 'timed-out' } as const
    screen.mainHas(bridge, { ...full, answer, callId: 'call-1' })
    await open('/orders/o1')
    await screen.chooseTab('Bank')
    expect(screen.beside()).toContain('Outcome unknown')
    expect(screen.beside()).toMatch(/Do not resend it/)
    expect(screen.beside()).not.toMatch(/query again|moves no money/i)
  })

  it('explains the answer to a status inquiry as safe to repeat', async () => {
    const answer = { kind: 'no-answer', reason: 'timed-out' } as const
    screen.mainHas(bridge, { ...full, answer, callId: 'call-2' })
    await open('/orders/o1')
    await screen.chooseTab('Bank')
    expect(screen.beside()).toContain('It is safe to query again later')
  })

  it('shows the evidence: ownership, validation as received, payee and flags', async () => {
    screen.mainHas(bridge, full)
    await open('/orders/o1')
    await screen.chooseTab('Evidence')
    for (const part of [
      'Account open, owner matches',
      'Older than the policy allows',
      'Made for another version of this message',
      'Paid from here 2 times',
      'First payment',
      'Void since',
    ])
      expect(screen.beside()).toContain(part)
  })

  it('masks accounts until they are revealed, which is recorded', async () => {
    screen.mainHas(bridge, {})
    bridge.orders.reveal.mockResolvedValue(
      ok(order({ isMasked: false, body: '{"accountNumber":"2000300017"}' })),
    )
    await open('/orders/o1')
    await screen.chooseTab('Message')
    expect(screen.beside()).not.toContain('2000300017')
    await screen.click('Show in full')
    expect(bridge.orders.reveal).toHaveBeenCalledWith({ id: 'o1' })
    expect(screen.beside()).toContain('2000300017')
    expect(screen.beside()).toContain('Showing it is recorded.')
    await screen.click('Mask again')
    expect(screen.beside()).not.toContain('2000300017')
  })

  it('is read again when main reports it', async () => {
    await open('/orders/o1')
    bridge.orders.get.mockResolvedValue(ok(order({ state: 'rejected' })))
    bridge.emit('orders', 'changed', { id: 'o1', state: 'rejected' })
    await flushPromises()
    expect(screen.beside()).toContain('Rejected')
  })

  it('opens again by Enter on the row whose details were closed', async () => {
    await open()
    document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
    await screen.type('Enter')
    await screen.type('Escape')
    expect(document.querySelector('aside')).toBeNull()
    await screen.type('Enter')
    await until(() => {
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Payment')
    })
  })

  it('shows who proposed and who confirmed a resend', async () => {
    const [one] = full.attempts ?? []
    if (!one) throw new Error('no attempt')
    const attempts = [{ ...one, confirmedBy: screen.theo }]
    screen.mainHas(bridge, { attempts })
    await open('/orders/o1')
    await screen.chooseTab('Sending')
    expect(screen.section('Sendings')).toContain('proposed by Mara Ellison, confirmed by Theo Park')
  })

  it('shows category and “final” beside a business status', async () => {
    const businessStatus = (statusText: string) => ({
      source: 'alert' as const,
      at: screen.at,
      bankTime: null,
      vocabulary: 'business' as const,
      statusText,
      callId: null,
      alertSeq: 1,
    })
    screen.mainHas(bridge, {
      statusEvents: [
        businessStatus('Returned'),
        businessStatus('LimitCheck'),
        businessStatus('Odd'),
      ],
    })
    await open('/orders/o1')
    await screen.chooseTab('Bank')
    const shown = screen.section('Business status')
    for (const part of ['Failed, final', 'In Process, not final', 'No category, not final'])
      expect(shown).toContain(part)
  })

  it('closes by Escape, and the focus goes back to its line', async () => {
    await open()
    document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
    await flushPromises()
    await screen.type('Enter')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Payment')
    await screen.type('Escape')
    expect(document.querySelector('aside')).toBeNull()
    expect((document.activeElement as HTMLElement).dataset['row']).toBe('0')
  })

  it('takes the focus once it has loaded when it was opened before', async () => {
    let answer: (value: Awaited<ReturnType<typeof bridge.orders.get>>) => void = () => undefined
    bridge.orders.get.mockReturnValue(new Promise((done) => (answer = done)))
    await open()
    document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
    await screen.type('Enter')
    expect(document.querySelector('aside')).toBeNull()
    answer(ok(order()))
    await flushPromises()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Payment')
  })

  it('reports that it is gone', async () => {
    bridge.orders.get.mockResolvedValue(err({ code: 'not-found' }))
    await open('/orders/o9')
    expect(screen.beside()).toContain('Not found')
  })

  it('bank note 100: counts an alert that only resembles it after a person confirms the match', async () => {
    screen.mainHas(bridge, full)
    await open('/orders/o1')
    await screen.chooseTab('Alerts 1')
    expect(screen.beside()).toContain('Suggested match')
    await screen.click('Link alert 7 to this payment')
    expect(bridge.orders.decideAlert).toHaveBeenCalledWith({
      id: 'o1',
      alertSeq: 7,
      isAboutIt: true,
      shown: 'open',
    })
  })
})

describe('the actions of a payment', () => {
  it('are those that main offers and no others', async () => {
    screen.mainHas(bridge, { may: screen.may('return-to-draft', 'copy') })
    await open('/orders/o1')
    const group = byRole('group', 'Actions').textContent.replace(/\s+/g, ' ')
    expect(group).toContain('Return to draft')
    for (const act of ['Release', 'Submit', 'Discard', 'Check status', 'Approve'])
      expect(group).not.toContain(act)
  })

  it('leave out what this operator never may, which the palette lists with the reason', async () => {
    screen.mainHas(bridge, {
      state: 'approved',
      may: [
        ...screen.may('release'),
        { act: 'return-to-draft', why: { code: 'not-permitted', needs: ['maker'] } },
        { act: 'copy', why: { code: 'not-maker', maker: 'Mara Ellison' } },
      ],
    })
    await open('/orders/o1')
    expect(allByRole('button').map(({ textContent }) => textContent.trim())).toContain('Release')
    const group = byRole('group', 'Actions')
    expect([...group.querySelectorAll('button')].map((one) => one.textContent.trim())).toEqual([
      'Release',
    ])
    expect(screen.beside()).not.toContain('may do this')
    const listed = openRecordActs().map(({ title, disabledReason }) => [title, disabledReason])
    expect(listed).toContainEqual(['Return to draft', 'Only a maker may do this'])
    expect(listed).toContainEqual(['Copy to draft', 'Only Mara Ellison, who made it, may do this'])
  })

  it('are disabled where something blocks them, described by the reason and in one line', async () => {
    const why = { code: 'approvals-missing', more: 1 } as const
    screen.mainHas(bridge, { state: 'approved', may: [{ act: 'release', why }] })
    await open('/orders/o1')
    const button = byRole('button', 'Release')
    expect(button.getAttribute('aria-description')).toBe(
      '1 more approval is needed. Return it to draft and submit it again',
    )
    expect(screen.beside()).not.toContain('1 more approval is needed')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    button.click()
    await screen.type('r')
    expect(allByRole('alertdialog')).toHaveLength(0)
    expect(bridge.orders.release).not.toHaveBeenCalled()
  })

  it('release after a confirmation with amount, currency, beneficiary and environment', async () => {
    screen.mainHas(bridge, { state: 'approved', may: screen.may('release') })
    await open('/orders/o1')
    await screen.click('Release')
    const dialog = await until(() => byRole('alertdialog'))
    for (const part of facts) expect(dialog.textContent).toContain(part)
    expect(screen.buttons().some((name) => name.includes('USD'))).toBe(false)
    await screen.expectAccessible()
    expect(bridge.orders.release).not.toHaveBeenCalled()
    screen.mainHas(bridge, { state: 'sending', may: [] })
    ;[...dialog.querySelectorAll('button')]
      .find((one) => one.textContent.includes('Release payment'))
      ?.click()
    await flushPromises()
    expect(bridge.orders.release).toHaveBeenCalledExactlyOnceWith({
      id: 'o1',
      approvalHash: 'b'.repeat(64),
    })
    await screen.toSee('Released: on its way')
    screen.mainHas(bridge, { state: 'accepted', may: [] })
    bridge.emit('orders', 'changed', { id: 'o1', state: 'accepted' })
    await flushPromises()
    expect(screen.pageText()).not.toContain('Released: on its way')
  })

  it('show warnings in the confirmation: a different owner, or no ownership check', async () => {
    const ownership: Evidence['ownership'] = {
      validationId: 'v1',
      at: screen.at,
      by: 'Mara Ellison',
      resultClass: 'owner-differs',
      differingNames: ['businessNameMatch'],
      score: 41,
      ageHours: 3,
      tooOld: false,
      queriedKind: 'business',
      queriedName: 'R••• S•••',
      isAnotherName: false,
    }
    const about = { state: 'approved', may: screen.may('release') } as const
    screen.mainHas(bridge, { ...about, evidence: { ...order().evidence, ownership } })
    await open('/orders/o1')
    await screen.click('Release')
    const dialog = await until(() => byRole('alertdialog'))
    expect(dialog.textContent).toContain('Account open, owner differs')
    expect(dialog.textContent).toContain('score 41, 3.0 h old')
    expect(dialog.querySelector('[data-tone="bad"]')?.textContent).toContain('owner differs')
    await screen.expectAccessible()
  })

  it('show in the confirmation that the owner was not checked', async () => {
    screen.mainHas(bridge, { state: 'approved', may: screen.may('release') })
    await open('/orders/o1')
    await screen.click('Release')
    expect((await until(() => byRole('alertdialog'))).textContent).toContain('Owner not checked')
  })

  it('keep the keyboard in the details when the pressed button is gone', async () => {
    screen.mainHas(bridge, { state: 'queued', may: screen.may('take-back') })
    await open('/orders/o1')
    byRole('button', 'Cancel release').focus()
    screen.mainHas(bridge, { state: 'approved', may: [] })
    await screen.click('Cancel release')
    await until(() => {
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Payment')
    })
  })

  it('release the version that was shown, although it changed behind the confirmation', async () => {
    screen.mainHas(bridge, { state: 'approved', may: screen.may('release') })
    await open('/orders/o1')
    await screen.click('Release')
    const dialog = await until(() => byRole('alertdialog'))
    screen.mainHas(bridge, {
      state: 'approved',
      amount: 99_999_900,
      approvalHash: 'c'.repeat(64),
      may: screen.may('release'),
    })
    bridge.emit('orders', 'changed', { id: 'o1', state: 'approved' })
    await flushPromises()
    bridge.orders.release.mockResolvedValue(screen.refused({ code: 'order-changed' }))
    expect(dialog.textContent).toContain('USD 12,500.00')
    ;[...dialog.querySelectorAll('button')]
      .find((one) => one.textContent.includes('Release payment'))
      ?.click()
    await flushPromises()
    expect(bridge.orders.release).toHaveBeenCalledWith({ id: 'o1', approvalHash: 'b'.repeat(64) })
    expect(screen.beside()).toContain('It has changed since it was shown')
  })

  it('show a limit without room today in the confirmation and beside the payment, with the next day', async () => {
    screen.mainHas(bridge, { state: 'approved', may: screen.may('release', 'return-to-draft') })
    await open('/orders/o1')
    await screen.click('Release')
    const dialog = await until(() => byRole('alertdialog'))
    bridge.orders.release.mockResolvedValue(
      screen.refused({
        code: 'over-limit',
        limit: 'per-day',
        service: 'WIRE',
        currency: 'USD',
        allowed: 2_000_000,
        wanted: 2_500_000,
        day: {
          counts: 'sent',
          date: '2026-11-23',
          zone: 'America/New_York',
          roomFrom: '2026-11-24',
        },
      }),
    )
    ;[...dialog.querySelectorAll('button')]
      .find((one) => one.textContent.includes('Release payment'))
      ?.click()
    await flushPromises()
    const expectedText =
      'The daily limit for wires is USD 20,000.00. Together with orders sent, resent or queued on 2026-11-23 (New York), this makes USD 25,000.00. There is room from 2026-11-24.'
    for (const text of [dialog.textContent, screen.beside()]) {
      expect(text).toContain(expectedText)
      expect(text).toContain('Its approvals stay valid: send it from that day on.')
    }
    await screen.expectAccessible()
    ;[...dialog.querySelectorAll('button')]
      .find((one) => one.textContent.includes('Release payment'))
      ?.click()
    expect(bridge.orders.release).toHaveBeenCalledOnce()
    ;[...dialog.querySelectorAll('button')].find((one) => one.textContent === 'Cancel')?.click()
    await flushPromises()
    await screen.click('Return to draft')
    expect((await until(() => byRole('alertdialog'))).textContent).not.toContain('daily limit')
  })

  it('call main once, however often a button is pressed', async () => {
    let answer: (value: Awaited<ReturnType<typeof bridge.orders.submit>>) => void = () => undefined
    bridge.orders.submit.mockReturnValue(new Promise((done) => (answer = done)))
    screen.mainHas(bridge, { state: 'draft', may: screen.may('submit') })
    await open('/orders/o1')
    const button = byRole('button', 'Submit for approval')
    button.click()
    button.click()
    await screen.type('Enter', { ctrlKey: true, shiftKey: true })
    expect(bridge.orders.submit).toHaveBeenCalledOnce()
    bridge.orders.get.mockResolvedValue(ok(order()))
    answer(ok(order()))
    await screen.toSee('Submitted. Waiting for approval by Theo Park.')
  })

  it('show which rule of the policy refused a release', async () => {
    bridge.orders.submit.mockResolvedValue(
      screen.refused({ code: 'evidence-needed', missing: ['ownership'] }),
    )
    screen.mainHas(bridge, { state: 'draft', may: screen.may('submit') })
    await open('/orders/o1')
    await screen.click('Submit for approval')
    expect(screen.beside()).toContain('An ownership check of the beneficiary.')
  })

  it.each([
    ['take-back', 'Cancel release', 'takeBack'],
    ['inquire', 'Check status', 'inquire'],
    ['validate', 'Run bank pre-check', 'preCheck'],
    ['print', 'Save receipt', 'printReceipt'],
  ] as const)('call only the method of %s', async (act, name, method) => {
    screen.mainHas(bridge, { state: 'accepted', may: screen.may(act) })
    await open('/orders/o1')
    await screen.click(name)
    expect(bridge.orders[method]).toHaveBeenCalledExactlyOnceWith({ id: 'o1' })
  })

  it('copy into a new draft, and edit in the form', async () => {
    screen.mainHas(bridge, { state: 'draft', may: screen.may('edit', 'copy') })
    const { router } = await open('/orders/o1')
    await screen.click('Copy to draft')
    expect(router.currentRoute.value.path).toBe('/compose/o2')
    await router.push('/orders/o1')
    await flushPromises()
    await screen.click('Edit')
    expect(router.currentRoute.value.path).toBe('/compose/o1')
  })

  it('leave approvals and unknown outcomes to their own screens', async () => {
    screen.mainHas(bridge, { may: screen.may('approve', 'send-back') })
    const { router } = await open('/orders/o1')
    expect(screen.buttons().some((name) => name.startsWith('Approve'))).toBe(false)
    await screen.click('Open in Approvals')
    expect(router.currentRoute.value.path).toBe('/approvals/o1')
    screen.mainHas(bridge, {
      state: 'outcome-unknown',
      may: screen.may('inquire', 'propose-resend'),
    })
    await router.push('/orders/o1')
    await flushPromises()
    expect(screen.buttons()).not.toContain('Propose resend')
    await screen.click('Open in Unknown outcomes')
    expect(router.currentRoute.value.path).toBe('/unknown-outcomes/o1')
  })
})

const sending = {
  releasedBy: screen.mara,
  confirmedBy: null,
  journalledAt: screen.at,
  workstation: null,
  endedAt: screen.at,
  outcome: 'unknown',
  reason: 'server-error',
  status: 504,
  callId: 'call-1',
  transactionId: null,
  bodySha256: 'a'.repeat(64),
  reasons: null,
} as const
const full: Partial<Order> = {
  state: 'outcome-unknown',
  transactionId: '20261121H0000000000000001',
  attempts: [
    { ...sending, seq: 1 },
    { ...sending, seq: 2, confirmedBy: screen.theo },
  ],
  inquiries: [
    {
      seq: 1,
      at: screen.at,
      by: 'system',
      route: 'reference',
      verdict: 'not-found',
      statusText: null,
      reason: null,
      callId: 'call-2',
      counts: true,
      reliability: null,
      raw: null,
    },
  ],
  evidence: {
    ownership: {
      validationId: 'v1',
      at: screen.at,
      by: 'Mara Ellison',
      resultClass: 'owner-matches',
      differingNames: [],
      score: 95,
      ageHours: 30,
      queriedKind: 'business',
      queriedName: 'R••• S•••',
      isAnotherName: false,
      tooOld: true,
    },
    validate: {
      at: screen.at,
      by: 'Mara Ellison',
      callId: 'call-0',
      aboutThisBody: false,
      answer: { kind: 'no-answer', reason: 'timed-out' },
      raw: null,
    },
    payee: { id: 'p1', version: 3, payments: 2, lastPaidAt: screen.at },
    flags: ['first-payment'],
  },
  approvalsGiven: [
    {
      by: screen.theo,
      at: screen.at,
      approvalHash: 'b'.repeat(64),
      reason: 'Owner seen on the invoice',
      voidedAt: screen.at,
      voidedBecause: 'The body changed',
    },
  ],
  statusEvents: [
    {
      source: 'status-inquiry',
      at: screen.at,
      bankTime: null,
      vocabulary: 'payment',
      statusText: 'ERROR',
      callId: 'call-3',
      alertSeq: null,
    },
  ],
  answer: { kind: 'no-answer', reason: 'timed-out' },
  callId: 'call-1',
  alerts: [
    {
      alertSeq: 7,
      alertId: 'a7',
      at: screen.at,
      status: 'Completed',
      amount: '12500.00',
      currency: 'USD',
      matchedBy: 'suggestion',
      decision: 'open',
    },
  ],
  timeline: [
    {
      at: screen.at,
      kind: 'sending',
      by: 'Mara Ellison',
      title: 'Sent',
      detail: 'Journalled first',
      callId: 'call-1',
      alertId: null,
    },
  ],
}
