/**
 * What the fields of a wire inquiry's rows mean, as a person has confirmed it on a real row: the
 * documents show no payload (bank note 76).
 */
import { z } from '../../kernel/zod.ts'

export const amountUnits = ['dollars', 'cents'] as const
export const dateOrders = ['year-first', 'month-first', 'day-first'] as const

/** The bank's name of a field. */
const field = z.string().max(300)

export const wireFields = z
  .strictObject({
    /** The own account that was credited. */
    account: field,
    amount: field,
    amountUnit: z.enum(amountUnits),
    direction: field,
    /** The text of the direction in the row of an incoming wire. */
    incoming: z.string().trim().min(1, { error: 'Choose a field that is filled in this row' }),
    date: field,
    dateOrder: z.enum(dateOrders),
    /** `tranId` of an alert. */
    transactionId: field.nullable(),
    /** `requestReferenceNumber` of an alert. */
    reference: field.nullable(),
    party: field.nullable(),
    status: field.nullable(),
  })
  .refine(({ transactionId, reference }) => transactionId !== null || reference !== null, {
    error: 'A wire is recognized by its transaction id or its reference',
    path: ['transactionId'],
  })
export type WireFields = z.infer<typeof wireFields>
