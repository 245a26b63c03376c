import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { achAlert, paymentAlert } from '../../../../preload/contract/bank/alerts/alert-shapes.ts'
import type { AlertRecord } from '../../../../preload/contract/api/alerts/alert.ts'
import {
  achMeanings,
  headerMeanings,
  paymentMeanings,
} from '../../../../renderer/text/alert-field-meanings.ts'
import type { Reading, Shape } from '../../../../preload/contract/bank/answers/shape.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import { headingOf } from '../../../../renderer/features/alerts/heading.ts'
import { alertLine, alertRecord, alertSummary } from '../../support/fake-alerts.ts'
import { at, fakeBridge } from '../../support/fake-bridge.ts'
import { expectNoViolation } from '../../support/page.ts'
import * as screen from './alerts-stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  // jsdom has no clipboard.
  Object.assign(document, { execCommand: vi.fn(() => true) })
})
afterEach(() => vi.useRealTimers())

const { id } = alertLine()
/** Returns a reading of a shape with the value `valueOf` in every field. */
const reads = <S extends Shape>(of: S, valueOf: (name: string) => string | null): Reading<S> => {
  const fields = Object.entries(of.fields).map(([name, { kind }]) => {
    const value = valueOf(name)
    return [name, kind === 'texts' ? (value === null ? [] : [value]) : value] as const
  })
  return { ...Object.fromEntries(fields), other: [] } as unknown as Reading<S>
}
const open = () => screen.openAlerts(`/alerts/list/${id}`)
function mainHas(part: Partial<AlertRecord>): void {
  bridge.alerts.get.mockResolvedValue(ok(alertRecord(part)))
}

describe('an alert in a sentence', () => {
  const wire = alertLine()
  it.each([
    [
      wire,
      'Wire credit of USD 12,500.00 from Ridgeway Supply to \u2022\u2022\u2022\u20227890, completed',
    ],
    [
      { ...wire, kind: 'rtp', direction: 'debit', status: 'LimitCheck' },
      'RTP debit of USD 12,500.00 from \u2022\u2022\u2022\u20227890 to Ridgeway Supply, limit check',
    ],
    [
      { ...wire, kind: 'ach', direction: null, status: 'RETURNED', currency: null },
      'ACH entry of USD 12,500.00 by originating account \u2022\u2022\u2022\u20227890 to receiver Ridgeway Supply, returned',
    ],
    [
      { ...wire, kind: 'other', code: 'AL00999', amount: null, direction: null, status: null },
      'Alert AL00999 of account \u2022\u2022\u2022\u20227890 with Ridgeway Supply, without a status',
    ],
    [
      { ...wire, party: null, account: null, status: 'MOONLIT' },
      'Wire credit of USD 12,500.00, status \u201cMOONLIT\u201d',
    ],
    [
      { ...wire, kind: 'ach', direction: null, account: null, party: null, status: 'ZZ99' },
      'ACH entry of USD 12,500.00, status \u201cZZ99\u201d',
    ],
  ] as const)('reads %o', (line, sentence) => {
    expect(headingOf(line)).toBe(sentence)
  })
})

