import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AchInquiry } from '../../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { meaningOf } from '../../../../../preload/contract/bank/codes/index.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import { toSaved, emptyValues } from '../../../../../renderer/features/inquiry/ach/search-values.ts'
import { useInquiryDraft } from '../../../../../renderer/state/passed-drafts.ts'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { achInquiry, achRow, achRowRecord } from '../../../support/fake-inquiry.ts'
import { savedLine, savedRequest } from '../../../support/fake-tables.ts'
import { expectNoViolation } from '../../../support/page.ts'
import { press as typeKey } from '../../../ui/stage.ts'
import {
  account,
  request,
  buttonOf,
  detailReading,
  fill,
  itemReading,
  mounted,
  press,
  trace,
} from './inquiry-stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 12, 0, 0) })
  bridge = fakeBridge()
  bridge.achInquiry.getAccounts.mockResolvedValue(
    ok({ settlement: null, zone: 'UTC', accounts: [account(), account({ id: 'own-2' })] }),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const question: AchInquiry['question'] = {
  mode: 'list',
  account: { kind: 'own', id: 'own-1' },
  dateSearchType: 'COLLECTED',
  fromDate: '2026-11-15',
  toDate: '2026-11-21',
}
async function opened(part: Partial<AchInquiry> = {}) {
  bridge.achInquiry.get.mockResolvedValue(ok(achInquiry({ question, ...part })))
  return await mounted('/ach-inquiry/q1')
}

describe('the result of an inquiry', () => {
  it('shows how many of how many rows are loaded, and whether that is all', async () => {
    const { page } = await opened({ rows: 1000, total: 3500, progress: { kind: 'open' } })
    expect(page.text()).toContain('1,000 of 3,500 rows')
    expect(page.text()).toContain('More may follow')
    expect(page.text()).toContain('055006000000001')
    await expectNoViolation(page)
    await press(page, 'Load all pages')
    expect(bridge.achInquiry.readOn).toHaveBeenCalledWith({ id: 'q1' })
  })

  it('calls a total unknown that the bank did not state', async () => {
    const { page } = await opened({ rows: 7, total: null, progress: { kind: 'open' } })
    expect(page.text()).toContain('7 rows, total unknown')
  })

  it('updates while main loads more pages, and stops on request', async () => {
    const { page } = await opened({ rows: 1000, total: 3500, progress: { kind: 'open' } })
    bridge.emit(
      'achInquiry',
      'changed',
      achInquiry({ rows: 2000, total: 3500, progress: { kind: 'reading' } }),
    )
    await flushPromises()
    expect(page.get('[role="progressbar"]').attributes('aria-valuenow')).toBe('57')
    await press(page, 'Stop loading')
    expect(bridge.achInquiry.stopReading).toHaveBeenCalledWith({ id: 'q1' })
  })

  it('ignores reports of main about another inquiry', async () => {
    const { page } = await opened()
    bridge.emit('achInquiry', 'changed', achInquiry({ id: 'q2', title: 'Of somebody else' }))
    await flushPromises()
    expect(page.text()).not.toContain('Of somebody else')
  })

  it('shows the reason of the pagination why a list ends early', async () => {
    const sentence = 'Page 3 brought the rows of page 2 once more.'
    const { page } = await opened({ progress: { kind: 'broken-off', why: 'repeats', sentence } })
    expect(page.text()).toContain(sentence)
    await expectNoViolation(page)
  })

  it('bank note 21: shows a 400 without matches as nothing found, not as a failure', async () => {
    bridge.achInquiry.listRows.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
    const { page } = await opened({
      rows: 0,
      total: 0,
      answer: {
        kind: 'nothing-found',
        reading: null,
        messages: [{ code: '001', text: 'No results match' }],
        beside: [],
        trace: { ...trace, status: 400 },
      },
    })
    expect(page.text()).toContain('No results match')
    expect(page.findAll('[role="alert"]')).toHaveLength(0)
    expect(page.text()).toContain('No rows returned')
    await expectNoViolation(page)
  })

  it('bank note 20: shows the warnings of a 299 beside its rows', async () => {
    const { page } = await opened({
      answer: {
        kind: 'answered',
        reading: null,
        warnings: [{ code: 'ECA-W-002', text: 'Cut to 1000 rows' }],
        beside: [],
        trace: { ...trace, status: 299 },
      },
    })
    expect(page.text()).toContain('Cut to 1000 rows')
    expect(page.text()).toContain('055006000000001')
  })

  it('bank note 49: explains that a list of collected dates has no returns, and searches them in one step', async () => {
    const { page } = await opened()
    expect(page.text()).toContain('This list has no returned transactions')
    await press(page, 'Search returned dates')
    expect(bridge.achInquiry.inquire).toHaveBeenCalledWith({
      question: { ...question, dateSearchType: 'RETURNED' },
      again: false,
    })
  })

  it('offers no search of returns beside a search by returned dates', async () => {
    const { page } = await opened({ question: { ...question, dateSearchType: 'RETURNED' } })
    expect(page.text()).not.toContain('Search returned dates')
  })

  it('shows that an answer is a saved one, and can request it again', async () => {
    const { page } = await opened({ at: '2026-11-18T09:00:00.000Z' })
    expect(page.text()).toContain('Requested before today')
    expect(page.text()).toContain('Saved answer')
    await press(page, 'Query again')
    expect(bridge.achInquiry.inquireAgain).toHaveBeenCalledWith({ id: 'q1' })
    expect(bridge.achInquiry.inquire).not.toHaveBeenCalled()
  })

  it('asks to type a number again that is saved only masked', async () => {
    const typed = { kind: 'typed', number: '••••4321' } as const
    const { page } = await opened({ question: { ...question, account: typed } })
    await press(page, 'Search returned dates')
    expect(bridge.achInquiry.inquire).not.toHaveBeenCalled()
    expect(page.get<HTMLInputElement>('[name="typedAccount"]').element.value).toBe('')
  })

  it('shows no fresh answer as saved, and reuses the typed number for the search of returns', async () => {
    const { page } = await mounted()
    await fill(page, { account: 'other', typedAccount: '004321' })
    bridge.achInquiry.inquire.mockImplementation(({ question: requested }) =>
      Promise.resolve(
        ok(achInquiry({ question: requested, at: new Date(Date.now()).toISOString() })),
      ),
    )
    await request(page)
    expect(page.text()).not.toContain('Saved answer')
    expect(page.text()).toContain('Complete')
    await press(page, 'Search returned dates')
    expect(bridge.achInquiry.inquire.mock.lastCall?.[0].question).toMatchObject({
      account: { kind: 'typed', number: '004321' },
      dateSearchType: 'RETURNED',
    })
  })

  it('explains why nothing was sent, and keeps the form', async () => {
    bridge.achInquiry.inquire.mockResolvedValueOnce(
      err({ code: 'rate-paused', until: '2026-11-21T14:05:00.000Z' }),
    )
    const { page } = await mounted()
    await fill(page, { account: 'own-1' })
    await request(page)
    expect(page.text()).toContain('The bank asked for a pause')
    expect(page.get<HTMLSelectElement>('[name="account"]').element.value).toBe('own-1')
  })

  it('has main search, narrow and sort, so that rows not loaded yet are found too', async () => {
    const { page } = await opened()
    await page.get('select[aria-label="Status"]').setValue('RETURNED')
    await flushPromises()
    expect(bridge.achInquiry.listRows).toHaveBeenLastCalledWith(
      expect.objectContaining({ id: 'q1', status: 'RETURNED', sort: null }),
    )
    await buttonOf(page, 'Amount').trigger('click')
    await flushPromises()
    expect(bridge.achInquiry.listRows).toHaveBeenLastCalledWith(
      expect.objectContaining({ sort: { column: 'amount', direction: 'ascending' } }),
    )
  })
})

describe('the rows of each endpoint', () => {
  const dates = { fromDate: '2026-11-15', toDate: '2026-11-21' }
  const accounts = [{ kind: 'own', id: 'own-1' } as const]
  const returned = { mode: 'returned', accounts, ...dates, detailsFlag: 'Y' } as const

  it('have no status filter where none of them has a status', async () => {
    const { page } = await opened({ question: returned })
    expect(page.text()).toContain('055006000000001')
    expect(page.find('select[aria-label="Status"]').exists()).toBe(false)
    expect(page.findAll('th').map((one) => one.text())).not.toContain('Status')
    await expectNoViolation(page)
  })

  it('have no empty direction column beside an open transaction', async () => {
    bridge.achInquiry.get.mockResolvedValue(ok(achInquiry({ question })))
    const query = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }
    vi.spyOn(window, 'matchMedia').mockReturnValue(query as unknown as MediaQueryList)
    const { page } = await mounted('/ach-inquiry/q1/0')
    const headers = page.findAll('th').map((one) => one.text())
    expect(headers).toContain('Receiver')
    expect(headers).not.toContain('C/D')
  })
})

