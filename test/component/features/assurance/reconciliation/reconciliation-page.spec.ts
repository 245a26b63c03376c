import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import { explain } from '../../../../../renderer/text/explain.ts'
import ReconciliationPage from '../../../../../renderer/features/assurance/reconciliation/ReconciliationPage.vue'
import { statusShown } from '../../../../../renderer/features/assurance/reconciliation/line-badges.ts'
import { otherAccount } from '../../../support/fake-batches.ts'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { reconciliationReport } from '../../../support/fake-reconciliation.ts'
import * as screen from '../../../support/orders-stage.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { byRole } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
})
const open = (address = '/reconciliation') =>
  mountPage(ReconciliationPage, address, '/reconciliation/:day?/:account?')
const press = async (key: string, part: KeyboardEventInit = {}) => {
  window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...part }))
  await flushPromises()
}

it('opens today and the first account, with figures of each side and every line', async () => {
  const { page } = await open()
  expect(bridge.reconciliation.get).toHaveBeenLastCalledWith({
    day: '2026-11-20',
    accountId: 'practice-1',
  })
  const text = document.body.textContent
  for (const one of ['USD 12,500.00', 'USD 12,499.99', 'USD -0.01', 'Alerts complete', 'Differs 1'])
    expect(text).toContain(one)
  expect(screen.cells(0).join(' ')).toContain('Other amount')
  await expectNoViolation(page)
})

it('shows an ACH status of the documents in words, and any other as received', () => {
  expect(['COLLECTED', 'RETURNED', 'Completed', 'ODD_ONE'].map(statusShown)).toEqual([
    'Collected',
    'Returned',
    'Completed',
    'ODD_ONE',
  ])
})

it('opens today where the address names a day that does not exist', async () => {
  await open('/reconciliation/2026-02-30/practice-1')
  expect(bridge.reconciliation.get).toHaveBeenLastCalledWith({
    day: '2026-11-20',
    accountId: 'practice-1',
  })
})

it('reports a batch on another account once, switches the account in one action, and compares the day again', async () => {
  const otherAccounts = [{ ...otherAccount, title: 'PPD PAYROLL', isHere: true }]
  bridge.reconciliation.get.mockImplementation((of) =>
    Promise.resolve(ok(reconciliationReport({ ...of, otherAccounts }))),
  )
  const { page } = await open()
  const pageText =
    'PPD PAYROLL: the bank debits \u2022\u2022\u2022\u20220011, not \u2022\u2022\u2022\u20220029'
  expect(document.body.textContent.split(pageText)).toHaveLength(2)
  expect(document.body.textContent).toContain('Seen for 296 entries')
  await expectNoViolation(page)
  const reads = bridge.reconciliation.get.mock.calls.length
  byRole('button', 'Use \u2022\u2022\u2022\u20220011 for this batch').click()
  await flushPromises()
  expect(bridge.batches.useAccount).toHaveBeenCalledWith({ id: 'b1', accountId: 'practice-1' })
  expect(bridge.reconciliation.get.mock.calls.length).toBe(reads + 1)
})

it('goes one day back and forth by keys, and updates the address', async () => {
  const { router } = await open()
  await press('ArrowLeft', { altKey: true })
  expect(router.currentRoute.value.path).toBe('/reconciliation/2026-11-19/practice-1')
  expect(bridge.reconciliation.get).toHaveBeenLastCalledWith(
    expect.objectContaining({ day: '2026-11-19' }),
  )
  await press('ArrowRight', { altKey: true })
  expect(router.currentRoute.value.path).toBe('/reconciliation/2026-11-20/practice-1')
})

it('reads another day once it is typed in full, and names the format of one that is not', async () => {
  const { page, router } = await open()
  const field = page.get<HTMLInputElement>('input[id]')
  expect(field.element.value).toBe('2026-11-20')
  expect(field.attributes('type')).toBe('text')
  const reads = bridge.reconciliation.get.mock.calls.length
  await field.setValue('11/1')
  await field.trigger('focusout')
  await flushPromises()
  expect(bridge.reconciliation.get.mock.calls.length).toBe(reads)
  expect(page.text()).toContain('Write it as 11/26/2026 or 2026-11-26')
  await field.setValue('11/19/2026')
  await flushPromises()
  expect(router.currentRoute.value.path).toBe('/reconciliation/2026-11-19/practice-1')
  expect(field.element.value).toBe('2026-11-19')
  expect(page.text()).not.toContain('Write it as')
  await field.trigger('keydown', { key: 'ArrowDown', altKey: true })
  await flushPromises()
  byRole('button', 'Thursday, November 12, 2026').click()
  await flushPromises()
  expect(router.currentRoute.value.path).toBe('/reconciliation/2026-11-12/practice-1')
})

