import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BankAnswer } from '../../../../../preload/contract/bank/answers/bank-answer.ts'
import type { PaymentStatusInquiryLine } from '../../../../../preload/contract/api/payment-inquiry/inquiry.ts'
import type { PaymentReading } from '../../../../../preload/contract/bank/payments/payment-answer.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import PaymentInquiryPage from '../../../../../renderer/features/inquiry/payment-inquiry/PaymentInquiryPage.vue'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { participantsState, paymentStatusInquiry } from '../../../support/fake-payment-inquiry.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { byRole, press } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})

const trace = {
  status: 200,
  transactionId: 'T1',
  namesPayment: true,
  correlationId: 'c-1',
  transactionTime: null,
}
const reading = (part: Partial<PaymentReading> = {}): PaymentReading => ({
  status: 'IN_PROCESS',
  transactionId: 'T1',
  requestReference: 'R1',
  sendersReference: 'T1',
  receiversReference: null,
  valueDate: '2026-11-21',
  transferAmount: '12500',
  debitAccountNumber: '\u2022\u2022\u2022\u20220011',
  creditAccountNumber: null,
  transferCurrency: 'USD',
  error: null,
  doddFrank: 'N',
  clearingSystemReference: null,
  other: [],
  ...part,
})
type StatusAnswer = BankAnswer<PaymentReading>
const answered = (part: Partial<PaymentReading> = {}): StatusAnswer => ({
  kind: 'answered',
  reading: reading(part),
  warnings: [],
  beside: [],
  trace,
})
const notFound: StatusAnswer = {
  kind: 'refused',
  problem: 'not-found',
  connectError: null,
  unreadable: null,
  reading: null,
  beside: [],
  trace: { ...trace, status: 404 },
  messages: [{ code: null, text: 'No such payment' }],
}
const inquireWith = (answer: StatusAnswer, more: { raw?: string } = {}) =>
  paymentStatusInquiry({
    answer: structuredClone(answer) as never,
    callId: 'c1',
    raw: more.raw ?? '{"status":"IN_PROCESS"}',
  })

const line = (id: string): PaymentStatusInquiryLine => ({
  id,
  at: '2026-11-21T09:14:02.000Z',
  operator: 'Mara Ellison',
  title: `Reference ${id}`,
  outcome: 'answered',
  status: null,
  valueDate: null,
  amount: null,
  currency: null,
})
/** Sets the list of status inquiries from now on. */
const list = (...items: PaymentStatusInquiryLine[]): unknown =>
  bridge.paymentInquiry.listStatusInquiries.mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return ok({ items, next: null, total: items.length })
  })
const focusedLine = (): string => {
  const { dataset, textContent } = document.activeElement as HTMLElement
  return `${dataset['row'] ?? 'elsewhere'} ${textContent.trim()}`
}
const pageText = (): string => document.body.textContent.replace(/\s+/g, ' ')
const open = (address = '/payment-status') =>
  mountPage(PaymentInquiryPage, address, '/payment-status/:part?/:id?')
async function type(key: string, more: KeyboardEventInit = {}): Promise<void> {
  press(key, more)
  await flushPromises()
}
type Page = Awaited<ReturnType<typeof open>>['page']
async function inquire(page: Page, id = 'T1'): Promise<void> {
  await page.get('input[name="transactionId"]').setValue(id)
  await type('Enter', { ctrlKey: true })
}

