import { expect, it } from 'vitest'
import { restoreMarkOf, restoreMarkText } from '../../../../main/money/order/restore-hold.ts'

const backupAt = '2026-11-20T09:00:00.000Z'
const restoredAt = '2026-11-23T14:00:00.000Z'

it.each([null, { by: 'mara', at: restoredAt, reason: 'not at the bank' }])(
  'stores the mark of a restore as every version did, because approval hashes cover its text',
  (acknowledged) => {
    const text = JSON.stringify({ backupAt, restoredAt, acknowledged })
    expect(restoreMarkOf({ restored: text })).toEqual({ backupAt, restoredAt, acknowledged })
    expect(restoreMarkText({ backupAt, restoredAt, acknowledged })).toBe(text)
  },
)
