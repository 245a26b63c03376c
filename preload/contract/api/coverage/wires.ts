/**
 * Wire inquiries as evidence of incoming wires: only once a person has confirmed what the fields of
 * their rows mean, and until somebody withdraws that.
 */
import { wireFields } from '../../bank/reports/wire-fields.ts'
import { z } from '../../kernel/zod.ts'

/** Who confirmed what the fields mean, and when. */
export const fieldsConfirmed = z.object({ by: z.string(), at: z.iso.datetime() })
export type FieldsConfirmed = z.infer<typeof fieldsConfirmed>

/** A row of a saved wire inquiry, by its index among all rows of the answer. */
const wireRow = { reportId: z.string(), row: z.int().min(0) }

/** `fields`: to be tried; null: the confirmed ones. */
export const wiresRequest = z.strictObject({ ...wireRow, fields: wireFields.nullable() })

/** A row as the fields read it. `unreadable`: without this field it is evidence of nothing. */
export const wireReading = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('incoming'),
    /** Masked. */
    account: z.string(),
    isOwnAccount: z.boolean(),
    /** In cents. */
    amount: z.int(),
    day: z.iso.date(),
    transactionId: z.string().nullable(),
    reference: z.string().nullable(),
    party: z.string().nullable(),
    status: z.string().nullable(),
  }),
  z.object({ kind: z.literal('other') }),
  z.object({
    kind: z.literal('unreadable'),
    field: z.enum(['account', 'amount', 'date', 'direction', 'number']),
  }),
])
export type WireReading = z.infer<typeof wireReading>

/** How the fields read a saved wire inquiry. */
export const wiresRead = z.object({
  confirmed: z
    .object({ ...fieldsConfirmed.shape, fields: wireFields, note: z.string() })
    .nullable(),
  /** Null without fields. */
  reading: z
    .object({
      row: wireReading,
      /** Incoming wires to own accounts, and those of them without an alert. */
      incoming: z.int(),
      withoutAlert: z.int(),
      unreadable: z.int(),
    })
    .nullable(),
})
export type WiresRead = z.infer<typeof wiresRead>

export const fieldsToConfirm = z.strictObject({
  ...wireRow,
  fields: wireFields,
  note: z.string().trim().min(1, { error: 'Enter the record compared' }).max(500),
})