describe('an alert', () => {
  it.each([
    ['UNKNOWN', 'Unknown'],
    ['NONE', 'Not acknowledged'],
  ] as const)('explains an answer that acknowledged nothing: %s', async (status, label) => {
    mainHas({ acknowledged: { status, message: 'Answered with 503', at } })
    await open()
    await screen.chooseTab('Receipts 1')
    expect(screen.beside()).toContain(label)
    expect(screen.beside()).toContain('Confirmation id if accepted')
    expect(screen.beside()).not.toContain(status)
  })

  it('opens beside the list and names every field as the bank does', async () => {
    const { page } = await screen.openAlerts()
    await screen.selectRow(0)
    for (const part of [
      'Wire credit of USD 12,500.00 from Ridgeway Supply',
      'Incoming credit from another sender.',
      'COMPLETEDProcessed successfully through the workflow.',
      'alertSentDateAndTime2026-11-21T09:14:01Z',
      'EAP-0001',
      'tranAmt',
    ])
      expect(screen.beside()).toContain(part)
    await expectNoViolation(page)
  })

  it('explains every field of a wire in its group, with its codes', async () => {
    const reading = reads(paymentAlert, (name) => `v-${name}`)
    mainHas({ body: { shape: 'payment', reading } })
    const { page } = await open()
    for (const pageText of [...Object.values(headerMeanings), ...Object.values(paymentMeanings)])
      expect(screen.beside()).toContain(`${pageText.meaning} (${pageText.source})`)
    for (const part of ['Credit and debit', 'Beneficiary', 'Intermediary banks', 'Originators'])
      expect(screen.beside()).toContain(part)
    await expectNoViolation(page)
    await screen.click('Hide field meanings')
    expect(screen.beside()).not.toContain(paymentMeanings.tranAmt.meaning)
    expect(screen.beside()).toContain('v-tranId')
  })

  it('explains every field of an ACH event, with its value and its source', async () => {
    const reading = reads(achAlert, (name) => `v-${name}`)
    mainHas({ kind: 'ach', body: { shape: 'ach', reading } })
    const { page } = await open()
    const fields = Object.entries(achAlert.fields)
    expect(fields).toHaveLength(22)
    for (const [name, { kind }] of fields) {
      const { meaning, source } = achMeanings[name as keyof typeof achMeanings]
      const line = [...document.querySelectorAll('aside dl > div')].find(
        (one) => one.querySelector('dt span')?.textContent === name,
      )
      const value = kind === 'account' ? '\u2022\u2022\u2022\u2022' : `v-${name}`
      expect(line?.querySelector('dd')?.textContent).toContain(value)
      expect(line?.textContent.replace(/\s+/g, ' ')).toContain(`${meaning} (${source})`)
    }
    for (const part of ['Receiver', 'Originator']) expect(screen.beside()).toContain(part)
    await expectNoViolation(page)
  })

  it('shows undocumented fields and objects as received', async () => {
    const reading = reads(achAlert, () => null)
    const other = [{ path: 'moon.phase', value: 'full' }]
    mainHas({ kind: 'ach', body: { shape: 'ach', reading: { ...reading, other } } })
    await open()
    expect(screen.beside()).toContain('moon.phasefull')
    expect(screen.beside()).toContain('22 fields without a value')
  })

  it('distinguishes a null of the bank from a missing field, and names and explains each', async () => {
    const raw = '{"alertNotification":{"alertBody":{"traceNumber":null,"returnDate":""}}}'
    mainHas({ kind: 'ach', raw, body: { shape: 'ach', reading: reads(achAlert, () => null) } })
    const { page } = await open()
    await screen.click('22 fields without a value')
    expect(screen.beside()).toContain(`traceNumbernull ${achMeanings.traceNumber.meaning}`)
    expect(screen.beside()).toContain(`returnDateempty ${achMeanings.returnDate.meaning}`)
    expect(screen.beside()).toContain(`parNumbernot sent ${achMeanings.parNumber.meaning}`)
    await expectNoViolation(page)
  })

  it('closes by Escape, and returns the focus to its line', async () => {
    await screen.openAlerts()
    await screen.selectRow(0)
    await screen.type('Enter')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Alert')
    await screen.type('Escape')
    expect(document.querySelector('aside')).toBeNull()
    expect((document.activeElement as HTMLElement).dataset['row']).toBe('0')
  })

  it('shows times as the bank wrote them, and marks a missing zone', async () => {
    const header = { ...alertRecord().header, alertSentDateAndTime: '2026-11-21T09:14:01' }
    mainHas({ sentAt: '2026-11-21T09:14:01', header })
    await open()
    expect(screen.beside()).toContain(
      '2026-11-21T09:14:01as the bank wrote it; the zone is not stated',
    )
  })

  it('shows no note about the zone where the bank stated it', async () => {
    await open()
    expect(screen.beside()).not.toContain('zone is not stated')
  })

  it('shows the note on an incoming credit only where there is one', async () => {
    mainHas({ isIncomingCredit: false })
    await open()
    expect(screen.beside()).not.toContain('Incoming credit from another sender')
  })

  it('shows its JSON formatted and exactly as received, and copies it', async () => {
    const raw = '{"alertNotification":{"alertBody":{"tranAmt":12500.00,"note":"<b>"}}}'
    mainHas({ raw })
    const { page } = await open()
    await screen.type('j', { ctrlKey: true })
    expect(screen.beside()).toContain('"tranAmt": 12500.00')
    await screen.click('As received', 'radio')
    expect(document.querySelector('aside pre')?.textContent).toBe(raw)
    await expectNoViolation(page)
    await screen.click('Copy The alert, masked')
    expect(screen.beside()).toContain('Copied')
    await screen.type('j', { ctrlKey: true })
    expect(document.querySelector('aside pre')).toBeNull()
  })

  it('lists each delivery with its id, time and answer', async () => {
    mainHas({
      receipts: 2,
      acknowledged: { status: 'FAILURE', message: 'alertCode is missing', at },
      receiptList: [
        { at, deliveryId: 'd1', from: '192.0.2.10', place: 1, guid: 'EAP-0001', confirmation: id },
        { at, deliveryId: 'd2', from: null, place: 4, guid: 'EAP-0777', confirmation: 'other-id' },
      ],
    })
    const { page } = await open()
    await screen.chooseTab('Receipts 2')
    for (const part of [
      'FAILURE',
      'alertCode is missing',
      'from 192.0.2.10, under the same id',
      'from an unknown address, under the id EAP-0777',
      'alert 4 of delivery d2',
      'confirmed as other-id',
      id,
    ])
      expect(screen.beside()).toContain(part)
    await expectNoViolation(page)
  })

  it('reports that the record is gone', async () => {
    bridge.alerts.get.mockResolvedValue(err({ code: 'not-found' }))
    await open()
    expect(screen.beside()).toContain('Not found')
  })

  it('is read again when an event reports a change while it is open', async () => {
    await open()
    mainHas({ receipts: 2 })
    bridge.emit('alerts', 'changed', { latestSeq: 1 })
    await flushPromises()
    expect(screen.beside()).toContain('2 times so far')
  })
})