describe('saved inquiries', () => {
  it('are listed while nothing is open, and open without a request to the bank', async () => {
    bridge.achInquiry.list.mockResolvedValue(ok({ items: [achInquiry()], next: null, total: 1 }))
    const { page, router } = await mounted()
    expect(page.text()).toContain('Alder Falls Operating, collected 2026-11-01')
    await expectNoViolation(page)
    await page.get('tbody tr').trigger('click')
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/ach-inquiry/q1')
    expect(bridge.achInquiry.get).toHaveBeenCalledWith({ id: 'q1' })
    expect(bridge.achInquiry.inquire).not.toHaveBeenCalled()
  })

  it('take the focus when the results are closed', async () => {
    const { page, router } = await opened()
    page.get<HTMLElement>('[aria-label="Results"]').element.focus()
    typeKey('h', { ctrlKey: true })
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/ach-inquiry')
    expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('earlier-inquiries')
    await expectNoViolation(page)
  })

  it('repeat a saved search with the dates of today', async () => {
    const values = { ...emptyValues('2026-01-31'), account: 'own-1' }
    const request = toSaved({ ...values, range: 'last-31' })
    bridge.saved.list.mockResolvedValue(
      ok({
        items: [
          savedLine({
            kind: 'ach-search',
            about: {
              of: 'ach-search',
              search: 'list',
              range: 'last-31',
              fromDate: '',
              toDate: '',
              account: values.account,
              accounts: [],
              dateSearchType: values.dateSearchType,
            },
          }),
        ],
        next: null,
        total: 1,
      }),
    )
    bridge.saved.take.mockResolvedValue(ok(savedRequest({ kind: 'ach-search', request })))
    const { page } = await mounted()
    await press(page, 'Saved searches')
    expect(document.querySelector('[data-saved]')?.textContent).toContain(
      'Alder Falls Operating ••••0011, collected dates last 31 days',
    )
    document.querySelector<HTMLElement>('[aria-label="Run Month end"]')?.click()
    await flushPromises()
    expect(bridge.achInquiry.inquire.mock.lastCall?.[0].question).toMatchObject({
      account: { kind: 'own', id: 'own-1' },
      fromDate: '2026-10-22',
      toDate: '2026-11-21',
    })
  })
})

