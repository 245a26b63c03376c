import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../../preload/contract/result.ts'
import ReportsPage from '../../../renderer/features/reports/ReportsPage.vue'
import { useWorkstation } from '../../../renderer/lib/workstation.store.ts'
import { localTime } from '../../../renderer/lib/times.ts'
import { connectionState, fakeBridge, reportAnswer } from '../support/fake-bridge.ts'
import { expectNoViolation, mountPage } from '../support/page.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})

const mounted = () => mountPage(ReportsPage, '/reports')
type Page = Awaited<ReturnType<typeof mounted>>['page']
const ask = async (page: Page, body: string, first = '', second = ''): Promise<void> => {
  await page.get('textarea').setValue(body)
  const [one, two] = page.findAll('input:not([type="radio"])')
  await one?.setValue(first)
  await two?.setValue(second)
  await page.get('form').trigger('submit')
  await flushPromises()
}

describe('the reports', () => {
  it('says what the documents leave out before anything is asked', async () => {
    const { page } = await mounted()
    expect(page.text()).toContain('Check image retrieval and Stop payment are named')
    expect(page.text()).toContain('No answer yet')
    await expectNoViolation(page)
  })

  it('hands over the body letter for letter, with the rows in numbers', async () => {
    const { page } = await mounted()
    await ask(page, '{ "amount": 1.10 }', '1', '250')
    expect(bridge.reports.ask).toHaveBeenCalledWith({
      report: 'previous-day',
      body: '{ "amount": 1.10 }',
      startRowIndex: 1,
      endRowIndex: 250,
    })
    expect(page.text()).toContain('12500.00')
    await expectNoViolation(page)
  })

  it('asks nothing for a body that is no object, tells the rule and keeps what was typed', async () => {
    const { page } = await mounted()
    await ask(page, '[1]', 'x', '1001')
    expect(bridge.reports.ask).not.toHaveBeenCalled()
    expect(page.text()).toContain('A JSON object')
    expect(page.text()).toContain('A whole number')
    expect(page.get('textarea').element.value).toBe('[1]')
    await expectNoViolation(page)
  })

  it('trap 19: says when calls start again after a 429', async () => {
    const answer = { kind: 'not-sent', reason: 'rate-paused' } as const
    bridge.reports.ask.mockResolvedValueOnce(ok(reportAnswer({ answer, raw: null, callId: null })))
    const pausedUntil = '2026-11-02T14:05:00.000Z'
    const { page } = await mounted()
    useWorkstation().connection = {
      ...connectionState,
      budget: { ...connectionState.budget, pausedUntil },
    }
    await ask(page, '{}')
    expect(page.text()).toContain(`Calls start again at ${localTime(pausedUntil)}`)
  })

  it('sends whoever looks for a body that is not text to Traffic', async () => {
    bridge.reports.ask.mockResolvedValueOnce(ok(reportAnswer({ raw: null })))
    const { page } = await mounted()
    await ask(page, '{}')
    expect(page.text()).toContain('The body is not text')
    await expectNoViolation(page)
  })

  it('says until when the bank wants silence', async () => {
    const until = '2026-11-02T14:05:00.000Z'
    bridge.reports.ask.mockResolvedValueOnce(err({ code: 'rate-paused', until }))
    const { page } = await mounted()
    await ask(page, '{}')
    expect(page.text()).toContain('The bank asked for silence')
  })
})