describe('an alert in full', () => {
  const whole = '000123457890'
  beforeEach(() => {
    bridge.alerts.reveal.mockResolvedValue(ok(alertRecord({ isMasked: false, account: whole })))
  })

  it('is shown on request, and can be masked again', async () => {
    await open()
    expect(screen.beside()).not.toContain(whole)
    await screen.click('Show in full')
    expect(bridge.alerts.reveal).toHaveBeenCalledWith({ id })
    expect(screen.beside()).toContain(`to ${whole}, completed`)
    expect(screen.beside()).toContain('Showing it is recorded.')
    await screen.click('Mask again')
    expect(screen.beside()).not.toContain(whole)
  })

  it('is masked again after its time', async () => {
    await open()
    vi.useFakeTimers()
    await screen.click('Show in full')
    expect(screen.beside()).toContain(whole)
    await vi.advanceTimersByTimeAsync(31_000)
    expect(screen.beside()).not.toContain(whole)
  })

  it('is masked when the window loses the focus', async () => {
    await open()
    await screen.click('Show in full')
    window.dispatchEvent(new Event('blur'))
    await flushPromises()
    expect(screen.beside()).not.toContain(whole)
  })

  it('does not reveal another alert that is opened next', async () => {
    const { router } = await open()
    await screen.click('Show in full')
    mainHas({ id: 'other' })
    await router.push('/alerts/list/other')
    await flushPromises()
    expect(screen.beside()).not.toContain(whole)
  })

  it('shows why it cannot be shown', async () => {
    bridge.alerts.reveal.mockResolvedValue(err({ code: 'not-permitted', needs: ['maker'] }))
    await open()
    await screen.click('Show in full')
    expect(screen.beside()).toContain('Not permitted')
  })
})

describe('the marks of an alert', () => {
  const other = { id: 'other', receivedAt: at }

  it('are explained in a sentence each, with the next step', async () => {
    mainHas({
      marks: ['repeats', 'old-code', 'incomplete', 'unlisted'],
      repeats: other,
      acknowledged: { status: 'FAILURE', message: 'alertCode is missing', at },
    })
    const { page, router } = await open()
    for (const part of [
      'An earlier alert has the same content but another time or id.',
      'Ask the bank to change the subscription to AL00906.',
      'Acknowledgment: alertCode is missing',
      'Ask the bank what they mean',
    ])
      expect(screen.beside()).toContain(part)
    await expectNoViolation(page)
    document.querySelector<HTMLElement>('aside a[href="/alerts/list/other"]')?.click()
    await flushPromises()
    expect(router.currentRoute.value.params['id']).toBe('other')
    expect(bridge.alerts.get).toHaveBeenLastCalledWith({ id: 'other' })
  })

  it('leaves a conflict open until it is reviewed', async () => {
    mainHas({ marks: ['conflict'], conflictsWith: [other] })
    bridge.alerts.getSummary.mockResolvedValue(ok(alertSummary({ conflicts: 1 })))
    const { page } = await open()
    expect(screen.pageText()).toContain('1 alert shares its id')
    expect(screen.beside()).toContain('The other alert, received')
    await expectNoViolation(page)
    bridge.alerts.getSummary.mockResolvedValue(ok(alertSummary()))
    mainHas({ marks: ['conflict'], conflictsWith: [other], conflictReviewedAt: at })
    await screen.type('n', { ctrlKey: true, shiftKey: true })
    expect(bridge.alerts.reviewConflict).toHaveBeenCalledWith({
      id,
      conflictsWith: [other.id],
    })
    expect(screen.beside()).toContain('conflict, reviewed:')
    expect(screen.beside()).toContain('Reviewed')
    expect(screen.beside()).not.toContain('Mark both as reviewed')
    expect(screen.pageText()).not.toContain('1 alert shares its id')
  })

  it('shows why the note was not saved, and keeps the alarm', async () => {
    mainHas({ marks: ['conflict'], conflictsWith: [other] })
    bridge.alerts.getSummary.mockResolvedValue(ok(alertSummary({ conflicts: 1 })))
    bridge.alerts.reviewConflict.mockResolvedValue(err({ code: 'internal', reference: 'ABCD1234' }))
    await open()
    await screen.click('Mark both as reviewed')
    expect(screen.beside()).toContain('ABCD1234')
    expect(screen.pageText()).toContain('1 alert shares its id')
  })
})
