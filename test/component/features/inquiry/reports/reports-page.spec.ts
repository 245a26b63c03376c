import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReportAnswerLine } from '../../../../../preload/contract/api/reports/report-answer.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import ReportsPage from '../../../../../renderer/features/inquiry/reports/ReportsPage.vue'
import { useWorkstation } from '../../../../../renderer/state/stores/workstation.store.ts'
import { localTime } from '../../../../../renderer/text/times.ts'
import { connectionState, fakeBridge, reportAnswer } from '../../../support/fake-bridge.ts'
import { savedLine, savedRequest } from '../../../support/fake-tables.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})

const mounted = (address = '/reports') => mountPage(ReportsPage, address, '/reports/:id?')
type Page = Awaited<ReturnType<typeof mounted>>['page']
const query = async (page: Page, body: string, first = '', second = ''): Promise<void> => {
  await page.get('textarea').setValue(body)
  await page.get('input[name="first"]').setValue(first)
  await page.get('input[name="second"]').setValue(second)
  await page.get('form').trigger('submit')
  await flushPromises()
}
const typeAccount = async (page: Page, number: string): Promise<void> => {
  await page.get('[name="account"]').setValue('other')
  await page.get('input[name="typedAccount"]').setValue(number)
}

describe('the reports', () => {
  it('names the reports without a specification before the first request', async () => {
    const { page } = await mounted()
    expect(page.text()).toContain('Check image retrieval and Stop payment have no specification')
    expect(page.text()).toContain('No answer yet')
    await expectNoViolation(page)
  })

  it('takes account, days and rows in fields, and sends them under the names of the ACH inquiry', async () => {
    const { page } = await mounted()
    expect(page.get('details').attributes('open')).toBeUndefined()
    expect(page.get('form').text()).toContain('under the names of the ACH inquiry')
    const labels = page.findAll('form label').map((one) => one.text())
    for (const label of ['Account', 'First day', 'Last day', 'First row', 'Last row'])
      expect(labels).toContain(label)
    expect(page.get('form').text()).not.toMatch(/RowIndex|pageNumber|pageSize/)
    await typeAccount(page, '7200450011')
    await page.get('input[name="from"]').setValue('11/01/2026')
    await page.get('input[name="to"]').setValue('2026-11-20')
    expect(page.findAll('button').map((one) => one.attributes('aria-label'))).toContain(
      'Choose first day',
    )
    await page.get('input[name="second"]').setValue('250')
    await page.get('form').trigger('submit')
    await flushPromises()
    const request = bridge.reports.request.mock.calls[0]?.[0]
    expect(request).toMatchObject({ report: 'previous-day', endRowIndex: 250 })
    expect(JSON.parse(request?.body ?? '')).toEqual({
      accountNumber: '7200450011',
      fromDate: '2026-11-01',
      toDate: '2026-11-20',
    })
  })

  it('leads nobody back whose answer comes after another screen was opened', async () => {
    const { page, router } = await mounted()
    const answer = Promise.withResolvers<ReturnType<typeof ok<ReturnType<typeof reportAnswer>>>>()
    bridge.reports.request.mockReturnValue(answer.promise)
    await query(page, '{}')
    await router.push('/settings')
    answer.resolve(ok(reportAnswer()))
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/settings')
  })

  it('sends an own account masked under its id, also in a body that was changed by hand', async () => {
    const { page } = await mounted()
    await page.get('[name="account"]').setValue('practice-1')
    await page.get('form').trigger('submit')
    await flushPromises()
    const masked = '\u2022\u2022\u2022\u20220011'
    const [request] = bridge.reports.request.mock.calls[0] ?? []
    expect(request).toMatchObject({ report: 'previous-day', account: 'practice-1' })
    expect(JSON.parse(request?.body ?? '')).toEqual({ accountNumber: masked })
    expect(page.get('form').text()).toContain('with the full number of the own account')
    await page.get('textarea').setValue(`{"account":"${masked}"}`)
    await page.get('form').trigger('submit')
    await flushPromises()
    expect(bridge.reports.request.mock.calls[1]?.[0]).toEqual({
      report: 'previous-day',
      account: 'practice-1',
      body: `{"account":"${masked}"}`,
    })
    await page.get('textarea').setValue('{"account":"1"}')
    await page.get('form').trigger('submit')
    await flushPromises()
    expect(bridge.reports.request.mock.calls[2]?.[0]).not.toHaveProperty('account')
  })

  it('sends nothing while another number is chosen and none is typed', async () => {
    const { page } = await mounted()
    await page.get('[name="account"]').setValue('other')
    await page.get('form').trigger('submit')
    await flushPromises()
    expect(page.text()).toContain('choose None to send no account')
    expect(bridge.reports.request).not.toHaveBeenCalled()
    await page.get('[name="account"]').setValue('')
    await page.get('form').trigger('submit')
    await flushPromises()
    expect(bridge.reports.request).toHaveBeenCalledOnce()
  })

  it('sends no masked number that is of no chosen account', async () => {
    const { page } = await mounted()
    const masked = '\u2022\u2022\u2022\u20220012'
    await typeAccount(page, masked)
    await page.get('form').trigger('submit')
    await flushPromises()
    expect(page.text()).toContain('A masked number cannot be sent')
    expect(document.activeElement).toBe(page.get('input[name="typedAccount"]').element)
    await query(page, `{"account":"${masked}"}`)
    expect(page.text()).toContain('A masked number cannot be sent')
    expect(bridge.reports.request).not.toHaveBeenCalled()
    await expectNoViolation(page)
  })

  it('chooses the own account of a request that is used again, and leaves its answer', async () => {
    bridge.reports.takeQuestion.mockResolvedValue(
      ok({
        report: 'previous-day',
        body: '{\n  "accountNumber": "\u2022\u2022\u2022\u20220011"\n}',
        account: 'practice-1',
        first: null,
        second: null,
      }),
    )
    const { page, router } = await mounted('/reports/r1')
    const button = page.findAll('button').find((one) => one.text() === 'Use this request')
    await button?.trigger('click')
    await flushPromises()
    expect(page.get<HTMLSelectElement>('[name="account"]').element.value).toBe('practice-1')
    expect(page.find('details').attributes('open')).toBeUndefined()
    expect(router.currentRoute.value.path).toBe('/reports')
    expect(document.activeElement).toBe(page.get('[name="account"]').element)
  })

  it('sends nothing for days that are no dates or end before they begin, or are more than 90', async () => {
    const { page } = await mounted()
    const days = async (from: string, to: string): Promise<string> => {
      await page.get('input[name="from"]').setValue(from)
      await page.get('input[name="to"]').setValue(to)
      await page.get('form').trigger('submit')
      await flushPromises()
      return page.text()
    }
    expect(await days('1 Nov', '')).toContain('Write it as 11/26/2026 or 2026-11-26')
    expect(await days('2026-11-20', '2026-11-01')).toContain('Not before the first day')
    expect(document.activeElement).toBe(page.get('input[name="to"]').element)
    expect(bridge.reports.request).not.toHaveBeenCalled()
    await expectNoViolation(page)
    expect(await days('2026-01-01', '2026-06-01')).toContain('is more than 90 days')
    expect(document.activeElement).toBe(page.get('input[name="to"]').element)
    expect(page.get('details').attributes('open')).toBeUndefined()
    expect(bridge.reports.request).not.toHaveBeenCalled()
    expect(await days('2026-01-01', '2026-04-01')).toContain('91 days if both ends count')
    expect(bridge.reports.request).toHaveBeenCalledOnce()
  })

  it('sends a body that was written instead of the fields, until the fields are used again', async () => {
    const { page } = await mounted()
    await typeAccount(page, '7200450011')
    await page.get('textarea').setValue('{"account":"1"}')
    expect(page.text()).toContain('The body under Advanced is sent, not account and days.')
    expect(page.find('[name="account"]').exists()).toBe(false)
    expect(page.get('details').attributes('open')).toBeDefined()
    await expectNoViolation(page)
    const button = page.findAll('button').find((one) => one.text() === 'Use the fields')
    await button?.trigger('click')
    await flushPromises()
    expect(page.get<HTMLInputElement>('input[name="typedAccount"]').element.value).toBe(
      '7200450011',
    )
    expect(page.get('textarea').element.value).toContain('"accountNumber": "7200450011"')
  })

  it('sends the body unchanged, with the rows as numbers', async () => {
    const { page } = await mounted()
    await query(page, '{ "amount": 1.10 }', '1', '250')
    expect(bridge.reports.request).toHaveBeenCalledWith({
      report: 'previous-day',
      body: '{ "amount": 1.10 }',
      startRowIndex: 1,
      endRowIndex: 250,
    })
    expect(page.text()).toContain('12,500.00')
    await expectNoViolation(page)
  })

  it('sends nothing for a body that is no object, shows the rule and keeps the input', async () => {
    const { page } = await mounted()
    await query(page, '[1]', 'x', '1001')
    expect(bridge.reports.request).not.toHaveBeenCalled()
    expect(page.text()).toContain('A JSON object')
    expect(page.text()).toContain('A whole number')
    expect(page.get('textarea').element.value).toBe('[1]')
    await expectNoViolation(page)
  })

  it('bank note 19: shows when calls start again after a 429', async () => {
    const answer = { kind: 'not-sent', reason: 'rate-paused' } as const
    bridge.reports.request.mockResolvedValueOnce(
      ok(reportAnswer({ answer, raw: null, callId: null })),
    )
    const pausedUntil = '2026-11-02T14:05:00.000Z'
    const { page } = await mounted()
    useWorkstation().connection = {
      ...connectionState,
      budget: { ...connectionState.budget, pausedUntil },
    }
    await query(page, '{}')
    expect(page.text()).toContain(`Calls start again at ${localTime(pausedUntil)}`)
  })

  it('links to Traffic for a body that is not text', async () => {
    bridge.reports.request.mockResolvedValueOnce(ok(reportAnswer({ raw: null })))
    const { page } = await mounted()
    await query(page, '{}')
    expect(page.text()).toContain('The body is not text')
    await expectNoViolation(page)
  })

  it('shows until when the bank asks for a pause', async () => {
    const until = '2026-11-02T14:05:00.000Z'
    bridge.reports.request.mockResolvedValueOnce(err({ code: 'rate-paused', until }))
    const { page } = await mounted()
    await query(page, '{}')
    expect(page.text()).toContain('The bank asked for a pause')
  })

  it('names line and column of a body that is no JSON, and puts the cursor there', async () => {
    const { page } = await mounted()
    await query(page, '{\n  "a": 1\n  "b": 2\n}')
    expect(page.text()).toContain('Line 3, column 3: a comma or } is missing here')
    expect(page.get('textarea').element.selectionStart).toBe(13)
    await expectNoViolation(page)
  })

  it('sends no written body with a range above 90 days', async () => {
    const { page } = await mounted()
    await query(page, '{"from":"20260101","to":"20260601"}')
    expect(page.text()).toContain('2026-01-01 to 2026-06-01 is more than 90 days')
    expect(bridge.reports.request).not.toHaveBeenCalled()
  })

  it('opens a saved answer by its address without calling the bank', async () => {
    const { page } = await mounted('/reports/r1')
    expect(bridge.reports.get).toHaveBeenCalledWith({ id: 'r1' })
    expect(bridge.reports.request).not.toHaveBeenCalled()
    expect(page.text()).toContain('12,500.00')
    await expectNoViolation(page)
  })

  it('lists the saved answers and opens one by keyboard', async () => {
    const line: ReportAnswerLine = {
      id: 'r1',
      at: reportAnswer().at,
      operator: 'Mara Ellison',
      title: 'fromDate 2026-11-01',
      report: 'previous-day',
      outcome: 'answered',
      rows: 2,
    }
    bridge.reports.list.mockResolvedValue(ok({ items: [line], next: null, total: 1 }))
    const { page, router } = await mounted()
    expect(page.text()).toContain('fromDate 2026-11-01')
    await page.get('[data-row]').trigger('focus')
    await page.get('[data-row]').trigger('keydown', { key: 'Enter' })
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/reports/r1')
    expect(bridge.reports.get).toHaveBeenCalledWith({ id: 'r1' })
    await expectNoViolation(page)
  })

  it('shows a row with every field and its code explained', async () => {
    const { page } = await mounted('/reports/r1')
    await page.get('[data-row]').trigger('click')
    await flushPromises()
    const row = page.get('section[aria-label="Row"]')
    expect(row.text()).toContain('Account number')
    expect(row.text()).toContain('accountNumber')
    expect(row.text()).toContain('Outgoing Money Transfer')
    await expectNoViolation(page)
  })

  it('reports that an answer was not stored', async () => {
    bridge.reports.request.mockResolvedValueOnce(ok(reportAnswer({ id: null })))
    const { page } = await mounted()
    await query(page, '{}')
    expect(page.text()).toContain('This answer was not stored')
  })

  it('loads more rows where the bank has more, and can be stopped', async () => {
    bridge.reports.get.mockResolvedValue(ok(reportAnswer({ more: true, total: 900 })))
    const { promise, resolve } =
      Promise.withResolvers<Awaited<ReturnType<typeof bridge.reports.readOn>>>()
    bridge.reports.readOn.mockReturnValueOnce(promise)
    const { page } = await mounted('/reports/r1')
    const button = (name: string) => page.findAll('button').find((one) => one.text() === name)
    expect(page.text()).toContain('2 rows of 900 that match')
    await button('Load more')?.trigger('click')
    expect(bridge.reports.readOn).toHaveBeenCalledWith({ id: 'r1' })
    await button('Stop loading')?.trigger('click')
    expect(bridge.reports.stopReading).toHaveBeenCalledWith({ id: 'r1' })
    resolve(ok(reportAnswer({ more: false })))
    await flushPromises()
    expect(button('Load more')).toBeUndefined()
  })

  it('offers no more rows by a request that was not stored in full, and says so', async () => {
    bridge.reports.get.mockResolvedValue(
      ok(reportAnswer({ more: true, total: 900, isBodyKept: false })),
    )
    const { page } = await mounted('/reports/r1')
    expect(page.text()).toContain('2 rows of 900 that match')
    expect(page.text()).toContain('The request was not stored in full')
    expect(page.findAll('button').some((one) => one.text() === 'Load more')).toBe(false)
    await query(page, '{"taxId":"[not kept]"}')
    expect(page.text()).toContain('A value was not stored: [not kept]. Type it again')
    expect(bridge.reports.request).not.toHaveBeenCalled()
    await expectNoViolation(page)
  })

  it('moves the focus to the rows when the load or stop button is gone', async () => {
    bridge.reports.get.mockResolvedValue(ok(reportAnswer({ more: true, total: 900 })))
    const { promise, resolve } =
      Promise.withResolvers<Awaited<ReturnType<typeof bridge.reports.readOn>>>()
    bridge.reports.readOn.mockReturnValueOnce(promise)
    const { page } = await mounted('/reports/r1')
    const button = (name: string) => page.findAll('button').find((one) => one.text() === name)
    button('Load more')?.element.focus()
    await button('Load more')?.trigger('click')
    await flushPromises()
    const atRow = () => document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
    expect(atRow()).toBe('0')
    button('Stop loading')?.element.focus()
    resolve(ok(reportAnswer({ more: false })))
    await flushPromises()
    expect(atRow()).toBe('0')
  })

  it('announces in one line that the bank is called, not the whole answer', async () => {
    const { page } = await mounted('/reports/r1')
    expect(page.get('section[aria-label="Answer"]').attributes('aria-live')).toBeUndefined()
    const { promise, resolve } =
      Promise.withResolvers<Awaited<ReturnType<typeof bridge.reports.request>>>()
    bridge.reports.request.mockReturnValueOnce(promise)
    await query(page, '{}')
    const reported = () => page.findAll('[role="status"]').map((one) => one.text())
    expect(reported()).toContain('Waiting for the bank')
    resolve(ok(reportAnswer()))
    await flushPromises()
    expect(reported()).not.toContain('Waiting for the bank')
  })

  it('copies the request of an answer into the form in full', async () => {
    const { page } = await mounted('/reports/r1')
    await page
      .findAll('button')
      .find((one) => one.text() === 'Use this request')
      ?.trigger('click')
    await flushPromises()
    expect(page.get('textarea').element.value).toBe('{"accountNumber":"7200450011"}')
    const [first] = page.findAll<HTMLInputElement>('form input:not([type="radio"])')
    expect(first?.element.value).toBe('1')
  })

  it('saves a request under a name and restores it', async () => {
    const request = JSON.stringify({ report: 'intraday', body: '{"a":1}', first: '5', second: '' })
    bridge.saved.list.mockResolvedValue(
      ok({
        items: [
          savedLine({
            name: 'Noon',
            about: { of: 'report', report: 'intraday', title: 'a 1, rows from 5' },
          }),
        ],
        next: null,
        total: 1,
      }),
    )
    bridge.saved.take.mockResolvedValue(ok(savedRequest({ name: 'Noon', request })))
    const { page } = await mounted()
    await page.get('textarea').setValue('{"x":1.10}')
    await page
      .findAll('button')
      .find((one) => one.text() === 'Saved…')
      ?.trigger('click')
    await flushPromises()
    const dialog = document.querySelector<HTMLElement>('[data-modal]')
    const name = dialog?.querySelector('input')
    if (!dialog || !name) throw new Error('no dialog')
    name.value = 'Noon'
    name.dispatchEvent(new Event('input'))
    await flushPromises()
    expect(dialog.textContent).toContain('Replace Noon')
    expect(dialog.textContent).toContain('a 1, rows from 5')
    expect(bridge.saved.take).not.toHaveBeenCalled()
    dialog.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await flushPromises()
    expect(bridge.saved.save).toHaveBeenCalledWith({
      kind: 'report',
      name: 'Noon',
      request: JSON.stringify({
        report: 'previous-day',
        body: '{"x":1.10}',
        first: '',
        second: '',
      }),
    })
    const take = [...dialog.querySelectorAll('button')].find(
      (one) => one.textContent.trim() === 'Open Noon',
    )
    take?.click()
    await flushPromises()
    expect(bridge.saved.take).toHaveBeenCalledWith({ id: 's1' })
    expect(page.get('textarea').element.value).toBe('{"a":1}')
    expect(document.querySelector('[data-modal]')).toBeNull()
  })
})
