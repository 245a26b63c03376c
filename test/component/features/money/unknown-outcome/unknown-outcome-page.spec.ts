import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SupportReply } from '../../../../../preload/contract/domain/orders/support-reply.ts'
import type { Order } from '../../../../../preload/contract/domain/orders/order.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import UnknownOutcomePage from '../../../../../renderer/features/money/unknown-outcome/UnknownOutcomePage.vue'
import { localTime } from '../../../../../renderer/text/times.ts'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { order } from '../../../support/fake-orders.ts'
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
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A question shows these of the payment; its buttons name the action only. */
const facts = ['USD 12,500.00', 'Ridgeway Supply', '5678', 'Alder Falls Operating', 'Practice']
const evidence = 'e'.repeat(64)
const open = (address = '/unknown-outcomes/o1') =>
  mountPage(UnknownOutcomePage, address, '/unknown-outcomes/:id?')

const attempt: Order['attempts'][number] = {
  seq: 1,
  releasedBy: screen.mara,
  confirmedBy: null,
  journalledAt: screen.at,
  workstation: null,
  endedAt: screen.at,
  outcome: 'unknown',
  reason: 'HTTP 504',
  status: 504,
  callId: 'call-1',
  transactionId: null,
  bodySha256: 'a'.repeat(64),
  reasons: null,
}
function withUnknownOutcome(part: Partial<Order> = {}): Order {
  return screen.mainHas(bridge, {
    state: 'outcome-unknown',
    attempts: [attempt],
    unknownOutcome,
    may: screen.may('inquire', 'propose-resend'),
    ...part,
  })
}
const unknownOutcome = {
  evidence,
  inquiryQualifiesFrom: screen.at,
  isRouteProven: true,
  proposal: null,
}
const proposal = { by: screen.mara, at: screen.at, reason: 'The bank has no trace', evidence }

async function confirm(name: string): Promise<void> {
  const dialog = await until(() => byRole('alertdialog'))
  ;[...dialog.querySelectorAll('button')].find((one) => one.textContent.includes(name))?.click()
  await flushPromises()
}

describe('unknown outcomes', () => {
  it('explain themselves while there is none', async () => {
    bridge.orders.list.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
    await open('/unknown-outcomes')
    expect(screen.pageText()).toContain('No unknown outcomes')
    await screen.expectAccessible()
  })

  it('are listed oldest first', async () => {
    withUnknownOutcome()
    await open('/unknown-outcomes')
    expect(bridge.orders.list).toHaveBeenCalledWith(
      expect.objectContaining({
        view: 'unknown-outcome',
        sort: { column: 'created', direction: 'ascending' },
      }),
    )
    expect(screen.pageText()).toContain('1 with unknown outcome')
    await screen.expectAccessible()
  })

  it('are shown as unknown, with the sent request, its time, and the answer', async () => {
    withUnknownOutcome()
    await open()
    for (const part of [
      'Do not send it again',
      'The bank may or may not have this payment.',
      'HTTP 504',
      'released by Mara Ellison',
      'No status checks yet.',
    ])
      expect(screen.beside()).toContain(part)
    await screen.expectAccessible()
  })

  it('show why their list could not be read', async () => {
    bridge.orders.list.mockResolvedValueOnce(err({ code: 'internal', reference: 'AB12CD34' }))
    await open('/unknown-outcomes')
    expect(screen.pageText()).toContain('AB12CD34')
  })

  it('offer no action once they are resolved, and link to the payment', async () => {
    withUnknownOutcome()
    const { router } = await open()
    screen.mainHas(bridge, { state: 'accepted', may: [] })
    bridge.emit('orders', 'changed', { id: 'o1', state: 'accepted' })
    await flushPromises()
    expect(screen.beside()).toContain('Outcome is now known')
    expect(screen.buttons()).not.toContain('Check status')
    await screen.click('Open in Payments')
    expect(router.currentRoute.value.path).toBe('/orders/o1')
  })
})

