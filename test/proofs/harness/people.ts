/** What the people of a proof are and do wherever they work. */
import type { practiceOperators } from '../../../main/profile/practice-operators.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { shownOf } from '../../../preload/contract/domain/orders/order-course.ts'

/** The acting operator. */
export type Person = (typeof practiceOperators)[number]['id']

export const maker: Person = 'practice-mara'
export const checker: Person = 'practice-theo'

/** An action was refused without reason. */
export class Unexpected extends Error {}

/** What goes with a submission or an approval: planned payments may be like one another. */
export const reasoned = ({ duplicates }: Order) => ({
  reason: 'Each one is planned',
  shownDuplicates: shownOf(duplicates),
})

export const isUnderWay = ({ state }: Order): boolean => state === 'queued' || state === 'sending'