describe('one transaction', () => {
  it('explains a return by the bank document first, then by the network', async () => {
    const reading = itemReading({ returnReasonCode: 'R10', returnReasonDescription: 'NOT AUTH' })
    bridge.achInquiry.getRow.mockResolvedValue(
      ok(achRowRecord({ reading: { of: 'list-item', reading } })),
    )
    bridge.achInquiry.get.mockResolvedValue(ok(achInquiry({ question })))
    const { page } = await mounted('/ach-inquiry/q1/0')
    const pageText = page.get('section[aria-label="Return"]').text()
    const known = meaningOf('return-reason', 'R10')
    const places = [known?.meaning, known?.publicText, 'Bank message: “NOT AUTH”'].map((text) =>
      pageText.indexOf(text ?? 'R10 is not known'),
    )
    expect(places.every((place, at) => place > (places[at - 1] ?? -1))).toBe(true)
    await expectNoViolation(page)
  })

  it('bank note 54: requests the detail only on demand, and explains the correction', async () => {
    const row = achRow({ notificationsOfChange: 1, addenda: 2 })
    const list = achRowRecord({ row })
    bridge.achInquiry.getRow.mockResolvedValue(ok(list))
    bridge.achInquiry.get.mockResolvedValue(ok(achInquiry({ question })))
    const reading = detailReading({
      notificationOfChange: [
        { changeCode: 'C01', changeDescription: null, correctedData: '••••9912', other: [] },
      ],
      addenda: [
        {
          sequenceNumber: '1',
          entryDetailSequenceNumber: '0000001',
          paymentRelatedInformation: 'INV 77',
          other: [],
        },
      ],
    })
    const answer = { kind: 'answered', reading, warnings: [], beside: [], trace } as const
    bridge.achInquiry.queryDetail.mockResolvedValue(
      ok({ ...list, detail: { at: row.date ?? '', answer, raw: '{}', callId: 'c2' } }),
    )
    const { page } = await mounted('/ach-inquiry/q1/0')
    expect(page.text()).toContain('2 addenda, 1 notification of change')
    expect(bridge.achInquiry.queryDetail).not.toHaveBeenCalled()
    await press(page, 'Get detail')
    expect(bridge.achInquiry.queryDetail).toHaveBeenCalledWith({ id: 'q1', row: 0, again: false })
    const change = page.get('section[aria-label="Notifications of change"]').text()
    expect(change).toContain('C01')
    expect(change).toContain('Corrected data')
    expect(change).toContain('••••9912')
    expect(page.get('section[aria-label="Addenda records"]').text()).toContain('INV 77')
    await expectNoViolation(page)
  })

  it('is masked until it is requested in full, which main records', async () => {
    bridge.achInquiry.get.mockResolvedValue(ok(achInquiry({ question })))
    bridge.achInquiry.reveal.mockResolvedValue(
      ok(achRowRecord({ row: achRow({ receiver: 'Ridgeway Supply' }), isMasked: false })),
    )
    const { page } = await mounted('/ach-inquiry/q1/0')
    expect(page.text()).not.toContain('Ridgeway Supply')
    await press(page, 'Show in full')
    expect(bridge.achInquiry.reveal).toHaveBeenCalledWith({ id: 'q1', row: 0 })
    expect(page.get('[data-testid="row"]').text()).toContain('Ridgeway Supply')
    await press(page, 'Mask again')
    expect(page.text()).not.toContain('Ridgeway Supply')
  })

  it('passes its receiver to a validation, and shows that this is recorded and that the routing number is unknown', async () => {
    bridge.achInquiry.get.mockResolvedValue(ok(achInquiry({ question })))
    const { page, router } = await mounted('/ach-inquiry/q1/0')
    expect(page.text()).toContain('Use of account and name is recorded')
    expect(page.text()).toContain('get the detail first')
    await press(page, 'Validate the receiver')
    expect(bridge.achInquiry.takeReceiver).toHaveBeenCalledWith({ id: 'q1', row: 0 })
    expect(router.currentRoute.value.path).toBe('/validation')
    expect(useInquiryDraft().take()).toEqual({
      routingNumber: '021000021',
      accountNumber: '12345678',
      ownerKind: 'business',
      owner: { businessName: 'Ridgeway Supply' },
    })
  })

  it('shows an undocumented code as received', async () => {
    const reading = itemReading({ returnReasonCode: 'R99', transactionStatus: 'HELD' })
    bridge.achInquiry.get.mockResolvedValue(ok(achInquiry({ question })))
    bridge.achInquiry.getRow.mockResolvedValue(
      ok(achRowRecord({ row: achRow({ status: 'HELD' }), reading: { of: 'list-item', reading } })),
    )
    const { page } = await mounted('/ach-inquiry/q1/0')
    expect(page.get('section[aria-label="Return"]').text()).toContain('not in the document')
    expect(page.text()).toContain('HELD')
  })
})