describe('exit 1: a status inquiry', () => {
  it('queries the bank and shows the result', async () => {
    withUnknownOutcome()
    bridge.orders.inquire.mockResolvedValue(
      ok(
        order({
          state: 'outcome-unknown',
          inquiries: [
            {
              seq: 1,
              at: screen.at,
              by: 'Mara Ellison',
              route: 'reference',
              verdict: 'not-found',
              statusText: null,
              reason: null,
              callId: 'c',
              counts: true,
              reliability: 'proven',
              raw: null,
            },
          ],
        }),
      ),
    )
    await open()
    await screen.type('U', { ctrlKey: true, shiftKey: true })
    expect(bridge.orders.inquire).toHaveBeenCalledExactlyOnceWith({ id: 'o1' })
    await screen.toSee('Status checked: not found.')
    expect(bridge.orders.confirmResend).not.toHaveBeenCalled()
  })

  it.each([
    [4 * 60_000, 'in 4:00'],
    [5 * 3_600_000, 'in 5 h 00 min'],
    [8.5 * 86_400_000, 'in 8 days'],
  ])('shows for a wait of %d milliseconds “%s”', async (wait, expectedText) => {
    vi.useFakeTimers({ now: Date.parse(screen.at), toFake: ['Date', 'setInterval'] })
    const inquiryQualifiesFrom = new Date(Date.parse(screen.at) + wait).toISOString()
    withUnknownOutcome({ unknownOutcome: { ...unknownOutcome, inquiryQualifiesFrom } })
    await open()
    expect(screen.beside()).toContain(`${expectedText}. Before, “not found” proves nothing.`)
  })

  it('bank note 67: shows from when on a status inquiry counts, and counts down to it', async () => {
    vi.useFakeTimers({ now: Date.parse(screen.at), toFake: ['Date', 'setInterval'] })
    const inquiryQualifiesFrom = '2026-11-21T09:19:02.000Z'
    withUnknownOutcome({ unknownOutcome: { ...unknownOutcome, inquiryQualifiesFrom } })
    await open()
    expect(screen.beside()).toContain('in 5:00')
    expect(screen.beside()).toContain('Before, “not found” proves nothing')
    await vi.advanceTimersByTimeAsync(300_000)
    expect(screen.beside()).toContain('count as evidence.')
  })

  it('shows why the bank cannot be queried', async () => {
    withUnknownOutcome({
      may: [{ act: 'inquire', why: { code: 'not-permitted', needs: ['maker', 'checker'] } }],
    })
    await open()
    expect(screen.beside()).toContain('Only a maker or a checker may do this')
    byRole('button', 'Check status').click()
    await screen.type('U', { ctrlKey: true, shiftKey: true })
    expect(bridge.orders.inquire).not.toHaveBeenCalled()
  })
})