describe('a payment status inquiry', () => {
  it('explains itself, and sends nothing for an empty field', async () => {
    const { page } = await open()
    expect(pageText()).toContain('Check a wire or RTP payment')
    expect(pageText()).toContain('No status checks yet')
    await type('Enter', { ctrlKey: true })
    expect(bridge.paymentInquiry.inquire).not.toHaveBeenCalled()
    expect(pageText()).toContain('Needed: the bank\u2019s own id')
    await expectNoViolation(page)
  })

  it('bank note 66: sends a typed account and its reference exactly as written', async () => {
    const { page } = await open()
    await type('B', { ctrlKey: true, shiftKey: true })
    await page.get('input[name="number"]').setValue('0072004500')
    await page.get('input[name="reference"]').setValue('x'.repeat(36))
    await type('Enter', { ctrlKey: true })
    expect(bridge.paymentInquiry.inquire).not.toHaveBeenCalled()
    expect(pageText()).toContain('at most 35 characters')
    await page.get('input[name="reference"]').setValue('00R 1/2')
    await type('Enter', { ctrlKey: true })
    expect(bridge.paymentInquiry.inquire).toHaveBeenCalledWith({
      by: 'reference',
      account: { kind: 'typed', number: '0072004500' },
      reference: '00R 1/2',
    })
    await expectNoViolation(page)
  })

  it('leads nobody back whose answer comes after another screen was opened', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof ok<ReturnType<typeof inquireWith>>>>()
    bridge.paymentInquiry.inquire.mockReturnValue(answer.promise)
    const { page, router } = await open()
    await inquire(page)
    await router.push('/settings')
    answer.resolve(ok(inquireWith(answered())))
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/settings')
  })

  it('bank notes 61 and 71: shows every field, and that IN_PROCESS and the amount prove nothing more', async () => {
    bridge.paymentInquiry.inquire.mockResolvedValue(ok(inquireWith(answered())))
    const { page, router } = await open()
    await inquire(page)
    expect(router.currentRoute.value.path).toBe('/payment-status/inquiry/l1')
    expect(pageText()).toContain('It is not confirmed as completed.')
    expect(pageText()).toContain('12,500')
    expect(pageText()).toContain('so it is not compared')
    expect(pageText()).toContain('Dodd-Frank')
    await expectNoViolation(page)
  })

  it('announces its result in one short line, not by reading the whole answer', async () => {
    const { promise, resolve } =
      Promise.withResolvers<Awaited<ReturnType<typeof bridge.paymentInquiry.inquire>>>()
    bridge.paymentInquiry.inquire.mockReturnValueOnce(promise)
    const { page } = await open()
    await inquire(page)
    const place = page.get('section[aria-label="Payment"]')
    const reported = page
      .findAll('[role="status"]')
      .filter((one) => !place.element.contains(one.element))
    expect(reported.map((one) => one.text())).toContain('Waiting for the bank')
    resolve(ok(inquireWith(answered())))
    await flushPromises()
    expect(place.attributes('aria-live')).toBeUndefined()
    expect(document.activeElement).toBe(place.element)
    expect(reported.map((one) => one.text())).not.toContain('Waiting for the bank')
  })

  it('bank note 72: shows the three vocabularies side by side without translation', async () => {
    bridge.paymentInquiry.getStatusInquiry.mockResolvedValue(
      ok(inquireWith(answered({ status: 'FAILED' }))),
    )
    const { page } = await open('/payment-status/inquiry/l1')
    byRole('tab', 'Status meaning').dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    await flushPromises()
    expect(pageText()).toContain('The bank uses three separate status lists.')
    expect(pageText()).toContain('FAILED is not in this list')
    await expectNoViolation(page)
  })

  it('P6: shows an undocumented status and error code as received', async () => {
    const error = { code: 'ACME-7777', title: null, description: 'word for word', other: [] }
    const answer = answered({ status: 'PONDERING', error })
    bridge.paymentInquiry.getStatusInquiry.mockResolvedValue(ok(inquireWith(answer)))
    await open('/payment-status/inquiry/l1')
    for (const text of ['PONDERING', 'ACME-7777', 'word for word', 'Its meaning is unknown.'])
      expect(pageText()).toContain(text)
  })

  it('bank note 67: explains that not found is no proof, and repeats the inquiry', async () => {
    bridge.paymentInquiry.inquire.mockResolvedValue(ok(inquireWith(notFound)))
    bridge.paymentInquiry.inquireAgain.mockResolvedValue(
      ok({ ...inquireWith(answered()), id: 'l2' }),
    )
    const { page } = await open()
    await inquire(page)
    expect(pageText()).toContain('Not found. The payment may still exist')
    await expectNoViolation(page)
    await type('Enter', { ctrlKey: true, shiftKey: true })
    expect(bridge.paymentInquiry.inquireAgain).toHaveBeenCalledWith({ id: 'l1' })
    expect(pageText()).not.toContain('Not found. The payment')
  })

  it('bank note 11: names the missing part of the profile', async () => {
    bridge.paymentInquiry.inquire.mockResolvedValue(
      err({ code: 'profile-incomplete', missing: ['Partner client id'] }),
    )
    const { page } = await open()
    await inquire(page)
    expect(pageText()).toContain('Still missing: Partner client id.')
  })

  it('shows the account in full for a limited time on request', async () => {
    bridge.paymentInquiry.getStatusInquiry.mockResolvedValue(ok(inquireWith(answered())))
    bridge.paymentInquiry.revealStatusInquiry.mockResolvedValue(
      ok({ ...inquireWith(answered({ debitAccountNumber: '7200450011' })), isMasked: false }),
    )
    await open('/payment-status/inquiry/l1')
    expect(pageText()).not.toContain('7200450011')
    await type('i', { ctrlKey: true })
    expect(bridge.paymentInquiry.revealStatusInquiry).toHaveBeenCalledWith({ id: 'l1' })
    expect(pageText()).toContain('7200450011')
    await type('i', { ctrlKey: true })
    expect(pageText()).not.toContain('7200450011')
  })

  it('returns the focus to its line by Escape, even at once', async () => {
    bridge.paymentInquiry.inquire.mockResolvedValue(ok(inquireWith(notFound)))
    bridge.paymentInquiry.inquireAgain.mockResolvedValue(
      ok({ ...inquireWith(answered()), id: 'l2' }),
    )
    const { page, router } = await open()
    list(line('l1'))
    await inquire(page)
    await vi.waitFor(() => expect(pageText()).toContain('Reference l1'))
    const place = page.get('section[aria-label="Payment"]').element
    list(line('l2'), line('l1'))
    press('Enter', { ctrlKey: true, shiftKey: true })
    await vi.waitFor(() => expect(place.textContent).toContain('IN_PROCESS'), { interval: 1 })
    await type('Escape')
    await vi.waitFor(() => expect(focusedLine()).toContain('0 Reference l2'))
    expect(router.currentRoute.value.path).toBe('/payment-status')
    expect(pageText()).toContain('Check a wire or RTP payment')
    await type('ArrowDown')
    expect(focusedLine()).toContain('1 Reference l1')
    expect(router.currentRoute.value.path).toBe('/payment-status/inquiry/l1')
  })

  it('returns to the form by Escape', async () => {
    bridge.paymentInquiry.getStatusInquiry.mockResolvedValue(ok(inquireWith(answered())))
    const { router } = await open('/payment-status/inquiry/l1')
    await type('Escape')
    expect(router.currentRoute.value.path).toBe('/payment-status')
    expect(pageText()).toContain('Check a wire or RTP payment')
  })
})