it('has main filter by outcome', async () => {
  await open()
  byRole('radio', 'Missing at the bank 0').click()
  await flushPromises()
  expect(bridge.reconciliation.list).toHaveBeenLastCalledWith(
    expect.objectContaining({ filter: 'missing-at-bank' }),
  )
})

it('shows why the bank could not be queried, and keeps the day', async () => {
  bridge.reconciliation.fetchLists.mockResolvedValue(err({ code: 'bank-not-running' }))
  await open()
  await press('u', { ctrlKey: true })
  expect(bridge.reconciliation.fetchLists).toHaveBeenCalledOnce()
  expect(document.body.textContent).toContain('USD 12,500.00')
  expect(document.body.textContent).toContain(explain({ code: 'bank-not-running' }).title)
})

it('prints by its key, and shows where the file is', async () => {
  await open()
  await press('p', { ctrlKey: true })
  expect(bridge.reconciliation.printReport).toHaveBeenCalledWith({
    day: '2026-11-20',
    accountId: 'practice-1',
  })
  expect(document.body.textContent).toContain('Saved as day.pdf')
})

it('is signed off with a note, and shows when the day has changed since', async () => {
  const { totals } = reconciliationReport()
  bridge.reconciliation.signOff.mockResolvedValue(
    ok(
      reconciliationReport({
        signOff: {
          at: '2026-11-20T10:00:00.000Z',
          by: 'Mara Ellison',
          note: 'Told the bank',
          totals,
          isChanged: true,
        },
      }),
    ),
  )
  await open()
  await press('Enter', { ctrlKey: true })
  byRole('button', 'Sign off the day').click()
  await flushPromises()
  expect(bridge.reconciliation.signOff).toHaveBeenCalledWith({
    day: '2026-11-20',
    accountId: 'practice-1',
    digest: 'digest-1',
    note: '',
  })
  expect(document.body.textContent).toContain('Changed since sign-off')
})

it('shows the day as it is now where its lines changed before the sign-off', async () => {
  bridge.reconciliation.signOff.mockResolvedValue(err({ code: 'changed-meanwhile' }))
  await open()
  bridge.reconciliation.get.mockResolvedValue(ok(reconciliationReport({ digest: 'digest-2' })))
  const sign = async () => {
    await press('Enter', { ctrlKey: true })
    byRole('button', 'Sign off the day').click()
    await flushPromises()
  }
  await sign()
  expect(document.body.textContent).toContain(explain({ code: 'changed-meanwhile' }).title)
  expect(document.body.textContent).not.toContain('Signed off')
  await sign()
  const [request] = bridge.reconciliation.signOff.mock.lastCall ?? []
  expect(request).toMatchObject({ digest: 'digest-2' })
})

it('explains where accounts come from while there are none', async () => {
  bridge.reconciliation.getAccounts.mockResolvedValue(ok({ accounts: [], today: '2026-11-20' }))
  await open()
  expect(document.body.textContent).toContain('No account to reconcile')
  expect(bridge.reconciliation.get).not.toHaveBeenCalled()
})

it('shows that alerts may be missing, and that the day has no activity', async () => {
  bridge.reconciliation.list.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
  bridge.reconciliation.get.mockResolvedValue(
    ok(
      reconciliationReport({
        coverage: {
          state: 'may-be-missing',
          sinceAt: null,
          minutes: 120,
          gaps: [
            {
              fromAt: '2026-11-20T10:00:00.000Z',
              untilAt: '2026-11-20T12:00:00.000Z',
              isHealed: false,
              sweptAt: null,
            },
          ],
        },
      }),
    ),
  )
  await open()
  expect(document.body.textContent).toContain('Alerts may be missing')
  expect(document.body.textContent).toContain('2 h 00 min not received')
  expect(document.body.textContent).toContain('Nothing on this day')
})