describe('exit 2: a resend', () => {
  it('has no button that sends before another person has proposed it', async () => {
    withUnknownOutcome({ may: screen.may('inquire', 'propose-resend', 'confirm-resend') })
    await open()
    expect(screen.buttons().some((name) => /^(Send|Resend)/.test(name))).toBe(false)
    await screen.type('r')
    expect(allByRole('alertdialog')).toHaveLength(0)
    expect(bridge.orders.confirmResend).not.toHaveBeenCalled()
  })

  it('is proposed with a reason and with the shown evidence, and sends nothing', async () => {
    withUnknownOutcome()
    await open()
    await screen.click('Propose resend')
    const dialog = await until(() => byRole('dialog'))
    for (const part of ['Evidence seen by both', 'HTTP 504', 'Related alerts', ...facts])
      expect(dialog.textContent).toContain(part)
    expect(document.activeElement?.tagName).toBe('TEXTAREA')
    await screen.expectAccessible()
    await screen.click('Propose resend of this payment')
    expect(bridge.orders.proposeResend).not.toHaveBeenCalled()
    const field = byRole('textbox') as HTMLTextAreaElement
    field.value = 'The bank has no trace'
    field.dispatchEvent(new Event('input'))
    await screen.click('Propose resend of this payment')
    expect(bridge.orders.proposeResend).toHaveBeenCalledExactlyOnceWith({
      id: 'o1',
      evidence,
      reason: 'The bank has no trace',
    })
    await screen.toSee('Nothing was sent: another person has to confirm it.')
  })

  it.each([
    ['Propose resend', 'dialog', null],
    ['Confirm resend', 'alertdialog', proposal],
  ] as const)(
    'shows whoever is asked to %s that the bank refused the certificate',
    async (button, role, proposed) => {
      withUnknownOutcome({
        attempts: [{ ...attempt, reason: 'refused-by-alert: 46', status: null }],
        unknownOutcome: { ...unknownOutcome, proposal: proposed },
        may: screen.may('propose-resend', 'confirm-resend'),
      })
      await open()
      await screen.click(button)
      const dialog = await until(() => byRole(role))
      expect(dialog.textContent).toContain(
        'refused the certificate before it answered: TLS alert 46, certificate unknown. This does not prove that nothing was done.',
      )
    },
  )

  it('shows who could confirm before it is proposed', async () => {
    withUnknownOutcome()
    await open()
    expect(screen.beside()).toContain('Can be confirmed by: Theo Park.')
  })

  it('is not proposed where nobody else could confirm', async () => {
    bridge.workstation.getState.mockResolvedValue(ok(screen.asTheo))
    withUnknownOutcome()
    await open()
    expect(screen.beside()).toContain('Propose: You are the only checker. Have a maker propose it')
    await screen.click('Propose resend')
    await screen.type('P', { ctrlKey: true, shiftKey: true })
    expect(allByRole('dialog')).toHaveLength(0)
    expect(allByRole('alert').map(({ textContent }) => textContent)).toContain(
      'Cannot propose: You are the only checker. Have a maker propose it',
    )
  })

  it('is handed over to a maker by the only person who could confirm it', async () => {
    bridge.workstation.getState.mockResolvedValue(ok(screen.asTheo))
    withUnknownOutcome()
    await open()
    await screen.type('H', { ctrlKey: true, shiftKey: true })
    expect(bridge.operators.signIn).toHaveBeenCalledExactlyOnceWith({
      operatorId: 'practice-mara',
      passphrase: null,
    })
    expect(bridge.orders.proposeResend).not.toHaveBeenCalled()
  })

  it('bank note 100: waits until a person has decided about the suggested alert', async () => {
    const alert = {
      alertSeq: 7,
      alertId: 'a7',
      at: screen.at,
      status: 'Completed',
      amount: '12500.00',
      currency: 'USD',
      matchedBy: 'suggestion',
    } as const
    withUnknownOutcome({
      alerts: [{ ...alert, decision: 'open' }],
      unknownOutcome: { ...unknownOutcome, proposal },
      may: screen.may('propose-resend', 'confirm-resend'),
    })
    await open()
    const expectedText = 'Decide first if the suggested alert belongs to this payment'
    expect(screen.beside()).toContain(`Propose: ${expectedText}`)
    expect(screen.beside()).toContain(`Confirm: ${expectedText}`)
    expect(byRole('link', 'Full payment under Payments').getAttribute('href')).toContain(
      '/orders/o1',
    )
    await screen.type('P', { ctrlKey: true, shiftKey: true })
    await screen.type('r')
    expect([...allByRole('dialog'), ...allByRole('alertdialog')]).toHaveLength(0)
    await screen.expectAccessible()
    withUnknownOutcome({
      alerts: [{ ...alert, decision: 'dismissed' }],
      unknownOutcome: { ...unknownOutcome, proposal },
      may: screen.may('confirm-resend'),
    })
    await screen.click('Dismiss alert 7')
    expect(bridge.orders.decideAlert).toHaveBeenCalledExactlyOnceWith({
      id: 'o1',
      alertSeq: 7,
      isAboutIt: false,
      shown: 'open',
    })
    await screen.click('Confirm resend')
    const dialog = await until(() => byRole('alertdialog'))
    expect(dialog.textContent).toContain('Alert 7')
    expect(dialog.textContent).toContain('Owner not checked')
    await screen.expectAccessible()
  })

  it('shows why it cannot be proposed yet', async () => {
    const why = { code: 'inquiry-first', countsFrom: '2026-11-21T09:19:00.000Z' } as const
    withUnknownOutcome({ may: [{ act: 'propose-resend', why }] })
    await open()
    expect(screen.beside()).toContain(
      `Propose: Check the status after ${localTime(why.countsFrom)}. It can be resent only if that check does not find it`,
    )
    byRole('button', 'Propose resend').click()
    await flushPromises()
    expect(allByRole('dialog')).toHaveLength(0)
  })

  it('is confirmed by another person, after a confirmation with the amount and what both reviewed', async () => {
    bridge.workstation.getState.mockResolvedValue(ok(screen.asTheo))
    withUnknownOutcome({
      unknownOutcome: { ...unknownOutcome, proposal },
      may: screen.may('inquire', 'confirm-resend'),
    })
    await open()
    expect(screen.beside()).toContain('Mara Ellison proposes a resend')
    expect(screen.beside()).toContain('The bank has no trace')
    await screen.click('Confirm resend')
    const dialog = await until(() => byRole('alertdialog'))
    for (const part of [
      'USD 12,500.00',
      'Ridgeway Supply',
      'Practice',
      'HTTP 504',
      'Evidence seen by both',
    ])
      expect(dialog.textContent).toContain(part)
    await screen.expectAccessible()
    expect(bridge.orders.confirmResend).not.toHaveBeenCalled()
    const resent = order({ state: 'sending' })
    bridge.orders.confirmResend.mockResolvedValue(ok(resent))
    bridge.orders.get.mockResolvedValue(ok(resent))
    await confirm('Resend payment')
    expect(bridge.orders.confirmResend).toHaveBeenCalledExactlyOnceWith({ id: 'o1', evidence })
    await screen.toSee('The same message is being resent')
    // No success remains under the next status, whatever it is.
    bridge.orders.get.mockResolvedValue(ok(order({ state: 'accepted' })))
    bridge.emit('orders', 'changed', { id: 'o1', state: 'accepted' })
    await until(() => expect(screen.beside()).not.toContain('is being resent'))
  })

  it('is handed over to the person who can confirm it, once it is proposed here', async () => {
    withUnknownOutcome({
      unknownOutcome: { ...unknownOutcome, proposal },
      may: screen.may('propose-resend'),
    })
    await open()
    await screen.click('Hand over to Theo Park')
    expect(bridge.operators.signIn).toHaveBeenCalledExactlyOnceWith({
      operatorId: 'practice-theo',
      passphrase: null,
    })
    expect(bridge.orders.confirmResend).not.toHaveBeenCalled()
  })

  it('is handed over by its key, which the button draws', async () => {
    withUnknownOutcome({
      unknownOutcome: { ...unknownOutcome, proposal },
      may: screen.may('propose-resend'),
    })
    await open()
    const caps = byRole('button', 'Hand over to Theo Park').querySelectorAll('kbd')
    expect([...caps].map(({ textContent }) => textContent)).toEqual(['Ctrl', 'Shift', 'H'])
    await screen.type('H', { ctrlKey: true, shiftKey: true })
    expect(bridge.operators.signIn).toHaveBeenCalledExactlyOnceWith({
      operatorId: 'practice-theo',
      passphrase: null,
    })
  })

  it('is handed over only by the proposer, and only with the same evidence', async () => {
    withUnknownOutcome({ may: screen.may('propose-resend') })
    await open()
    expect(screen.buttons()).not.toContain('Hand over to Theo Park')
    withUnknownOutcome({
      unknownOutcome: { ...unknownOutcome, evidence: 'f'.repeat(64), proposal },
    })
    bridge.emit('orders', 'changed', { id: 'o1', state: 'outcome-unknown' })
    await flushPromises()
    expect(screen.buttons()).not.toContain('Hand over to Theo Park')
  })

  it('is not confirmed by the proposer, and shows why', async () => {
    const why = { code: 'same-person', person: 'Mara Ellison' } as const
    withUnknownOutcome({
      unknownOutcome: { ...unknownOutcome, proposal },
      may: [{ act: 'confirm-resend', why }],
    })
    await open()
    expect(screen.beside()).toContain('Confirm: A person other than Mara Ellison must confirm it')
    byRole('button', 'Confirm resend').click()
    await flushPromises()
    expect(allByRole('alertdialog')).toHaveLength(0)
  })

  it('shows where the evidence differs from what the first person reviewed', async () => {
    withUnknownOutcome({
      unknownOutcome: { ...unknownOutcome, evidence: 'f'.repeat(64), proposal },
      may: [{ act: 'confirm-resend', why: { code: 'evidence-changed', since: 'proposal' } }],
    })
    await open()
    expect(screen.beside()).toContain('The evidence has changed since Mara Ellison proposed it')
  })

  it('signs the evidence that was shown when the confirmation opened, not later evidence', async () => {
    withUnknownOutcome({
      unknownOutcome: { ...unknownOutcome, proposal },
      may: screen.may('confirm-resend'),
    })
    bridge.orders.confirmResend.mockResolvedValue(screen.refused({ code: 'order-changed' }))
    await open()
    await screen.click('Confirm resend')
    withUnknownOutcome({
      unknownOutcome: { ...unknownOutcome, evidence: 'f'.repeat(64), proposal },
      may: screen.may('confirm-resend'),
    })
    bridge.emit('orders', 'changed', { id: 'o1', state: 'outcome-unknown' })
    await flushPromises()
    await confirm('Resend payment')
    expect(bridge.orders.confirmResend).toHaveBeenCalledWith({ id: 'o1', evidence })
    expect(screen.beside()).toContain('It has changed since it was shown')
  })

  it('is confirmed with a reason where nothing shows that the inquiry works, and both see the answer', async () => {
    bridge.workstation.getState.mockResolvedValue(ok(screen.asTheo))
    withUnknownOutcome({
      unknownOutcome: { ...unknownOutcome, isRouteProven: false, proposal },
      inquiries: [
        {
          seq: 1,
          at: screen.at,
          by: 'system',
          route: 'reference',
          verdict: 'not-found',
          statusText: null,
          reason: null,
          callId: 'c',
          counts: true,
          reliability: 'untried',
          raw: '{"ErrorMessage":"No route"}',
        },
      ],
      may: screen.may('inquire', 'confirm-resend'),
    })
    await open()
    expect(screen.beside()).toContain('Status check not proven')
    expect(screen.beside()).toContain('"ErrorMessage": "No route"')
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function at(
      this: Element,
    ) {
      return new DOMRect(0, 0, 500, this.matches('textarea') ? 300 : 500)
    })
    await screen.click('Confirm resend')
    const dialog = await until(() => byRole('alertdialog'))
    expect(dialog.textContent).toContain('"ErrorMessage": "No route"')
    // The next act is typing, with nothing typed by the key that opened the question.
    const field = byRole('textbox', 'Your reason for the resend*')
    await until(() => expect(document.activeElement).toBe(field))
    const held = new KeyboardEvent('keydown', {
      key: 'r',
      repeat: true,
      cancelable: true,
      bubbles: true,
    })
    field.dispatchEvent(held)
    expect(held.defaultPrevented).toBe(true)
    expect(dialog.textContent).toContain('Enter a reason for the resend: the status check is not')
    await confirm('Resend payment')
    expect(bridge.orders.confirmResend).not.toHaveBeenCalled()
    await screen.expectAccessible()
    await screen.write('Your reason for the resend*', ' The bank said so by telephone ')
    await confirm('Resend payment')
    expect(bridge.orders.confirmResend).toHaveBeenCalledExactlyOnceWith({
      id: 'o1',
      evidence,
      reason: 'The bank said so by telephone',
    })
  })

  it('shows equal status checks as one line, with each time, each call and the last answer', async () => {
    bridge.workstation.getState.mockResolvedValue(ok(screen.asTheo))
    const check = {
      by: 'system',
      route: 'reference',
      verdict: 'not-found',
      statusText: null,
      reason: null,
      counts: true,
      reliability: 'untried',
    } as const
    const at = (second: string) => `2026-11-28T00:45:${second}.000Z`
    withUnknownOutcome({
      unknownOutcome: { ...unknownOutcome, isRouteProven: false, proposal },
      inquiries: [
        { ...check, seq: 1, at: at('04'), callId: 'c1', counts: false, raw: null },
        { ...check, seq: 2, at: at('09'), callId: 'c2', raw: null },
        { ...check, seq: 3, at: at('14'), callId: 'c3', raw: null },
        { ...check, seq: 4, at: at('39'), callId: 'c4', raw: '{"ErrorMessage":"No route"}' },
      ],
      may: screen.may('inquire', 'confirm-resend'),
    })
    await open()
    await screen.click('Confirm resend')
    const dialog = await until(() => byRole('alertdialog'))
    const checks = dialog.querySelector('[aria-label="Status checks"]')
    expect(checks?.textContent).toContain('3 equal status checks')
    expect(checks?.textContent.match(/Counts as evidence/g)).toHaveLength(1)
    expect(checks?.textContent.match(/Does not count for a resend/g)).toHaveLength(1)
    for (const second of ['04', '09', '14', '39'])
      expect(checks?.textContent).toContain(localTime(at(second)))
    expect(checks?.querySelectorAll('a')).toHaveLength(4)
    const text = dialog.textContent
    expect(text.indexOf('Related alerts')).toBeLessThan(text.indexOf('"ErrorMessage": "No route"'))
    await screen.expectAccessible()
  })

  it('has the focus in the details when the screen opens with it', async () => {
    withUnknownOutcome()
    await open()
    await until(() =>
      expect(document.activeElement?.ariaLabel).toBe('Payment with unknown outcome'),
    )
  })

  it('is withdrawn, which sends nothing', async () => {
    withUnknownOutcome({
      unknownOutcome: { ...unknownOutcome, proposal },
      may: screen.may('propose-resend'),
    })
    await open()
    await screen.click('Withdraw proposal')
    expect(bridge.orders.withdrawResend).toHaveBeenCalledExactlyOnceWith({ id: 'o1' })
    expect(bridge.orders.confirmResend).not.toHaveBeenCalled()
  })
})

