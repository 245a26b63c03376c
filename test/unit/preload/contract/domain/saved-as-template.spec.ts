import { expect, it } from 'vitest'
import { whyNoTemplate } from '../../../../../preload/contract/domain/batches/saved-as-template.ts'
import { orderStates } from '../../../../../preload/contract/domain/orders/order-states.ts'

it('saves no batch that may be paid already, whatever else it is', () => {
  const blocked = orderStates.filter(
    (state) => whyNoTemplate({ state, isPreparedFromOthers: false }) === 'may-be-paid',
  )
  expect(blocked).toEqual(['queued', 'sending', 'outcome-unknown'])
  for (const state of blocked)
    expect(whyNoTemplate({ state, isPreparedFromOthers: true })).toBe('may-be-paid')
})

it('saves none with entries that refer to others, and any other one', () => {
  expect(whyNoTemplate({ state: 'accepted', isPreparedFromOthers: true })).toBe('follows-others')
  expect(whyNoTemplate({ state: 'accepted', isPreparedFromOthers: false })).toBeUndefined()
  expect(whyNoTemplate({ state: 'draft', isPreparedFromOthers: false })).toBeUndefined()
})
