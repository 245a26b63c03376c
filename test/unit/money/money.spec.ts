/** The kinds of orders: every service of an order has exactly one. */
import { describe, expect, it } from 'vitest'
import { moneyKinds } from '../../../main/money/money.ts'
import { kindsOf } from '../../../main/money/order/types.ts'
import { orderKindOf, orderServices } from '../../../preload/contract/domain/orders/order.ts'

describe('the kinds of orders', () => {
  it.each(orderServices)(
    'have one of %s, and it is the one that the window receives',
    (service) => {
      const having = moneyKinds.all.filter(({ services }) => services.includes(service))
      expect(having).toEqual([moneyKinds.of({ service })])
      expect(moneyKinds.of({ service }).vocabulary).toBe(orderKindOf(service))
    },
  )

  it('refuse a body of no known kind, rather than take it for another', () => {
    const [payments] = moneyKinds.all
    expect(() => kindsOf(payments ? [payments] : []).of({ service: 'PPD' })).toThrow(RangeError)
  })
})
