import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import type { ScheduleLine } from '../../../../../preload/contract/domain/orders/payment-schedule.ts'
import ComposePage from '../../../../../renderer/features/money/compose/ComposePage.vue'
import OrdersPage from '../../../../../renderer/features/money/orders/OrdersPage.vue'
import SchedulesPage from '../../../../../renderer/features/money/schedules/SchedulesPage.vue'
import { workstationState, type fakeBridge } from '../../../support/fake-bridge.ts'
import { order, scheduleLine } from '../../../support/fake-orders.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import * as screen from '../../../support/orders-stage.ts'
import {
  composingBridge,
  expectDialogAccessible,
  pause,
  whole,
  write,
} from '../compose/composing.ts'
import { allByRole, byRole } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.setSystemTime('2026-11-23T17:00:00.000Z')
  bridge = composingBridge()
})
afterEach(() => {
  vi.useRealTimers()
})

const lists = (...items: ScheduleLine[]): void =>
  void bridge.schedules.list.mockResolvedValue(ok({ items, next: null, total: items.length }))
const open = (address = '/schedules') => mountPage(SchedulesPage, address, '/schedules/:id?')
const about = 'WIRE of USD 12,500.00 to Ridgeway Supply'
const dialog = (): HTMLElement => byRole('dialog')
const fieldOf = (name: string): HTMLInputElement => {
  const found = dialog().querySelector<HTMLInputElement>(`[name="schedule-${name}"]`)
  if (!found) throw new Error(`no field ${name}`)
  return found
}
async function set(name: string, value: string): Promise<void> {
  const field = fieldOf(name)
  // Vue ignores an event that is not later than its listener.
  if (vi.isFakeTimers()) vi.advanceTimersByTime(1)
  field.value = value
  field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input'))
  field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  await flushPromises()
}
const days = (): string[] => [...dialog().querySelectorAll('ol li')].map((one) => one.textContent)

describe('the list of schedules', () => {
  it('shows rule, next days and drafts of each, and counts the drafts that wait', async () => {
    const { page } = await open()
    const text = screen.pageText()
    expect(text).toContain('1 schedule, 1 scheduled draft waits')
    expect(text).toContain('WIRE to Ridgeway Supply \u2022\u2022\u2022\u20225678')
    expect(text).toContain('Every month on day 30, on a closed day the banking day before')
    expect(text).toContain('Wed 2026-12-30')
    expect(text).toContain('drafts are created for Mara Ellison')
    const links = page.findAll('li a').map((one) => [one.text(), one.attributes('href')])
    expect(links).toEqual([
      ['Mon 2026-11-30: draft', '/orders/o7'],
      ['Fri 2026-10-30: accepted', '/orders/o6'],
    ])
    vi.useRealTimers()
    await expectNoViolation(page)
  })

  it('is empty with a first step, and says why it could not be read', async () => {
    lists()
    const { router } = await open()
    expect(screen.pageText()).toContain('No scheduled payments')
    await screen.click('New payment')
    expect(router.currentRoute.value.path).toBe('/compose')
    bridge.schedules.list.mockResolvedValue(err({ code: 'internal', reference: 'AB12CD34' }))
    await open()
    expect(screen.pageText()).toContain('AB12CD34')
  })

  it('focuses the schedule of the address', async () => {
    lists(scheduleLine(), scheduleLine({ id: 's2', beneficiary: 'Millbrook Dairy' }))
    await open('/schedules/s2')
    expect(document.activeElement?.getAttribute('aria-label')).toContain('Millbrook Dairy')
  })

  it('pauses and resumes at once, and ends only after a question with amount, payee and account', async () => {
    await open()
    lists(scheduleLine({ state: 'paused', next: [] }))
    await screen.click(`Pause: ${about}`)
    expect(bridge.schedules.act).toHaveBeenLastCalledWith({ id: 's1', version: 7, act: 'pause' })
    await screen.click(`Resume: ${about}`)
    expect(bridge.schedules.act).toHaveBeenLastCalledWith({ id: 's1', version: 7, act: 'resume' })
    await screen.click(`End\u2026: ${about}`)
    expect(bridge.schedules.act).toHaveBeenCalledTimes(2)
    const question = byRole('alertdialog').textContent
    for (const fact of ['USD 12,500.00', 'Ridgeway Supply', '\u20225678', '\u20220011', 'Practice'])
      expect(question).toContain(fact)
    await screen.click('End the schedule')
    expect(bridge.schedules.act).toHaveBeenLastCalledWith({ id: 's1', version: 7, act: 'end' })
  })

  it('says why drafts are no longer created, and what helps', async () => {
    lists(
      scheduleLine({ state: 'missed', overdue: '2026-09-30', next: [] }),
      scheduleLine({ id: 's2', isOwnerGone: true }),
      scheduleLine({ id: 's3', state: 'ended', next: [] }),
    )
    await open()
    expect(screen.pageText()).toContain('No drafts since Wed 2026-09-30')
    expect(screen.pageText()).toContain('Mara Ellison can no longer create drafts')
    expect(allByRole('button').filter((one) => one.textContent.includes('Resume'))).toHaveLength(2)
    expect(allByRole('button').filter((one) => one.textContent.includes('Pause'))).toEqual([])
    expect(allByRole('button').filter((one) => one.textContent.includes('End…'))).toHaveLength(2)
  })

  it('changes nothing for an operator without the maker role', async () => {
    bridge.workstation.getState.mockResolvedValue(
      ok({ ...workstationState, operator: { id: 't', name: 'Theo Park', roles: ['checker'] } }),
    )
    await open()
    await screen.click(`Pause: ${about}`)
    expect(bridge.schedules.act).not.toHaveBeenCalled()
  })

  it('shows main\u2019s refusal', async () => {
    await open()
    bridge.schedules.act.mockResolvedValue(err({ code: 'not-found' }))
    await screen.click(`Pause: ${about}`)
    expect(document.querySelector('[data-tone]')).not.toBeNull()
    expect(screen.pageText()).toMatch(/no longer|not found|gone/i)
  })
})

