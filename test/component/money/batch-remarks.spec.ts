/**
 * Remarks on a batch are shown where they can be found: by the number of the entry, and beside the
 * state.
 */
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import OrderBadge from '../../../renderer/money/order/OrderBadge.vue'
import OrderRemarks from '../../../renderer/money/order/OrderRemarks.vue'
import { batchLine, batchOrder } from '../support/fake-batches.ts'

const tally = {
  settled: 0,
  accepted: 2,
  rejected: 1,
  inError: 0,
  unclear: 0,
  notMentioned: 0,
  returned: 0,
  changed: 0,
}

it('names the entry of a remark by its number, counted from 1, and the field by its name', () => {
  const order = batchOrder({
    warnings: [
      { path: 'details.1.receiverName', message: 'Too long', source: 'network', where: 'Nacha' },
      { path: 'details.0.addenda.2', message: 'Too long', source: 'network', where: 'Nacha' },
    ],
  })
  const described = mount(OrderRemarks, { props: { order } }).text()
  expect(described).toContain('Entry 2, Receiver')
  expect(described).toContain('Entry 1, Payment related information 3')
  expect(described).not.toContain('details.')
})

it.each([
  [null, ['creditParty.address', 'receiversReference'], 'Beneficiary, address line'],
  [batchLine({}), ['effectiveDate', 'entries'], 'Effective date'],
] as const)('names a field by its label, and leaves out an unknown one', (batch, paths, name) => {
  const warnings = paths.map(
    (path) => ({ path, message: 'Too long', source: 'network', where: 'Nacha' }) as const,
  )
  const described = mount(OrderRemarks, {
    props: { order: { problems: [], warnings, batch } },
  }).text()
  expect(described).toContain(name)
  for (const path of paths) expect(described).not.toContain(path)
})

it('bank note 83: shows beside "accepted" how many entries the bank did not accept, and how many were returned', () => {
  const order = batchOrder({ state: 'accepted', batch: null })
  const badge = (batch: ReturnType<typeof batchLine> | null) =>
    mount(OrderBadge, { props: { order: { ...order, batch } } }).text()
  expect(badge(batchLine({ tally }))).toContain('1 not accepted')
  expect(badge(batchLine({ tally: { ...tally, rejected: 0, returned: 3 } }))).toContain(
    '3 returned',
  )
  expect(badge(batchLine({ tally: { ...tally, rejected: 0 } }))).not.toContain('not accepted')
  expect(badge(null)).not.toContain('not accepted')
})