const downloaded = participantsState({
  downloadedAt: '2026-11-21T09:14:02.000Z',
  operator: 'Mara Ellison',
  rows: 2,
  columns: ['participantName', 'routingNumber', 'kind'],
  nameColumn: 'participantName',
  routingColumn: 'routingNumber',
})
const rows = [
  { row: 0, cells: ['Alder Bank', '021000021', 'SEND'] },
  { row: 1, cells: ['Birch Trust', '026009593', null] },
]

describe('the RTP participants', () => {
  it('offers the download where there is no list', async () => {
    const { page } = await open('/payment-status/participants')
    expect(pageText()).toContain('No list of RTP participants yet')
    await expectNoViolation(page)
    await type('d', { ctrlKey: true })
    expect(bridge.paymentInquiry.downloadParticipants).toHaveBeenCalled()
  })

  it('lists them under the names of the bank, and shows the age of the list', async () => {
    bridge.paymentInquiry.getParticipants.mockResolvedValue(ok(downloaded))
    bridge.paymentInquiry.listParticipants.mockResolvedValue(
      ok({ items: rows, next: null, total: 2 }),
    )
    const { page } = await open('/payment-status/participants')
    expect(pageText()).toContain('2 participants, downloaded 2026-11-21')
    for (const text of ['participantName', 'Alder Bank', '026009593'])
      expect(pageText()).toContain(text)
    await expectNoViolation(page)
  })

  it('explains that not found is no proof either', async () => {
    bridge.paymentInquiry.getParticipants.mockResolvedValue(ok(downloaded))
    bridge.paymentInquiry.listParticipants.mockImplementation(({ search }) =>
      Promise.resolve(
        ok(
          search === ''
            ? { items: rows, next: null, total: 2 }
            : { items: [], next: null, total: 0 },
        ),
      ),
    )
    const { page } = await open('/payment-status/participants')
    await page.get('input[aria-label="Search the participants"]').setValue('nobody')
    await expect.poll(pageText).toContain('Not in the list of 2026-11-21')
    expect(pageText()).toContain('RTP may still reach it.')
    await expectNoViolation(page)
  })

  it('bank note 75: reports an interrupted download, and keeps the earlier list', async () => {
    const sentence = 'The list changed while it was read.'
    const download = {
      kind: 'broken-off',
      at: '2026-11-21T10:00:00.000Z',
      sentence,
      rows: 1000,
    } as const
    bridge.paymentInquiry.getParticipants.mockResolvedValue(ok({ ...downloaded, download }))
    const { page } = await open('/payment-status/participants')
    expect(pageText()).toContain(sentence)
    expect(pageText()).toContain('1,000 rows')
    expect(pageText()).toMatch(/The list of 2026-11-21 .* is still used/)
    await expectNoViolation(page)
  })

  it('leaves the focus on its tab when the keyboard reaches it from a field', async () => {
    const { page } = await open()
    page.get<HTMLInputElement>('input[name="transactionId"]').element.focus()
    await type('P', { ctrlKey: true, shiftKey: true })
    expect(document.activeElement).toBe(byRole('tab', 'RTP participants'))
    await type('d', { ctrlKey: true })
    expect(document.activeElement).toBe(byRole('tab', 'RTP participants'))
    await type('P', { ctrlKey: true, shiftKey: true })
    expect(document.activeElement).toBe(byRole('tab', 'Status check'))
  })

  it('shows the progress of a download, and stops it', async () => {
    const download = { kind: 'reading', rows: 1000, pages: 1 } as const
    bridge.paymentInquiry.getParticipants.mockResolvedValue(ok({ ...downloaded, download }))
    const { page } = await open('/payment-status/participants')
    expect(pageText()).toContain('Loading the list: 1,000 rows on 1 page')
    await expectNoViolation(page)
    await type('D', { ctrlKey: true, shiftKey: true })
    expect(bridge.paymentInquiry.stopDownload).toHaveBeenCalled()
  })
})
