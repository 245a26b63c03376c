import { expect, it } from 'vitest'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { fieldsOf, rowOf } from '../../../main/store/named-row.ts'

const row = { id: 'a', waited_ms: null, account_number: '12345678', response_body_base64: 0 }

it('shows of a row what a schema names, and nothing else', () => {
  const shown = z.object({ id: z.string(), waitedMs: z.int().nullable(), account: z.string() })
  expect(fieldsOf(row, shown)).toEqual({ id: 'a', waitedMs: null })
})

it('names every column of a record', () => {
  const record = { id: 'a', accountNumber: '12345678', responseBodyBase64: 0 }
  expect(rowOf<typeof row>({ ...record, waitedMs: null })).toEqual(row)
  // @ts-expect-error -- a column that may be NULL was forgotten
  rowOf<typeof row>(record)
})