describe('exit 3: a reply of bank support', () => {
  const reply = (part: Partial<SupportReply> = {}): SupportReply => ({
    seq: 1,
    result: 'not-made',
    contact: 'J. Ortega',
    ticket: 'WD-4471',
    evidence,
    repliedAt: screen.at,
    recordedBy: screen.mara,
    recordedAt: screen.at,
    confirmedBy: null,
    confirmedAt: null,
    withdrawnAt: null,
    isInForce: true,
    ...part,
  })
  const two = { confirmedBy: { id: 'practice-theo', name: 'Theo Park' }, confirmedAt: screen.at }

  it('shows what bank support asks for, in both time zones', async () => {
    withUnknownOutcome()
    await open()
    for (const part of [
      'CS20261121K7Q2M9X4',
      'none from the bank',
      '2026-11-21 09:14:02 UTC',
      '2026-11-21 04:14 in New York',
    ])
      expect(screen.beside()).toContain(part)
  })

  it('is recorded with the shown evidence, by keyboard alone, and sends nothing', async () => {
    withUnknownOutcome({ may: screen.may('inquire', 'record-reply') })
    await open()
    await screen.type('B', { ctrlKey: true, shiftKey: true })
    const dialog = await until(() => byRole('dialog'))
    for (const part of facts) expect(dialog.textContent).toContain(part)
    await screen.expectAccessible()
    await screen.click('Record reply')
    expect(dialog.textContent).toContain('Choose the bank\u2019s reply')
    expect(document.activeElement).toBe(dialog.querySelector('input[type="radio"]'))
    expect(bridge.orders.recordSupportReply).not.toHaveBeenCalled()
    dialog.querySelector<HTMLInputElement>('input[value="not-made"]')?.click()
    fill(dialog, 'contact', 'J. Ortega, wire desk')
    fill(dialog, 'replied-at', '2026-11-21 10:30')
    fill(dialog, 'ticket', 'WD-4471')
    await screen.click('Record reply')
    expect(bridge.orders.recordSupportReply).toHaveBeenCalledExactlyOnceWith({
      id: 'o1',
      evidence,
      result: 'not-made',
      contact: 'J. Ortega, wire desk',
      repliedAt: new Date('2026-11-21T10:30').toISOString(),
      ticket: 'WD-4471',
    })
    expect(bridge.orders.confirmResend).not.toHaveBeenCalled()
  })

  it('keeps its input where the time is refused, and shows why beside it', async () => {
    withUnknownOutcome({ may: screen.may('record-reply') })
    const message = 'It was not sent yet at this time'
    bridge.orders.recordSupportReply.mockResolvedValue(
      err({ code: 'invalid-input', fields: [{ path: 'repliedAt', message, source: null }] }),
    )
    await open()
    await screen.click('Record the bank\u2019s reply')
    const dialog = await until(() => byRole('dialog'))
    dialog.querySelector<HTMLInputElement>('input[value="made"]')?.click()
    fill(dialog, 'contact', 'J. Ortega')
    fill(dialog, 'ticket', 'WD-4471')
    await screen.click('Record reply')
    expect(dialog.textContent).toContain(message)
    expect(dialog.querySelector<HTMLInputElement>('[name="contact"]')?.value).toBe('J. Ortega')
  })

  it.each([
    ['contact', 'At most 120 characters'],
    ['ticket', 'At most 120 characters'],
    ['evidence', 'Too short'],
  ])('shows why where main refuses the field %s', async (path, message) => {
    withUnknownOutcome({ may: screen.may('record-reply') })
    bridge.orders.recordSupportReply.mockResolvedValue(
      err({ code: 'invalid-input', fields: [{ path, message, source: null }] }),
    )
    await open()
    await screen.click('Record the bank\u2019s reply')
    const dialog = await until(() => byRole('dialog'))
    dialog.querySelector<HTMLInputElement>('input[value="made"]')?.click()
    fill(dialog, 'contact', 'J. Ortega')
    fill(dialog, 'ticket', 'WD-4471')
    await screen.click('Record reply')
    expect(dialog.textContent).toContain(message)
    const field = dialog.querySelector(`[name="${path}"]`)
    expect(field?.getAttribute('aria-invalid') ?? null).toBe(field ? 'true' : null)
    expect(dialog.textContent.includes('Not accepted')).toBe(field === null)
  })

  it('stays open with its input after another refusal, and signs the evidence shown by then', async () => {
    withUnknownOutcome({ may: screen.may('record-reply') })
    bridge.orders.recordSupportReply.mockResolvedValueOnce(err({ code: 'inquiry-under-way' }))
    await open()
    await screen.click('Record the bank\u2019s reply')
    const dialog = await until(() => byRole('dialog'))
    dialog.querySelector<HTMLInputElement>('input[value="made"]')?.click()
    fill(dialog, 'contact', 'J. Ortega')
    fill(dialog, 'ticket', 'WD-4471')
    await screen.click('Record reply')
    expect(dialog.textContent).toContain('Status check in progress')
    expect(dialog.querySelector<HTMLInputElement>('[name="contact"]')?.value).toBe('J. Ortega')
    await screen.click('Record reply')
    expect(bridge.orders.recordSupportReply).toHaveBeenCalledTimes(2)
    expect(allByRole('dialog')).toHaveLength(0)
  })

  it('is confirmed by another person, who sees the reply and its effect', async () => {
    withUnknownOutcome({ may: screen.may('confirm-reply'), supportReplies: [reply()] })
    await open()
    expect(screen.beside()).toContain('J. Ortega')
    expect(screen.beside()).toContain('ticket WD-4471')
    await screen.type('Enter', { ctrlKey: true, shiftKey: true })
    await screen.expectAccessible()
    await confirm('Confirm as not made')
    expect(bridge.orders.confirmSupportReply).toHaveBeenCalledExactlyOnceWith({
      id: 'o1',
      seq: 1,
      evidence,
    })
  })

  it.each([false, true])(
    'is denied by the banner, once two people confirmed it, only if the bank reports otherwise: %s',
    async (isSupportReplyContradicted) => {
      withUnknownOutcome({ supportReplies: [reply(two)], isSupportReplyContradicted })
      await open()
      for (const doubt of ['Do not send it again', 'may or may not have', 'this pays twice'])
        expect(screen.beside().includes(doubt)).toBe(isSupportReplyContradicted)
      const said = 'Bank support says that it did not make this payment'
      expect(screen.beside().includes(said)).toBe(!isSupportReplyContradicted)
      expect(screen.pageText()).not.toContain('may have')
      await screen.expectAccessible()
    },
  )

  it('shows why it cannot be confirmed, and can be withdrawn', async () => {
    withUnknownOutcome({
      may: [{ act: 'confirm-reply', why: { code: 'own-work' } }],
      supportReplies: [reply()],
    })
    await open()
    expect(screen.beside()).toContain('Confirm: A second person is needed')
    await screen.type('Enter', { ctrlKey: true, shiftKey: true })
    expect(allByRole('alertdialog')).toHaveLength(0)
    await screen.click('Withdraw reply')
    expect(bridge.orders.withdrawSupportReply).toHaveBeenCalledExactlyOnceWith({
      id: 'o1',
      seq: 1,
    })
  })

  it('shows that the reply is being withdrawn, and sends a second press to nobody', async () => {
    withUnknownOutcome({ may: screen.may('confirm-reply'), supportReplies: [reply()] })
    const { promise } =
      Promise.withResolvers<Awaited<ReturnType<typeof bridge.orders.withdrawSupportReply>>>()
    bridge.orders.withdrawSupportReply.mockReturnValue(promise)
    await open()
    await screen.click('Withdraw reply')
    await screen.click('Withdraw reply')
    expect(byRole('button', 'Withdraw reply').getAttribute('aria-busy')).toBe('true')
    expect(bridge.orders.withdrawSupportReply).toHaveBeenCalledOnce()
  })

  it('is closed by one person after two confirmed it, and offers no resend then', async () => {
    withUnknownOutcome({ may: screen.may('close'), supportReplies: [reply(two)] })
    await open()
    await screen.click('Close as not made')
    await confirm('Close')
    expect(bridge.orders.closeNotMade).toHaveBeenCalledExactlyOnceWith({ id: 'o1' })
    withUnknownOutcome({ isClosed: true, may: screen.may('inquire'), supportReplies: [reply(two)] })
    bridge.emit('orders', 'changed', { id: 'o1', state: 'outcome-unknown' })
    // The toast says the same, so the panel is waited for.
    await until(() => expect(screen.beside()).not.toContain('Option 2'))
    expect(screen.beside().match(/Closed as not made/g)).toHaveLength(1)
    expect(screen.beside().match(/Bank\u2019s reply: it was not made/g)).toHaveLength(1)
    expect(screen.pageText()).not.toMatch(/may (or may not )?have|Do not send/)
    await screen.expectAccessible()
  })

  it('shows an alarm that the bank has the payment that its support reported as not made', async () => {
    withUnknownOutcome({ supportReplies: [reply(two)], isSupportReplyContradicted: true })
    await open()
    const alarms = allByRole('alert').map(({ textContent }) => textContent)
    expect(alarms[0]).toContain('The bank has it, although bank support said it was not made')
  })
})

function fill(dialog: Element, name: string, value: string): void {
  const field = dialog.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (!field) throw new Error(`no field ${name}`)
  field.value = value
  field.dispatchEvent(new Event('input'))
}
