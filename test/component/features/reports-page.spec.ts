import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err } from '../../../preload/contract/result.ts'
import ReportsPage from '../../../renderer/features/reports/ReportsPage.vue'
import { fakeBridge } from '../support/fake-bridge.ts'
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

  it('says until when the bank wants silence', async () => {
    const until = '2026-11-02T14:05:00.000Z'
    bridge.reports.ask.mockResolvedValueOnce(err({ code: 'rate-paused', until }))
    const { page } = await mounted()
    await ask(page, '{}')
    expect(page.text()).toContain('The bank asked for silence')
  })
})