describe('the days of a schedule', () => {
  const change = () => screen.click(`Change the days: ${about}`)

  it('are shown as they are typed, with the next five, and saved', async () => {
    await open()
    await change()
    expect(fieldOf('from').value).toBe('2026-11-30')
    expect(days()).toEqual([
      'Wed 2026-12-30',
      'Fri 2027-01-29',
      'Fri 2027-02-26',
      'Tue 2027-03-30',
      'Fri 2027-04-30',
    ])
    vi.useRealTimers()
    await expectDialogAccessible()
    await set('every', 'week')
    await set('from', '12/24/2026')
    await set('closed', 'after')
    await set('ends', 'count')
    await set('count', '2')
    expect(days()).toEqual(['Thu 2026-12-24', 'Thu 2026-12-31'])
    await screen.click('Save the days')
    expect(bridge.schedules.change).toHaveBeenLastCalledWith({
      id: 's1',
      version: 7,
      rule: { every: 'week', from: '2026-12-24', onClosedDay: 'after', until: null, count: 2 },
    })
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  })

  it('name what is wrong beside its field, and are not saved then', async () => {
    await open()
    await change()
    await set('from', '2026-11-20')
    expect(dialog().textContent).toContain('which has passed')
    await set('from', 'tomorrow')
    expect(dialog().textContent).toContain('A day as YYYY-MM-DD')
    await set('from', '2026-12-01')
    await set('ends', 'day')
    await set('until', '2026-11-30')
    expect(dialog().textContent).toContain('On or after the first payment, 2026-12-01')
    await set('ends', 'count')
    await set('count', 'many')
    expect(dialog().textContent).toContain('A number from 1 to 999')
    expect(days()).toEqual([])
    await screen.click('Save the days')
    expect(bridge.schedules.change).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(fieldOf('count'))
  })

  it('keep what was typed when main refuses them', async () => {
    await open()
    await change()
    const fields = [
      {
        path: 'rule.from',
        message: 'The first payment would be in the past',
        source: 'workstation' as const,
      },
    ]
    bridge.schedules.change.mockResolvedValue(err({ code: 'invalid-input', fields }))
    await set('from', '2026-12-01')
    await screen.click('Save the days')
    expect(dialog().textContent).toContain('The first payment would be in the past')
    expect(fieldOf('from').value).toBe('2026-12-01')
  })
})

describe('a schedule is created', () => {
  it('from the form of a payment, which is saved first, and then shown in the list', async () => {
    const { page, router } = await mountPage(ComposePage, '/compose', '/compose/:id?')
    await write(page, whole)
    await screen.click('Repeat…')
    expect(dialog().textContent).toContain('USD 12,500.00 to Ridgeway Supply in Practice')
    expect(fieldOf('from').value).toBe('2026-11-24')
    await screen.click('Create schedule')
    expect(bridge.orders.saveDraft).toHaveBeenCalled()
    expect(bridge.schedules.create).toHaveBeenLastCalledWith({
      orderId: 'o1',
      rule: { every: 'month', from: '2026-11-24', onClosedDay: 'after', until: null, count: null },
    })
    expect(bridge.orders.submit).not.toHaveBeenCalled()
    expect(router.currentRoute.value.path).toBe('/schedules/s1')
  })

  it('not from a form that breaks a rule, which is shown instead', async () => {
    const { page } = await mountPage(ComposePage, '/compose', '/compose/:id?')
    await write(page, { ...whole, amount: 'much' })
    await screen.click('Repeat…')
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    expect(page.get('[name="amount"]').attributes('aria-invalid')).toBe('true')
    await pause()
  })

  it('from an open RTP payment, once unless chosen otherwise', async () => {
    const one = order({ id: 'o1', service: 'RTP', state: 'accepted', may: screen.may('copy') })
    bridge.orders.get.mockResolvedValue(ok(one))
    bridge.orders.list.mockResolvedValue(ok({ items: [one], next: null, total: 1 }))
    const { router } = await mountPage(OrdersPage, '/orders/o1', '/orders/:id?')
    await screen.click('On a day…')
    await set('from', '2026-11-29')
    expect(days()).toEqual(['Sun 2026-11-29'])
    await screen.click('Create schedule')
    expect(bridge.schedules.create).toHaveBeenLastCalledWith({
      orderId: 'o1',
      rule: { every: 'once', from: '2026-11-29', onClosedDay: 'after', until: null, count: null },
    })
    expect(router.currentRoute.value.path).toBe('/schedules/s1')
  })

  it('is named by its drafts, with the day that was planned', async () => {
    const schedule = { id: 's1', plannedOn: '2026-11-30' }
    const one = order({ id: 'o7', state: 'draft', schedule, may: screen.may('edit') })
    bridge.orders.get.mockResolvedValue(ok(one))
    bridge.orders.list.mockResolvedValue(ok({ items: [one], next: null, total: 1 }))
    const { page } = await mountPage(OrdersPage, '/orders/o7', '/orders/:id?')
    expect(screen.beside()).toContain('Planned for Mon 2026-11-30 by a schedule')
    expect(page.find('a[href="/schedules/s1"]').exists()).toBe(true)
  })
})
