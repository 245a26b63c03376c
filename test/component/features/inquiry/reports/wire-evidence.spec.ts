/** The rows of a wire inquiry become evidence once a person has confirmed their fields. */
import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WiresRead } from '../../../../../preload/contract/api/coverage/wires.ts'
import type { WireFields } from '../../../../../preload/contract/bank/reports/wire-fields.ts'
import { ok } from '../../../../../preload/contract/kernel/result.ts'
import ReportsPage from '../../../../../renderer/features/inquiry/reports/ReportsPage.vue'
import { fakeBridge, reportAnswer } from '../../../support/fake-bridge.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
const fields: WireFields = {
  account: 'to',
  amount: 'amount',
  amountUnit: 'cents',
  direction: 'side',
  incoming: 'C',
  date: 'day',
  dateOrder: 'year-first',
  transactionId: 'id',
  reference: null,
  party: null,
  status: null,
}
const reading: NonNullable<WiresRead['reading']> = {
  row: {
    kind: 'incoming',
    account: '\u2022\u2022\u2022\u20220011',
    isOwnAccount: true,
    amount: 2_500_000,
    day: '2026-11-02',
    transactionId: 'T-2',
    reference: null,
    party: null,
    status: null,
  },
  incoming: 3,
  withoutAlert: 1,
  unreadable: 2,
}
beforeEach(() => {
  bridge = fakeBridge()
  const answer = reportAnswer({ report: 'wire-inquiry' })
  const table = {
    path: 'transactions',
    columns: ['id', 'side', 'to', 'amount', 'day'],
    rows: [
      ['T-1', 'D', '\u2022\u2022\u2022\u20229901', '1', '2026-11-01'],
      ['T-2', 'C', '\u2022\u2022\u2022\u20220011', '2500000', '2026-11-02'],
    ],
    other: [],
  }
  if (answer.answer.kind !== 'answered') throw new Error(answer.answer.kind)
  bridge.reports.get.mockResolvedValue(
    ok({ ...answer, answer: { ...answer.answer, reading: table } }),
  )
  bridge.coverage.readWires.mockImplementation(({ fields: tried }) =>
    Promise.resolve(ok({ confirmed: null, reading: tried && reading })),
  )
})
const mounted = () => mountPage(ReportsPage, '/reports/r1', '/reports/:id?')
const inDialog = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[role="dialog"] ${selector}`)
  if (!found) throw new Error(selector)
  return found
}
async function fill(name: string, value: string): Promise<void> {
  const control = inDialog(`[name="${name}"]`) as HTMLInputElement
  control.value = value
  control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input'))
  await flushPromises()
}
const buttonIn = (within: ParentNode, label: string): HTMLButtonElement => {
  const found = [...within.querySelectorAll('button')].find((one) =>
    one.textContent.includes(label),
  )
  if (!found) throw new Error(label)
  return found
}

it('confirms the fields on a row that the operator compared, and shows what they read first', async () => {
  const { page } = await mounted()
  await flushPromises()
  expect(page.text()).toContain('once a person has confirmed them')
  await expectNoViolation(page)
  buttonIn(page.element as Element, 'Confirm fields').click()
  await flushPromises()
  await fill('row', '2')
  for (const [name, column] of [
    ['account', 'to'],
    ['amount', 'amount'],
    ['direction', 'side'],
    ['date', 'day'],
    ['transactionId', 'id'],
  ] as const)
    await fill(name, column)
  await fill('amountUnit', 'cents')
  const confirm = buttonIn(inDialog('footer'), 'Confirm fields')
  await vi.waitFor(() =>
    expect(bridge.coverage.readWires).toHaveBeenLastCalledWith({ reportId: 'r1', row: 1, fields }),
  )
  await flushPromises()
  const dialog = inDialog('form').textContent
  expect(dialog).toContain('USD 25,000.00 in on 2026-11-02')
  expect(dialog).toContain('3 incoming wires in these rows, 1 without an alert.')
  expect(dialog).toContain('2 rows not readable')
  confirm.click()
  await flushPromises()
  expect(bridge.coverage.confirmWireFields).not.toHaveBeenCalled()
  await fill('note', 'Statement of 2 November')
  confirm.click()
  await flushPromises()
  expect(bridge.coverage.confirmWireFields).toHaveBeenCalledExactlyOnceWith({
    reportId: 'r1',
    row: 1,
    fields,
    note: 'Statement of 2 November',
  })
})

it('names who confirmed the fields, and withdraws them for a reason', async () => {
  const confirmed = { by: 'Noor Haddad', at: '2026-11-23T14:00:00.000Z', fields, note: 'Statement' }
  bridge.coverage.readWires.mockResolvedValue(ok({ confirmed, reading }))
  const { page } = await mounted()
  await flushPromises()
  expect(page.text()).toContain('Fields confirmed by Noor Haddad on')
  buttonIn(page.element as Element, 'Withdraw').click()
  await flushPromises()
  const reason = inDialog('textarea') as HTMLTextAreaElement
  reason.value = 'The day is the value day'
  reason.dispatchEvent(new Event('input'))
  await flushPromises()
  buttonIn(inDialog('footer'), 'Withdraw').click()
  await flushPromises()
  expect(bridge.coverage.withdrawWireFields).toHaveBeenCalledExactlyOnceWith({
    reason: 'The day is the value day',
  })
})
